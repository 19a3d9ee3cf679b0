"""A notebook's history: what changed after which event, for its owner alone; older notebooks load without one."""

from __future__ import annotations

import json
from pathlib import Path

from tests.server.running_server import guest, plays_until_over, quick, refused, running
from tests.server.seated_table import table_with

from greycells.protocol.notebook_messages import NotebookHistory, NotebookPages
from greycells.protocol.plans import ChairPlan, TablePlan
from greycells.server.tables.notebook_history import (
    MOST_CHANGES,
    StoredNotebook,
    decode,
    marks_after,
    next_version,
    whole_history,
)


def test_a_version_adds_what_it_changed_and_when() -> None:
    first = next_version(StoredNotebook(), NotebookPages(version=1, marks={"Rope|Plum": "no"}), events=5)
    tapped = next_version(first, NotebookPages(version=2, marks={"Rope|Plum": "yes"}), events=5)
    assert tapped.history == ((5, "Rope|Plum", "yes"),)
    later = next_version(tapped, NotebookPages(version=3, marks={"Hall|Plum": "star.red"}), events=9)
    assert later.history == ((5, "Rope|Plum", "yes"), (9, "Hall|Plum", "star.red"), (9, "Rope|Plum", ""))
    assert marks_after(later.history) == later.marks == {"Hall|Plum": "star.red"}


def test_a_history_is_bounded_and_still_leads_to_the_same_marks() -> None:
    kept = StoredNotebook()
    for events in range(3 * MOST_CHANGES):
        marks = {f"Card {events % 30}|Plum": "yes" if events % 2 else "no", "Rope|Plum": f"{events % 7}"}
        kept = next_version(kept, NotebookPages(version=events + 1, marks={**kept.marks, **marks}), events=events)
        assert len(kept.history) <= MOST_CHANGES
    assert marks_after(kept.history) == kept.marks
    recent = [events for events, _, _ in kept.history][-MOST_CHANGES // 4 :]
    assert recent == sorted(recent)
    assert recent[-1] == 3 * MOST_CHANGES - 1


def test_a_notebook_from_before_there_was_a_history_loads() -> None:
    old = decode(b'{"version": 7, "marks": {"Rope|Plum": "yes"}, "notes": "Plum?", "undo": [["Rope|Plum", ""]]}')
    assert old.pages == NotebookPages(version=7, marks={"Rope|Plum": "yes"}, notes="Plum?", undo=(("Rope|Plum", ""),))
    assert whole_history(old, events=40) == ((40, "Rope|Plum", "yes"),)
    newer = next_version(old, NotebookPages(version=8, marks={"Rope|Plum": "no"}), events=30)
    assert whole_history(newer, events=40) == ((30, "Rope|Plum", "no"),)


async def test_only_the_owner_reads_the_history_and_marks_have_bounds(tmp_path: Path) -> None:
    async with running(quick(tmp_path)) as (address, service):
        ada, eve = await guest(address, "Ada"), await guest(address, "Eve")
        plan = TablePlan(chairs=(ChairPlan(), ChairPlan(bot="sergeant"), ChairPlan(bot="sergeant")))
        table = await table_with(ada, plan)
        path = f"/api/tables/{table}/chairs/0/notebook"
        await ada.send("PUT", path, NotebookPages(version=1, marks={"Rope|Plum": "ring.violet"}), NotebookPages)
        for mark in ("", "yes.pink", "yes.", ".red", "perhaps", "maybe.violets"):
            with refused(400):
                await ada.send("PUT", path, NotebookPages(version=2, marks={"Rope|Plum": mark}), NotebookPages)
        await plays_until_over(ada, table, 0)
        await ada.send("PUT", path, NotebookPages(version=2), NotebookPages)
        written = await ada.get(f"{path}/history", NotebookHistory)
        (began, cell, mark), (ended, *removed) = written.changes
        assert (cell, mark, removed) == ("Rope|Plum", "ring.violet", ["Rope|Plum", ""])
        assert 0 < began < ended
        with refused(403, "isn't yours"):
            await eve.get(f"{path}/history", NotebookHistory)
        assert "history" not in json.loads(await ada.text(path))
        assert await service.store.notebook(table, 0) is not None
