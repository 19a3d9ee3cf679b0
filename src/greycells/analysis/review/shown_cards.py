"""Which card to show: what each would give away, as far as the seat that shows it can know."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from greycells.analysis.review.reviewed_game import ReviewedGame
from greycells.chances.standing import Column
from greycells.deduction.empathy import evidence_for
from greycells.deduction.exact_counting import totals_and_entropies
from greycells.deduction.facts import Has, Origin, Source
from greycells.deduction.knowledge import Knowledge
from greycells.rules.cards import Card
from greycells.rules.seats import Seat
from greycells.rules.views import Sighting, Sightings, View, seen_by

SUPPOSED = Source(Origin.SUPPOSED)


class CardValue(NamedTuple):
    """A card that could be shown: the bits that it gives away, and the winning chances of the seat that shows it."""

    given_away: float
    win: float


def card_values(
    game: ReviewedGame, seat: Seat, event: int, *, to: Seat, cards: Sequence[Card]
) -> dict[Card, CardValue]:
    """What each card would tell the asker, from what the shower knows of the asker's knowledge; TooHard if too many."""
    snooping = game.table.rules.snooping
    seen = [Sighting(at, seen_by(seat, each, snooping=snooping)) for at, each in enumerate(game.events[: event + 1])]
    view = View(seat, game.point(event).scene, game.hand(seat), Sightings(seen))
    theirs = evidence_for(view, to, Knowledge.of(game.knowledge[seat.index].evidence_at(event)))
    problems = [theirs.problem(), *(theirs.and_also(Has(seat, card, SUPPOSED)).problem() for card in cards)]
    (_, before), *after = totals_and_entropies(problems)
    given = [max(0.0, before - bits) for _, bits in after]
    rows = np.repeat(game.rows_at(event)[None], len(cards), axis=0)
    rows[:, to.index, Column.ACCUSES] *= game.knowledge[to.index].at(event).solved  # An estimate proves nothing.
    rows[:, to.index, Column.BITS] = np.maximum(0.0, rows[:, to.index, Column.BITS] - np.array(given))
    wins = game.model.chances(rows)[:, seat.index]
    return {card: CardValue(bits, float(win)) for card, bits, win in zip(cards, given, wins, strict=True)}
