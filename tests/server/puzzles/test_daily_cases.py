"""The daily case over HTTP: dates on earth, streaks over days and time zones, proofs, practice and its rating."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import httpx
import pytest
from tests.server.moved_clock import MovedClock
from tests.server.running_server import quick, running

from greycells.analysis.puzzles.solver_rating import FIRST_RATING, rated
from greycells.analysis.puzzles.sources import daily_case
from greycells.server.errors.declined import Declined
from greycells.server.limits.rate_limits import RateLimits
from greycells.server.puzzles.views import counts_for_streak, streak_of

NOON = datetime(2026, 11, 17, 12, tzinfo=UTC).timestamp()
DAY = 86_400.0


def visiting(tmp_path: Path, visit: Callable[[httpx.AsyncClient, MovedClock], Awaitable[None]]) -> None:
    """One guest at a server whose clock stands at noon of 17 November 2026 in Greenwich."""

    async def work() -> None:
        clock = MovedClock(NOON)
        async with (
            running(replace(quick(tmp_path), clock=clock)) as (address, _),
            httpx.AsyncClient(base_url=address, timeout=None) as browser,
        ):
            await browser.get("/api/guest")
            await visit(browser, clock)

    asyncio.run(work())


def result(day: date, *, on: date | None = None) -> dict[str, object]:
    puzzle = daily_case(day)
    answer = [card.word for card in puzzle.solution]
    return {
        "id": puzzle.id,
        "on": (on or day).isoformat(),
        "seconds": 100,
        "slips": 1,
        "hints": 0,
        "answer": answer,
    }


def test_a_day_begins_where_it_begins_first_and_no_sooner(tmp_path: Path) -> None:
    async def visit(browser: httpx.AsyncClient, _: MovedClock) -> None:
        today = (await browser.get("/api/daily", params={"date": "2026-11-18"})).json()
        assert (today["date"], today["grade"]) == ("2026-11-18", 3)
        later = await browser.get("/api/daily", params={"date": "2026-11-19"})
        assert (later.status_code, "hasn't started" in later.text) == (403, True)
        assert (await browser.get("/api/puzzles/v1-2026-11-19")).status_code == 403
        for wrong in ("2025-12-31", "nonsense", "2026-02-30"):
            assert (await browser.get("/api/daily", params={"date": wrong})).status_code == 422
        german = await browser.get("/api/daily", params={"date": "nonsense"}, headers={"Accept-Language": "de"})
        assert "ist kein Datum" in german.json()["sentence"]

    visiting(tmp_path, visit)


def test_a_streak_grows_day_by_day_and_earlier_days_stay_outside(tmp_path: Path) -> None:
    async def visit(browser: httpx.AsyncClient, clock: MovedClock) -> None:
        first = date(2026, 11, 16)
        for number in range(3):
            day = first + timedelta(days=number)
            clock.set_now(NOON + (number - 1) * DAY)
            kept = (await browser.post("/api/daily/record", json=result(day))).json()
            assert (kept["streak"], kept["days"][0]["counts"]) == (number + 1, True)
        again = (await browser.post("/api/daily/record", json={**result(first), "seconds": 1})).json()
        assert [day["seconds"] for day in again["days"]] == [100] * 3, "the first result stays"
        early = (await browser.post("/api/daily/record", json=result(date(2026, 11, 10), on=date(2026, 11, 18)))).json()
        assert early["streak"] == 3
        assert not early["days"][-1]["counts"]
        lied = (await browser.post("/api/daily/record", json=result(date(2026, 11, 1)))).json()
        assert not lied["days"][-1]["counts"], "nobody sends a day that late"
        wrong = {**result(date(2026, 11, 12)), "answer": ["Plum", "Rope", "Hall"]}
        assert (await browser.post("/api/daily/record", json=wrong)).status_code == 422
        clock.set_now(clock.now() + 2 * DAY)
        assert (await browser.get("/api/daily/record", params={"today": "2026-11-20"})).json()["streak"] == 0
        assert (await browser.get("/api/daily/record", params={"today": "2026-11-19"})).json()["streak"] == 3

    visiting(tmp_path, visit)


def test_what_counts_depends_on_the_players_own_date() -> None:
    sunday = date(2026, 11, 15)
    in_samoa = datetime(2026, 11, 16, 10, tzinfo=UTC).timestamp()
    assert counts_for_streak(sunday, sunday, in_samoa), "still Sunday there"
    assert counts_for_streak(sunday, sunday, in_samoa + 2 * DAY), "sent after a weekend without a connection"
    assert not counts_for_streak(sunday, sunday, in_samoa + 4 * DAY)
    assert not counts_for_streak(sunday, date(2026, 11, 16), in_samoa)
    days = [date(2026, 11, number) for number in (1, 2, 3, 5, 6)]
    assert streak_of(days, date(2026, 11, 6)) == (2, 3)
    assert streak_of(days, date(2026, 11, 7)) == (2, 3)
    assert streak_of(days, date(2026, 11, 8)) == (0, 3)
    assert streak_of([], date(2026, 11, 8)) == (0, 0)


def test_a_box_has_its_reason(tmp_path: Path) -> None:
    async def visit(browser: httpx.AsyncClient, _: MovedClock) -> None:
        view = (await browser.get("/api/daily", params={"date": "2026-11-17"})).json()
        (row, column) = (view["goals"][0]["row"], view["goals"][0]["column"])
        asked = await browser.get(f"/api/puzzles/{view['id']}/why", params={"row": row, "column": column})
        assert "is in the case file" in asked.json()["lines"][-1]
        for wrong in ("", "row=99&column=0", "row=0&column=9", "row=x&column=0"):
            assert (await browser.get(f"/api/puzzles/{view['id']}/why?{wrong}")).status_code == 400

    visiting(tmp_path, visit)


def test_practice_is_rated_once_for_each_puzzle(tmp_path: Path) -> None:
    async def visit(browser: httpx.AsyncClient, _: MovedClock) -> None:
        view = (await browser.get("/api/practice", params={"grade": 3, "theme": "one-of-three"})).json()
        assert (view["grade"], view["date"]) == (3, None)
        answer = [view["rows"][goal["row"]] for goal in view["goals"]]
        clean = {"id": view["id"], "on": "2026-11-17", "seconds": 60, "slips": 0, "hints": 0, "answer": answer}
        kept = (await browser.post("/api/practice/record", json=clean)).json()
        assert kept["rating"] == FIRST_RATING + kept["change"] == rated(FIRST_RATING, 0, 3, faults=0, solved=True)
        assert (await browser.post("/api/practice/record", json=clean)).json() == kept
        assert (await browser.post("/api/practice/storm", json={"solved": 5})).json()["storm"] == 5
        assert (await browser.post("/api/practice/storm", json={"solved": 4})).json()["storm"] == 5
        for wrong in ("grade=9", "edition=nowhere", "theme=luck"):
            refused = await browser.get(f"/api/practice?{wrong}")
            assert refused.status_code == 422
            assert refused.json()["sentence"]

    visiting(tmp_path, visit)


def test_a_rating_moves_as_elo_does() -> None:
    assert rated(1000, 0, 2, faults=0, solved=True) == 1020
    assert rated(1000, 0, 2, faults=2, solved=True) == 1000
    assert rated(1000, 0, 2, faults=0, solved=False) == 980
    assert rated(1000, 20, 2, faults=0, solved=True) == 1010
    assert rated(1000, 0, 7, faults=0, solved=True) > rated(1000, 0, 1, faults=0, solved=True)


def test_a_class_behind_one_address_plays_a_storm() -> None:
    limits = RateLimits(now=lambda: 1000.0)
    for guest in range(30):
        for _ in range(15):
            limits.count("puzzles", guest=f"guest {guest}", address="192.0.2.1")
        with pytest.raises(Declined):
            limits.count("puzzles", guest=f"guest {guest}", address="192.0.2.1")
