"""The board under one stride as integers and bit masks, with exact searches on it.

The searches are exact for any pawns in the way, but slow; `path_tables` answers most questions without them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, TypeAlias

from greycells.rules.places import Place, Stride

if TYPE_CHECKING:
    from greycells.rules.board import Board

Trail: TypeAlias = tuple[int, ...]
"""The indices of the places that a path enters, in order."""


class MovementGraph:
    """The adjacency of places: `near` as masks, `onward` and `into` as pairs of index and bit.

    `into` leads to rooms, `onward` to places that a move may pass: rooms only if the edition allows it (MOVE-13).
    `onto` has, for each place, the places one step before it, each with a bit that identifies that step.
    """

    __slots__ = (
        "_toward",
        "into",
        "near",
        "onto",
        "onward",
        "places",
        "remembered",
        "rooms",
        "spyglasses",
        "stride",
        "through",
    )

    def __init__(self, board: Board, stride: Stride) -> None:
        self.stride = stride
        self.places: tuple[Place, ...] = board.places
        self.rooms = sum(place.bit for place in board.places if place.kind == "room")
        self.spyglasses = sum(place.bit for place in board.places if place.spyglass)
        self.through = sum(place.bit for place in board.places if stride.passing or place.kind != "room")
        beside = [
            (*near, board.passages[place]) if stride.passages and place in board.passages else near
            for place, near in zip(board.places, board.neighbours, strict=True)
        ]
        self.near = tuple(sum(place.bit for place in near) for near in beside)
        self.onward = tuple(tuple((p.index, p.bit) for p in near if p.bit & self.through) for near in beside)
        self.into = tuple(tuple((p.index, p.bit) for p in near if p.bit & self.rooms) for near in beside)
        steps = iter(range(sum(map(len, beside))))
        self.onto = tuple(tuple((p.index, 1 << next(steps)) for p in near) for near in beside)
        self._toward: dict[int, list[int]] = {}
        self.remembered = 0

    def returns(self, start: Place) -> bool:
        """Whether a path may return to its start (MOVE-4): never into the room that it left (MOVE-14)."""
        return self.stride.reentry and start.kind == "square"

    def toward(self, end: int, steps: int) -> list[int]:
        """For each number of steps up to this one: where `end` is reachable from, if paths could cross themselves."""
        rings = self._toward.setdefault(end, [1 << end])
        while len(rings) <= steps:
            rings.append(self._around(rings[-1]) & self.through & ~rings[0])
        return rings

    def trails(self, start: int, end: int, *, steps: int, blocked: int) -> Iterator[Trail]:
        """All paths of exactly this many steps to a square or space that enter no place twice and nothing blocked."""
        rings, near = self.toward(end, steps), self.near
        trail: list[int] = []
        entered = blocked
        open_ways = [near[start] & rings[steps - 1] & ~entered]
        while open_ways:
            ways = open_ways[-1]
            if not ways:
                open_ways.pop()
                if trail:
                    entered ^= 1 << trail.pop()
                continue
            low = ways & -ways
            open_ways[-1] = ways ^ low
            place = low.bit_length() - 1
            left = steps - len(trail) - 1
            if not left:
                yield (*trail, place)
                continue
            trail.append(place)
            entered |= low
            open_ways.append(near[place] & rings[left - 1] & ~entered)

    def trail(self, start: int, end: int, *, steps: int, blocked: int) -> Trail | None:
        """One such path, if there is any."""
        if not self._joined(start, end, steps, blocked):
            return None
        return next(self.trails(start, end, steps=steps, blocked=blocked), None)

    def _joined(self, start: int, end: int, steps: int, blocked: int) -> bool:
        """Whether `end` is connected at all: a search usually fails because pawns fill a corridor."""
        goal = self.near[start]
        seen = blocked | 1 << start
        edge = 1 << end
        for _ in range(steps):
            if edge & goal:
                return True
            seen |= edge
            edge = self._around(edge) & self.through & ~seen
            if not edge:
                return False
        return False

    def _around(self, places: int) -> int:
        around, near = 0, self.near
        while places:
            low = places & -places
            places ^= low
            around |= near[low.bit_length() - 1]
        return around

    def within(self, start: int, steps: int, *, blocked: int = 0) -> int:
        """All places that can be entered in at most this many steps; a room needs no exact count (MOVE-10)."""
        edge = 1 << start
        seen = blocked | edge
        for _ in range(steps):
            edge = self._around(edge) & ~seen
            if not edge:
                break
            seen |= edge
            edge &= self.through
        return seen & ~blocked

    def shortest(self, start: int, room: int, *, blocked: int) -> Trail | None:
        """A shortest path into a room; deterministic."""
        layers: list[int] = []
        edge = 1 << start
        seen = blocked | edge
        while not edge >> room & 1:
            edge = self._around(edge) & ~seen
            if not edge:
                return None
            seen |= edge
            layers.append(edge & self.through)
            edge &= self.through | 1 << room
        trail = [room]
        for layer in layers[-2::-1]:
            before = self.near[trail[-1]] & layer
            trail.append((before & -before).bit_length() - 1)
        return tuple(reversed(trail))

    def can_complete(self, start: int, steps: int, *, blocked: int) -> bool:
        """Whether this many steps can be completed from here, or a room entered on the way (MOVE-8, SNOOP-4)."""
        if not steps or self.within(start, steps, blocked=blocked) & self.rooms & ~(1 << start):
            return True
        open_ways = [(blocked | 1 << start, start, steps)]
        while open_ways:
            entered, last, left = open_ways.pop()
            for place, bit in self.onward[last]:
                if not entered & bit:
                    if left == 1:
                        return True
                    open_ways.append((entered | bit, place, left - 1))
        return False

    def pause(self, start: int, spyglass: int, *, steps: int, blocked: int) -> Trail | None:
        """A shortest path to a spyglass from which the move can be completed (SNOOP-4)."""
        for taken in range(1, steps):
            for trail in self.trails(start, spyglass, steps=taken, blocked=blocked):
                entered = blocked
                for place in trail:
                    entered |= 1 << place
                if self.can_complete(spyglass, steps - taken, blocked=entered):
                    return trail
        return None
