"""The superintendent: the strongest we can make. It listens to what the others ask, and looks an answer ahead."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from itertools import product
from typing import ClassVar

from greycells.deduction.engine import weigh
from greycells.deduction.problem import Problem, Table
from greycells.players.chief import DIGITS, Chief
from greycells.players.detective import Moment
from greycells.players.notes import Notes
from greycells.players.prospects import Beliefs, answers, over_patterns, private_gain
from greycells.rules.cards import Theory
from greycells.rules.edition import Answering

ASKED_AGAIN = 0.05
"""How often a player names a card that it has been shown, against one that it has not."""

OPEN, CLOSED = 0.15, 0.85
"""How often two kinds of player name a card of their own: the one asks for what it does not know, the other bluffs."""

HAND = 0.22
"""What part of the cards a player holds, by and large."""

MOST_HEARD = 12
"""How many answers between others are listened to, the last ones first: each makes counting dearer."""


NEGLIGIBLE = 0.01
"""Answers that are less likely than this are not looked at."""

FINISH = 0.5
"""What it is worth, in bits, to be able to accuse next."""


class Superintendent(Chief):
    """The strongest player that we can make.

    It thinks like the chief, and listens: what somebody asks for later is not what he was shown before.
    It finds out how openly each opponent asks, and how much it tells that somebody names a card.
    It takes the most promising suggestions and counts, for every answer to them, what it would then know (`nodes`).
    It tells the table less, walks further for a better room, and calls nobody over without need.
    """

    patience = 0.85
    others = 0.6
    calling = 0.1
    styles: ClassVar[Mapping[str, float]] = {"careful": 1.0, "steady": 0.75, "bold": 0.5}

    def __init__(self, *, seed: int = 0, style: str = "steady", nodes: int = 40, seconds: float = 1.0) -> None:
        """A budget of `nodes` answers to look at for one suggestion; `seconds` only cap it on a slow machine."""
        super().__init__(seed=seed, style=style)
        self.nodes = nodes
        self.seconds = seconds

    def suspicions(self, notes: Notes) -> Problem:
        tables: dict[Table, None] = {}
        for answer in reversed(notes.heard):
            may = answer.cards & ~notes.lacks[answer.owner]
            left = may & ~answer.later
            if left and left != may and not may & notes.has[answer.owner]:
                tables[Table(answer.owner, left, (ASKED_AGAIN, *(1.0,) * left.bit_count()))] = None
                if len(tables) == MOST_HEARD:
                    break
        return super().suspicions(notes)._replace(tables=tuple(tables))

    def own_named(self, notes: Notes, seat: int) -> tuple[float, float]:
        """From the cards that this seat named and that are known by now: is it of the open or of the closed kind?"""
        odds = 2.0
        for card in notes.named[seat]:
            bit = 1 << card
            if bit & ~notes.kinds[2] and bit & (notes.has[seat] | notes.lacks[seat]):
                share = [own * HAND / (own * HAND + 1 - HAND) for own in (CLOSED, OPEN)]
                odds *= share[0] / share[1] if bit & notes.has[seat] else (1 - share[0]) / (1 - share[1])
        closed = odds / (1 + odds)
        own = closed * CLOSED + (1 - closed) * OPEN
        return own, (1 + own) / 2

    def suggestion(self, moment: Moment) -> Theory:
        """For the best suggestions, put what really follows from each answer in the place of what was estimated."""
        if moment.view.scene.edition.rules.answering is Answering.EVERYBODY or not self.nodes:
            return super().suggestion(moment)
        thoughts, notes, deck = self.think(moment), moment.notes, moment.notes.deck
        beliefs = thoughts.beliefs
        first = deck.rooms[0].index
        offered = product(deck.suspects, deck.weapons, moment.options.rooms)
        places = [(s.index, w.index - len(deck.suspects), r.index - first) for s, w, r in offered]
        places.sort(key=lambda at: -thoughts.value[at])
        patterns = beliefs.patterns()
        likely = [(seat, kind, over_patterns(patterns * shows)) for seat, kind, shows in answers(beliefs, notes.me)]
        estimated, problem = private_gain(beliefs, notes.me), self.suspicions(notes)
        until, nodes = time.perf_counter() + self.seconds, self.nodes
        found: list[tuple[float, Theory]] = []
        for at in places:
            theory = Theory(deck.suspects[at[0]], deck.weapons[at[1]], deck.rooms[at[2]])
            possible = [(seat, kind, float(grid[at])) for seat, kind, grid in likely if grid[at] > NEGLIGIBLE]
            if found and (nodes < len(possible) or time.perf_counter() > until):
                break
            nodes -= len(possible)
            gained = beliefs.entropy - self._left(notes, problem, theory, possible)
            found.append((round(float(thoughts.value[at] - estimated[at]) + gained, DIGITS), theory))
        return max(found, key=lambda each: each[0])[1]

    def _left(
        self, notes: Notes, problem: Problem, theory: Theory, possible: Sequence[tuple[int | None, int, float]]
    ) -> float:
        """The bits that will be missing after a suggestion, in the mean over its answers; fewer if one can accuse."""
        left, whole = 0.0, 0.0
        for seat, kind, chance in possible:
            then = weigh(answered(problem, theory, asker=notes.me, seat=seat, kind=kind))
            if then.total:
                beliefs = Beliefs.of(notes.deck, then)
                solved = float(beliefs.joint.max()) >= min(self.sure_enough, 0.999)
                left += chance * (beliefs.entropy - FINISH * solved)
                whole += chance
        return left / whole


def answered(problem: Problem, theory: Theory, *, asker: int, seat: int | None, kind: int) -> Problem:
    """Which deals fit once this has been the answer: those asked before could not, and this seat showed that card."""
    seats = problem.seats
    may = list(problem.may)
    card = 0 if seat is None else theory[kind].bit
    asked = (asker + 1) % seats
    while asked != (asker if seat is None else seat):
        may[asked] &= ~theory.mask
        asked = (asked + 1) % seats
    for hand in range(len(may)):
        if hand != seat:
            may[hand] &= ~card
    return problem._replace(may=tuple(may))
