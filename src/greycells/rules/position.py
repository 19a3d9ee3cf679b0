"""The full state of a game: the public scene and the secrets."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple, Protocol

from greycells.rules.cards import CardSet, Theory
from greycells.rules.events import Dealt, Event, Sealed
from greycells.rules.scene import Scene, after


class Secrets(NamedTuple):
    """The case file, and the hands by seat."""

    case_file: Theory
    hands: tuple[CardSet, ...]


class Truth(Protocol):
    """Anything with a scene and secrets: a position or a game."""

    @property
    def scene(self) -> Scene: ...

    @property
    def secrets(self) -> Secrets: ...


class Position(NamedTuple):
    """The full state of a game at one moment."""

    scene: Scene
    secrets: Secrets


def secrets_of(events: Iterable[Event]) -> Secrets:
    """The secrets of a deal, from the events that set it up."""
    case_file: Theory | None = None
    hands: tuple[CardSet | None, ...] = ()
    for event in events:
        match event:
            case Sealed():
                case_file = event.case_file
            case Dealt():
                hands = event.hands
            case _:
                pass
    held = tuple(hand for hand in hands if hand is not None)
    if case_file is None or len(held) != len(hands) or not held:
        raise ValueError("these events do not tell the whole deal")
    return Secrets(case_file, held)


def follow(position: Position, event: Event) -> Position:
    """The position after an event; the secrets never change."""
    return Position(after(position.scene, event), position.secrets)
