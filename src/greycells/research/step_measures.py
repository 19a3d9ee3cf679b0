"""What a bot does at every step, measured against exact knowledge: beliefs, deductions, questions, accusations."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from itertools import product
from math import log2
from time import perf_counter_ns
from typing import Protocol, runtime_checkable

import msgspec

from greycells.arena.match import bucket_of
from greycells.deduction import Worlds, facts_from, what_if_all
from greycells.deduction.count_fallback import weigh
from greycells.deduction.problem import TooHard
from greycells.players import Player
from greycells.players.detective import Detective
from greycells.rules.actions import Accuse, Action, EndTurn, Suggest
from greycells.rules.cards import Theory
from greycells.rules.seats import Seat
from greycells.rules.views import View

LEAST = 2.0**-20
"""The smallest probability that a log loss is taken of: a belief that is plainly wrong costs 20 bits."""

Belief = Mapping[tuple[int, int, int], float]
"""The probability of each case file, by the numbers of its cards."""


@runtime_checkable
class Believer(Protocol):
    """A bot that says what it believes: the probability of each theory to be in the case file."""

    def beliefs(self, view: View) -> Mapping[Theory, float]: ...


class StepSums(msgspec.Struct):
    """The sums of one game or of many; each is of what is measured in one step."""

    choices: int = 0
    times: dict[int, int] = msgspec.field(default_factory=dict[int, int])
    compared: int = 0
    own_loss: float = 0.0
    exact_loss: float = 0.0
    missed_cards: int = 0
    questions: int = 0
    bits: float = 0.0
    best_bits: float = 0.0
    turns: int = 0
    missed_solutions: int = 0
    accusations: int = 0
    guesses: int = 0

    def add(self, other: StepSums) -> None:
        for name in ("choices", "compared", "missed_cards", "questions", "turns", "missed_solutions"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        for name in ("own_loss", "exact_loss", "bits", "best_bits", "accusations", "guesses"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        for bucket, count in other.times.items():
            self.times[bucket] = self.times.get(bucket, 0) + count


class MeasuredPlayer:
    """Plays as another player does, and measures each of its steps. It knows the case file, and the player doesn't."""

    def __init__(self, player: Player, case_file: Theory) -> None:
        self.player = player
        self.case_file = case_file.suspect.index, case_file.weapon.index, case_file.room.index
        self.sums = StepSums()

    def choose(self, view: View) -> Action:
        began = perf_counter_ns()
        action = self.player.choose(view)
        bucket = bucket_of((perf_counter_ns() - began) // 1000)
        self.sums.choices += 1
        self.sums.times[bucket] = self.sums.times.get(bucket, 0) + 1
        options = view.options
        if options is not None and options.accuse:
            with suppress(TooHard):
                self._compare(view, action)
        return action

    def _compare(self, view: View, action: Action) -> None:
        """One step of its own turn."""
        sums, worlds = self.sums, Worlds(facts_from(view))
        files = worlds.count.case_files
        exact = {cards: number / worlds.total for cards, number in files.items()}
        own = stated_beliefs(self.player, view)
        if own is not None:
            sums.compared += 1
            sums.own_loss -= log2(max(own.get(self.case_file, 0.0), LEAST))
            sums.exact_loss -= log2(max(exact.get(self.case_file, 0.0), LEAST))
            sums.missed_cards += len(_possible(own) - _possible(exact))
        match action:
            case Suggest(theory):
                assert view.seat is not None
                self._compare_question(view, view.seat, theory)
            case Accuse():
                sums.accusations += 1
                sums.guesses += len(files) > 1
                sums.turns += 1
            case EndTurn():
                sums.turns += 1
                sums.missed_solutions += len(files) == 1
            case _:
                pass

    def _compare_question(self, view: View, seat: Seat, theory: Theory) -> None:
        """What a suggestion could be expected to tell, and the best that could have been made there."""
        deck, options = view.scene.edition.deck, view.options
        assert options is not None
        theories = [Theory(*named) for named in product(deck.suspects, deck.weapons, options.rooms)]
        answering = view.scene.edition.rules.answering
        prospects = what_if_all(facts_from(view), theories, by=seat, answering=answering)
        self.sums.questions += 1
        self.sums.bits += next(prospect.information for prospect in prospects if prospect.theory == theory)
        self.sums.best_bits += max(prospect.information for prospect in prospects)


def stated_beliefs(player: Player, view: View) -> Belief | None:
    """What a player believes of the case file: as it says, or as its notes imply; None if nobody can tell."""
    if isinstance(player, Believer):
        said = player.beliefs(view)
        return {(who.index, how.index, where.index): share for (who, how, where), share in said.items()}
    if isinstance(player, Detective) and player.notes is not None and player.notes.belong_to(view):
        count = weigh(player.notes.problem())
        total = sum(count.case_files.values())
        return {cards: share / total for cards, share in count.case_files.items()} if total else None
    return None


def _possible(belief: Belief) -> set[int]:
    """The cards that may be in the case file."""
    return {card for cards, share in belief.items() if share > 0 for card in cards}
