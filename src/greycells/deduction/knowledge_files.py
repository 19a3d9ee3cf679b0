"""States of knowledge as JSON: validates untrusted files, and writes answers.

Cards are numbered through suspects, weapons and rooms, seats in turn order. Answers contain integers as strings.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import assert_never

import msgspec

from greycells.deduction.facts import (
    Evidence,
    Fact,
    HandSize,
    Has,
    HasNone,
    HasOneOf,
    Holder,
    NotAllOf,
    OpenCards,
    Origin,
    Source,
)
from greycells.deduction.worlds import Worlds
from greycells.errors import GreycellsError
from greycells.language.sentences import Sentence
from greycells.rules.cards import CardSet, Deck, Room, Suspect, Theory, Weapon
from greycells.rules.seats import Seat

MOST_CARDS = 100
MOST_SEATS = 50
MOST_FACTS = 2_000


class StateForm(msgspec.Struct):
    """What a seat knows, by numbers: `has`, `none` and `any` are about seats, `not_env` about the case file."""

    cats: tuple[int, int, int]
    hand_sizes: list[int]
    observer: int | None = None
    public: list[int] = []
    has: list[tuple[int, int]] = []
    none: list[tuple[int, list[int]]] = []
    any: list[tuple[int, list[int]]] = []
    not_env: list[list[int]] = []


class BadState(GreycellsError, ValueError):
    """An error in a state, as a sentence."""

    def __init__(self, key: str, /, **arguments: str | int) -> None:
        super().__init__(str(Sentence(f"state.{key}", **arguments)))


def read_state(text: str) -> Evidence:
    """The facts of a state, or a BadState that says what is wrong with it."""
    try:
        form = msgspec.json.decode(text, type=StateForm)
    except (msgspec.DecodeError, RecursionError) as error:
        raise BadState("no state", what=str(error)) from None
    if min(form.cats) < 1 or sum(form.cats) > MOST_CARDS:
        raise BadState("cards", most=MOST_CARDS)
    if not 1 <= len(form.hand_sizes) <= MOST_SEATS or min(form.hand_sizes) < 0:
        raise BadState("seats", most=MOST_SEATS)
    if len(form.public) + len(form.has) + len(form.none) + len(form.any) + len(form.not_env) > MOST_FACTS:
        raise BadState("too many facts", most=MOST_FACTS)
    deck, seats = numbered_deck(*form.cats), numbered_seats(len(form.hand_sizes))
    sizes = (HandSize(seat, size, Source(Origin.DEALT)) for seat, size in zip(seats, form.hand_sizes, strict=True))
    return Evidence(deck, seats, (*sizes, *_Facts(form, deck, seats)))


class _Facts:
    """Reads the facts of a state; refuses unknown cards and seats."""

    def __init__(self, form: StateForm, deck: Deck, seats: tuple[Seat, ...]) -> None:
        self._form, self._deck, self._seats = form, deck, seats

    def __iter__(self) -> Iterator[Fact]:
        form = self._form
        for card in form.public:
            yield OpenCards(self._cards([card]), Source(Origin.LAID_OPEN))
        for number, (seat, card) in enumerate(form.has):
            origin = Origin.OWN_HAND if seat == form.observer else Origin.STATED
            yield Has(self._seat(seat), next(iter(self._cards([card]))), Source(origin, number=number))
        for number, (seat, cards) in enumerate(form.none):
            yield HasNone(self._seat(seat), self._cards(cards), Source(Origin.STATED, number=number))
        for number, (seat, cards) in enumerate(form.any):
            yield HasOneOf(self._seat(seat), self._cards(cards), Source(Origin.STATED, number=number))
        for number, cards in enumerate(form.not_env):
            yield NotAllOf(self._theory(cards), Source(Origin.STATED, number=number))

    def _seat(self, number: int) -> Seat:
        if not 0 <= number < len(self._seats):
            raise BadState("no seat", number=number, most=len(self._seats) - 1)
        return self._seats[number]

    def _cards(self, numbers: list[int]) -> CardSet:
        for number in numbers:
            if not 0 <= number < len(self._deck):
                raise BadState("no card", number=number, most=len(self._deck) - 1)
        return self._deck.of(self._deck.cards[number] for number in numbers)

    def _theory(self, numbers: list[int]) -> Theory:
        match list(self._cards(numbers)):
            case [Suspect() as suspect, Weapon() as weapon, Room() as room]:
                return Theory(suspect, weapon, room)
            case _:
                raise BadState("no theory")


@lru_cache(maxsize=16)
def numbered_deck(suspects: int, weapons: int, rooms: int) -> Deck:
    """A deck whose cards are named by their numbers."""
    numbers = range(suspects + weapons + rooms)
    return Deck(
        tuple(Suspect(number, str(number), f"suspect {number}") for number in numbers[:suspects]),
        tuple(Weapon(number, str(number), f"weapon {number}") for number in numbers[suspects : suspects + weapons]),
        tuple(Room(number, str(number), f"room {number}") for number in numbers[suspects + weapons :]),
    )


def numbered_seats(seats: int) -> tuple[Seat, ...]:
    """Seats that are named by their numbers."""
    return tuple(Seat(index, Suspect(index, f"seat {index}", f"seat {index}"), str(index)) for index in range(seats))


def answer_form(worlds: Worlds) -> dict[str, object]:
    """The answer to a state: total, marginals and case files."""
    return {
        "total": str(worlds.total),
        "marginals": [[str(number) for number in row] for row in worlds.count.marginals],
        "envelope": [[*theory, str(number)] for theory, number in sorted(worlds.count.case_files.items())],
    }


def fact_form(fact: Fact) -> dict[str, object]:
    """A fact in the form of a state, so that contradicting facts are a state themselves."""
    match fact:
        case HandSize(_, size):
            return {"hand_sizes": [size]}
        case OpenCards(cards):
            return {"public": [card.index for card in cards]}
        case Has(holder, card):
            return {"has": [_number_of(holder), card.index]}
        case HasNone(holder, cards):
            return {"none": [_number_of(holder), [card.index for card in cards]]}
        case HasOneOf(holder, cards):
            return {"any": [holder.index, [card.index for card in cards]]}
        case NotAllOf(theory):
            return {"not_env": [card.index for card in theory]}
    assert_never(fact)


def _number_of(holder: Holder) -> int | str:
    return holder.index if isinstance(holder, Seat) else str(holder)
