"""Where a pawn may go: every question about a move, answered exactly (MOVE-3 to MOVE-14)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import compress
from typing import TYPE_CHECKING

from greycells.rules.movement.graph import MovementGraph
from greycells.rules.movement.path_tables import PathTables
from greycells.rules.places import Fault, Place, Reach, Stride

if TYPE_CHECKING:
    from greycells.rules.board import Board

MOST_REMEMBERED = 1 << 14
"""The size at which the cache is cleared, so that memory stays constant over millions of games."""

BITS = bytes.maketrans(b"01", bytes((0, 1)))


class Movement:
    """Where pawns may move on one board under one edition's rules.

    The methods take two masks of `Place.bit`: `occupied`, the squares and spaces with other pawns, and `used`, which is
    0 when a move begins; when it continues after a stop, it has all places entered in this turn, and the start of the
    turn unless that may be entered again.
    """

    def __init__(self, board: Board, stride: Stride) -> None:
        self.board = board
        self.stride = stride
        self._ground = MovementGraph(board, stride)
        self._tables: tuple[dict[int, PathTables], ...] = tuple({} for _ in board.places)
        self._jumping = stride.jumping

    def __repr__(self) -> str:
        return f"Movement({self.board!r}, {self.stride!r})"

    def reach(self, start: Place, steps: int, *, occupied: int = 0, used: int = 0) -> Reach:
        """Where a move of this many steps may end or pause.

        If the pawn can't move at all, its start is the only end.
        """
        courses = self._tables[start.index].get(steps)
        if courses is None:
            if steps < 1:
                return Reach((start,), (), 0)
            courses = self._courses(start, steps)
        key = occupied & courses.scope
        if used:
            key |= used << len(self._tables)
        found = courses.kept.get(key)
        if found is None:
            found = courses.kept[key] = self._explore(courses, start, steps, occupied=key & courses.scope, used=used)
            self._ground.remembered += 1
            if self._ground.remembered > MOST_REMEMBERED:
                self.forget()
        return found

    def _courses(self, start: Place, steps: int) -> PathTables:
        tables = self._tables[start.index]
        if steps not in tables:
            tables[steps] = PathTables(self._ground, start, steps=steps)
        return tables[steps]

    def forget(self) -> None:
        """Clear the cache of answers; the path tables stay."""
        self._ground.remembered = 0
        for tables in self._tables:
            for courses in tables.values():
                courses.forget()

    def _barred(self, start: Place, occupied: int, used: int) -> int:
        """The places that a move may not enter; its start counts as entered, unless a house rule differs (MOVE-4)."""
        barred = used | start.bit if used or not self._ground.returns(start) else 0
        return barred if self._jumping else barred | occupied

    def _explore(self, courses: PathTables, start: Place, steps: int, *, occupied: int, used: int) -> Reach:
        blocked = self._barred(start, occupied, used)
        ends, pauses = courses.open(blocked)
        if not ends:
            return self.reach(start, steps - 1, occupied=occupied, used=used)
        if self._jumping and occupied:
            ends |= self._behind_tokens(start, steps, occupied=occupied, used=used)
            ends &= ~occupied
            pauses &= ~occupied
        if ends == courses.ends:
            return Reach(courses.order, self._places(pauses), steps)
        return Reach(self._places(ends), self._places(pauses), steps)

    def _places(self, mask: int) -> tuple[Place, ...]:
        """The places of a mask in board order. Optimised, because it picks hundreds of places every turn."""
        return tuple(compress(self.board.places, bin(mask)[:1:-1].encode().translate(BITS))) if mask else ()

    def _behind_tokens(self, start: Place, steps: int, *, occupied: int, used: int) -> int:
        """Where a move stops because its count would end on a token, or on the last of a row of tokens (MOVE-7)."""
        blocked = self._barred(start, occupied, used)
        tokens = occupied & ~blocked
        stops, length = 0, 1
        rows = [(token.bit, token.index) for token in self._places(tokens)]
        if not used:
            for _, token in rows:
                stops |= self._courses(start, steps).places_before(token)
            rows, length = self._longer(rows, tokens), 2
        while rows and length <= steps:
            for row, first in rows:
                before = self._ground.near[first] & ~occupied
                if length == steps:
                    stops |= before & start.bit
                else:
                    before &= ~self._ground.rooms
                    stops |= self._courses(start, steps - length).among(before, blocked=blocked | row)
            rows, length = self._longer(rows, tokens), length + 1
        return stops

    def _longer(self, rows: Iterable[tuple[int, int]], tokens: int) -> list[tuple[int, int]]:
        """Rows of tokens, each a mask and the token at its growing end, with one more token there."""
        near = self._ground.near
        return [
            (row | token.bit, token.index) for row, first in rows for token in self._places(near[first] & tokens & ~row)
        ]

    def path(self, start: Place, end: Place, steps: int, *, occupied: int = 0, used: int = 0) -> tuple[Place, ...]:
        """The default path to one of the ends: the places entered; empty for staying."""
        blocked = self._barred(start, occupied, used)
        if steps > 0 and not end.bit & occupied:
            path = self._courses(start, steps).path(end, blocked=blocked)
            if path is not None:
                return path
        legal = self.reach(start, steps, occupied=occupied, used=used)
        if end not in legal.ends:
            raise ValueError(f"No move of {steps} steps from {start} ends at {end}.")
        if legal.steps < steps:
            return self.path(start, end, legal.steps, occupied=occupied, used=used)
        for length in range(1, steps):
            for row in self._rows_of_tokens(end, length, tokens=occupied & ~blocked):
                path = self._courses(start, steps - length).path(end, blocked=blocked | row)
                if path is not None:
                    return path
        return ()

    def _rows_of_tokens(self, place: Place, length: int, *, tokens: int) -> list[int]:
        """The rows of so many tokens that begin beside a place, as masks."""
        rows = [(0, place.index)]
        for _ in range(length):
            rows = self._longer(rows, tokens)
        return [row for row, _ in rows]

    def pause_path(
        self, start: Place, spyglass: Place, steps: int, *, occupied: int = 0, used: int = 0
    ) -> tuple[Place, ...]:
        """A shortest path to a spyglass square from which the move can be completed (SNOOP-4)."""
        legal = self.reach(start, steps, occupied=occupied, used=used)
        if spyglass not in legal.pauses:
            raise ValueError(f"No move of {steps} steps from {start} can pause at {spyglass}.")
        blocked = self._barred(start, occupied, used)
        trail = self._ground.pause(start.index, spyglass.index, steps=legal.steps, blocked=blocked)
        assert trail is not None
        return tuple(self.board.places[place] for place in trail)

    def shut_in(self, room: Place, occupied: int) -> bool:
        """Whether every door of a room is blocked (MOVE-15); never where pawns are jumped."""
        doors = self._ground.near[room.index] & self.board.standing
        return room.kind == "room" and not self._jumping and not doors & ~occupied

    def fault(
        self,
        start: Place,
        path: Sequence[Place],
        steps: int,
        *,
        occupied: int = 0,
        used: int = 0,
        pausing: bool = True,
    ) -> Fault | None:
        """Why this path is illegal, or None if it is legal; `pausing` also allows stopping at a spyglass."""
        steps = self.reach(start, steps, occupied=occupied, used=used).steps
        entered, last = self._barred(start, 0, used), start
        for number, place in enumerate(path):
            if number and last.kind == "room" and not self.stride.passing:
                return Fault("MOVE-12", "room ends move", last)
            if fault := self._bad_step(last, place, entered, began=self._counts_as_entered(start, used)):
                return fault
            if place.bit & occupied and not self._jumping:
                return self._in_the_way(last, place, path[number + 1 : number + 2])
            if number == steps:
                return Fault("MOVE-8", "path too long", place)
            entered |= place.bit
            last = place
        if last.bit & occupied:
            return Fault("MOVE-6", "ends on token", last)
        left = steps - len(path)
        if not left or (path and last.kind == "room") or self._stops_behind(last, left, occupied & ~entered):
            return None
        if not (pausing and path and last.spyglass):
            return Fault("MOVE-8", "path too short", last)
        rest = self.reach(last, left, occupied=occupied, used=entered)
        return None if rest.steps == left else Fault("SNOOP-4", "cannot go on", last)

    def _counts_as_entered(self, start: Place, used: int) -> Place | None:
        """The place where the turn began, if the move begins there and may not come back to it (MOVE-4)."""
        return None if used or self._ground.returns(start) else start

    def _bad_step(self, last: Place, place: Place, entered: int, *, began: Place | None) -> Fault | None:
        if not self._ground.near[last.index] & place.bit:
            if self.board.passages.get(last) == place:
                return Fault("PASS-7", "passage before rolling", place)
            if last.kind == "room" or place.kind == "room":
                room = place if place.kind == "room" else last
                joined = self.stride.passages and room in self.board.passages
                return Fault("MOVE-9", "no door or passage" if joined else "no door", room)
            return Fault("MOVE-3", "not adjacent", place)
        return _entered_before(place, began=began) if place.bit & entered else None

    def _in_the_way(self, last: Place, square: Place, ahead: Sequence[Place]) -> Fault:
        """The fault of another pawn in the way; in front of a door it blocks the door (MOVE-11)."""
        for room in (last, *ahead):
            if room.kind == "room":
                return Fault("MOVE-11", "door blocked", room)
        return Fault("MOVE-5", "occupied", square)

    def _stops_behind(self, place: Place, left: int, tokens: int) -> bool:
        """Whether all the steps that are left would go over tokens (MOVE-7)."""
        return self._jumping and bool(self._rows_of_tokens(place, left, tokens=tokens))

    def why_not(
        self,
        start: Place,
        end: Place,
        steps: int,
        *,
        occupied: int = 0,
        used: int = 0,
        pausing: bool = True,
    ) -> Fault | None:
        """Why a move can't end there, or None if it can; `pausing` also allows stopping to snoop."""
        legal = self.reach(start, steps, occupied=occupied, used=used)
        if end in legal.ends or (pausing and end in legal.pauses):
            return None
        if end.bit & self._barred(start, 0, used):
            return _entered_before(end, began=self._counts_as_entered(start, used))
        if end.bit & occupied:
            return Fault("MOVE-6", "ends on token", end) if self._jumping else Fault("MOVE-5", "occupied", end)
        if not self._jumping and end in self.reach(start, steps, used=used).ends:
            return self._barred_by_pawns(start, end, occupied)
        if not self.stride.passages and self.board.passages.get(start) == end:
            return Fault("PASS-7", "passage before rolling", end)
        if end.kind == "room" or not end.bit & self._ground.within(start.index, steps):
            return Fault("MOVE-8", "too far", end)
        if pausing and end.spyglass and self._comes_by(start, end, legal.steps, self._barred(start, occupied, used)):
            return Fault("SNOOP-4", "cannot go on", end)
        return Fault("MOVE-8", "wrong count", end)

    def _barred_by_pawns(self, start: Place, end: Place, occupied: int) -> Fault:
        """The fault when pawns block every path; pawns in front of a door are named first (MOVE-11)."""
        for room in (end, start):
            if room.kind == "room" and self._ground.near[room.index] & occupied:
                return Fault("MOVE-11", "door blocked", room)
        return Fault("MOVE-5", "in the way", end)

    def _comes_by(self, start: Place, spyglass: Place, steps: int, blocked: int) -> bool:
        """Whether a path of fewer steps could reach a spyglass square."""
        index = start.index
        return any(
            next(self._ground.trails(index, spyglass.index, steps=taken, blocked=blocked), None) is not None
            for taken in range(1, steps)
        )


def _entered_before(place: Place, *, began: Place | None) -> Fault:
    """The fault of a place entered twice; the square where the turn began counts as entered, too (MOVE-4)."""
    if place.kind == "room":
        return Fault("MOVE-14", "room entered before", place)
    return Fault("MOVE-4", "back to the start" if place == began else "entered before", place)
