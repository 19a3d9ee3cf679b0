"""Actions as numbers, in stages: first what to do, then one card at a time.

A classic table has 324 accusations alone. In stages it has about 220 numbers in all, and what is learnt about a card
serves every theory that names it. Accusing is *accuse*, suspect, weapon, room; suggesting is the same, without the room
where only one can be named. Once begun, a theory is named to its end, and nobody else hears of it before.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Literal, NamedTuple, TypeAlias, assert_never

from greycells.errors import GreycellsError
from greycells.language.sentences import Sentence
from greycells.rules.actions import (
    Accuse,
    Action,
    CannotShow,
    EndTurn,
    Move,
    Roll,
    Show,
    Snoop,
    Suggest,
    TakeBack,
    TakePassage,
)
from greycells.rules.board import Place
from greycells.rules.cards import Card, Deck, Room, Suspect, Theory, Weapon
from greycells.rules.legal_options import Options
from greycells.rules.scene import GameTable

Deed: TypeAlias = Literal["roll", "take passage", "suggest", "accuse", "end turn", "cannot show"]
DEEDS: tuple[Deed, ...] = ("roll", "take passage", "suggest", "accuse", "end turn", "cannot show")
"""The choices that need no object; *suggest* and *accuse* begin a theory."""


class IllegalCode(GreycellsError, ValueError):
    """A number that stands for nothing that may be done now."""


class PartialTheory(NamedTuple):
    """A suggestion or an accusation that has been begun: the cards named so far."""

    deed: Literal["suggest", "accuse"]
    suspect: Suspect | None = None
    weapon: Weapon | None = None


class ActionCodes:
    """The numbers of a table's actions: deeds, then places to move to, seats to snoop on, and cards.

    A card's number shows that card while answering, and otherwise names it in a theory.
    """

    def __init__(self, table: GameTable) -> None:
        deck, places, seats = table.edition.deck, table.edition.board.places, table.seats
        self.deck: Deck = deck
        self.places: tuple[Place, ...] = places
        self.first_place = len(DEEDS)
        self.first_seat = self.first_place + len(places)
        self.first_card = self.first_seat + len(seats)
        self.count = self.first_card + len(deck)
        self.names: tuple[str, ...] = (
            *DEEDS,
            *(f"move to {place.name}" for place in places),
            *(f"snoop on {seat.suspect.word}" for seat in seats),
            *(card.word for card in deck),
        )

    def legal(self, options: Options | None, begun: PartialTheory | None = None) -> list[int]:
        """The numbers of what may be chosen now, in ascending order."""
        if options is None:
            return []
        if begun is not None:
            return self._cards(self._nameable(options, begun))
        deeds = (
            options.roll,
            options.passage is not None,
            bool(options.rooms),
            options.accuse,
            options.end_turn,
            options.cannot_show,
        )
        codes = [code for code, offered in enumerate(deeds) if offered]
        if options.moves is not None:
            places = {place.index for reached in options.moves[:2] for place in reached}
            codes += sorted(self.first_place + index for index in places)
        codes += [self.first_seat + seat.index for seat in options.snoop]
        return codes + self._cards(tuple(options.show))

    def _cards(self, cards: Sequence[Card]) -> list[int]:
        return [self.first_card + card.index for card in cards]

    def _nameable(self, options: Options, begun: PartialTheory) -> Sequence[Card]:
        if begun.suspect is None:
            return self.deck.suspects
        if begun.weapon is None:
            return self.deck.weapons
        return self.deck.rooms if begun.deed == "accuse" else options.rooms

    def read(self, code: int, options: Options | None, begun: PartialTheory | None = None) -> Action | PartialTheory:
        """What a number stands for now: an action, or a theory of which more is to be named."""
        if options is None or code not in self.legal(options, begun):
            name = self.names[code] if 0 <= code < self.count else "-"
            raise IllegalCode(Sentence("research.illegal code", code=code, name=name))
        if code >= self.first_card:
            card = self.deck.cards[code - self.first_card]
            return Show(card) if begun is None else self._named(card, options, begun)
        if code >= self.first_seat:
            return Snoop(next(seat for seat in options.snoop if seat.index == code - self.first_seat))
        if code >= self.first_place:
            return Move(self.places[code - self.first_place])
        return _deed(DEEDS[code])

    def _named(self, card: Card, options: Options, begun: PartialTheory) -> Action | PartialTheory:
        match card:
            case Suspect():
                return begun._replace(suspect=card)
            case Weapon() if begun.deed == "suggest" and len(options.rooms) == 1:
                return _finished(begun._replace(weapon=card), options.rooms[0])
            case Weapon():
                return begun._replace(weapon=card)
            case Room():
                return _finished(begun, card)
            case _:
                raise TypeError(f"{card} is no suspect, weapon or room")

    def codes(self, action: Action, options: Options) -> tuple[int, ...]:
        """The numbers that make up an action, one for each stage. A path of one's own is lost: a move is its end."""
        match action:
            case Suggest(theory):
                named = theory[:2] if len(options.rooms) == 1 else theory
                return (DEEDS.index("suggest"), *self._cards(named))
            case Accuse(theory):
                return (DEEDS.index("accuse"), *self._cards(theory))
            case Move(to):
                return (self.first_place + to.index,)
            case Snoop(owner):
                return (self.first_seat + owner.index,)
            case Show(card):
                return (self.first_card + card.index,)
            case Roll():
                return (DEEDS.index("roll"),)
            case TakePassage():
                return (DEEDS.index("take passage"),)
            case EndTurn():
                return (DEEDS.index("end turn"),)
            case CannotShow():
                return (DEEDS.index("cannot show"),)
            case TakeBack():
                raise IllegalCode(Sentence("research.no take-backs"))
        assert_never(action)


def _finished(begun: PartialTheory, room: Room) -> Action:
    assert begun.suspect is not None
    assert begun.weapon is not None
    theory = Theory(begun.suspect, begun.weapon, room)
    return Accuse(theory) if begun.deed == "accuse" else Suggest(theory)


def _deed(deed: Deed) -> Action | PartialTheory:
    match deed:
        case "roll":
            return Roll()
        case "take passage":
            return TakePassage()
        case "suggest" | "accuse":
            return PartialTheory(deed)
        case "end turn":
            return EndTurn()
        case "cannot show":
            return CannotShow()
    assert_never(deed)


@lru_cache(maxsize=32)
def codes_of(table: GameTable) -> ActionCodes:
    """The numbers of a table's actions, made once."""
    return ActionCodes(table)
