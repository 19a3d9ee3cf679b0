"""Whose card to look at: what a card drawn from each hand could be expected to tell (SNOOP-2)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from greycells.analysis.review.reviewed_game import ReviewedGame
from greycells.chances.standing import Column, Rows
from greycells.deduction.exact_counting import totals_and_entropies
from greycells.deduction.facts import Has, Origin, Source
from greycells.deduction.worlds import Worlds
from greycells.rules.cards import Card
from greycells.rules.seats import Seat

DRAWN = Source(Origin.SUPPOSED)


class SnoopValue(NamedTuple):
    """A hand to draw from: the expected bits, and the winning chances with them."""

    bits: float
    win: float


class DrawChances(NamedTuple):
    """Every card that could be drawn from a hand: how likely it is, and everybody's standings and chances after it."""

    cards: tuple[Card, ...]
    shares: tuple[float, ...]
    bits: tuple[float, ...]
    rows: Rows
    chances: Rows

    @property
    def mean(self) -> Rows:
        found: Rows = np.array(self.shares) @ self.chances
        return found


def draw_chances(game: ReviewedGame, seat: Seat, event: int, owner: Seat) -> DrawChances:
    """What every card of this hand would do, over all deals that fit what the seat saw; all are equally likely."""
    evidence = game.knowledge[seat.index].evidence_at(event)
    worlds = Worlds(evidence)
    size = game.point(event).scene.sizes[owner.index]
    held = [(card, worlds.number_with(card, owner)) for card in evidence.deck]
    possible = [(card, number) for card, number in held if number]
    left = totals_and_entropies([evidence.and_also(Has(owner, card, DRAWN)).problem() for card, _ in possible])
    rows = np.repeat(game.rows_at(event)[None], len(possible), axis=0)
    rows[:, seat.index, Column.BITS] = [bits for _, bits in left]
    return DrawChances(
        tuple(card for card, _ in possible),
        tuple(number / (worlds.total * size) for _, number in possible),
        tuple(bits for _, bits in left),
        rows,
        game.model.chances(rows),
    )


def snoop_values(game: ReviewedGame, seat: Seat, event: int, owners: Sequence[Seat]) -> dict[Seat, SnoopValue]:
    """What a look into each hand could be expected to tell; TooHard where there are too many deals to count."""
    now = game.knowledge[seat.index].at(event).bits
    found: dict[Seat, SnoopValue] = {}
    for owner in owners:
        drawn = draw_chances(game, seat, event, owner)
        told = now - sum(share * bits for share, bits in zip(drawn.shares, drawn.bits, strict=True))
        found[owner] = SnoopValue(max(0.0, told), float(drawn.mean[seat.index]))
    return found
