"""Who sees what: the one place where a secret is dropped, and the view that a seat builds from what it saw."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple, assert_never

from greycells.rules.cards import CardSet
from greycells.rules.edition import Snooping
from greycells.rules.events import (
    Accused,
    Began,
    Cleared,
    CouldNotShow,
    Dealt,
    Event,
    FalseWitness,
    Finished,
    LaidOpen,
    Moved,
    Opened,
    Placed,
    Rolled,
    RolledForStart,
    Sealed,
    Shown,
    Snooped,
    Suggested,
    TakenBack,
    TookPassage,
    TurnEnded,
)
from greycells.rules.options import Options, options
from greycells.rules.scene import Scene, Table, after
from greycells.rules.seats import Seat


class Sighting(NamedTuple):
    """One event as one viewer saw it; `number` is its place in the game."""

    number: int
    event: Event


def seen_by(viewer: Seat | None, event: Event, *, snooping: Snooping = Snooping.OWNER_KNOWS) -> Event:
    """The event as this seat or a spectator saw it: what the viewer may not know is gone (SET-20, SHOW-3, SNOOP-3)."""
    match event:
        case (
            Rolled()
            | Moved()
            | TurnEnded()
            | Suggested()
            | CouldNotShow()
            | TookPassage()
            | Accused()
            | Cleared()
            | FalseWitness()
            | TakenBack()
            | Finished()
            | Placed()
            | LaidOpen()
            | RolledForStart()
            | Began()
        ):
            return event
        case Shown(seat, to, card):
            return event if viewer in (seat, to) or card is None else Shown(seat, to, None)
        case Snooped(seat, owner, card):
            knows = viewer == seat or (viewer == owner and snooping is Snooping.OWNER_KNOWS)
            return event if knows or card is None else Snooped(seat, owner, None)
        case Opened(seat, case_file, right):
            return event if viewer == seat or case_file is None else Opened(seat, None, right)
        case Sealed():
            return Sealed(None)
        case Dealt(dealer, sizes, hands):
            own = None if viewer is None else viewer.index
            return Dealt(dealer, sizes, tuple(hand if index == own else None for index, hand in enumerate(hands)))
    assert_never(event)


SECRETIVE = (Shown, Snooped, Opened, Sealed, Dealt)
"""The events of which not everybody sees the same."""


class View(NamedTuple):
    """All that a seat knows: the scene, its own hand, and what it saw. A spectator has no seat and no cards."""

    seat: Seat | None
    scene: Scene
    hand: CardSet
    sightings: Sequence[Sighting]

    @property
    def options(self) -> Options | None:
        """What this seat may choose now; None for a spectator."""
        return None if self.seat is None else options(self.scene, self.seat, self.hand)

    @property
    def to_act(self) -> bool:
        """Whether the game waits for this seat."""
        return self.seat is not None and self.scene.to_act is self.seat


def view_of(table: Table, seat: Seat | None, sightings: Iterable[Sighting]) -> View:
    """The view that follows from sightings alone."""
    scene, hand = Scene.empty(table), table.edition.deck.nothing
    seen: list[Sighting] = []
    for sighting in sightings:
        seen.append(sighting)
        scene = after(scene, sighting.event)
        if isinstance(sighting.event, Dealt) and seat is not None:
            hand = sighting.event.hands[seat.index] or hand
    return View(seat, scene, hand, seen)
