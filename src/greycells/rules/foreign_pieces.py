"""Whether a choice consists of this table's own actions, cards, places and seats.

A bot may return anything: invalid objects, a card of another edition, a subclass with changing behaviour. So types are
compared exactly and pieces by identity, before any rule looks at them.
"""

from __future__ import annotations

from typing import cast

from greycells.language.sentences import Sentence
from greycells.rules.actions import (
    Accuse,
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
from greycells.rules.board import Board, Place
from greycells.rules.cards import Deck, Room, Suspect, Theory, Weapon
from greycells.rules.refusals import Refusal
from greycells.rules.scene import GameTable

ACTIONS = frozenset((Roll, Move, TakePassage, Snoop, Suggest, Show, CannotShow, Accuse, EndTurn, TakeBack))
"""All types of action."""


class NoAction(Refusal, TypeError):
    """The choice isn't an action at all. It is a refusal for players and a TypeError for programmers."""


def no_action(chosen: object) -> NoAction:
    """The refusal of something that isn't an action."""
    return NoAction("TURN-1", Sentence("refusal.no action", kind=type(chosen).__name__))


def is_card(deck: Deck, card: object) -> bool:
    """Whether this is a card of this deck."""
    if type(card) is not Suspect and type(card) is not Weapon and type(card) is not Room:
        return False
    return card.index < len(deck.cards) and deck.cards[card.index] is card


def is_theory(deck: Deck, theory: object) -> bool:
    """Whether this is a suspect, a weapon and a room of this deck."""
    if type(theory) is not Theory or len(theory) != 3:
        return False
    suspect, weapon, room = theory
    if type(suspect) is not Suspect or type(weapon) is not Weapon or type(room) is not Room:
        return False
    try:
        cards = deck.cards
        return cards[suspect.index] is suspect and cards[weapon.index] is weapon and cards[room.index] is room
    except IndexError:
        return False


def sits_at(table: GameTable, seat: object) -> bool:
    """Whether this is a seat of this table, not of another game."""
    return any(seat is known for known in table.seats)


def is_way(board: Board, to: object, path: object) -> bool:
    """Whether this is a place of this board, and the path consists of such places."""
    if path is None:
        return _is_place(board, to)
    if type(path) is not tuple or not _is_place(board, to):
        return False
    return all(_is_place(board, place) for place in cast("tuple[object, ...]", path))


def _is_place(board: Board, place: object) -> bool:
    return type(place) is Place and place.index < len(board.places) and board.places[place.index] is place
