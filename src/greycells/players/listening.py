"""Listening: what a suggestion tells about the cards of whoever makes it, by asking what one would suggest oneself.

In deals that fit, drawn by how likely they are, the asker knows his hand and what he was shown. What would he then ask
for? Deals in which he would have asked for just that become likelier, and so do their cards, hand by hand.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from math import inf
from random import Random
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from greycells.deduction.engine import weigh
from greycells.deduction.problem import Problem, Weight
from greycells.deduction.sampling import Sampler
from greycells.players.chief import DIGITS, NUDGE, Chief, unchecked
from greycells.players.notes import Notes, bits
from greycells.players.prospects import Beliefs, full_gain, private_gain, public_gain
from greycells.players.whim import Whim
from greycells.rules.cards import Theory
from greycells.rules.edition import Answering
from greycells.rules.events import Event, Shown, Suggested
from greycells.rules.views import View

KEENNESS = 0.1
"""How many bits a suggestion may promise less than the best one, and still be made now and then."""

STRAY = 0.1
"""How often a suggestion is made for no reason that one could guess."""

OPENLY = 0.95
"""How often somebody who asks openly names a card that he has not seen."""

CAUTION = 0.05
"""Keeps a card that no drawn deal puts into a hand from being ruled out there."""

FINE = 64
"""The steps in which soft evidence is measured when deals are drawn."""

WORTH_NOTING = 1.15
"""Evidence weaker than this is left out: every card with evidence of its own makes counting dearer."""


@dataclass(slots=True)
class Asked:
    """A suggestion that was made: by whom, of which cards, how likely they were to the table, and who showed what."""

    asker: int
    cards: int
    likely: NDArray[np.float64]
    shower: int | None = None
    shown: int = 0


class Eyes(NamedTuple):
    """What a seat has seen in a deal: its hand, and the cards that it was shown, by their owners."""

    hand: int
    shown: tuple[int, ...]

    @property
    def seen(self) -> int:
        seen = self.hand
        for cards in self.shown:
            seen |= cards
        return seen


class Listener(Notes):
    """Notes of what everybody asked for, and what it tells: a factor for each card with each holder (`factors`).

    Nothing is concluded in these notes: so they depend on the sightings alone, however often one looked at them; but
    for a slow machine, on which nothing more is made of suggestions after a time (`until`).
    """

    def __init__(self, view: View, *, seed: int, worlds: int) -> None:
        super().__init__(view)
        self.factors: NDArray[np.float64] = np.ones((len(self.deck), self.seats + 1))
        self.worlds = worlds
        self.seed = seed
        self.everybody = view.scene.edition.rules.answering is Answering.EVERYBODY
        self.until = inf
        self.history: list[Asked] = []
        self.closed = [0.5] * self.seats
        """How sure one is of each seat that it asks like a chief, and not openly for what it has not seen."""

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
        """Before the answers: in which deals would this seat have asked for this?"""
        table = Beliefs.of(self.deck, weigh(self.public_problem()))
        joint = table.joint
        likely = np.concatenate([joint.sum(axis=axes) for axes in ((1, 2), (0, 2), (0, 1))])
        if asker != self.me and self.worlds and not self.crowded and time.perf_counter() < self.until:
            number = len(self.history)
            sampler = Sampler(self.suspicions(self, whole=True))
            rng = Random(Whim(self.seed, number).bits())
            deals = [sampler.draw(rng) for _ in range(self.worlds)]
            eyes = [self._eyes(asker, deal) for deal in deals]
            chance = self._chances(asker, theory, table, eyes)
            self._believe(deals, chance)
        self.history.append(Asked(asker, theory.mask, likely))

    def _eyes(self, seat: int, deal: Sequence[int]) -> Eyes:
        """What a seat has seen in this deal; of several cards what was shown before, else the least suspect."""
        shown = [0] * self.seats
        for asked in self.history:
            owner = asked.shower
            if asked.asker == seat and owner is not None:
                shown[owner] |= asked.shown or _to_show(asked, deal[owner], shown[owner])
        return Eyes(deal[seat], tuple(shown))

    def _chances(self, asker: int, theory: Theory, table: Beliefs, eyes: Sequence[Eyes]) -> NDArray[np.float64]:
        """How likely this suggestion was in every deal; and on the way, what kind of player the asker is."""
        different = list(dict.fromkeys(eyes))
        chief = dict(zip(different, self._like_a_chief(asker, theory, table, different), strict=True))
        openly = {each: self._openly(theory, each) for each in different}
        as_chief = np.array([chief[each] for each in eyes])
        as_open = np.array([openly[each] for each in eyes])
        closed = self.closed[asker]
        mean = closed * float(as_chief.mean()), (1 - closed) * float(as_open.mean())
        self.closed[asker] = min(0.99, max(0.01, mean[0] / sum(mean)))
        chance: NDArray[np.float64] = closed * as_chief + (1 - closed) * as_open
        return chance

    def _openly(self, theory: Theory, eyes: Eyes) -> float:
        """Somebody asks for suspects and weapons that he has not seen, any of them alike."""
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

    def _like_a_chief(self, asker: int, theory: Theory, table: Beliefs, eyes: Sequence[Eyes]) -> list[float]:
        """A chief asks for what promises most: the more, the better a suggestion is."""
        deck = self.deck
        room = theory.room.index - deck.rooms[0].index
        beliefs = [Beliefs.of(deck, weigh(self._problem_of(asker, each))) for each in eyes]
        joint = np.stack([each.joint for each in beliefs])
        here = Beliefs(joint, np.stack([each.held for each in beliefs])).in_room(room)
        if self.everybody:
            value = full_gain(here)[..., 0]
        else:
            told = public_gain(table.in_room(room), asker)[..., 0]
            value = private_gain(here, asker, hands=Chief.hands)[..., 0] - Chief.others * told
        may_be = NUDGE * (joint.sum(axis=(2, 3)) > 0)[:, :, None] + NUDGE * (joint.sum(axis=(1, 3)) > 0)[:, None, :]
        value = value + may_be
        best = value.max(axis=(1, 2), keepdims=True)
        share = np.exp((value - best) / KEENNESS)
        share /= share.sum(axis=(1, 2), keepdims=True)
        chosen = share[:, theory.suspect.index, theory.weapon.index - len(deck.suspects)]
        alike = 1 / (len(deck.suspects) * len(deck.weapons))
        return [STRAY * alike + (1 - STRAY) * float(chance) for chance in chosen]

    def _problem_of(self, seat: int, eyes: Eyes) -> Problem:
        """Which deals fit for a seat with these eyes, and which of them fit well, as a chief thinks."""
        seen, cards = eyes.seen, self.all & ~self.open_cards
        may = [cards & ~could_not & ~seen | shown
               for could_not, shown in zip(self.could_not, eyes.shown, strict=True)]  # fmt: skip
        may[seat] = eyes.hand
        weights: list[Weight] = []
        own, own_room = Chief.own
        for owner, named in enumerate(self.named):
            if owner != seat:
                open_cards = may[owner] & ~eyes.shown[owner]
                weights += [
                    Weight(card, owner, (own_room if self.kinds[2] >> card & 1 else own) ** min(times, 4))
                    for card, times in named.items()
                    if open_cards >> card & 1
                ]
        one_of = [answer for answer in self.answered if answer[0] != seat]
        sealed = cards & ~seen
        return Problem(
            self.kinds,
            cards,
            (*may, *(sealed & kind for kind in self.kinds)),
            (*self.sizes, 1, 1, 1),
            tuple(one_of),
            (),
            tuple(weights),
        )

    def _believe(self, deals: Sequence[Sequence[int]], chance: NDArray[np.float64]) -> None:
        """Move the factors towards the deals in which the suggestion was likely, as far as so few deals can tell."""
        number = len(deals)
        holds = np.zeros((number, len(self.deck), self.seats + 1))
        for one, deal in zip(holds, deals, strict=True):
            for hand, cards in enumerate(deal):
                holder = min(hand, self.seats)
                for card in bits(cards):
                    one[card.bit_length() - 1, holder] = 1
        share = chance / chance.sum()
        before = holds.mean(axis=0)
        change = np.tensordot(share, holds, axes=1) - before
        noise = before * (1 - before) * float((share * share).sum() - 1 / number)
        square = change * change
        told = np.divide(square, square + noise, out=np.zeros_like(square), where=square > 0)
        self.factors *= (before + told * change + CAUTION) / (before + CAUTION)

    def suspicions(self, notes: Notes, *, whole: bool = False) -> Problem:
        """Which deals fit, and which of them fit well; with whole numbers where deals are to be drawn."""
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
        """The place in the case file where this card would lie."""
        return self.seats + next(place for place, kind in enumerate(self.kinds) if kind >> card & 1)


def _to_show(asked: Asked, hand: int, before: int) -> int:
    held = asked.cards & hand
    again = held & before
    if again:
        return again & -again
    return min(bits(held), key=lambda card: round(float(asked.likely[card.bit_length() - 1]), DIGITS), default=0)
