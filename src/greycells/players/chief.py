"""The chief: asks for what tells it most and the others least, and knows that it is a race."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar, NamedTuple

import numpy as np

from greycells.deduction.engine import weigh
from greycells.deduction.problem import Problem, Weight
from greycells.players.detective import Moment
from greycells.players.inspector import Inspector
from greycells.players.journeys import journeys
from greycells.players.notes import Notes, bits
from greycells.players.prospects import Beliefs, Grid, full_gain, private_gain, public_gain
from greycells.players.race import KNOWN_ROOM, ease, enough
from greycells.rules.cards import Card, Theory
from greycells.rules.edition import Answering
from greycells.rules.seats import Seat
from greycells.rules.sentences import Sentence

DIGITS = 6
"""To how many digits values are told apart: the same choice must follow however the counting rounds."""

AGAIN = 0.6
"""What a room is worth that one comes back to, against a fresh one."""

LIES = 0.05
"""How often a denial is false where answers are not checked."""

NUDGE = 0.01
"""Tells suggestions apart that promise nothing: rather name a card that may be it."""


class Thoughts(NamedTuple):
    """What the chief makes of the moment: its own beliefs, those of a spectator, and each suggestion's worth."""

    beliefs: Beliefs
    table: Beliefs
    value: Grid


class Chief(Inspector):
    """A player that reasons about what it does not know.

    It knows how likely every theory is: exactly, but for one guess, that people seldom name their own.
    It chooses room and suggestion together, by the bits that it learns less those that the table learns, against the
    turns that the way takes and what can be reached from there; so it names its own cards when that gains.
    It shows what the other has seen, else what the table thinks least likely to be in the case file.
    It accuses when one theory is likely enough (`bold`, `steady`), or only at certainty (`careful`).
    """

    styles: ClassVar[Mapping[str, float]] = {"careful": 1.0, "steady": 0.5, "bold": 0.35}
    """How likely a theory must be at least to be accused, by style: in a race, waiting for certainty loses games."""

    others = 0.3
    """What a bit that the whole table learns costs, against a bit that one learns oneself."""

    calling = 0.1
    """What it costs, in bits, to bring an opponent a turn nearer to a suggestion by calling him over (SUG-9)."""

    doubt = 0.1
    """How much likelier a theory must look than it is worth to wait: some of the beliefs are guesses."""

    onward = 0.7
    """What the next room is worth, against this one."""

    hands = 0.2
    """What a bit about the others' hands is worth, against one about the case file."""

    own: ClassVar[tuple[float, float]] = (0.3, 0.6)
    """How often somebody names a card of his own, against one of another's: suspects and weapons, and rooms.

    A room is named because one stands in it.
    """

    def __init__(self, *, seed: int = 0, style: str = "steady") -> None:
        super().__init__(seed=seed)
        if style not in self.styles:
            raise ValueError(Sentence("player.style", styles=", ".join(self.styles), style=style))
        self.sure_enough = self.styles[style]
        self._thoughts: tuple[Notes, tuple[object, ...], Thoughts] | None = None

    def verdict(self, moment: Moment) -> Theory | None:
        certain = super().verdict(moment)
        if certain is not None or self.sure_enough >= 1:
            return certain
        beliefs = self.think(moment).beliefs
        joint = beliefs.joint.round(DIGITS)
        suspect, weapon, room = np.unravel_index(joint.argmax(), joint.shape)
        if joint[suspect, weapon, room] < max(self.sure_enough, self._worth_waiting(moment, beliefs)):
            return None
        deck = moment.notes.deck
        return Theory(deck.suspects[suspect], deck.weapons[weapon], deck.rooms[room])

    def _worth_waiting(self, moment: Moment, beliefs: Beliefs) -> float:
        """What another turn is worth, against the others who race: known only as well as one's beliefs are."""
        notes, scene = moment.notes, moment.view.scene
        mine = notes.asked[notes.me]
        rivals = [seat for seat in scene.seats if seat.index != notes.me and not scene.is_out(seat)]
        worth = enough(beliefs.entropy, [notes.asked[seat.index] - mine for seat in rivals])
        return round(worth + self.doubt, DIGITS)

    def worth(self, moment: Moment) -> Sequence[float]:
        """The best suggestion in each room, and what can be had in the next room from there."""
        best = self.think(moment).value.max(axis=(0, 1)).tolist()
        here = [max(0.0, value) + NUDGE * known for value, known in zip(best, super().worth(moment), strict=True)]
        edition = moment.view.scene.edition
        places = [edition.board.place_of(room) for room in moment.notes.deck.rooms]
        pull = journeys(edition, self.patience).pull
        later = here
        for _ in range(3):
            onward = [
                0.0
                if place is None
                else max(
                    worth * near * (AGAIN if other == room else 1)
                    for other, (worth, near) in enumerate(zip(later, pull[place.index], strict=True))
                )
                for room, place in enumerate(places)
            ]
            later = [value + self.onward * next_one for value, next_one in zip(here, onward, strict=True)]
        return later

    def suggestion(self, moment: Moment) -> Theory:
        deck = moment.notes.deck
        first = deck.rooms[0].index
        rooms = [room.index - first for room in moment.options.rooms]
        value = self.think(moment).value[:, :, rooms]
        suspect, weapon, room = np.unravel_index(value.argmax(), value.shape)
        return Theory(deck.suspects[suspect], deck.weapons[weapon], moment.options.rooms[room])

    def card_to_show(self, moment: Moment, to: Seat) -> Card:
        seen = moment.notes.told[to.index]
        cards = tuple(moment.options.show)
        again = [card for card in cards if card.bit & seen]
        if again:
            return again[0]
        joint = self.think(moment).table.joint
        likely = np.concatenate([joint.sum(axis=axes) for axes in ((1, 2), (0, 2), (0, 1))])
        return min(cards, key=lambda card: round(float(likely[card.index]), DIGITS))

    def think(self, moment: Moment) -> Thoughts:
        """Beliefs and values, once for every state of knowledge and wherever the others stand."""
        notes, scene = moment.notes, moment.view.scene
        self.deduce(notes)
        others = (scene.pawn(seat) for seat in scene.seats if seat.index != notes.me)
        state = notes.version, scene.out, *others
        kept = self._thoughts
        if kept is None or kept[0] is not notes or kept[1] != state:
            kept = self._thoughts = notes, state, self._consider(moment)
        return kept[2]

    def _consider(self, moment: Moment) -> Thoughts:
        notes, rules = moment.notes, moment.view.scene.edition.rules
        beliefs = Beliefs.of(notes.deck, weigh(notes.problem() if notes.crowded else self.suspicions(notes)))
        table = Beliefs.of(notes.deck, weigh(notes.public_problem()))
        if rules.answering is Answering.EVERYBODY:
            value = full_gain(beliefs)
        else:
            value = private_gain(beliefs, notes.me, hands=self.hands) - self.others * public_gain(table, notes.me)
        self._mind_callers(moment, table, value)
        kinds = notes.deck.suspects, notes.deck.weapons, notes.deck.rooms
        for axis, (cards, may) in enumerate(zip(kinds, notes.suspected(), strict=True)):
            nudge = np.array([NUDGE * bool(card.bit & may) for card in cards])
            value += nudge.reshape([-1 if axis == other else 1 for other in range(3)])
        return Thoughts(beliefs, table, value.round(DIGITS))

    def _mind_callers(self, moment: Moment, table: Beliefs, value: Grid) -> None:
        """Whoever is called over may ask there at once: rather call nobody, or away somebody who is about to arrive."""
        notes, scene = moment.notes, moment.view.scene
        way = journeys(scene.edition, self.patience)
        rooms = [1.0 if open_room else KNOWN_ROOM for open_room in table.joint.sum(axis=(0, 1)) > 0]
        for suspect, seat in enumerate(scene.table.by_suspect):
            if seat is not None and seat.index != notes.me and not scene.is_out(seat):
                value[suspect] -= self.calling * ease(scene, way, seat.index, rooms)

    def suspicions(self, notes: Notes) -> Problem:
        """Which deals fit, and which of them fit well: whoever names a card seldom holds it."""
        rooms = notes.kinds[2]
        weights: list[Weight] = []
        for seat, named in enumerate(notes.named):
            if seat != notes.me:
                open_cards = notes.all & ~notes.lacks[seat] & ~notes.has[seat]
                own, own_room = self.own
                weights += [
                    Weight(card, seat, (own_room if rooms >> card & 1 else own) ** min(times, 4))
                    for card, times in named.items()
                    if open_cards >> card & 1
                ]
        return notes.problem()._replace(weights=(*weights, *unchecked(notes)))


def unchecked(notes: Notes) -> list[Weight]:
    """A denial that nobody checks is believed until its seat is found out, but it proves nothing (SHOW-9)."""
    return [
        Weight(card.bit_length() - 1, seat, LIES)
        for seat, denied in enumerate(notes.denied)
        for card in bits(denied & ~notes.lacks[seat] & ~notes.has[seat])
    ]
