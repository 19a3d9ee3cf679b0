"""States of knowledge in the vectors' form: read, played without a board or made up, and answered by brute force."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from itertools import combinations, product
from pathlib import Path
from random import Random
from typing import NamedTuple

from greycells.deduction.problem import Count, CountProblem, Triple

VECTORS = Path(__file__).parent / "vectors" / "states.jsonl"


class State(NamedTuple):
    """The vectors' input form."""

    cats: Triple
    hand_sizes: tuple[int, ...]
    observer: int
    public: tuple[int, ...]
    has: tuple[tuple[int, int], ...]
    none: tuple[tuple[int, tuple[int, ...]], ...]
    any: tuple[tuple[int, tuple[int, ...]], ...]
    not_env: tuple[tuple[int, ...], ...]

    @property
    def problem(self) -> CountProblem:
        suspects, weapons, rooms = self.cats
        deck = suspects + weapons + rooms
        everything = (1 << deck) - 1
        kinds = (1 << suspects) - 1, (1 << suspects + weapons) - (1 << suspects), everything & -1 << suspects + weapons
        cards = everything & ~mask(self.public)
        seats = len(self.hand_sizes)
        may = [cards] * seats + [cards & kind for kind in kinds]
        for seat, named in self.none:
            may[seat] &= ~mask(named)
        for seat, card in self.has:
            may = [held if hand == seat else held & ~(1 << card) for hand, held in enumerate(may)]
        one_of = tuple((seat, mask(named)) for seat, named in self.any)
        wrong = tuple(mask(theory) for theory in self.not_env)
        return CountProblem(kinds, cards, tuple(may), (*self.hand_sizes, 1, 1, 1), one_of, wrong)

    @property
    def form(self) -> dict[str, object]:
        return self._asdict()


class Vector(NamedTuple):
    """A state with its answer, computed elsewhere by two or three methods."""

    id: str
    state: State
    answer: Count[int]


def mask(cards: tuple[int, ...] | list[int]) -> int:
    return sum(1 << card for card in set(cards))


@cache
def vectors() -> list[Vector]:
    return [_vector(line) for line in VECTORS.read_text(encoding="utf-8").splitlines()]


def _vector(line: str) -> Vector:
    read = json.loads(line)
    state = State(
        tuple(read["cats"]),
        tuple(read["hand_sizes"]),
        read["observer"],
        tuple(read["public"]),
        tuple((seat, card) for seat, card in read["has"]),
        tuple((seat, tuple(cards)) for seat, cards in read["none"]),
        tuple((seat, tuple(cards)) for seat, cards in read["any"]),
        tuple(tuple(cards) for cards in read["not_env"]),
    )
    marginals = [[int(number) for number in row] for row in read["marginals"]]
    case_files = {(suspect, weapon, room): int(number) for suspect, weapon, room, number in read["envelope"]}
    return Vector(read["id"], state, Count(int(read["total"]), marginals, case_files))


class Deal(NamedTuple):
    """Who really holds what."""

    case_file: Triple
    hands: tuple[tuple[int, ...], ...]


def deal(rng: Random, cats: Triple, hand_sizes: tuple[int, ...]) -> Deal:
    suspects, weapons, rooms = cats
    deck = list(range(suspects + weapons + rooms))
    case_file = (
        rng.randrange(suspects),
        suspects + rng.randrange(weapons),
        suspects + weapons + rng.randrange(rooms),
    )
    rest = [card for card in deck if card not in case_file]
    rng.shuffle(rest)
    hands: list[tuple[int, ...]] = []
    for size in hand_sizes:
        hands.append(tuple(sorted(rest[:size])))
        del rest[:size]
    return Deal(case_file, tuple(hands))


CLASSIC: Triple = (6, 6, 9)
MASTER_DETECTIVE: Triple = (10, 8, 12)
COTTAGE: Triple = (3, 3, 4)


def even_sizes(cats: Triple, seats: int) -> tuple[int, ...]:
    cards = sum(cats) - 3
    return tuple(cards // seats + (seat < cards % seats) for seat in range(seats))


def played(rng: Random, cats: Triple, seats: int, *, turns: int, everybody: bool) -> tuple[State, Deal]:
    """A state from a game without a board: all name cards that they have not ticked, or one of their own."""
    sizes = even_sizes(cats, seats)
    truth = deal(rng, cats, sizes)
    observer = rng.randrange(seats)
    has = [(observer, card) for card in truth.hands[observer]]
    none: list[tuple[int, tuple[int, ...]]] = []
    some: list[tuple[int, tuple[int, ...]]] = []
    wrong: list[tuple[int, ...]] = []
    ticked = [set(hand) for hand in truth.hands]
    bounds = (0, cats[0]), (cats[0], cats[0] + cats[1]), (cats[0] + cats[1], sum(cats))
    for turn in range(turns):
        seat = turn % seats
        named: list[int] = []
        for first, last in bounds:
            unknown = [card for card in range(first, last) if card not in ticked[seat]]
            own = [card for card in range(first, last) if card in truth.hands[seat]]
            named.append(rng.choice(own if own and (not unknown or rng.random() < 0.2) else unknown or [first]))
        theory = tuple(named)
        for other in (*range(seat + 1, seats), *range(seat)):
            held = [card for card in named if card in truth.hands[other]]
            if not held:
                if other != observer:
                    none.append((other, theory))
                continue
            card = rng.choice(held)
            ticked[seat].add(card)
            if seat == observer:
                has.append((other, card))
            elif other != observer:
                some.append((other, theory))
            if not everybody:
                break
        if rng.random() < 0.02 and theory != truth.case_file:
            wrong.append(theory)
    state = State(cats, sizes, observer, (), tuple(has), tuple(none), tuple(some), tuple(wrong))
    return state, truth


def made_up(rng: Random, cats: Triple, sizes: tuple[int, ...], *, facts: int) -> State:
    """Any facts at all about a real deal, of any size, and often about cards that were left open."""
    truth = deal(rng, cats, sizes)
    held = {card for hand in truth.hands for card in hand} | set(truth.case_file)
    public = tuple(card for card in range(sum(cats)) if card not in held)
    has: list[tuple[int, int]] = []
    none: list[tuple[int, tuple[int, ...]]] = []
    some: list[tuple[int, tuple[int, ...]]] = []
    wrong: list[tuple[int, ...]] = []
    for _ in range(facts):
        seat = rng.randrange(len(sizes))
        hand = truth.hands[seat]
        named = tuple(rng.sample(range(sum(cats)), rng.randint(1, 5)))
        if rng.random() < 0.1 and hand:
            has.append((seat, rng.choice(hand)))
        elif rng.random() < 0.1:
            theory = tuple(rng.choice(range(*bounds)) for bounds in _bounds(cats))
            wrong += [theory] if theory != truth.case_file else []
        elif any(card in hand for card in named):
            some.append((seat, named))
        else:
            none.append((seat, named))
    return State(cats, sizes, 0, public, tuple(has), tuple(none), tuple(some), tuple(wrong))


def _bounds(cats: Triple) -> tuple[tuple[int, int], ...]:
    return (0, cats[0]), (cats[0], cats[0] + cats[1]), (cats[0] + cats[1], sum(cats))


def deals_that_fit(state: State) -> Iterator[Deal]:
    """Every deal that fits, one after the other: for small decks only."""
    for case_file in product(*(range(*bounds) for bounds in _bounds(state.cats))):
        suspect, weapon, room = case_file
        if mask(case_file) in {mask(theory) for theory in state.not_env} or set(case_file) & set(state.public):
            continue
        rest = [card for card in range(sum(state.cats)) if card not in case_file and card not in state.public]
        for hands in _hands(rest, state.hand_sizes):
            if _fits(state, hands):
                yield Deal((suspect, weapon, room), hands)


def _hands(cards: list[int], sizes: tuple[int, ...]) -> Iterator[tuple[tuple[int, ...], ...]]:
    if not sizes:
        yield ()
        return
    for hand in combinations(cards, sizes[0]):
        for others in _hands([card for card in cards if card not in hand], sizes[1:]):
            yield (hand, *others)


def _fits(state: State, hands: tuple[tuple[int, ...], ...]) -> bool:
    return (
        all(card in hands[seat] for seat, card in state.has)
        and not any(card in hands[seat] for seat, cards in state.none for card in cards)
        and all(any(card in hands[seat] for card in cards) for seat, cards in state.any)
    )


def counted_one_by_one(state: State) -> Count[int]:
    """The answer by brute force."""
    seats = len(state.hand_sizes)
    marginals = [[0] * (seats + 1) for _ in range(sum(state.cats))]
    case_files: dict[Triple, int] = {}
    total = 0
    for case_file, hands in deals_that_fit(state):
        total += 1
        case_files[case_file] = case_files.get(case_file, 0) + 1
        for holder, cards in enumerate((*hands, case_file)):
            for card in cards:
                marginals[card][holder] += 1
    return Count(total, marginals, case_files)
