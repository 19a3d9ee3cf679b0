"""Play on from here: a practice table that takes up a finished game at one of its positions.

It is a table like any other, with its position in the first entry of its log: it survives a restart, and any node can
run it. It is private, and says of itself that it is practice: the guest who opened it has seen the case file.
"""

from __future__ import annotations

from functools import reduce

import msgspec

from greycells.notation import Record
from greycells.protocol.plans import ChairPlan, TablePlan
from greycells.protocol.record_messages import PlayOn
from greycells.rules.events import Finished
from greycells.rules.replay import nearest_choice
from greycells.rules.scene import Scene, after
from greycells.server.errors.declined import Declined, DeclineReason
from greycells.server.storage.table_store import Store
from greycells.server.tables import notebook_history
from greycells.server.tables.guest import Guest
from greycells.server.tables.log_entries import PracticeStart, Sat
from greycells.server.tables.new_tables import encode_events, open_table
from greycells.server.tables.notebook_history import StoredNotebook
from greycells.server.tables.permissions import check_plan
from greycells.server.tables.table_services import TableServices
from greycells.server.tables.table_state import Table
from greycells.server.tables.viewer_frames import TableHistory


def practice_start(record: Record, at: int) -> PracticeStart:
    """The position of a record at an event, or after what follows from it: only of a whole one that is over."""
    if record.copy is not None:
        raise Declined("practice from a copy")
    if not isinstance(record.events[-1], Finished):
        raise Declined("not over")
    count = nearest_choice(record.table, record.events, at)
    events = record.events[:count]
    scene = reduce(after, events, Scene.empty(record.table))
    words = tuple(seat.suspect.word for seat in record.table.seats)
    return PracticeStart(scene.turn.number, words, encode_events(0, events))


def practice_plan(record: Record, wish: PlayOn) -> TablePlan:
    """The plan of a practice table: the record's edition and house rules, and the seats as the guest wishes them."""
    edition, words = record.table.edition, [seat.suspect.word for seat in record.table.seats]
    for word in (*wish.mine, *wish.bots):
        if word not in words:
            raise Declined("no such suspect", DeclineReason.INVALID, suspect=word)
    if not wish.mine or set(wish.mine) & set(wish.bots):
        raise Declined("practice needs you", DeclineReason.INVALID)
    return TablePlan(
        edition=edition.key,
        chairs=tuple(ChairPlan(suspect=word, bot=wish.bots.get(word)) for word in words),
        help=wish.help,
        spectators=False,
        house_rules=edition.house_rules,
    )


async def open_practice(
    services: TableServices, host: Guest, *, plan: TablePlan, start: PracticeStart, wish: PlayOn
) -> TableHistory:
    """A practice table with its host in the seats that they want; it starts at once unless a seat waits for others."""
    now = services.now()
    check_plan(plan, services.policy)
    sitting = [
        Sat(now, chair=number, guest=host.id, name=host.name, suspect=chair.suspect, nonce="")
        for number, chair in enumerate(plan.chairs)
        if chair.suspect in wish.mine
    ]
    full = len(sitting) + len(wish.bots) == len(plan.chairs)
    return await open_table(services, host, plan, sitting=sitting, practice=start, start=full)


async def copy_notebooks(store: Store, guest: str, *, of: Table, to: Table) -> None:
    """The notebooks of one's own seats as they were at the moment from which the practice table plays on."""
    assert to.practice is not None
    events = len(to.practice.events)
    for number in of.held_by(guest):
        suspect = of.chairs[number].suspect
        places = [place for place in to.held_by(guest) if to.chairs[place].suspect == suspect]
        kept = await store.notebook(of.id, number) if places else None
        if kept is None:
            continue
        changes = notebook_history.decode(kept[1]).history
        marks = notebook_history.marks_after([change for change in changes if change[0] <= events])
        pages = StoredNotebook(1, marks, history=tuple((events, cell, mark) for cell, mark in marks.items()))
        await store.write_notebook(to.id, places[0], version=1, pages=msgspec.json.encode(pages))
