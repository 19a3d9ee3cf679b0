"""A bot's time tells nothing: forced and chosen answers cannot be told apart, and a pace that tells is caught."""

from __future__ import annotations

import asyncio
import random
import statistics
from pathlib import Path

import pytest
from tests.deadline import until
from tests.server.running_server import loaded, running

from greycells import Game
from greycells.client import ServerClient
from greycells.players.player_specs import player
from greycells.protocol.commands import Sit, Stand, Start
from greycells.protocol.frames import Happened, Hello
from greycells.protocol.plans import ChairPlan, TablePlan
from greycells.rules.actions import Action
from greycells.rules.events import CouldNotShow, Event, Opened, Rolled, Shown, Suggested, TurnEnded
from greycells.rules.views import Sighting, View
from greycells.server.service.config import Config
from greycells.server.service.service import Service
from greycells.server.tables.bot_pace import Pace
from greycells.server.tables.table_services import BotFailed

TABLES = 12
ENOUGH = 60
"""Answers of both kinds; those of an hour would tell no more."""


class Ponderer:
    """A bot that is at its slowest when it has a choice: what a careless server would give away."""

    def __init__(self) -> None:
        self._player = player("sergeant")

    async def choose(self, level: str, view: View, *, key: str, seed: int, guest: str = "") -> tuple[Action, bool]:  # noqa: ARG002
        options = view.options
        if options is None or key == level:
            raise BotFailed
        await asyncio.sleep(0.02 * max(0, len(options.show) - 1))
        return self._player.choose(view), False


async def answer_times(folder: Path, pace: Pace) -> tuple[list[float], list[float]]:
    """How long forced answers took, and chosen ones, as a spectator could measure."""
    forced: list[float] = []
    chosen: list[float] = []
    async with running(Config(folder, limits_factor=1000.0)) as (address, service):
        object.__setattr__(service.table_services, "bots", Ponderer())
        object.__setattr__(service.table_services, "pace", pace)
        watching = [asyncio.create_task(_watch(address, service, forced, chosen)) for _ in range(TABLES)]
        await until(lambda: min(len(forced), len(chosen)) >= ENOUGH, f"{ENOUGH} forced answers and as many chosen ones")
        for task in watching:
            task.cancel()
        await asyncio.gather(*watching, return_exceptions=True)
    return forced, chosen


async def _watch(address: str, service: Service, forced: list[float], chosen: list[float]) -> None:
    host = ServerClient(address)
    await host.meet("Ada")
    while True:
        plan = TablePlan(edition="luxury", chairs=(ChairPlan(), *(ChairPlan(bot="sergeant"),) * 2))
        table = (await host.open(plan)).id
        await host.ask(table, Sit(chair=0))
        await host.ask(table, Start())
        await host.ask(table, Stand(chair=0))
        live = await loaded(service, table)
        async with host.line(table) as line:
            asked = 0.0
            async for frame in line:
                if isinstance(frame, Hello) and frame.table.state == "over":
                    break
                if not isinstance(frame, Happened) or live.history.game is None:
                    continue
                game, now = live.history.game, asyncio.get_running_loop().time()
                match game.events[frame.decision] if frame.decision else None:
                    case Suggested():
                        asked = now
                    case CouldNotShow():
                        if asked:
                            forced.append(now - asked)
                        asked = now
                    case Shown(seat, _, _):
                        theory = game.at(frame.decision).scene.turn.theory
                        assert theory is not None
                        if asked:
                            (chosen if len(game.hand(seat).common(theory)) > 1 else forced).append(now - asked)
                        asked = 0.0
                    case _:
                        asked = 0.0
                if frame.table is not None and frame.table.state == "over":
                    break


def apart(one: list[float], other: list[float]) -> float:
    """How likely so great a difference is by chance alone: a permutation test of mean ranks."""
    chance = random.Random(1)
    rank = {time: place for place, time in enumerate(sorted(one + other))}
    ranks = [rank[time] for time in one + other]
    middle = (len(ranks) - 1) / 2
    seen = abs(statistics.fmean(ranks[: len(one)]) - middle)
    hits = 0
    for _ in range(2000):
        chance.shuffle(ranks)
        hits += abs(statistics.fmean(ranks[: len(one)]) - middle) >= seen
    return (hits + 1) / 2001


async def test_forced_and_chosen_answers_take_the_same_time(tmp_path: Path) -> None:
    forced, chosen = await answer_times(tmp_path, Pace(factor=0.08, answered=0.0))
    assert min(len(forced), len(chosen)) >= ENOUGH, (len(forced), len(chosen))
    assert apart(forced, chosen) > 0.001


async def test_a_pace_that_tells_is_caught(tmp_path: Path) -> None:
    forced, chosen = await answer_times(tmp_path, Pace(factor=0.0))
    assert min(len(forced), len(chosen)) >= ENOUGH, (len(forced), len(chosen))
    assert apart(forced, chosen) < 0.001


@pytest.mark.parametrize("hurried", [False, True])
def test_the_wait_is_drawn_without_looking_at_the_table(*, hurried: bool) -> None:
    asked: list[tuple[float, float]] = []

    def draw(low: float, high: float) -> float:
        asked.append((low, high))
        return high

    pace = Pace(draw=draw)
    assert pace.wait(hurried=hurried) == (pace.longest * pace.hurried if hurried else pace.longest)
    assert asked == [(pace.shortest, pace.longest)]


@pytest.mark.parametrize(("asked", "share"), [(0, 1.0), (2, 1.0), (3, 1.0), (5, 0.6), (9, 1 / 3)])
def test_a_suggestion_that_goes_round_a_large_table_takes_no_longer(asked: int, share: float) -> None:
    pace = Pace(draw=lambda _, longest: longest)
    assert pace.wait(hurried=False, asked=asked) == pytest.approx(pace.longest * share)


@pytest.mark.parametrize("hurried", [False, True])
def test_a_bot_waits_until_people_have_seen_how_a_scene_ended(*, hurried: bool) -> None:
    """The same however it ended; whatever came before doesn't count."""
    ada, grace = Game.new("parlour", ["Ada", "Grace", "Mary"]).table.seats[:2]
    pace = Pace()
    share = pace.hurried if hurried else 1.0

    def after(*events: Event) -> float:
        return pace.watched([Sighting(number, event) for number, event in enumerate(events)], hurried=hurried)

    for answer in (Shown(grace, ada, None), CouldNotShow(grace)):
        assert after(answer) == after(answer, TurnEnded(ada)) == share * pace.answered
        assert after(answer, TurnEnded(ada), Rolled(grace, (3,))) == 0.0
    for right in (True, False):
        assert after(CouldNotShow(grace), Opened(ada, None, right)) == share * pace.opened
    assert after() == 0.0
