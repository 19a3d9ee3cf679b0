"""The value of every possible suggestion: what it would reveal about the case file, to the suggester and to everyone.

Which of the three named cards are in the case file: eight patterns, whose probabilities are exact. The others' hands
are approximated as independent cards, which is good enough to compare suggestions.

Many patterns are impossible once some cards are known, and cards with the same probabilities give the same values. So
the sums run over *slots*: one for each different card outside the case file, and one for each that may be in it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

from greycells.extras import need

need("numpy")

import numpy as np
from numpy.typing import NDArray

from greycells.deduction.count_fallback import share_arrays
from greycells.deduction.exact_counting import kernel_is_ready
from greycells.deduction.problem import Count, CountProblem
from greycells.rules.cards import Deck

Grid: TypeAlias = NDArray[np.float64]
"""A number for every suggestion: suspect, weapon and room are the last three axes; any axes before them are deals."""

KINDS = 3
TINY = 1e-12
"""The logarithm of a smaller probability doesn't matter."""


class BeliefArrays(NamedTuple):
    """Probabilities: of each theory (`joint`), and of each card in each hand if it isn't in the case file (`held`)."""

    joint: Grid
    held: NDArray[np.float64]

    @classmethod
    def weighed(cls, problems: Sequence[CountProblem]) -> BeliefArrays:
        """The beliefs in many related problems, counted at once; the problems are the first axis."""
        marginals, joint = share_arrays(problems)
        joint = joint / joint.reshape(len(joint), -1).sum(axis=1)[:, None, None, None]
        elsewhere = 1 - marginals[..., -1:]
        held = np.divide(marginals[..., :-1], elsewhere, out=np.zeros_like(marginals[..., :-1]), where=elsewhere > 1e-9)
        return cls(joint, held)

    def number(self, number: int) -> BeliefArrays:
        """Those of one problem."""
        return BeliefArrays(self.joint[number], self.held[number])

    @classmethod
    def of(cls, deck: Deck, count: Count[float]) -> BeliefArrays:
        sizes = len(deck.suspects), len(deck.weapons), len(deck.rooms)
        joint = np.zeros(sizes)
        first_weapon, first_room = sizes[0], sizes[0] + sizes[1]
        for (suspect, weapon, room), share in count.case_files.items():
            joint[suspect, weapon - first_weapon, room - first_room] = share
        joint /= joint.sum()
        marginals = np.array(count.marginals)
        elsewhere = 1 - marginals[:, -1:]
        held = np.divide(marginals[:, :-1], elsewhere, out=np.zeros_like(marginals[:, :-1]), where=elsewhere > 1e-9)
        return cls(joint, held)

    def in_room(self, room: int) -> BeliefArrays:
        """The same with all other rooms merged, for suggestions in one room, which comes first."""
        here = self.joint[..., room : room + 1]
        others = self.joint.sum(axis=-1, keepdims=True) - here
        first = self.held.shape[-2] - self.joint.shape[-1]
        held = self.held[..., [*range(first), first + room, first + room], :]
        return BeliefArrays(np.concatenate((here, others), axis=-1), held)

    @property
    def entropy(self) -> float:
        """The entropy of the case file, in bits."""
        return float(-_weighted_log(self.joint, self.joint).sum())


class Slots(NamedTuple):
    """The slots of one kind of card: `outside` the case file, then `inside`, both as numbers of cards of this kind.

    `different` is how many different cards there are, and `slot_of` the slot of each card. The cards that have two
    slots are the last of those outside. A card that is certainly in the case file has only the slot inside.
    """

    outside: list[int]
    inside: list[int]
    different: int
    slot_of: list[int]

    @classmethod
    def of_each(cls, cards: int) -> Slots:
        """Two slots for every card."""
        every = list(range(cards))
        return cls(every, every, cards, every)

    @classmethod
    def of_different(cls, joint: Grid, held: NDArray[np.float64], cards: int) -> Slots:
        """The slots of the first cards; of cards with the same probabilities, the first stands for all."""
        keys = [joint[card].tobytes() + held[card].tobytes() for card in range(cards)]
        may_be: list[bool] = joint.sum(axis=(1, 2)).astype(bool).tolist()
        alike = dict.fromkeys(keys)
        for card in range(cards - 1, -1, -1):
            alike[keys[card]] = card
        known = [card for card in alike.values() if card is not None and not may_be[card]]
        possible = [card for card in alike.values() if card is not None and may_be[card]]
        outside = known if sum(may_be) == 1 else known + possible
        slots = {keys[card]: slot for slot, card in enumerate(known + possible)}
        return cls(outside, possible, len(slots), [slots[key] for key in keys])

    def laid(self, joint: Grid, axis: int) -> Grid:
        """The probabilities of the slots along an axis that has the cards in the case file."""
        whole = joint.sum(axis=axis, keepdims=True)
        if len(self.inside) == joint.shape[axis]:
            return np.concatenate((whole - joint, joint), axis)
        return np.concatenate((whole - joint.take(self.outside, axis), joint.take(self.inside, axis)), axis)

    def merged(self, values: Grid, axis: int) -> Grid:
        """Add the slots inside the case file to those of the same cards outside it. Changes `values`."""
        before, number = (slice(None),) * axis, self.different
        result = values[(*before, slice(number))]
        more = values.shape[axis] - number
        if more > 0:
            result[(*before, slice(number - more, None))] += values[(*before, slice(number, None))]
        return result


class SuggestionSlots(NamedTuple):
    """The slots of a position: suspects, weapons, rooms; any axis after them are deals.

    `patterns` are their probabilities. `here` and `after` are, for each kind of card and each opponent in turn, the
    probabilities that this opponent has the card, and that none so far has it.
    """

    kinds: tuple[Slots, Slots, Slots]
    patterns: Grid
    here: list[Grid]
    after: list[Grid]

    @classmethod
    def of(cls, beliefs: BeliefArrays, asker: int, rooms: int | None) -> SuggestionSlots:
        """The slots for a seat's suggestions, in the first rooms only if `rooms` says so."""
        joint, held = beliefs.joint, beliefs.held
        suspects, weapons, all_rooms = joint.shape[-KINDS:]
        firsts, named_rooms = (0, suspects, suspects + weapons), all_rooms if rooms is None else rooms
        if joint.ndim > KINDS:
            joint, held = joint.transpose(1, 2, 3, 0), held.transpose(1, 2, 0)
            kinds = Slots.of_each(suspects), Slots.of_each(weapons), Slots.of_each(named_rooms)
        else:
            by_kind = zip((joint, joint.swapaxes(0, 1), joint.transpose(2, 0, 1)), firsts, strict=True)
            first, second, third = ((cards, held[begin:]) for cards, begin in by_kind)
            kinds = (
                Slots.of_different(*first, suspects),
                Slots.of_different(*second, weapons),
                Slots.of_different(*third, named_rooms),
            )
        for axis, kind in enumerate(kinds):
            joint = kind.laid(joint, axis)
        seats = held.shape[1]
        order = np.array([(asker + step) % seats for step in range(1, seats)])
        here: list[Grid] = []
        after: list[Grid] = []
        for axis, (begin, kind) in enumerate(zip(firsts, kinds, strict=True)):
            cards = held[[begin + card for card in (*kind.outside, *kind.inside)]].swapaxes(0, 1)[order]
            cards[:, len(kind.outside) :] = 0
            shape = [len(order), 1, 1, 1, *cards.shape[2:]]
            shape[1 + axis] = cards.shape[1]
            here.append(cards.reshape(shape))
            after.append((1 - cards.cumsum(axis=0)).reshape(shape))
        return cls(kinds, np.maximum(joint, 0), here, after)

    def over_patterns(self, values: Grid, first: int = 0) -> Grid:
        """The sums over the patterns of each suggestion, where this axis is the suspects. Changes `values`."""
        for axis, kind in enumerate(self.kinds, first):
            values = kind.merged(values, axis)
        return values

    def of_cards(self, values: Grid) -> Grid:
        """The values of all suggestions, from those of different cards."""
        if values.ndim > KINDS:
            return values.transpose(3, 0, 1, 2)
        suspects, weapons, rooms = (np.array(kind.slot_of) for kind in self.kinds)
        found: Grid = values[suspects[:, None, None], weapons[:, None], rooms]
        return found

    def shows(self, which: int) -> Grid:
        """By opponent in turn: the probability that it shows this kind of card, which isn't in the case file."""
        here, after = self.here, self.after
        one, two = (other for other in range(KINDS) if other != which)
        # One of several cards is shown with equal probability.
        chosen = after[one] * after[two] + (here[one] * after[two] + after[one] * here[two]) / 2
        chosen += here[one] * here[two] / 3
        return chosen * here[which][(slice(None),) * (1 + which) + (slice(self.kinds[which].different),)]


def private_gain(beliefs: BeliefArrays, asker: int, *, hands: float = 0.0, rooms: int | None = None) -> Grid:
    """The bits that the suggester learns, who sees the card, if only the first who can answers (SHOW-4).

    About the case file; `hands` is the relative value of a bit about the others' hands, which pays off later. `rooms`
    limits the suggestions to the first rooms.
    """
    if beliefs.joint.ndim == KINDS and kernel_is_ready():
        return _compiled_gain(beliefs, asker, hands=hands, is_public=False, rooms=rooms)
    slots = SuggestionSlots.of(beliefs, asker, rooms)
    silence = np.ones_like(slots.patterns)
    gain: Grid | float = 0.0
    for which, kind in enumerate(slots.kinds):
        outside = (slice(None),) * which + (slice(kind.different),)
        likely = slots.shows(which)
        silence[outside] -= likely.sum(axis=0)
        told, said = _told(slots, slots.patterns[outside], likely)
        gain = gain + told - (1 + hands) * said
    told, said = _told(slots, slots.patterns, np.maximum(silence, 0)[None])
    return slots.of_cards(gain + told - said)


def public_gain(beliefs: BeliefArrays, asker: int, *, rooms: int | None = None) -> Grid:
    """The bits that everyone learns from who answers."""
    if beliefs.joint.ndim == KINDS and kernel_is_ready():
        return _compiled_gain(beliefs, asker, hands=0.0, is_public=True, rooms=rooms)
    slots = SuggestionSlots.of(beliefs, asker, rooms)
    suspects, weapons, others = slots.after
    still = suspects * weapons * others
    likely = np.empty((len(still) + 1, *still.shape[1:]))
    likely[0] = 1 - still[0]
    np.subtract(still[:-1], still[1:], out=likely[1:-1])
    np.maximum(likely[:-1], 0, out=likely[:-1])
    likely[-1] = still[-1]
    told, said = _told(slots, slots.patterns, likely)
    return slots.of_cards(told - said)


def full_gain(beliefs: BeliefArrays) -> Grid:
    """The bits that the suggester learns if everybody answers: which cards are in the case file (SHOW-5)."""
    joint = beliefs.joint
    before = joint.ndim - KINDS
    kinds = [Slots.of_each(cards) for cards in joint.shape[before:]]
    for axis, kind in enumerate(kinds, before):
        joint = kind.laid(joint, axis)
    gain = -_weighted_log(joint, np.maximum(joint, 0))
    for axis, kind in enumerate(kinds, before):
        gain = kind.merged(gain, axis)
    return gain


def look_gain(beliefs: BeliefArrays, viewer: int) -> float:
    """The bits that a card drawn from another hand could be expected to tell (SNOOP-2), from the best hand.

    What is certain afterwards is that the card isn't in the case file; that also tells about the other hands isn't
    counted. For one position, and not exact.
    """
    joint = beliefs.joint
    kinds = [joint.sum(axis=tuple(other for other in range(KINDS) if other != kind)) for kind in range(KINDS)]
    in_file = np.concatenate(kinds)
    share = beliefs.held * (1 - in_file)[:, None]
    share[:, viewer] = 0
    hands = share.sum(axis=0)
    told = np.zeros(len(in_file))
    before = beliefs.entropy
    begin = 0
    for kind, shares in enumerate(kinds):
        for card in np.flatnonzero((shares > TINY) & (shares < 1 - TINY)).tolist():
            left = np.delete(joint, card, axis=kind) / (1 - shares[card])
            told[begin + card] = before + float(_weighted_log(left, left).sum())
        begin += len(shares)
    expected = np.divide(told @ share, hands, out=np.zeros_like(hands), where=hands > TINY)
    return max(0.0, float(expected.max()))


def _compiled_gain(beliefs: BeliefArrays, asker: int, *, hands: float, is_public: bool, rooms: int | None) -> Grid:
    """The same by the kernel: a few hundred suggestions of one position in a tenth of the time."""
    from greycells.deduction.kernel.answer_gains import answer_gains, scratch_sizes

    joint, held = np.ascontiguousarray(beliefs.joint), np.ascontiguousarray(beliefs.held)
    suspects, weapons, all_rooms = joint.shape
    ints, floats = scratch_sizes(suspects, weapons, all_rooms, held.shape[1])
    gain = np.empty((suspects, weapons, all_rooms if rooms is None else rooms))
    answer_gains(joint, held, asker, hands, int(is_public), np.empty(ints, np.int64), np.empty(floats), gain)
    return gain


def _told(slots: SuggestionSlots, patterns: Grid, likely: Grid) -> tuple[Grid, Grid]:
    """Two sums over the answers, which are the first axis of `likely`: their difference is the information.

    The logarithm of each answer's probability in each pattern, and the logarithm of its overall probability.
    """
    joint = patterns * likely
    told: Grid = slots.over_patterns(_weighted_log(joint, likely).sum(axis=0))
    answer = slots.over_patterns(joint, 1)
    said: Grid = _weighted_log(answer, answer).sum(axis=0)
    return told, said


def _weighted_log(weights: Grid, values: Grid) -> Grid:
    """Weights times the binary logarithm of values; 0 where the weight is 0."""
    return weights * np.log2(np.where(weights > TINY, values, 1.0))
