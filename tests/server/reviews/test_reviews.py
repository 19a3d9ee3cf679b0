"""The review over HTTP: worked out in a process beside the tables, and only for games that are over."""

from __future__ import annotations

from pathlib import Path

from tests.server.reviews.reviewed import reviewed
from tests.server.running_server import guest, plays_until_over, quick, refused, running

from greycells.notation import Record, read, write
from greycells.protocol.commands import Sit, Start
from greycells.protocol.help_messages import Hint
from greycells.protocol.plans import ChairPlan, TablePlan
from greycells.protocol.review_messages import FullReview, ReviewProgress

RECORDS = Path(__file__).parents[3] / "records"


async def _visit(folder: Path) -> tuple[FullReview, FullReview]:
    async with running(quick(folder)) as (address, _):
        ada = await guest(address, "Ada")
        bots = (ChairPlan(), *(ChairPlan(bot="inspector") for _ in range(2)))
        table = (await ada.open(TablePlan(edition="cottage", chairs=bots))).id
        await ada.ask(table, Sit(chair=0))
        await ada.ask(table, Start())
        with refused(409, "over"):
            await ada.get(f"/api/tables/{table}/analysis", ReviewProgress)
        with refused(409, "over"):
            await ada.get(f"/api/tables/{table}/analysis/why?at=5&seat=Plum&card=Rope&holder=Plum", Hint)
        await plays_until_over(ada, table, 0)
        whole = await reviewed(ada, f"/api/tables/{table}/analysis")
        text = (RECORDS / "classic" / "solved-seen-by-peacock.case").read_bytes()
        brought = await ada.bring(text)
        copy = await reviewed(ada, f"/api/records/{brought.id}/analysis")
        record = read((RECORDS / "classic" / "solved.case").read_text(encoding="utf-8"))
        half = await ada.bring(write(Record(record.table, record.events[:60])).encode())
        with refused(409, "over"):
            await ada.get(f"/api/records/{half.id}/analysis", ReviewProgress)
        with refused(409, "over"):
            await ada.get(f"/api/records/{half.id}/analysis/why?at=5&seat=Plum&card=Rope&holder=Plum", Hint)
        assert whole.review is not None
        assert copy.review is not None
        one = whole.review.seats[0]
        event, card, holder, _ = one.certain[-1]
        told = await ada.get(
            f"/api/tables/{table}/analysis/why?at={event}&seat={one.seat}&card={card}&holder={holder}", Hint
        )
        assert told.proof
        with refused(409):
            await ada.get(f"/api/tables/{table}/analysis/why?at=3&seat=Nobody&card={card}&holder={holder}", Hint)
        return whole.review, copy.review


async def test_a_finished_game_and_a_brought_copy_are_reviewed(tmp_path: Path) -> None:
    whole, copy = await _visit(tmp_path)
    assert len(whole.seats) == 3
    assert whole.viewer is None
    assert copy.viewer == "Peacock"
    assert [one.seat for one in copy.seats] == ["Peacock"]
