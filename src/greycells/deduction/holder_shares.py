"""Who holds several cards at once: the probability of every way to distribute them over the hands and the case file."""

from __future__ import annotations

from collections.abc import Sequence

from greycells.deduction import exact_counting as engine
from greycells.deduction.problem import CountProblem
from greycells.deduction.python_counting import MOST_STEPS

TINY = 1e-12
"""A smaller probability is a rounding error."""

NOBODY = -1
"""The holder of a card that lies face up (SET-10)."""


def holder_shares(
    problem: CountProblem, cards: Sequence[int], *, most_steps: int = MOST_STEPS
) -> dict[tuple[int, ...], float]:
    """The probability of every combination of holders of these cards, in their order; the case file follows the seats.

    `NOBODY` holds a card that lies face up. Soft evidence counts. By the chain rule: the first card's holders, then
    the second one's with each of them, and so on. Raises TooHard where there are too many deals.
    """
    found: dict[tuple[int, ...], float] = {(): 1.0}
    problems = [problem]
    for card in cards:
        if not problem.cards >> card & 1:
            found = {(*holders, NOBODY): share for holders, share in found.items()}
            continue
        rows = engine.share_arrays(problems, most_steps=most_steps).marginals[:, card].tolist()
        further: dict[tuple[int, ...], float] = {}
        given: list[CountProblem] = []
        for (holders, share), before, row in zip(found.items(), problems, rows, strict=True):
            for holder, part in enumerate(row):
                if part > TINY:
                    further[*holders, holder] = share * part
                    given.append(held_by(before, card, holder))
        found, problems = further, given
    return found


def held_by(problem: CountProblem, card: int, holder: int) -> CountProblem:
    """The same problem with a known holder of this card: a seat, or the case file after the seats."""
    bit = 1 << card
    may = [cards & ~bit for cards in problem.may]
    if holder < problem.seats:
        may[holder] |= bit
    else:
        place = next(place for place, kind in enumerate(problem.kinds) if kind & bit)
        may[problem.seats + place] = bit
    return problem._replace(may=tuple(may))
