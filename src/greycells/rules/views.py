"""Who sees what: the only function that redacts events, and the view that a seat gets from its sightings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import NamedTuple, assert_never, cast, overload

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
from greycells.rules.file_sources import drawings
from greycells.rules.legal_options import Options, options
from greycells.rules.scene import GameTable, Scene, after
from greycells.rules.seats import Seat


class Sighting(NamedTuple):
    """One event as one viewer saw it; `number` is that of the event in the game."""

    number: int
    event: Event


def seen_by(viewer: Seat | None, event: Event, *, snooping: Snooping) -> Event:
    """The event as this seat or a spectator saw it, without what they may not know (SET-20, SHOW-3, SNOOP-3)."""
    match event:
        case Shown(seat, to, card):
            knows = viewer is not None and viewer.index in (seat.index, to.index)
            return event if knows or card is None else Shown(seat, to, None)
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
    assert_never(event)


SECRETIVE = frozenset((Shown, Snooped, Opened, Sealed, Dealt))
"""The events that are redacted for some viewers."""


class Sightings(Sequence[Sighting]):
    """What a viewer had seen at one moment. Immutable.

    All views of a viewer share one append-only list, and each remembers its own length: copying the list for every
    decision would take quadratic time over a game.
    """

    __slots__ = ("_count", "_seen")

    def __init__(self, seen: list[Sighting]) -> None:
        """The current contents of this list. The owner may only append to it afterwards."""
        self._seen = seen
        self._count = len(seen)

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, index: int) -> Sighting: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Sighting, ...]: ...
    def __getitem__(self, index: int | slice) -> Sighting | tuple[Sighting, ...]:
        # A range handles negative indices, slices and IndexError.
        chosen = range(self._count)[index]
        if isinstance(chosen, int):
            return self._seen[chosen]
        if chosen.step == 1:
            return tuple(self._seen[chosen.start : chosen.stop])
        return tuple(self._seen[number] for number in chosen)

    def __iter__(self) -> Iterator[Sighting]:
        return islice(self._seen, self._count)

    def __eq__(self, other: object) -> bool:
        # Also equal to a list or a tuple of the same sightings.
        return isinstance(other, Sightings | list | tuple) and tuple(self) == tuple(cast("Iterable[object]", other))

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"<Sightings of {self._count} events>"

    def go_on_from(self, earlier: Sequence[Sighting]) -> bool:
        """Whether these are the same viewer's sightings of the same game, at the same moment or later."""
        return isinstance(earlier, Sightings) and self._seen is earlier._seen and self._count >= earlier._count


class View(NamedTuple):
    """All that a seat knows: the scene, its own hand, and what it saw. A spectator has no seat and no cards.

    Immutable: it doesn't change when the game continues.
    """

    seat: Seat | None
    scene: Scene
    hand: CardSet
    sightings: Sequence[Sighting]

    def __repr__(self) -> str:
        whose = "a spectator" if self.seat is None else str(self.seat)
        return f"View({whose}, turn {self.scene.turn.number}, {len(self.hand)} cards)"

    def __str__(self) -> str:
        """The board, one's own hand, and everything that follows from what was seen: `print(view)`."""
        return drawings().view_text(self)

    def _repr_svg_(self) -> str:
        return drawings().svg(self.scene)

    def _repr_html_(self) -> str:
        return drawings().html(str(self), self.scene)

    @property
    def options(self) -> Options | None:
        """What this seat may choose now; None for a spectator."""
        return None if self.seat is None else options(self.scene, self.seat, self.hand)

    @property
    def to_act(self) -> bool:
        """Whether this seat has to choose."""
        return self.seat is not None and self.scene.to_act is self.seat


def view_of(table: GameTable, seat: Seat | None, sightings: Iterable[Sighting]) -> View:
    """The view that follows from sightings alone."""
    scene, hand = Scene.empty(table), table.edition.deck.nothing
    seen: list[Sighting] = []
    for sighting in sightings:
        seen.append(sighting)
        scene = after(scene, sighting.event)
        if isinstance(sighting.event, Dealt) and seat is not None:
            hand = sighting.event.hands[seat.index] or hand
    return View(seat, scene, hand, Sightings(seen))
