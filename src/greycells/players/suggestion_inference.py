"""What a suggestion reveals about the suggester's cards, by simulating the suggester.

In each sampled deal that fits, the suggester's hand and the cards shown to them are known. What would they suggest
then? Deals in which they would have made this suggestion become more likely, and so do their cards, hand by hand.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from math import inf
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from greycells.deduction.count_fallback import draw
from greycells.deduction.problem import CountProblem, Weight
from greycells.players.chief import DIGITS, NUDGE, Chief, unchecked
from greycells.players.notes import Notes, bits
from greycells.players.seeded_random import SeededRandom
from greycells.players.suggestion_values import BeliefArrays, full_gain, private_gain, public_gain
from greycells.rules.cards import Theory
from greycells.rules.edition import Answering
from greycells.rules.events import Event, Shown, Suggested
from greycells.rules.views import View

KEENNESS = 0.1
"""The scale in bits by which a suggestion may be worse than the best one and still be made sometimes."""

STRAY = 0.1
"""The share of suggestions that the models can't explain."""

OPENLY = 0.95
"""How often an open player names a card that they haven't seen."""

CAUTION = 0.05
"""Keeps a card from being ruled out of a hand just because no sampled deal has it there."""

FINE = 64
"""The resolution of soft evidence for sampling deals."""

AT_ONCE = 64
"""How many beliefs are counted at once, before looking at the clock."""

WORTH_NOTING = 1.15
"""Weaker evidence is ignored: every card with its own evidence makes counting slower."""


@dataclass(slots=True)
class HeardSuggestion:
    """A suggestion: who made it, its cards, their public probabilities, and who showed what."""

    asker: int
    cards: int
    likely: NDArray[np.float64]
    shower: int | None = None
    shown: int = 0


class SeatKnowledge(NamedTuple):
    """What a seat has seen in a deal: its hand, and the cards that it was shown, by owner."""

    hand: int
    shown: tuple[int, ...]

    @property
    def seen(self) -> int:
        seen = self.hand
        for cards in self.shown:
            seen |= cards
        return seen


class Listener(Notes):
    """Notes with all suggestions, and what they reveal: a factor for each card and holder (`factors`).

    No conclusions are drawn in these notes, so they depend on the sightings only, not on how often they were read. The
    exception is a slow machine, which stops evaluating suggestions after so much CPU time of its thread (`until`).
    """

    def __init__(self, view: View, *, seed: int, worlds: int) -> None:
        super().__init__(view)
        self.factors: NDArray[np.float64] = np.ones((len(self.deck), self.seats + 1))
        self.worlds = worlds
        self.seed = seed
        self.everybody = view.scene.edition.rules.answering is Answering.EVERYBODY
        self.until = inf
        self.history: list[HeardSuggestion] = []
        self.closed = [0.5] * self.seats
        """By seat, the probability that it suggests like a chief, instead of openly what it hasn't seen."""

    def _tick(self, event: Event) -> None:
        if isinstance(event, Suggested):
            self._listen(event.seat.index, event.theory)
        super()._tick(event)

    def _overhear(self, event: Event) -> None:
        super()._overhear(event)
        if isinstance(event, Shown) and self.history:
            last = self.history[-1]
            last.shower = event.seat.index
            last.shown = 0 if event.card is None else event.card.bit

    def _listen(self, asker: int, theory: Theory) -> None:
        """Before the answers: in which deals would this seat have made this suggestion?"""
        table = BeliefArrays.weighed((self.public_problem(),)).number(0)
        joint = table.joint
        likely = np.concatenate([joint.sum(axis=axes) for axes in ((1, 2), (0, 2), (0, 1))])
        if asker != self.me and self.worlds and not self.crowded and time.thread_time() < self.until:
            number = len(self.history)
            seed = SeededRandom(self.seed, number).bits()
            deals = draw(self.suspicions(self, whole=True), self.worlds, seed=seed)
            eyes = [self._eyes(asker, deal) for deal in deals]
            chance = self._chances(asker, theory, table, eyes) if deals else None
            if chance is not None:
                self._believe(deals, chance)
        self.history.append(HeardSuggestion(asker, theory.mask, likely))

    def _eyes(self, seat: int, deal: Sequence[int]) -> SeatKnowledge:
        """What a seat has seen in this deal; of several cards, one shown before, otherwise the least suspected."""
        shown = [0] * self.seats
        for asked in self.history:
            owner = asked.shower
            if asked.asker == seat and owner is not None:
                shown[owner] |= asked.shown or _to_show(asked, deal[owner], shown[owner])
        return SeatKnowledge(deal[seat], tuple(shown))

    def _chances(
        self, asker: int, theory: Theory, table: BeliefArrays, eyes: Sequence[SeatKnowledge]
    ) -> NDArray[np.float64] | None:
        """The probability of this suggestion in every deal; also updates what kind of player the suggester is.

        None if time ran out.
        """
        different = list(dict.fromkeys(eyes))
        beliefs = self._beliefs_of(asker, different)
        if beliefs is None:
            return None
        chief = dict(zip(different, self._like_a_chief(asker, theory, table, beliefs), strict=True))
        openly = {each: self._openly(theory, each) for each in different}
        as_chief = np.array([chief[each] for each in eyes])
        as_open = np.array([openly[each] for each in eyes])
        closed = self.closed[asker]
        mean = closed * float(as_chief.mean()), (1 - closed) * float(as_open.mean())
        self.closed[asker] = min(0.99, max(0.01, mean[0] / sum(mean)))
        chance: NDArray[np.float64] = closed * as_chief + (1 - closed) * as_open
        return chance

    def _openly(self, theory: Theory, eyes: SeatKnowledge) -> float:
        """The model of a player who suggests unseen suspects and weapons at random."""
        chance = 1.0
        for card, kind in zip(theory, self.kinds[:2], strict=False):
            fresh = kind & ~eyes.seen & ~self.open_cards
            known = kind & ~fresh
            if not fresh or not known:
                chance /= kind.bit_count()
            elif card.bit & fresh:
                chance *= OPENLY / fresh.bit_count()
            else:
                chance *= (1 - OPENLY) / known.bit_count()
        return chance

    def _beliefs_of(self, asker: int, eyes: Sequence[SeatKnowledge]) -> BeliefArrays | None:
        """What a seat would believe with each of these knowledge states; None if time ran out."""
        rarely_own = self._rarely_own()
        problems = [self._problem_of(asker, each, rarely_own) for each in eyes]
        parts: list[BeliefArrays] = []
        for begin in range(0, len(problems), AT_ONCE):
            if time.thread_time() > self.until:
                return None
            parts.append(BeliefArrays.weighed(problems[begin : begin + AT_ONCE]))
        return BeliefArrays(
            np.concatenate([each.joint for each in parts]), np.concatenate([each.held for each in parts])
        )

    def _like_a_chief(self, asker: int, theory: Theory, table: BeliefArrays, beliefs: BeliefArrays) -> list[float]:
        """The model of a chief: the more a suggestion gains, the more likely it is."""
        deck = self.deck
        room = theory.room.index - deck.rooms[0].index
        joint = beliefs.joint
        here = beliefs.in_room(room)
        if self.everybody:
            value = full_gain(here)[..., 0]
        else:
            told = public_gain(table.in_room(room), asker, rooms=1)[..., 0]
            value = private_gain(here, asker, hands=Chief.hands, rooms=1)[..., 0] - Chief.others * told
        may_be = NUDGE * (joint.sum(axis=(2, 3)) > 0)[:, :, None] + NUDGE * (joint.sum(axis=(1, 3)) > 0)[:, None, :]
        value = value + may_be
        best = value.max(axis=(1, 2), keepdims=True)
        share = np.exp((value - best) / KEENNESS)
        share /= share.sum(axis=(1, 2), keepdims=True)
        chosen = share[:, theory.suspect.index, theory.weapon.index - len(deck.suspects)]
        alike = 1 / (len(deck.suspects) * len(deck.weapons))
        return [STRAY * alike + (1 - STRAY) * float(chance) for chance in chosen]

    def _rarely_own(self) -> list[list[tuple[int, Weight]]]:
        """A chief's soft evidence, by owner: each card that they named, as a bit, and its weight."""
        own, own_room = Chief.own
        return [
            [
                (1 << card, Weight(card, owner, (own_room if self.kinds[2] >> card & 1 else own) ** min(times, 4)))
                for card, times in named.items()
            ]
            for owner, named in enumerate(self.named)
        ]

    def _problem_of(
        self, seat: int, eyes: SeatKnowledge, rarely_own: Sequence[Sequence[tuple[int, Weight]]]
    ) -> CountProblem:
        """The counting problem of a seat with this knowledge, with a chief's soft evidence."""
        seen, cards = eyes.seen, self.all & ~self.open_cards
        may = [cards & ~could_not & ~seen | shown
               for could_not, shown in zip(self.could_not, eyes.shown, strict=True)]  # fmt: skip
        may[seat] = eyes.hand
        weights: list[Weight] = []
        for owner, named in enumerate(rarely_own):
            if owner != seat:
                open_cards = may[owner] & ~eyes.shown[owner]
                weights += [weight for bit, weight in named if bit & open_cards]
        one_of = [answer for answer in self.answered if answer[0] != seat]
        sealed = cards & ~seen
        return CountProblem(
            self.kinds,
            cards,
            (*may, *(sealed & kind for kind in self.kinds)),
            (*self.sizes, 1, 1, 1),
            tuple(one_of),
            (),
            tuple(weights),
        )

    def _believe(self, deals: Sequence[Sequence[int]], chance: NDArray[np.float64]) -> None:
        """Move the factors towards the deals in which the suggestion was likely, as far as a small sample allows."""
        number = len(deals)
        by_hand = np.array(deals, np.int64)[:, None, :] >> np.arange(len(self.deck))[:, None] & 1
        by_hand[..., self.seats] = by_hand[..., self.seats :].sum(axis=-1)
        holds = by_hand[..., : self.seats + 1].astype(np.float64)
        share = chance / chance.sum()
        before = holds.mean(axis=0)
        change = np.tensordot(share, holds, axes=1) - before
        noise = before * (1 - before) * float((share * share).sum() - 1 / number)
        square = change * change
        told = np.divide(square, square + noise, out=np.zeros_like(square), where=square > 0)
        self.factors *= (before + told * change + CAUTION) / (before + CAUTION)

    def suspicions(self, notes: Notes, *, whole: bool = False) -> CountProblem:
        """The counting problem with soft evidence; with integer weights for sampling."""
        holders = [self.all & ~lacks for lacks in notes.lacks]
        weights: list[Weight] = []
        for card, row in enumerate(self.factors):
            possible = [holder for holder, cards in enumerate(holders) if cards >> card & 1]
            if len(possible) < 2:
                continue
            most = max(row[holder] for holder in possible)
            if most < WORTH_NOTING * min(row[holder] for holder in possible):
                continue
            for holder in possible:
                factor = float(row[holder] / most)
                weights.append(
                    Weight(
                        card,
                        self._place(card) if holder == self.seats else holder,
                        max(1, round(FINE * factor)) if whole else max(1 / FINE, factor),
                    )
                )
        doubts = [] if whole else unchecked(notes)
        return notes.problem()._replace(weights=(*weights, *doubts))

    def _place(self, card: int) -> int:
        """The place in the case file for this card."""
        return self.seats + next(place for place, kind in enumerate(self.kinds) if kind >> card & 1)


def _to_show(asked: HeardSuggestion, hand: int, before: int) -> int:
    held = asked.cards & hand
    again = held & before
    if again:
        return again & -again
    return min(bits(held), key=lambda card: round(float(asked.likely[card.bit_length() - 1]), DIGITS), default=0)
