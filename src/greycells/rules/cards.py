"""Cards of three kinds, sets of cards, and theories, which name one of each kind."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import NamedTuple

from greycells.language.sentences import Noun, Sentence, called


@dataclass(frozen=True, slots=True, repr=False)
class Card:
    """One card of an edition's deck; `index` is its place in the deck, `word` its name in a record."""

    index: int
    word: str
    name: str
    bit: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "bit", 1 << self.index)

    def __hash__(self) -> int:
        return self.index

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.word})"

    def __str__(self) -> str:
        return self.name

    def in_words(self) -> Noun:
        return Noun(self.name, "name")


@dataclass(frozen=True, slots=True, repr=False)
class Suspect(Card):
    """A suspect, who has a pawn of the same colour."""

    colour: str = "#808080"
    symbol: str = "*"
    dossier: str = field(default="", compare=False)

    __hash__ = Card.__hash__
    __str__ = Card.__str__

    def in_words(self) -> Noun:
        return Noun(self.name, "person")


@dataclass(frozen=True, slots=True, repr=False)
class Weapon(Card):
    """A weapon; one without an `article` is spoken of by its name alone."""

    article: bool = field(default=True, compare=False, repr=False)

    __hash__ = Card.__hash__
    __str__ = Card.__str__

    def in_words(self) -> Noun:
        return Noun(self.name, "thing" if self.article else "name")


@dataclass(frozen=True, slots=True, repr=False)
class Room(Card):
    """A room in which the murder may have happened; one without an `article` is spoken of by its name alone."""

    article: bool = field(default=True, compare=False, repr=False)

    __hash__ = Card.__hash__
    __str__ = Card.__str__

    def in_words(self) -> Noun:
        return Noun(self.name, "thing" if self.article else "name")


def surname(suspect: Suspect) -> str:
    """A suspect's short name: *Scarlett*."""
    return called(Noun(suspect.name, "person", suspect.word))


class Theory(NamedTuple):
    """Suspect, weapon, room: what a suggestion and an accusation name, and what the case file holds."""

    suspect: Suspect
    weapon: Weapon
    room: Room

    @property
    def mask(self) -> int:
        return self.suspect.bit | self.weapon.bit | self.room.bit

    def __repr__(self) -> str:
        return f"Theory({self})"

    def __str__(self) -> str:
        return f"{self.suspect.word} {self.weapon.word} {self.room.word}"

    def in_words(self) -> Sentence:
        return Sentence("card.theory", suspect=self.suspect, weapon=self.weapon, room=self.room)


@dataclass(frozen=True, slots=True, repr=False)
class Deck:
    """All the cards of an edition: suspects, then weapons, then rooms (SET-1, SET-2)."""

    suspects: tuple[Suspect, ...]
    weapons: tuple[Weapon, ...]
    rooms: tuple[Room, ...]
    cards: tuple[Card, ...] = field(init=False, repr=False, compare=False)
    nothing: CardSet = field(init=False, repr=False, compare=False)
    everything: CardSet = field(init=False, repr=False, compare=False)
    _by_name: Mapping[str, Card] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        cards = (*self.suspects, *self.weapons, *self.rooms)
        if any(card.index != index for index, card in enumerate(cards)):
            raise ValueError("the cards of a deck are numbered through suspects, weapons and rooms")
        object.__setattr__(self, "cards", cards)
        object.__setattr__(self, "nothing", CardSet(self, 0))
        object.__setattr__(self, "everything", CardSet(self, (1 << len(cards)) - 1))
        names = {_folded(name): card for card in reversed(cards) for name in (card.name, card.word)}
        object.__setattr__(self, "_by_name", names)

    def __hash__(self) -> int:
        """Quick, because much is kept by deck: editions are few, so that it need not tell all decks apart."""
        return hash((len(self.suspects), len(self.weapons), len(self.rooms)))

    def __repr__(self) -> str:
        return f"Deck({len(self.suspects)} suspects, {len(self.weapons)} weapons, {len(self.rooms)} rooms)"

    def __len__(self) -> int:
        return len(self.cards)

    def __iter__(self) -> Iterator[Card]:
        return iter(self.cards)

    def find(self, word: str) -> Card | None:
        """The card with this word or name, ignoring case and spaces: Rope, LeadPipe, lead pipe."""
        return self._by_name.get(_folded(word))

    def __getitem__(self, word: str) -> Card:
        """The card with this word or name; a KeyError suggests the closest one."""
        found = self.find(_text(word))
        if found is None:
            near = get_close_matches(word, [card.word for card in self.cards], n=1, cutoff=0.0)
            raise KeyError(f"{word!r} is not a card of this edition. Did you mean {near[0]!r}?")
        return found

    def theory(self, suspect: str, weapon: str, room: str) -> Theory:
        """The theory with these three cards, given by word or name."""
        match self[suspect], self[weapon], self[room]:
            case Suspect() as who, Weapon() as what, Room() as where:
                return Theory(who, what, where)
            case _:
                words = f"{suspect!r}, {weapon!r}, {room!r}"
                raise ValueError(f"Expected the words of a suspect, a weapon and a room, in this order, not {words}.")

    def of(self, cards: Iterable[Card]) -> CardSet:
        """These cards as a set."""
        mask = 0
        for card in cards:
            mask |= card.bit
        return CardSet(self, mask)


def _text(word: object) -> str:
    if not isinstance(word, str):
        raise TypeError(f"Expected the word or the name of a card, such as 'Rope', not {type(word).__name__}.")
    return word


def _folded(name: str) -> str:
    return "".join(name.split()).casefold()


class CardSet(AbstractSet[Card]):
    """A set of cards of one deck, stored as a bit mask (`mask`)."""

    __slots__ = ("deck", "mask")
    deck: Deck
    mask: int

    def __init__(self, deck: Deck, mask: int) -> None:
        self.deck = deck
        self.mask = mask

    def _from_iterable(self, it: Iterable[Card]) -> CardSet:  # type: ignore[override]
        return self.deck.of(it)

    def __contains__(self, card: object) -> bool:
        return isinstance(card, Card) and bool(self.mask >> card.index & 1)

    def __iter__(self) -> Iterator[Card]:
        mask, cards = self.mask, self.deck.cards
        while mask:
            low = mask & -mask
            yield cards[low.bit_length() - 1]
            mask ^= low

    def __len__(self) -> int:
        return self.mask.bit_count()

    def __bool__(self) -> bool:
        return self.mask != 0

    def __eq__(self, other: object) -> bool:
        return isinstance(other, CardSet) and self.mask == other.mask and self.deck == other.deck

    def __hash__(self) -> int:
        return hash(self.mask)

    def __repr__(self) -> str:
        return f"{{{' '.join(card.word for card in self)}}}"

    def common(self, theory: Theory) -> CardSet:
        """The cards of this set that a theory names."""
        return CardSet(self.deck, self.mask & theory.mask)
