"""The chief: suggests what tells it most and the others least, and takes into account how close the others are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import ClassVar

from greycells.extras import need

need("numpy")

import numpy as np
from numpy.typing import NDArray

from greycells.chances.travel_times import journeys
from greycells.deduction.problem import CountProblem, Triple, Weight
from greycells.language.sentences import Sentence
from greycells.players.detective import Situation
from greycells.players.inspector import Inspector
from greycells.players.notes import Notes, bits
from greycells.players.race_to_accuse import KNOWN_ROOM, ease, enough
from greycells.players.suggestion_values import BeliefArrays, Grid, full_gain, private_gain, public_gain
from greycells.rules.cards import Card, Theory
from greycells.rules.edition import Answering, Edition
from greycells.rules.seats import Seat

DIGITS = 6
"""Values are rounded to this many digits, so that rounding errors in the count don't change a choice."""

AGAIN = 0.6
"""The value of returning to a room, relative to another room."""

LIES = 0.05
"""The assumed frequency of false denials where answers aren't checked."""

NUDGE = 0.01
"""A small bonus for naming possible cards, to break ties between suggestions without expected gain."""


@dataclass(frozen=True)
class Thoughts:
    """The chief's evaluation of a position: its own beliefs, those of a spectator, and the value of each suggestion."""

    beliefs: BeliefArrays
    table: BeliefArrays
    value: Grid

    @cached_property
    def entropy(self) -> float:
        """The entropy of the case file, in bits."""
        return self.beliefs.entropy

    @cached_property
    def likeliest(self) -> tuple[Triple, float]:
        """The most likely theory, by number within each kind, and its probability."""
        joint = self.beliefs.joint.round(DIGITS)
        _, weapons, rooms = joint.shape
        best = int(joint.argmax())
        return (best // (weapons * rooms), best // rooms % weapons, best % rooms), float(joint.flat[best])

    @cached_property
    def best_by_room(self) -> list[float]:
        """The value of the best suggestion in each room."""
        best: list[float] = self.value.max(axis=(0, 1)).tolist()
        return best


class Chief(Inspector):
    """A player that uses probabilities.

    It knows the probability of every theory, exactly except for one assumption: players rarely name their own cards.
    It chooses room and suggestion together, by the bits that it learns minus those that the others learn, discounted by
    the turns to get there, plus what can be reached from there; so it names its own cards when that pays.
    It shows a card that the other player has seen, otherwise the one that the others least suspect.
    It accuses when one theory is likely enough (`bold`, `steady`), or only when it is certain (`careful`).
    """

    styles: ClassVar[Mapping[str, float]] = {"careful": 1.0, "steady": 0.5, "bold": 0.35}
    """The minimum probability for an accusation, by style: waiting for certainty loses games."""

    others = 0.3
    """The cost of a bit that everyone learns, relative to a bit that the chief learns."""

    calling = 0.1
    """The cost in bits of bringing an opponent a turn closer to a suggestion by moving their pawn (SUG-9)."""

    doubt = 0.1
    """The safety margin of an accusation over waiting: some of the beliefs are guesses."""

    onward = 0.7
    """The value of the next room, relative to this one."""

    hands = 0.2
    """The value of a bit about the others' hands, relative to one about the case file."""

    own: ClassVar[tuple[float, float]] = (0.3, 0.6)
    """How often players name a card of their own, relative to others: suspects and weapons, and rooms.

    Rooms are named because the player is there.
    """

    def __init__(self, *, seed: int = 0, style: str = "steady", slip: float = 0.0) -> None:
        super().__init__(seed=seed, slip=slip)
        if style not in self.styles:
            raise ValueError(Sentence("player.style", styles=", ".join(self.styles), style=style))
        self.sure_enough = self.styles[style]
        self._thoughts: tuple[Notes, tuple[object, ...], Thoughts] | None = None

    def verdict(self, moment: Situation) -> Theory | None:
        certain = super().verdict(moment)
        if certain is not None or self.sure_enough >= 1:
            return certain
        thoughts = self.think(moment)
        (suspect, weapon, room), probability = thoughts.likeliest
        if probability < self.sure_enough or probability < self._worth_waiting(moment, thoughts.entropy):
            return None
        deck = moment.notes.deck
        return Theory(deck.suspects[suspect], deck.weapons[weapon], deck.rooms[room])

    def _worth_waiting(self, moment: Situation, entropy: float) -> float:
        """The value of another turn, given how close the others are; only as reliable as the beliefs."""
        notes, scene = moment.notes, moment.view.scene
        mine = notes.asked[notes.me]
        rivals = [seat for seat in scene.seats if seat.index != notes.me and not scene.is_out(seat)]
        worth = enough(entropy, [notes.asked[seat.index] - mine for seat in rivals])
        return round(worth + self.doubt, DIGITS)

    def worth(self, moment: Situation) -> Sequence[float]:
        """The value of the best suggestion in each room, plus that of the next room from there."""
        best = self.think(moment).best_by_room
        here = np.array(
            [max(0.0, value) + NUDGE * known for value, known in zip(best, super().worth(moment), strict=True)]
        )
        pull, again = _between_rooms(moment.view.scene.edition, self.patience)
        later = here
        for _ in range(3):
            later = here + self.onward * (later * pull * again).max(axis=1)
        found: list[float] = later.tolist()
        return found

    def suggestion(self, moment: Situation) -> Theory:
        deck = moment.notes.deck
        first = deck.rooms[0].index
        rooms = [room.index - first for room in moment.options.rooms]
        value = self.think(moment).value[:, :, rooms]
        suspect, weapon, room = np.unravel_index(value.argmax(), value.shape)
        return Theory(deck.suspects[suspect], deck.weapons[weapon], moment.options.rooms[room])

    def card_to_show(self, moment: Situation, to: Seat) -> Card:
        seen = moment.notes.told[to.index]
        cards = tuple(moment.options.show)
        again = [card for card in cards if card.bit & seen]
        if again:
            return again[0]
        joint = self.think(moment).table.joint
        likely = np.concatenate([joint.sum(axis=axes) for axes in ((1, 2), (0, 2), (0, 1))])
        return min(cards, key=lambda card: round(float(likely[card.index]), DIGITS))

    def think(self, moment: Situation) -> Thoughts:
        """Beliefs and values, cached by the state of knowledge and the positions of the pawns."""
        notes, scene = moment.notes, moment.view.scene
        self.deduce(notes)
        others = (scene.pawn(seat) for seat in scene.seats if seat.index != notes.me)
        state = notes.version, scene.out, *others
        kept = self._thoughts
        if kept is None or kept[0] is not notes or kept[1] != state:
            kept = self._thoughts = notes, state, self._consider(moment)
        return kept[2]

    def _consider(self, moment: Situation) -> Thoughts:
        notes, rules = moment.notes, moment.view.scene.edition.rules
        problem = notes.problem() if notes.crowded else self.suspicions(notes)
        both = BeliefArrays.weighed((problem, notes.public_problem()))
        beliefs, table = both.number(0), both.number(1)
        if rules.answering is Answering.EVERYBODY:
            value = full_gain(beliefs)
        else:
            value = private_gain(beliefs, notes.me, hands=self.hands) - self.others * public_gain(table, notes.me)
        self._mind_callers(moment, table, value)
        kinds = notes.deck.suspects, notes.deck.weapons, notes.deck.rooms
        for axis, (cards, may) in enumerate(zip(kinds, notes.suspected(), strict=True)):
            nudge = np.array([NUDGE if card.bit & may else 0.0 for card in cards])
            value += nudge.reshape([-1 if axis == other else 1 for other in range(3)])
        return Thoughts(beliefs, table, value.round(DIGITS))

    def _mind_callers(self, moment: Situation, table: BeliefArrays, value: Grid) -> None:
        """A player whose pawn is moved may suggest there next: prefer to move none, or one about to get elsewhere."""
        notes, scene = moment.notes, moment.view.scene
        way = journeys(scene.edition, self.patience)
        rooms = [1.0 if open_room else KNOWN_ROOM for open_room in table.joint.sum(axis=(0, 1)) > 0]
        for suspect, seat in enumerate(scene.table.by_suspect):
            if seat is not None and seat.index != notes.me and not scene.is_out(seat):
                value[suspect] -= self.calling * np.array(ease(scene, way, seat.index, rooms))

    def suspicions(self, notes: Notes) -> CountProblem:
        """The counting problem with soft evidence: players rarely hold a card that they name."""
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


@lru_cache(maxsize=16)
def _between_rooms(edition: Edition, patience: float) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The discount factors for the way from each room to each other, and for returning to the same room."""
    places = [edition.board.place_of(room) for room in edition.deck.rooms]
    pull = journeys(edition, patience).pull
    rooms = len(places)
    found = np.array([[0.0] * rooms if place is None else pull[place.index] for place in places])
    return found, np.where(np.eye(rooms, dtype=bool), AGAIN, 1.0)


def unchecked(notes: Notes) -> list[Weight]:
    """Soft evidence from unchecked denials: probably true until the seat is found out (SHOW-9)."""
    return [
        Weight(card.bit_length() - 1, seat, LIES)
        for seat, denied in enumerate(notes.denied)
        for card in bits(denied & ~notes.lacks[seat] & ~notes.has[seat])
    ]
