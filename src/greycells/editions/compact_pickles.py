"""Pickles for another process of ours, in which an edition and its places are named: they are compared by identity.

So what arrives there can be used like what was sent, and a game is a few kilobytes instead of its whole board.
"""

from __future__ import annotations

import io
import pickle
from functools import cache
from typing import Any

from greycells.editions.loader import load, names
from greycells.errors import GreycellsError
from greycells.rules.board import Board
from greycells.rules.cards import Card
from greycells.rules.edition import Edition
from greycells.rules.places import Place


def dumps(value: object) -> bytes:
    """What `loads` reads in another process that knows the same editions."""
    written = io.BytesIO()
    _Pickler(written, pickle.HIGHEST_PROTOCOL).dump(value)
    return written.getvalue()


def loads(data: bytes) -> object:
    """What was written by `dumps`: never for bytes that come from anywhere else."""
    value: object = pickle.loads(data)
    return value


class _Pickler(pickle.Pickler):
    """Names what belongs to an edition, and keeps what an error says."""

    def reducer_override(self, value: Any, /) -> Any:
        match value:
            case Edition():
                return _edition, (value.key, value.house_rules)
            case Place():
                return _place, _known_places(names())[value]
            case Board():
                return _board, (next(key for key in names() if load(key).board is value),)
            case Card() if (named := _known_cards(names()).get(id(value))) is not None:
                return _card, named
            case GreycellsError():
                return _error, (type(value), value.args, value.__dict__)
            case _:
                return NotImplemented


def _edition(key: str, house_rules: tuple[str, ...]) -> Edition:
    return load(key).with_house_rules(*house_rules)


def _board(key: str) -> Board:
    return load(key).board


def _place(key: str, index: int) -> Place:
    return load(key).board.places[index]


def _card(key: str, index: int) -> Card:
    return load(key).deck.cards[index]


@cache
def _known_places(editions: tuple[str, ...]) -> dict[Place, tuple[str, int]]:
    """The places of all editions that are known by name, which stay as long as the process does."""
    return {place: (key, number) for key in editions for number, place in enumerate(load(key).board.places)}


@cache
def _known_cards(editions: tuple[str, ...]) -> dict[int, tuple[str, int]]:
    """Their cards, by identity: those of two editions can be equal."""
    return {id(card): (key, card.index) for key in editions for card in load(key).deck}


def _error(kind: type[GreycellsError], arguments: tuple[object, ...], what: dict[str, object]) -> GreycellsError:
    """An error as it was raised, without its constructor, which may need other arguments."""
    error = kind.__new__(kind)
    error.args = arguments
    error.__dict__.update(what)
    return error
