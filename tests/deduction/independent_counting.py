"""A second method, written independently: seat by seat instead of card by card, over classes of cards that are alike.

Nothing of the solver is used but the facts. Numbers are counted modulo 2**64 and in floating point side by side.
"""

from __future__ import annotations

from itertools import product
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from greycells.deduction.facts import (
    Evidence,
    HandSize,
    Has,
    HasNone,
    HasOneOf,
    NotAllOf,
    OpenCards,
)
from greycells.rules.cards import Card
from greycells.rules.seats import Seat

Whole = NDArray[np.uint64]
Real = NDArray[np.float64]
CASE = -1


class Answer(NamedTuple):
    """Modulo 2**64 and in floating point: the marginals by card and holder, and the case files."""

    whole: dict[tuple[int, int], int]
    real: dict[tuple[int, int], float]
    case_files: dict[tuple[int, int, int], tuple[int, float]]
    total: tuple[int, float]


class Table:
    """Who may hold what, card by card, straight from the facts."""

    def __init__(self, evidence: Evidence) -> None:
        self.deck = evidence.deck
        seats = len(evidence.seats)
        self.where: dict[int, set[int]] = {card.index: {CASE, *range(seats)} for card in evidence.deck}
        self.sizes = [0] * seats
        self.one_of: list[tuple[int, set[int]]] = []
        self.wrong: set[tuple[int, int, int]] = set()
        for fact in evidence.facts:
            match fact:
                case HandSize(seat, size):
                    self.sizes[seat.index] = size
                case OpenCards(cards):
                    for card in cards:
                        self.where[card.index] = set()
                case Has(holder, card):
                    self.where[card.index] &= {holder.index if isinstance(holder, Seat) else CASE}
                case HasNone(holder, cards):
                    for card in cards:
                        self.where[card.index] -= {holder.index if isinstance(holder, Seat) else CASE}
                case HasOneOf(holder, cards):
                    self.one_of.append((holder.index, {card.index for card in cards}))
                case NotAllOf((suspect, weapon, room)):
                    self.wrong.add((suspect.index, weapon.index, room.index))

    def kind(self, card: int) -> int:
        return (card >= len(self.deck.suspects)) + (card >= len(self.deck.suspects) + len(self.deck.weapons))

    def classes(self) -> list[list[int]]:
        """Cards that no fact tells apart."""
        alike: dict[object, list[int]] = {}
        named = {card for theory in self.wrong for card in theory}
        for card, holders in self.where.items():
            if holders:
                facts = frozenset(number for number, (_, cards) in enumerate(self.one_of) if card in cards)
                key = self.kind(card), frozenset(holders), facts, card if card in named else None
                alike.setdefault(key, []).append(card)
        return list(alike.values())


class Packing:
    """The numbers of cards left in each class, as fields of one integer with a guard bit above each."""

    def __init__(self, classes: list[list[int]]) -> None:
        self.classes = classes
        self.shift: list[int] = []
        self.guards = 0
        self.start = 0
        at = 0
        for cards in classes:
            self.shift.append(at)
            self.start |= len(cards) << at
            at += len(cards).bit_length() + 1
            self.guards |= 1 << at - 1
        assert at <= 64
        self.binomial = np.array([[comb(n, k) for k in range(31)] for n in range(31)], np.float64)

    def pack(self, counts: dict[int, int]) -> int:
        return sum(count << self.shift[cls] for cls, count in counts.items())

    def left(self, states: Whole, cls: int) -> Whole:
        size = len(self.classes[cls]).bit_length()
        return (states >> np.uint64(self.shift[cls])) & np.uint64((1 << size) - 1)


def hands(table: Table, packing: Packing, seat: int) -> list[dict[int, int]]:
    """How many cards of each class a seat may hold, in every way that honours what it has shown."""
    classes = [cls for cls, cards in enumerate(packing.classes) if seat in table.where[cards[0]]]
    found: list[dict[int, int]] = []
    must = [cards for owner, cards in table.one_of if owner == seat]

    def choose(index: int, left: int, counts: dict[int, int]) -> None:
        if index == len(classes):
            held = {card for cls in counts for card in packing.classes[cls]}
            if left == 0 and all(held & cards for cards in must):
                found.append(counts)
            return
        cls = classes[index]
        alone = table.where[packing.classes[cls][0]] == {seat}
        for count in range(len(packing.classes[cls]) if alone else 0, min(left, len(packing.classes[cls])) + 1):
            choose(index + 1, left - count, {**counts, cls: count} if count else counts)

    choose(0, table.sizes[seat], {})
    return found


class Column(NamedTuple):
    """The states before a seat takes its hand, and the ways that lead to each."""

    states: Whole
    whole: Whole
    real: Real


def merge(states: Whole, whole: Whole, real: Real) -> Column:
    distinct, place = np.unique(states, return_inverse=True)
    sums = np.zeros(len(distinct), np.uint64)
    np.add.at(sums, place, whole)
    near: Real = np.bincount(place, real, len(distinct)).astype(np.float64)
    return Column(distinct, sums, near)


class SeatBySeat:
    """The count: forwards over the seats, backwards again, and the sums over both."""

    def __init__(self, evidence: Evidence) -> None:
        self.table = Table(evidence)
        self.packing = Packing(self.table.classes())
        self.options = [hands(self.table, self.packing, seat) for seat in range(len(self.table.sizes))]

    def answer(self) -> Answer:
        sealed = self._case_files()
        column = merge(
            np.array([state for _, state in sealed], np.uint64),
            np.ones(len(sealed), np.uint64),
            np.ones(len(sealed), np.float64),
        )
        columns = [column]
        for seat in range(len(self.table.sizes)):
            columns.append(self._forward(seat, columns[-1]))
        last = columns[-1].states == 0
        back = Column(columns[-1].states, last.astype(np.uint64), last.astype(np.float64))
        whole: dict[tuple[int, int], int] = {}
        real: dict[tuple[int, int], float] = {}
        for seat in reversed(range(len(self.table.sizes))):
            back = self._backward(seat, columns[seat], back, whole, real)
        return self._finish(sealed, back, whole, real)

    def _case_files(self) -> list[tuple[tuple[int, int, int], int]]:
        table, packing = self.table, self.packing
        of = {card: cls for cls, cards in enumerate(packing.classes) for card in cards}
        kinds: list[list[int]] = [[], [], []]
        for card, holders in table.where.items():
            if CASE in holders:
                kinds[table.kind(card)].append(card)
        found: list[tuple[tuple[int, int, int], int]] = []
        only = {card for card, holders in table.where.items() if holders == {CASE}}
        for suspect, weapon, room in product(*kinds):
            if (suspect, weapon, room) not in table.wrong and only <= {suspect, weapon, room}:
                taken = sum(1 << packing.shift[of[card]] for card in (suspect, weapon, room))
                found.append(((suspect, weapon, room), packing.start - taken))
        return found

    def _take(self, states: Whole, counts: dict[int, int]) -> tuple[NDArray[np.bool_], Whole, Real]:
        """Which states have these cards, what is left of them, and in how many ways they can be chosen."""
        packing = self.packing
        guards = np.uint64(packing.guards)
        rest = (states | guards) - np.uint64(packing.pack(counts))
        fits = (rest & guards) == guards
        ways = np.ones(int(fits.sum()), np.float64)
        for cls, count in counts.items():
            if len(packing.classes[cls]) > 1:
                ways *= packing.binomial[packing.left(states[fits], cls).astype(np.int64), count]
        return fits, rest[fits] & ~guards, ways

    def _forward(self, seat: int, column: Column) -> Column:
        states, whole, real = [np.zeros(0, np.uint64)], [np.zeros(0, np.uint64)], [np.zeros(0, np.float64)]
        for counts in self.options[seat]:
            fits, rest, ways = self._take(column.states, counts)
            states.append(rest)
            whole.append(column.whole[fits] * ways.astype(np.uint64))
            real.append(column.real[fits] * ways)
        return merge(np.concatenate(states), np.concatenate(whole), np.concatenate(real))

    def _backward(
        self,
        seat: int,
        column: Column,
        after: Column,
        whole: dict[tuple[int, int], int],
        real: dict[tuple[int, int], float],
    ) -> Column:
        sums, floats = np.zeros(len(column.states), np.uint64), np.zeros(len(column.states), np.float64)
        for counts in self.options[seat]:
            fits, rest, ways = self._take(column.states, counts)
            place = np.searchsorted(after.states, rest)
            on, near = after.whole[place] * ways.astype(np.uint64), after.real[place] * ways
            sums[fits] += on
            floats[fits] += near
            through, about = int((on * column.whole[fits]).sum()), float((near * column.real[fits]).sum())
            for cls, count in counts.items():
                whole[cls, seat] = whole.get((cls, seat), 0) + through * count
                real[cls, seat] = real.get((cls, seat), 0.0) + about * count
        return Column(column.states, sums, floats)

    def _finish(
        self,
        sealed: list[tuple[tuple[int, int, int], int]],
        back: Column,
        whole: dict[tuple[int, int], int],
        real: dict[tuple[int, int], float],
    ) -> Answer:
        case_files: dict[tuple[int, int, int], tuple[int, float]] = {}
        marginals: dict[tuple[int, int], int] = {}
        shares: dict[tuple[int, int], float] = {}
        for cls, cards in enumerate(self.packing.classes):
            for seat in range(len(self.table.sizes)):
                for card in cards:
                    marginals[card, seat] = whole.get((cls, seat), 0)
                    shares[card, seat] = real.get((cls, seat), 0.0) / len(cards)
        for theory, state in sealed:
            place = np.searchsorted(back.states, np.uint64(state))
            number, near = int(back.whole[place]), float(back.real[place])
            if near:
                case_files[theory] = number, near
            for card in theory:
                marginals[card, CASE] = marginals.get((card, CASE), 0) + number
                shares[card, CASE] = shares.get((card, CASE), 0.0) + near
        total = sum(number for number, _ in case_files.values()), sum(near for _, near in case_files.values())
        return Answer(marginals, shares, case_files, total)

    def alike(self, card: Card) -> int:
        """In how large a class a card is; its whole marginals are those of the class."""
        return next(len(cards) for cards in self.packing.classes if card.index in cards)
