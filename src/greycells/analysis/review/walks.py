"""Where a pawn could go, and what that does to the winning chances."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product
from typing import NamedTuple

import numpy as np

from greycells.analysis.review.reviewed_game import ReviewedGame
from greycells.chances.standing import TURN_DISCOUNT, Column, Rows, stand_at
from greycells.chances.travel_times import journeys
from greycells.rules.board import Place
from greycells.rules.events import Moved, Rolled
from greycells.rules.movement.moves import moves
from greycells.rules.scene import Scene, after
from greycells.rules.seats import Seat


class PlaceValue(NamedTuple):
    """A place where a move could end or pause, with everybody's standings and winning chances there.

    `bits` is what could be learned there: from the best question in a room, from a card drawn at a spyglass.
    """

    place: Place
    rows: Rows
    chances: Rows
    bits: float


def place_values(
    game: ReviewedGame, seat: Seat, event: int, places: Sequence[Place], *, looked: bool = False
) -> list[PlaceValue]:
    """What each place is worth to the mover after this event: a room with the best suggestion in it already made.

    The answers to that are taken at their mean, so that only rooms are compared with one another and with corridors. A
    spyglass counts with a card already drawn, and so does every place if the mover `looked` on the way there.
    """
    scene, deck = game.point(event).scene, game.table.edition.deck
    way, known = journeys(game.table.edition, TURN_DISCOUNT), game.knowledge[seat.index].at(event)
    gains = game.gains(seat, event)
    pawn = scene.pawn(seat)
    base = game.asked_rows(seat, event)
    base[seat.index, Column.ACCUSES] *= known.solved  # A mean of answers proves nothing.
    if looked:
        base[seat.index, Column.BITS] = max(0.0, base[seat.index, Column.BITS] - gains.look)
    rows = np.repeat(base[None], len(places), axis=0)
    told: list[float] = []
    for row, place in zip(rows, places, strict=True):
        stand_at(row[seat.index], scene, way, place.index, known.rooms, here=False)
        bits = 0.0
        if place.room is not None and place is not pawn:
            number = deck.rooms.index(place.room)
            private = gains.private[:, :, number]
            best = int(private.argmax())
            bits = min(float(private.flat[best]), float(base[seat.index, Column.BITS]))
            row[:, Column.BITS] *= 1 - float(gains.public[:, :, number].flat[best])
            row[seat.index, Column.BITS] = base[seat.index, Column.BITS] - bits
        elif place.spyglass and place is not pawn:
            bits = min(gains.look, float(base[seat.index, Column.BITS]))
            row[seat.index, Column.BITS] -= bits
        told.append(max(0.0, bits))
    chances = game.model.chances(rows)
    return [PlaceValue(place, rows[at], chances[at], told[at]) for at, place in enumerate(places)]


def pause_values(game: ReviewedGame, seat: Seat, event: int, pauses: Sequence[Place]) -> list[PlaceValue]:
    """What it is worth to stop at each spyglass on the way, draw a card, and go on to the best place (SNOOP-4)."""
    look = game.gains(seat, event).look
    ways = _ways_on(game.point(event).scene, pauses) if look > 0 else {}
    worth = _worth(game, seat, event, ways.values(), looked=True)
    return [
        best_place([worth[place] for place in ends], seat)._replace(place=pause, bits=look)
        for pause, ends in ways.items()
    ]


def _ways_on(scene: Scene, pauses: Sequence[Place]) -> dict[Place, tuple[Place, ...]]:
    """Where the move may end after a stop at each of these spyglasses."""
    reach, mover, walks = moves(scene), scene.turn.mover, scene.table.edition.walks
    if reach is None:
        return {}
    pawn = scene.pawn(mover)
    occupied, used = scene.occupied_by_others(pawn), scene.turn.used
    found: dict[Place, tuple[Place, ...]] = {}
    for pause in pauses:
        path = walks.pause_path(pawn, pause, reach.steps, occupied=occupied, used=used)
        further = moves(after(scene, Moved(mover, path, reach.steps - len(path))))
        if further is not None and further.ends:
            found[pause] = further.ends
    return found


def best_place(values: Sequence[PlaceValue], seat: Seat) -> PlaceValue:
    """The place that is worth most to a seat."""
    return max(values, key=lambda value: round(float(value.chances[seat.index]), 9))


def rolls(dice: int) -> dict[int, float]:
    """The probability of every total."""
    throws = [sum(throw) for throw in product(range(1, 7), repeat=dice)]
    return {total: throws.count(total) / len(throws) for total in sorted(set(throws))}


class RollChances(NamedTuple):
    """The best move with each total of the dice, and how likely the total is."""

    totals: dict[int, PlaceValue]
    shares: dict[int, float]

    @property
    def mean(self) -> Rows:
        """Everybody's winning chances, averaged over all rolls."""
        found: Rows = np.array(sum(self.shares[total] * best.chances for total, best in self.totals.items()))
        return found


def roll_chances(game: ReviewedGame, seat: Seat, event: int) -> RollChances:
    """What every roll would have been worth to the mover, who has not rolled yet after this event."""
    scene = game.point(event).scene
    shares = rolls(game.table.rules.dice)
    rolled = {total: _after_roll(scene, seat, total) for total in shares}
    reach = {total: _ends(after_it, seat) for total, after_it in rolled.items()}
    looks = game.gains(seat, event).look > 0
    ways = {total: _after_looks(after_it) if looks else () for total, after_it in rolled.items()}
    worth = _worth(game, seat, event, reach.values(), looked=False)
    looked = _worth(game, seat, event, ways.values(), looked=True)
    best = {
        total: best_place([*(worth[place] for place in ends), *(looked[place] for place in ways[total])], seat)
        for total, ends in reach.items()
    }
    return RollChances(best, shares)


def _worth(
    game: ReviewedGame, seat: Seat, event: int, reach: Iterable[Sequence[Place]], *, looked: bool
) -> dict[Place, PlaceValue]:
    """The values of all these places, counted at once."""
    places = sorted({place for ends in reach for place in ends}, key=lambda place: place.index)
    if not places:
        return {}
    return dict(zip(places, place_values(game, seat, event, places, looked=looked), strict=True))


def _after_roll(scene: Scene, seat: Seat, total: int) -> Scene:
    """The scene after a roll with this total."""
    dice = scene.table.rules.dice
    return after(scene, Rolled(seat, tuple(total // dice + (die < total % dice) for die in range(dice))))


def _ends(scene: Scene, seat: Seat) -> tuple[Place, ...]:
    """Where the move may end; the pawn's own place if it can't move."""
    reach = moves(scene)
    return reach.ends if reach is not None and reach.ends else (scene.pawn(seat),)


def _after_looks(scene: Scene) -> tuple[Place, ...]:
    """Where the move may end after a stop at a spyglass on the way."""
    reach = moves(scene)
    ways = {} if reach is None else _ways_on(scene, reach.pauses)
    return tuple(dict.fromkeys(place for ends in ways.values() for place in ends))
