"""What a seat may choose now, as a client gets it."""

from __future__ import annotations

from msgspec import Struct, field

from greycells.protocol.vocabulary import Message
from greycells.rules.legal_options import Options


class MovesMessage(Struct, frozen=True):
    """Where the pawn may end its move, where it may pause at a spyglass, and how many steps it has."""

    ends: tuple[str, ...]
    pauses: tuple[str, ...]
    steps: int


class SuggestionMessage(Struct, frozen=True):
    """The cards that a suggestion may name."""

    suspects: tuple[str, ...]
    weapons: tuple[str, ...]
    rooms: tuple[str, ...]


class OptionsMessage(Message, frozen=True):
    """What a seat may choose; what is not open is left out."""

    seat: str
    moves: MovesMessage | None = None
    passage: str | None = None
    snoop: tuple[str, ...] = ()
    suggest: SuggestionMessage | None = None
    show: tuple[str, ...] = ()
    roll: bool = False
    cannot_show: bool = field(default=False, name="cannot show")
    accuse: bool = False
    end_turn: bool = field(default=False, name="end turn")
    take_back: bool = field(default=False, name="take back")


def options_message(options: Options) -> OptionsMessage:
    """The options of a seat with names for cards, seats and places."""
    deck, moves = options.show.deck, options.moves
    return OptionsMessage(
        seat=options.seat.suspect.word,
        moves=None
        if moves is None
        else MovesMessage(
            ends=tuple(place.name for place in moves.ends),
            pauses=tuple(place.name for place in moves.pauses),
            steps=moves.steps,
        ),
        passage=None if options.passage is None else options.passage.name,
        snoop=tuple(seat.suspect.word for seat in options.snoop),
        suggest=None
        if not options.rooms
        else SuggestionMessage(
            suspects=tuple(card.word for card in deck.suspects),
            weapons=tuple(card.word for card in deck.weapons),
            rooms=tuple(card.word for card in options.rooms),
        ),
        show=tuple(card.word for card in options.show),
        roll=options.roll,
        cannot_show=options.cannot_show,
        accuse=options.accuse,
        end_turn=options.end_turn,
        take_back=options.take_back,
    )
