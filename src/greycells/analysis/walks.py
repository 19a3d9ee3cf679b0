"""Where a pawn could go, and what that does to the winning chances."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import NamedTuple

import numpy as np

from greycells.analysis.reviewed_game import ReviewedGame
from greycells.chances.standing import PATIENCE, Column, Rows, place_distances
from greycells.chances.travel_times import journeys
from greycells.rules.board import Place
from greycells.rules.events import Rolled
from greycells.rules.movement.moves import moves
from greycells.rules.scene import Scene, after
from greycells.rules.seats import Seat


class PlaceValue(NamedTuple):
    """A place where a move could end, with everybody's winning chances there, and the bits of the best question."""

    place: Place
    chances: Rows
    bits: float


def place_values(game: ReviewedGame, seat: Seat, event: int, places: Sequence[Place]) -> list[PlaceValue]:
    """What each place is worth to the mover after this event: a room with the best suggestion in it already made.

    The answers to that are taken at their mean, so that only rooms are compared with one another and with corridors.
    """
    scene, deck = game.point(event).scene, game.table.edition.deck
    way, known = journeys(game.table.edition, PATIENCE), game.knowledge[seat.index].at(event)
    rooms = sum(room.bit for room in deck.rooms) & ~known.lacks[-1]
    gains = game.gains(seat, event)
    pawn = scene.pawn(seat)
    base = game.asked_rows(seat, event)
    rows = np.repeat(base[None], len(places), axis=0)
    told: list[float] = []
    for row, place in zip(rows, places, strict=True):
        row[seat.index, Column.NEAR : Column.NEAR_OPEN + 1] = place_distances(
            scene, way, place.index, rooms, here=False
        )
        bits = 0.0
        if place.room is not None and place is not pawn:
            number = deck.rooms.index(place.room)
            private = gains.private[:, :, number]
            best = int(private.argmax())
            bits = min(float(private.flat[best]), float(base[seat.index, Column.BITS]))
            row[:, Column.BITS] *= 1 - float(gains.public[:, :, number].flat[best])
            row[seat.index, Column.BITS] = base[seat.index, Column.BITS] - bits
        told.append(max(0.0, bits))
    chances = game.model.chances(rows)
    return [PlaceValue(place, chances[at], told[at]) for at, place in enumerate(places)]


def best_place(values: Sequence[PlaceValue], seat: Seat) -> PlaceValue:
    """The place that is worth most to a seat."""
    return max(values, key=lambda value: round(float(value.chances[seat.index]), 9))


def rolls(dice: int) -> dict[int, float]:
    """The probability of every total."""
    throws = [sum(throw) for throw in product(range(1, 7), repeat=dice)]
    return {total: throws.count(total) / len(throws) for total in sorted(set(throws))}


class RollChances(NamedTuple):
    """Everybody's winning chances after the best move with each total of the dice, and how likely the total is."""

    totals: dict[int, Rows]
    shares: dict[int, float]

    @property
    def mean(self) -> Rows:
        found: Rows = np.array(sum(self.shares[total] * chances for total, chances in self.totals.items()))
        return found


def roll_chances(game: ReviewedGame, seat: Seat, event: int) -> RollChances:
    """What every roll would have been worth to the mover, who has not rolled yet after this event."""
    scene = game.point(event).scene
    shares = rolls(game.table.rules.dice)
    reach = {total: _ends(scene, seat, total) for total in shares}
    places = sorted({place for ends in reach.values() for place in ends}, key=lambda place: place.index)
    worth = dict(zip(places, place_values(game, seat, event, places), strict=True))
    best = {total: best_place([worth[place] for place in ends], seat).chances for total, ends in reach.items()}
    return RollChances(best, shares)


def _ends(scene: Scene, seat: Seat, total: int) -> tuple[Place, ...]:
    """Where a move with this total may end; the pawn's own place if it can't move."""
    dice = scene.table.rules.dice
    thrown = tuple(total // dice + (die < total % dice) for die in range(dice))
    reach = moves(after(scene, Rolled(seat, thrown)))
    return reach.ends if reach is not None and reach.ends else (scene.pawn(seat),)
