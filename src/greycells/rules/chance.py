"""Randomness: it all comes from a dealer, and every random result becomes an event."""

from __future__ import annotations

import secrets
from abc import abstractmethod
from collections.abc import Iterable, Sequence
from functools import cache
from hashlib import blake2b
from typing import Protocol, TypeVar

from greycells.rules.board import Place
from greycells.rules.cards import Card, CardSet, Deck, Theory
from greycells.rules.seats import Seat

T = TypeVar("T")


class Dealer(Protocol):
    """Shuffles, deals and rolls the dice. `number` is the number that the event will have."""

    def seal(self, deck: Deck) -> Theory:
        """The top card of each shuffled pile (SET-7)."""
        ...

    def shuffle(self, cards: Sequence[Card]) -> Sequence[Card]:
        """The remaining cards in the order in which they are dealt (SET-8)."""
        ...

    def place_weapons(self, rooms: Sequence[Place], count: int) -> Sequence[Place]:
        """A different room for each weapon (SET-5)."""
        ...

    def roll_for_start(self, seat: Seat, dice: int, *, round_number: int) -> tuple[int, ...]:
        """One seat's roll for the start (SET-12, SET-13)."""
        ...

    def roll(self, dice: int, *, number: int) -> tuple[int, ...]:
        """A roll of the dice."""
        ...

    def draw(self, hand: CardSet, *, number: int) -> Card:
        """A random card from a hand (SNOOP-2)."""
        ...


class CountingDealer(Dealer):
    """A dealer whose results depend only on their purpose and number, so that branches of a game get the same dice."""

    @abstractmethod
    def below(self, limit: int, kind: str, number: int, item: int = 0) -> int:
        """A uniform number from 0 up to, not including, the limit."""

    def _shuffled(self, items: Sequence[T], kind: str) -> list[T]:
        pack = list(items)
        for last in range(len(pack) - 1, 0, -1):
            other = self.below(last + 1, kind, last)
            pack[last], pack[other] = pack[other], pack[last]
        return pack

    def seal(self, deck: Deck) -> Theory:
        return Theory(
            self._shuffled(deck.suspects, "suspects")[0],
            self._shuffled(deck.weapons, "weapons")[0],
            self._shuffled(deck.rooms, "rooms")[0],
        )

    def shuffle(self, cards: Sequence[Card]) -> Sequence[Card]:
        return self._shuffled(cards, "deal")

    def place_weapons(self, rooms: Sequence[Place], count: int) -> Sequence[Place]:
        return self._shuffled(rooms, "placing")[:count]

    def roll_for_start(self, seat: Seat, dice: int, *, round_number: int) -> tuple[int, ...]:
        return tuple(self.below(6, "start", round_number, 8 * seat.index + die) + 1 for die in range(dice))

    def roll(self, dice: int, *, number: int) -> tuple[int, ...]:
        return throw(self.below(6**dice, "dice", number), dice)

    def draw(self, hand: CardSet, *, number: int) -> Card:
        return tuple(hand)[self.below(len(hand), "snoop", number)]


class SeededDealer(CountingDealer):
    """A deterministic dealer: the same seed gives the same deal; a different dice seed gives other dice for that deal.

    Whoever knows the seed knows the deal: keep it secret until the game is over.
    """

    __slots__ = ("_deal_key", "_dice_key", "dice_seed", "seed")

    def __init__(self, seed: int | None = None, *, dice_seed: int | None = None) -> None:
        self.seed = secrets.randbits(64) if seed is None else seed
        self.dice_seed = self.seed if dice_seed is None else dice_seed
        self._deal_key = blake2b(str(self.seed).encode(), digest_size=32).digest()
        self._dice_key = blake2b(str(self.dice_seed).encode(), digest_size=32).digest()

    def __repr__(self) -> str:
        return f"{type(self).__name__}(...)"

    def below(self, limit: int, kind: str, number: int, item: int = 0) -> int:
        key = self._dice_key if kind == "dice" or kind == "snoop" else self._deal_key
        return uniform(limit, key, f"{kind} {number} {item}")


@cache
def throw(fall: int, dice: int) -> tuple[int, ...]:
    """A uniformly random roll of some dice."""
    return tuple(fall // 6**die % 6 + 1 for die in range(dice))


LARGEST = 1 << 64


def uniform(limit: int, key: bytes, label: str) -> int:
    """A number below the limit from a keyed hash of the label; rejection sampling makes it exactly uniform."""
    attempt = label.encode()
    while True:
        value = int.from_bytes(blake2b(attempt, digest_size=8, key=key).digest(), "big")
        fair = value % limit
        if value - fair <= LARGEST - limit:
            return fair
        attempt += b"+"


class ScriptedDealer:
    """A dealer with scripted results, for tests, records and lessons; raises an error when a list runs out."""

    def __init__(
        self,
        *,
        case_file: Theory | None = None,
        pack: Sequence[Card] | None = None,
        weapons: Sequence[Place] | None = None,
        start_rolls: Iterable[tuple[int, ...]] = (),
        dice: Iterable[tuple[int, ...]] = (),
        draws: Iterable[Card] = (),
        otherwise: Dealer | None = None,
    ) -> None:
        self._case_file, self._pack, self._weapons = case_file, pack, weapons
        self._start_rolls, self._dice, self._draws = list(start_rolls), list(dice), list(draws)
        self._otherwise: Dealer = otherwise if otherwise is not None else SeededDealer(0)

    def seal(self, deck: Deck) -> Theory:
        return self._case_file or self._otherwise.seal(deck)

    def shuffle(self, cards: Sequence[Card]) -> Sequence[Card]:
        if self._pack is None:
            return self._otherwise.shuffle(cards)
        if sorted(card.index for card in self._pack) != sorted(card.index for card in cards):
            raise ValueError("the scripted pack is not the cards that are left after sealing the case file")
        return self._pack

    def place_weapons(self, rooms: Sequence[Place], count: int) -> Sequence[Place]:
        return self._weapons if self._weapons is not None else self._otherwise.place_weapons(rooms, count)

    def roll_for_start(self, seat: Seat, dice: int, *, round_number: int) -> tuple[int, ...]:
        if self._start_rolls:
            return self._start_rolls.pop(0)
        return self._otherwise.roll_for_start(seat, dice, round_number=round_number)

    def roll(self, dice: int, *, number: int) -> tuple[int, ...]:
        return self._dice.pop(0) if self._dice else self._otherwise.roll(dice, number=number)

    def draw(self, hand: CardSet, *, number: int) -> Card:
        return self._draws.pop(0) if self._draws else self._otherwise.draw(hand, number=number)
