"""A stored case that can't be dealt any more keeps no record from being compared with the others."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from tests.server.daily_games.shared_case_house import NOON, TODAY, House, begin, evening
from tests.server.running_server import guest, loaded

from greycells.protocol.plans import ChairPlan, TablePlan
from greycells.server.shared_cases.recognised_uploads import CaseDeals
from greycells.server.shared_cases.shared_case import SharedCase
from greycells.server.shared_cases.store import CaseRow
from greycells.server.tables.log_entries import CaseScript
from greycells.server.tables.records import record_of

GONE = SharedCase(TablePlan(edition="gone", chairs=(ChairPlan(),) * 3), 0, "secret", CaseScript("gone"))


def test_cases_that_cannot_be_dealt_are_told_once_and_the_others_found(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def visit(house: House) -> None:
        table = await begin(await guest(house.address, "Ada"))
        record = record_of((await loaded(house.service, table)).history)
        cases = house.service.cases
        for number, body in {"unreadable": b"{}", "gone": msgspec.json.encode(GONE)}.items():
            await cases.keep_case(CaseRow(number, "", "", NOON, body))
        deals = CaseDeals()
        for _ in range(2):
            assert await deals.like(record, cases) == [TODAY]
        for number in ("unreadable", "gone"):
            assert caplog.text.count(f"case {number} can't be dealt") == 1

    evening(tmp_path, visit)
