"""Prospects: what every possible suggestion would tell about the case file, to oneself and to the table.

Which of the three named cards are in the case file: eight patterns, whose probabilities are exact. The others' hands
are taken one card at a time, each held by whoever may hold it, which is near enough to compare suggestions by.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from greycells.deduction.problem import Count
from greycells.rules.cards import Deck

Grid: TypeAlias = NDArray[np.float64]
"""A number for every suggestion: by suspect, weapon and room, the last three axes; any before tell deals apart."""


class Beliefs(NamedTuple):
    """How likely it all is: each theory (`joint`), and each card in each hand if not in the case file (`held`)."""

    joint: Grid
    held: NDArray[np.float64]

    @classmethod
    def of(cls, deck: Deck, count: Count[float]) -> Beliefs:
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

    def in_room(self, room: int) -> Beliefs:
        """The same with the other rooms taken together, for suggestions in one room: the first of the two."""
        here = self.joint[..., room : room + 1]
        others = self.joint.sum(axis=-1, keepdims=True) - here
        first = self.held.shape[-2] - self.joint.shape[-1]
        held = self.held[..., [*range(first), first + room, first + room], :]
        return Beliefs(np.concatenate((here, others), axis=-1), held)

    @property
    def entropy(self) -> float:
        """How many bits are missing to the solution."""
        return float(-_weighted_log(self.joint, self.joint).sum())

    def patterns(self) -> Grid:
        """For every suggestion the probability of each pattern: suspect, weapon, room in the case file or not."""
        all_three = self.joint
        pairs = [all_three.sum(axis, keepdims=True) for axis in (-1, -2, -3)]
        singles = [all_three.sum(axes, keepdims=True) for axes in ((-2, -1), (-3, -1), (-3, -2))]
        patterns = np.empty((2, 2, 2, *all_three.shape))
        patterns[1, 1, 1] = all_three
        patterns[1, 1, 0], patterns[1, 0, 1], patterns[0, 1, 1] = (pair - all_three for pair in pairs)
        patterns[1, 0, 0] = singles[0] - pairs[0] - pairs[1] + all_three
        patterns[0, 1, 0] = singles[1] - pairs[0] - pairs[2] + all_three
        patterns[0, 0, 1] = singles[2] - pairs[1] - pairs[2] + all_three
        patterns[0, 0, 0] = 1 - sum(singles) + sum(pairs) - all_three
        return np.maximum(patterns, 0)


def answers(beliefs: Beliefs, asker: int) -> Iterator[tuple[int | None, int, Grid]]:
    """Every answer that one may get: who shows a card of which kind, and in each pattern how likely; nobody last."""
    silence: Grid = np.ones((2, 2, 2, *beliefs.joint.shape))
    for number, (here, after) in enumerate(_in_turn(beliefs, asker)):
        for which in range(3):
            one, two = (other for other in range(3) if other != which)
            shows = after[one] * after[two] + (here[one] * after[two] + after[one] * here[two]) / 2
            shows = (shows + here[one] * here[two] / 3) * here[which]
            silence = silence - shows
            yield (asker + 1 + number) % beliefs.held.shape[-1], which, shows
    yield None, 0, np.maximum(silence, 0)


def private_gain(beliefs: Beliefs, asker: int, *, hands: float = 0.0) -> Grid:
    """The bits that the asker learns, who sees the card, when the first one who can answers (SHOW-4).

    About the case file; `hands` is what a bit about the others' hands is worth beside it, since it pays off later.
    """
    patterns = beliefs.patterns()
    gain = np.zeros(beliefs.joint.shape)
    for seat, _, shows in answers(beliefs, asker):
        gain += _told(patterns, shows)
        if hands and seat is not None:
            answer = over_patterns(patterns * shows)
            gain -= hands * _weighted_log(answer, answer)
    return gain


def public_gain(beliefs: Beliefs, asker: int) -> Grid:
    """The bits that everybody learns, who sees only who answers."""
    patterns = beliefs.patterns()
    gain = np.zeros(beliefs.joint.shape)
    silent = np.ones(patterns.shape)
    for _, after in _in_turn(beliefs, asker):
        still = after[0] * after[1] * after[2]
        gain += _told(patterns, np.maximum(silent - still, 0))
        silent = still
    return gain + _told(patterns, silent)


def full_gain(beliefs: Beliefs) -> Grid:
    """The bits that the asker learns where everybody answers: which of the three are in the case file (SHOW-5)."""
    patterns = beliefs.patterns()
    return -over_patterns(_weighted_log(patterns, patterns))


def _in_turn(beliefs: Beliefs, asker: int) -> list[tuple[list[Grid], list[Grid]]]:
    """For each opponent in turn and each kind of card: does it hold the card, does only somebody later or nobody?"""
    suspects, weapons, _ = beliefs.joint.shape[-3:]
    seats = beliefs.held.shape[-1]
    order = [(asker + step) % seats for step in range(1, seats)]
    held = np.split(beliefs.held[..., order], (suspects, suspects + weapons), axis=-2)
    turns: list[tuple[list[Grid], list[Grid]]] = []
    later = [1 - np.cumsum(cards, axis=-1) for cards in held]
    for number in range(len(order)):
        here = [_lay(cards[..., number], kind, in_case_file=0.0) for kind, cards in enumerate(held)]
        after = [_lay(cards[..., number], kind, in_case_file=1.0) for kind, cards in enumerate(later)]
        turns.append((here, after))
    return turns


def _lay(values: NDArray[np.float64], kind: int, *, in_case_file: float) -> Grid:
    """One kind's values along the axes of patterns and suggestions; a card in the case file is with nobody."""
    both = np.stack((values, np.full_like(values, in_case_file)))
    shape = [1, 1, 1, *values.shape[:-1], 1, 1, 1]
    shape[kind], shape[kind - 3] = 2, values.shape[-1]
    return both.reshape(shape)


def _told(patterns: Grid, likely: Grid) -> Grid:
    """What one answer contributes: its probability in each pattern, against its probability in all."""
    joint = patterns * likely
    answer = over_patterns(joint)
    return over_patterns(_weighted_log(joint, likely)) - _weighted_log(answer, answer)


def over_patterns(values: Grid) -> Grid:
    total: Grid = values.sum(axis=(0, 1, 2))
    return total


def _weighted_log(weights: Grid, values: Grid) -> Grid:
    """Weights times the binary logarithm of values; nothing where there is no weight."""
    return weights * np.log2(np.where(weights > 1e-12, values, 1.0))
