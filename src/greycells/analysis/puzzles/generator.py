"""Makes puzzles: plays frozen games, cuts each where one seat's knowledge becomes decisive, and leaves out what it can.

The same numbers give the same puzzle on every machine and with every Python version. Whatever would change a puzzle,
however slightly, needs a new `VERSION`.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256

from greycells.analysis.puzzles.exact_check import can_be, combined, constraints_of, effect_of
from greycells.analysis.puzzles.frozen_game import FrozenGame, PuzzleEvent, PuzzleTable, play_frozen
from greycells.analysis.puzzles.grades import Technique, grade_of
from greycells.analysis.puzzles.stable_random import StableRandom
from greycells.analysis.puzzles.techniques import CellMark, Inferred, LadderSheet
from greycells.errors import GreycellsError

VERSION = 1
TURNS = 30
"""The suggestions of a game; most cases can be solved sooner."""

ORDERS = 6
"""How often one game is reduced, in another order each time."""

WEIGHTS = {1: 1, 2: 2, 3: 3, 4: 5, 5: 8, 6: 12, 7: 20}
"""What a step of each technique adds to a puzzle's length; its first use counts twice."""

FEWEST_EVENTS = {1: 4, 2: 4, 3: 4, 4: 5, 5: 5, 6: 5, 7: 5}
MOST_EVENTS = {1: 6, 2: 7, 3: 8, 4: 9, 5: 9, 6: 10, 7: 10}
"""By grade, so that a phone shows it and a person solves it in two to eight minutes."""

ASKED_ABOUT_A_CARD = 3
"""From one-of-three on, one puzzle in so many asks for a card that somebody showed."""


class NoSuchPuzzle(GreycellsError):
    """None of the games that were tried gave a puzzle of this grade."""


@dataclass(frozen=True, slots=True)
class Recipe:
    """What a puzzle is made from: the cards of each kind, the number of seats, who answers, and the grade."""

    kinds: tuple[int, int, int]
    seats: int
    grade: int
    all_answer: bool = False


@dataclass(frozen=True, slots=True)
class CutGame:
    """A puzzle in numbers: the table, the observer's hand, the suggestions that are left, and what is to be proved.

    `asked` is the turn of the suggestion whose shown card is asked for, 0 if the case file is.
    """

    table: PuzzleTable
    own: int
    events: tuple[PuzzleEvent, ...]
    goals: tuple[CellMark, ...]
    asked: int
    steps: tuple[Inferred, ...]

    @property
    def grade(self) -> int:
        """The hardest technique that it needs."""
        return grade_of(step.technique for step in self.steps)

    @property
    def length(self) -> int:
        """The weighted sum of its steps."""
        used = {step.technique for step in self.steps}
        return sum(WEIGHTS[step.technique] for step in self.steps) + sum(WEIGHTS[technique] for technique in used)

    @property
    def techniques(self) -> tuple[Technique, ...]:
        """The techniques that it needs, hardest first."""
        return tuple(sorted({step.technique for step in self.steps}, reverse=True))

    @property
    def fingerprint(self) -> str:
        """A hash of all its numbers: two puzzles with the same one are the same puzzle."""
        table = self.table
        numbers = [
            [*table.kinds, *table.suspects, *table.sizes, table.observer, int(table.all_answer), self.own, self.asked],
            [[event.turn, event.by, event.theory, event.passed, event.showed, event.seen] for event in self.events],
            [[goal.card, goal.hand, int(goal.here)] for goal in self.goals],
            [self.grade, self.length],
        ]
        return sha256(json.dumps(numbers, separators=(",", ":")).encode()).hexdigest()[:16]


def make_puzzle(recipe: Recipe, seeds: Sequence[int], *, attempts: int = 2000) -> CutGame:
    """The first puzzle of this grade among the games of these seeds."""
    for attempt in range(attempts):
        if (found := try_game(recipe, (VERSION, *seeds, attempt))) is not None:
            return found
    raise NoSuchPuzzle


def try_game(recipe: Recipe, seeds: Sequence[int]) -> CutGame | None:
    """Play one game, and cut and reduce it to a puzzle of the grade, if it has one."""
    rng = StableRandom(seeds)
    game = play_frozen(_table(recipe, rng), rng, TURNS)
    about_a_card = recipe.grade >= Technique.ONE_OF_THREE and not rng.below(ASKED_ABOUT_A_CARD)
    for asked, goals in _questions(game, rng) if about_a_card else ((0, _who_what_where(game)),):
        cut = _cut(game, goals, max(asked, 1))
        if cut is None:
            continue
        tried: set[tuple[PuzzleEvent, ...]] = set()
        for _ in range(ORDERS):
            events = _reduced(game, goals, cut, _order(game, cut, recipe.grade, rng))
            if asked and all(event.turn != asked for event in events):
                continue  # The question would be about something that the story doesn't tell.
            if events not in tried and FEWEST_EVENTS[recipe.grade] <= len(events) <= MOST_EVENTS[recipe.grade]:
                tried.add(events)
                steps = solve_by_ladder(game.table, game.observer_hand, events, goals)
                if steps is not None and grade_of(step.technique for step in steps) == recipe.grade:
                    return CutGame(game.table, game.observer_hand, events, goals, asked, steps)
    return None


def solve_by_ladder(
    table: PuzzleTable, own: int, events: Sequence[PuzzleEvent], goals: Sequence[CellMark]
) -> tuple[Inferred, ...] | None:
    """The steps by which a person gets to the goals, or None if it would take guessing."""
    sheet = LadderSheet(table, own, events)
    if sheet.climb(goals) is not None:
        raise ValueError("these suggestions contradict one another")
    return tuple(sheet.steps_to(goals)) if all(map(sheet.knows, goals)) else None


def proves(table: PuzzleTable, own: int, events: Sequence[PuzzleEvent], goals: Sequence[CellMark]) -> bool:
    """Whether every deal that fits these suggestions fits the goals."""
    constraints = constraints_of(table, own, events)
    return not any(can_be(constraints, card=goal.card, hand=goal.hand, here=not goal.here) for goal in goals)


def _table(recipe: Recipe, rng: StableRandom) -> PuzzleTable:
    suspects = tuple(sorted(rng.shuffled(range(recipe.kinds[0]))[: recipe.seats]))
    dealt = sum(recipe.kinds) - len(recipe.kinds)
    sizes = tuple(dealt // recipe.seats + (seat < dealt % recipe.seats) for seat in range(recipe.seats))
    return PuzzleTable(recipe.kinds, suspects, sizes, rng.below(recipe.seats), recipe.all_answer)


def _who_what_where(game: FrozenGame) -> tuple[CellMark, ...]:
    return tuple(CellMark(card, game.table.place(card), here=True) for card in game.case_file)


def _questions(game: FrozenGame, rng: StableRandom) -> list[tuple[int, tuple[CellMark, ...]]]:
    """Cards that one seat showed another: which one can be known only if the seat has just one of the three."""
    found: list[tuple[int, tuple[CellMark, ...]]] = []
    for number in rng.shuffled(range(len(game.events) // 2)):
        event = game.events[number]
        if len(event.showed) != 1 or event.seen[0] >= 0 or event.showed[0] == game.table.observer:
            continue
        seat = event.showed[0]
        if (game.hands[seat] & event.mask).bit_count() == 1:
            card = game.shown[number][0]
            others = (CellMark(other, seat, here=False) for other in event.theory if other != card)
            found.append((event.turn, (CellMark(card, seat, here=True), *others)))
    return found[:2]


def _cut(game: FrozenGame, goals: tuple[CellMark, ...], first: int) -> int | None:
    """After how many suggestions the goals can be proved for the first time."""
    own, table = game.observer_hand, game.table
    low, high = first, len(game.events)
    if not proves(table, own, game.events, goals):
        return None
    while low < high:
        middle = (low + high) // 2
        if proves(table, own, game.events[:middle], goals):
            high = middle
        else:
            low = middle + 1
    return low


def _order(game: FrozenGame, cut: int, grade: int, rng: StableRandom) -> list[int]:
    """The order in which suggestions are left out: for a hard puzzle those first that say things openly."""
    order = rng.shuffled(range(cut))
    if grade >= Technique.OVERLAP:
        order.sort(key=lambda number: sum(card < 0 for card in game.events[number].seen))
    elif grade <= Technique.LAST_OF_A_KIND:
        order.sort(key=lambda number: -sum(card < 0 for card in game.events[number].seen))
    return order


def _reduced(game: FrozenGame, goals: tuple[CellMark, ...], cut: int, order: Sequence[int]) -> tuple[PuzzleEvent, ...]:
    """The suggestions without which the goals can't be proved."""
    table, own = game.table, game.observer_hand
    effects = {number: effect_of(table, game.events[number]) for number in range(cut)}
    doubtful = list(goals)
    for number in order:
        effect = effects.pop(number)
        constraints = combined(table, own, effects.values())
        for goal in doubtful:
            if can_be(constraints, card=goal.card, hand=goal.hand, here=not goal.here):
                effects[number] = effect
                # The goal that failed now is the likeliest to fail next.
                doubtful.remove(goal)
                doubtful.insert(0, goal)
                break
    return tuple(game.events[number] for number in sorted(effects))
