"""A table of simulated people who answer in their own time."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence
from functools import reduce
from typing import NamedTuple, TypeAlias

from tests.server.moved_clock import NOON

from greycells.protocol.choices import choice_message
from greycells.protocol.plans import ChairPlan, TablePlan
from greycells.rules.actions import Action, CannotShow, EndTurn, Show, Suggest
from greycells.rules.cards import Theory
from greycells.rules.game import Game
from greycells.rules.views import View
from greycells.server.tables.automatic_answer_waits import known_times, waiting_time
from greycells.server.tables.automatic_answers import automatic_answer
from greycells.server.tables.log_entries import AnyEntry, Played, Sat, TableOpened
from greycells.server.tables.new_tables import deal, encode_events, game_of
from greycells.server.tables.table_state import Table, after
from greycells.server.tables.viewer_frames import TableHistory

Times: TypeAlias = Sequence[float]


Wait: TypeAlias = Callable[[Times, int, str], float | None]


class Habit(NamedTuple):
    """Somebody who often answers at once and sometimes thinks: how long either takes, in medians of others."""

    quick: float
    slow: float
    often: float
    varies: float


class Answer(NamedTuple):
    """An answer as a spectator could measure it, and what the spectator would like to know.

    Judged are those of a seat whose forced answers are automatic by now; the spectator has seen the ones before, too.
    """

    seat: str
    took: float
    forced: bool
    automatic: bool
    judged: bool


def as_served(times: Times, number: int, secret: str) -> float | None:
    """How long the server waits; None if it leaves the answer to the player."""
    return waiting_time(times, number, secret=secret) if times else None


class Simulation:
    """A table in the parlour, where nobody moves, of three people who all have their forced answers given.

    A person takes as long for a card as people do: a logarithmic normal distribution around a median of their own, or
    around one of two, if that is their `habit`.
    """

    def __init__(self, number: int, median: float, *, wait: Wait = as_served, habit: Habit | None = None) -> None:
        self.whim = random.Random(f"{number} {median}")
        self.habit = habit
        self.wait = wait
        self.secret = f"secret of table {number}"
        plan = TablePlan(edition="parlour", chairs=(ChairPlan(),) * 3)
        opened = TableOpened(NOON, id=str(number), code="", host="0", plan=plan, commitment="")
        sat = [Sat(NOON, chair=at, guest=str(at), name=f"P{at}", suspect=None, nonce="") for at in range(3)]
        table = reduce(after, sat, Table.opened(opened))
        started = deal(table, self.secret, now=NOON)
        table = after(table, started)
        self.game: Game = game_of(table, [started], self.secret)
        log: list[AnyEntry] = [opened, *sat, started]
        self.history = TableHistory(table, log, self.game)
        self.medians = [median * math.exp(self.whim.gauss(0.0, 0.2)) for _ in range(3)]
        self.earlier: dict[int, Times] = {}
        self.answers = list[Answer]()

    def play(self, turns: int) -> Simulation:
        until = self.game.scene.turn.number + turns
        while self.game.scene.turn.number < until:
            self.step()
        return self

    def step(self) -> None:
        """The seat that is to act does something; an answer that the server can give is given by the server."""
        seat, number = self.game.to_act, len(self.game.events)
        assert seat is not None
        view, chair = self.game.view(seat), self.history.table.chair_of(seat)
        forced = automatic_answer(view, wanted=True)
        times = known_times(self.history, chair, self.earlier) if forced is not None else ()
        wait = self.wait(times, number, self.secret) if forced is not None else None
        automatic, took = wait is not None, self.person(chair) if wait is None else wait
        action = forced or self.choice(view)
        if isinstance(action, Show | CannotShow):
            judged = bool(known_times(self.history, chair, self.earlier))
            self.answers.append(Answer(f"{self.secret} {seat}", took, forced is not None, automatic, judged))
        self.do(action, took, auto=automatic)

    def do(self, action: Action, took: float, *, auto: bool = False) -> None:
        seat, number = self.game.to_act, len(self.game.events)
        assert seat is not None
        events = self.game.outcome(action)
        entry = Played(
            self.history.log[-1].at + took,
            chair=self.history.table.chair_of(seat),
            decision=number,
            by="person",
            action=choice_message(action),
            events=encode_events(number, events),
            auto=auto,
        )
        scene = self.game.scene_after(events)
        self.history.apply([entry], after(self.history.table, entry), events=events, scene=scene)

    def person(self, chair: int) -> float:
        habit = self.habit
        if habit is None:
            return self.medians[chair] * math.exp(self.whim.gauss(0.0, 0.5))
        peak = habit.quick if self.whim.random() < habit.often else habit.slow
        return self.medians[chair] * peak * math.exp(self.whim.gauss(0.0, habit.varies))

    def choice(self, view: View) -> Action:
        """Suggest what the next seat has a choice for, as often as not; then there is as much of either."""
        options = view.options
        assert options is not None
        if options.show:
            return Show(self.whim.choice(list(options.show)))
        if options.end_turn and not options.rooms:
            return EndTurn()
        assert view.seat is not None
        hand, deck = self.game.hand(self.game.seats[(view.seat.index + 1) % 3]), self.game.edition.deck
        choice = self.whim.choice
        while True:
            theory = Theory(choice(deck.suspects), choice(deck.weapons), choice(list(options.rooms)))
            if len(hand.common(theory)) > 1 or self.whim.random() < 0.5:
                return Suggest(theory)
