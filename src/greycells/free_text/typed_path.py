"""The path through the places that a person named, square by square."""

from __future__ import annotations

from collections.abc import Sequence

from greycells.rules.board import Place
from greycells.rules.views import View

MOST_TRIED = 20_000
"""How many steps are tried before the search settles for the straight way."""


def route(view: View, stops: Sequence[Place]) -> tuple[Place, ...]:
    """A legal walk through these places in this order that ends at the last one, or else the straight way through them.

    The straight way is what the referee then refuses, with the rule.
    """
    scene, options = view.scene, view.options
    assert view.seat is not None
    pawn = scene.pawn(view.seat)
    steps = options.moves.steps if options is not None and options.moves is not None else 0
    search = _Search(view, stops, steps)
    return search.walk(pawn) or search.straight(pawn)


class _Search:
    """One search for a walk: depth first, towards the next stop, as long as the steps suffice."""

    def __init__(self, view: View, stops: Sequence[Place], steps: int) -> None:
        assert view.seat is not None
        scene = view.scene
        self.board, self.walks = scene.edition.board, scene.edition.walks
        self.start = scene.pawn(view.seat)
        self.stops, self.steps = stops, steps
        self.occupied, self.used = scene.occupied_by_others(self.start), scene.turn.used
        self.away = [self._distances(stop) for stop in stops]
        self.legs = [self.away[at + 1].get(stop, 99) for at, stop in enumerate(stops[:-1])]
        self.tries_left = MOST_TRIED

    def _near(self, place: Place) -> Sequence[Place]:
        beyond = self.board.passages.get(place) if self.walks.stride.passages else None
        near = self.board.neighbours[place.index]
        return near if beyond is None else (*near, beyond)

    def _distances(self, stop: Place) -> dict[Place, int]:
        """How many steps every place is away from a stop, with nobody in the way."""
        away, edge = {stop: 0}, [stop]
        for place in edge:
            for near in self._near(place) if place.kind != "room" or self._passable(place, stop) else ():
                if near not in away:
                    away[near] = away[place] + 1
                    edge.append(near)
        return away

    def _passable(self, room: Place, stop: Place) -> bool:
        return self.walks.stride.passing or room is stop

    def walk(self, place: Place, path: tuple[Place, ...] = (), passed: int = 0) -> tuple[Place, ...] | None:
        """The rest of a legal walk from here on, or None."""
        self.tries_left -= 1
        if passed == len(self.stops):
            fault = self.walks.fault(self.start, path, self.steps, occupied=self.occupied, used=self.used)
            return path if fault is None else None
        left = self.steps - len(path)
        if self.tries_left < 0 or self.away[passed].get(place, 99) + sum(self.legs[passed:]) > left:
            return None
        if path and place.kind == "room" and not self.walks.stride.passing:
            return None
        barred = 0 if self.walks.stride.jumping else self.occupied
        for near in sorted(self._near(place), key=lambda near: self.away[passed].get(near, 99)):
            if near in path or near.bit & barred:
                continue
            found = self.walk(near, (*path, near), passed + (near is self.stops[passed]))
            if found is not None:
                return found
        return None

    def straight(self, place: Place) -> tuple[Place, ...]:
        """The shortest way from stop to stop."""
        path: list[Place] = []
        for stop, away in zip(self.stops, self.away, strict=True):
            while place is not stop and place in away:
                place = min(self._near(place), key=lambda near: away.get(near, 99))
                path.append(place)
            if place is not stop:
                path.append(stop)
                place = stop
        return tuple(path)
