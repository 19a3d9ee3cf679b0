"""The game of a day and challenges: the same deal, dice and bots for everybody, and nothing to see before the end."""

from __future__ import annotations

import random
from collections.abc import Sequence
from datetime import date
from pathlib import Path

import msgspec
from tests.leaks.secrets_in_messages import leaks, leaks_beside
from tests.server.daily_games.shared_case_house import DAY, NOON, TODAY, House, begin, evening, plays
from tests.server.meddling_proxy import Meddler, Mischief
from tests.server.running_server import guest, loaded, refused

from greycells.client import ServerClient, in_thread, play
from greycells.players.player_specs import player
from greycells.protocol.commands import Challenge, Sit, Start
from greycells.protocol.daily_game_messages import CaseShown, CaseStart, SharedCaseView
from greycells.protocol.frames import TableView
from greycells.protocol.guest_data import GuestData, GuestDataSummary
from greycells.protocol.lobby_messages import SeatClaim, SeatLink
from greycells.protocol.plans import ChairPlan, TablePlan
from greycells.protocol.record_messages import PlayOn, ShareLink, ShareWish
from greycells.rules.events import Event, Finished, Rolled
from greycells.rules.game import Game
from greycells.server.shared_cases.game_of_the_day import DailySecrets, daily_plan

READS = (
    "record",
    "replay",
    "steps",
    "analysis",
    "analysis/why?at=9&seat=Plum&card=Rope&holder=Plum",
    "review",
    "frames",
)
"""What a guest could read of somebody else's game."""


async def look(who: ServerClient, case: str = TODAY) -> SharedCaseView:
    return await who.get(f"/api/cases/{case}", SharedCaseView)


def dice(events: Sequence[Event]) -> dict[str, list[tuple[int, ...]]]:
    """The dice of each seat in order."""
    found: dict[str, list[tuple[int, ...]]] = {}
    for event in events:
        if isinstance(event, Rolled):
            found.setdefault(event.seat.suspect.word, []).append(event.dice)
    return found


def plain(events: Sequence[Event]) -> list[str]:
    """Events without the names of players."""
    return [str(event).replace("'Ada'", "'Somebody'").replace("'Grace'", "'Somebody'") for event in events]


def same_dice(one: Game, other: Game) -> int:
    """How many rolls two games have in common; all that both have must be."""
    first, second = dice(one.events), dice(other.events)
    for seat in first.keys() & second.keys():
        assert all(a == b for a, b in zip(first[seat], second[seat], strict=False)), seat
    return sum(min(len(first[seat]), len(second.get(seat, []))) for seat in first)


def test_whoever_chooses_alike_plays_the_same_day_and_whoever_parts_has_the_same_dice(tmp_path: Path) -> None:
    async def visit(house: House) -> None:
        names = [await guest(house.address, name) for name in ("Ada", "Grace", "Hedy")]
        tables = [await begin(who) for who in names]
        for who, table, seed in zip(names, tables, (7, 7, 8), strict=True):
            await plays(who, table, seed=seed)
        ada, grace, hedy = [await house.game(table) for table in tables]
        assert plain(ada.events) == plain(grace.events)
        assert ada.events[3:60] != hedy.events[3:60]
        assert ada.secrets == hedy.secrets
        assert same_dice(ada, hedy) > 10
        assert await begin(names[0]) == tables[0], "there is one try"
        view = await look(names[0])
        assert (view.players, len(view.results), view.finished, view.open) == (3, 3, True, False)
        assert [(one.name, one.replay) for one in view.results if not one.you] == [(None, None)] * 2

    evening(tmp_path, visit)


def test_nothing_of_a_day_is_seen_before_it_is_finished_or_over_everywhere(tmp_path: Path) -> None:
    async def visit(house: House) -> None:
        ada, grace = await guest(house.address, "Ada"), await guest(house.address, "Grace")
        hers = await begin(ada)
        await plays(ada, hers, seed=1)
        await ada.send("PUT", f"/api/cases/{TODAY}/shown", CaseShown(shown=True), CaseShown)
        meddler = Meddler(house.service.config.port, Mischief(), random.Random(1))
        async with meddler.open() as address:
            eve = await guest(address, "Eve")
            assert (await look(eve)).results == ()
            own = await begin(eve)
            view = await look(eve)
            assert (view.players, view.results, view.table, view.finished) == (2, (), own, False)
            for what in READS:
                with refused(403):
                    await eve.text(f"/api/tables/{hers}/{what}")
            link = await ada.get(f"/api/tables/{hers}/chairs/0/link", SeatLink)
            with refused(403):
                await eve.send("POST", "/api/seats", SeatClaim(link=link.url.rpartition("/")[2]), TableView)
            share = await ada.send("POST", f"/api/tables/{hers}/shares", ShareWish(), ShareLink)
            token = (share.url or "").rpartition("/")[2]
            for what in ("steps", "analysis", "record"):
                with refused(403):
                    await eve.text(f"/api/shared/{token}/{what}")
            wish = PlayOn(at=40, mine=("Plum",), bots={"Scarlett": "constable", "Mustard": "constable"})
            with refused(403):
                await eve.send("POST", f"/api/shared/{token}/play-on", wish, TableView)
            practice = (await ada.send("POST", f"/api/tables/{hers}/play-on", wish, TableView)).id
            with refused(403):
                await eve.ask(practice, Sit(chair=3))
            with refused(403):
                await eve.text(f"/api/tables/{practice}/frames")
            async with eve.line(own, 0, look=True) as line:
                await play(line, 0, in_thread(player("stroller", seed=2).choose))
        eve.url = house.address
        live = await loaded(house.service, own)
        assert live.history.game is not None
        seed = (await house.service.store.read(own)).secret
        assert seed == house.service.daily_secrets.of(date(2026, 11, 17))
        for target, text in meddler.sent.items():
            if "/live" in target:
                assert list(leaks(bytes(text), live.history.game, live.history.seat(0), secrets=[seed])) == []
            elif own not in target:
                said = text.decode(errors="replace")
                assert list(leaks_beside(said, live.history.game, secrets=[seed], answer=True)) == [], target
        assert len(meddler.sent) > 8
        for what in ("record", "steps", "analysis", "review"):
            assert await eve.text(f"/api/tables/{hers}/{what}"), "who has finished may see what others show"
            with refused(403):
                await ada.text(f"/api/tables/{own}/{what}")
            with refused(403):
                await grace.text(f"/api/tables/{hers}/{what}")
        assert seed not in await eve.text(f"/api/tables/{hers}/record")
        house.clock.set_now(NOON + DAY - 1)  # One second of Tuesday is left on Baker Island.
        with refused(403, "finished the same case"):
            await grace.text(f"/api/tables/{hers}/record")
        assert (await look(grace)).open
        house.clock.set_now(NOON + DAY + 1)
        assert await grace.text(f"/api/tables/{hers}/record")
        assert len((await look(grace)).results) == 2
        with refused(409, "That day is over"):
            await begin(grace)

    evening(tmp_path, visit)


def test_a_day_begins_where_it_begins_first_and_its_seed_is_no_date(tmp_path: Path) -> None:
    async def visit(house: House) -> None:
        ada = await guest(house.address, "Ada")
        tomorrow = await look(ada, "2026-11-18")
        assert (tomorrow.open, tomorrow.players, tomorrow.results) == (True, 0, ())
        for wrong, status in (("2026-11-19", 403), ("2026-02-30", 422), ("2025-12-31", 422), ("nonsense", 404)):
            for asking in (look, begin):
                with refused(status):
                    await asking(ada, wrong)
        day = date(2026, 11, 17)
        assert DailySecrets("one key").of(day) != DailySecrets("another key").of(day)
        policy = house.service.table_services.policy
        plans = [daily_plan(date(2026, 11, number), policy) for number in range(16, 23)]
        assert [plan.chairs[1].bot for plan in plans][::6] == ["constable", "detective-sergeant"]
        assert not any(chair.bot == "superintendent" for plan in plans for chair in plan.chairs)

    evening(tmp_path, visit)


def test_a_challenge_is_the_same_seat_of_the_same_case(tmp_path: Path) -> None:
    async def visit(house: House) -> None:
        ada, grace, eve = [await guest(house.address, name) for name in ("Ada", "Grace", "Eve")]
        bots = (ChairPlan(bot="sergeant"), ChairPlan(bot="constable"))
        table = (await ada.open(TablePlan(edition="classic", chairs=(bots[0], ChairPlan(), bots[1])))).id
        await ada.ask(table, Sit(chair=1))
        await ada.ask(table, Start())
        with refused(409):
            await ada.ask(table, Challenge())
        await plays(ada, table, seed=4, chair=1)
        assert await eve.text(f"/api/tables/{table}/record"), "spectators are allowed there"
        with refused(403):
            await eve.ask(table, Challenge())
        await ada.ask(table, Challenge())
        case = (await ada.table(table)).case
        assert case is not None
        await ada.ask(table, Challenge())
        assert (await ada.table(table)).case == case, "it is made once"
        for what in READS:
            with refused(403):
                await eve.text(f"/api/tables/{table}/{what}")
        view = await look(grace, case)
        assert (view.by, view.yours, view.results, view.finished) == ("Ada", False, (), False)
        game, secret = await house.game(table), (await house.service.store.read(table)).secret
        told = await grace.text(f"/api/cases/{case}") + await grace.text(f"/challenge/{case}") + case
        assert list(leaks_beside(told, game, secrets=[secret, table], answer=True)) == []
        own = await begin(grace, case)
        await plays(grace, own, seed=4, chair=1)
        assert plain((await house.game(own)).events) == plain(game.events)
        another = await begin(eve, case)
        await plays(eve, another, seed=5, chair=1)
        assert same_dice(game, await house.game(another)) > 3
        both = await look(grace, case)
        assert {(one.name, one.challenger) for one in both.results} == {("Ada", True), ("Grace", False)}
        assert len({(one.won, one.turns, one.suggestions) for one in both.results}) == 1
        assert await grace.text(f"/api/tables/{table}/record")
        assert await ada.text(f"/api/tables/{own}/record")
        assert {one.name for one in (await look(ada, case)).results} == {"Ada", "Grace", "Eve"}
        await grace.ask(own, Challenge())
        assert (await grace.table(own)).case == case, "a friend passes on the same link"
        await ada.send("DELETE", "/api/my-data", CaseStart(), GuestDataSummary)
        with refused(404):
            await look(grace, case)

    evening(tmp_path, visit)


def test_my_data_has_my_tries_and_deleting_takes_them_away(tmp_path: Path) -> None:
    async def visit(house: House) -> None:
        ada = await guest(house.address, "Ada")
        table = await begin(ada)
        running_game = msgspec.json.decode(await ada.text("/api/my-data/file"), type=GuestData)
        seed = (await house.service.store.read(table)).secret
        assert seed not in str(running_game)
        await plays(ada, table, seed=1)
        await look(ada)
        data = msgspec.json.decode(await ada.text("/api/my-data/file"), type=GuestData)
        (kept,) = data.cases
        assert (kept.case, kept.table, kept.shown, "turns" in kept.result) == (TODAY, table, False, True)
        game = await house.game(table)
        assert isinstance(game.events[-1], Finished)
        await ada.send("DELETE", "/api/my-data", CaseStart(), GuestDataSummary)
        grace = await guest(house.address, "Grace")
        assert (await look(grace)).players == 0

    evening(tmp_path, visit)
