"""Counting with the compiled kernel: the same answers as plain Python, where the desk is large enough for them."""

from __future__ import annotations

from itertools import compress

from greycells.deduction import counting
from greycells.deduction.counting import nothing, without, wrong_but_counted
from greycells.deduction.desk import MOST_CARDS, WORD, Spread, desk
from greycells.deduction.plan import lowest
from greycells.deduction.problem import Count, Number, Problem


def count(problem: Problem, *, joint: bool = True) -> Count[int]:
    """Count the deals that fit; `joint=False` leaves out the case files. Weights, if any, must be whole numbers."""
    spread = spread_out(problem)
    if spread is None:
        return counting.count(problem, joint=joint)
    if not spread.possible:
        return nothing(problem)
    joint = joint or bool(problem.wrong)
    table, theories = (numbers.tolist() for numbers in spread.tally(spread.desk.whole, joint=joint))
    if spread.wide:
        near = [numbers.tolist() for numbers in spread.tally(spread.desk.real, joint=joint)]
        table = [_restored(*rows) for rows in zip(table, near[0], strict=True)]
        theories = _restored(theories, near[1])
    factor = int(spread.factor) if problem.soft else 1
    if factor != 1:
        table = [[number * factor for number in row] for row in table]
        theories = [number * factor for number in theories]
    whole = _count(spread, table, theories)
    for theory in list(wrong_but_counted(problem, whole)):
        whole = without(whole, count(problem.given(theory)))
    return whole


def weigh(problem: Problem, *, joint: bool = True) -> Count[float]:
    """The same as shares of the whole, which is 1; all 0 if no deal fits. In floating point, with any weights."""
    spread = spread_out(problem)
    if spread is None:
        return counting.weigh(problem, joint=joint)
    joint = joint or bool(problem.wrong)
    whole = _weigh(spread, joint=joint)
    for theory in list(wrong_but_counted(problem, whole)):
        again = spread_out(problem.given(theory))
        if again is not None:
            whole = without(whole, _weigh(again, joint=True))
    most = whole.total or 1.0
    marginals = [[_share(number, most) for number in row] for row in whole.marginals]
    case_files = {theory: number / most for theory, number in whole.case_files.items()}
    return Count(whole.total / most, marginals, case_files)


def _share(number: float, most: float) -> float:
    """A share of the whole; what is left of a difference of equals is nothing."""
    return number / most if number > most * 1e-12 else 0.0


def spread_out(problem: Problem) -> Spread | None:
    """The problem spread out on the desk, or None if the desk is too small for it."""
    if problem.deck > MOST_CARDS or len(problem.may) > MOST_CARDS:
        return None
    papers = desk()
    papers.tidy()
    spread = Spread(problem, papers)
    if spread.possible:
        if not spread.fits:
            return None
        spread.expand()
    return spread


def _weigh(spread: Spread, *, joint: bool) -> Count[float]:
    problem = spread.problem
    if not spread.possible:
        return Count(0.0, [[0.0] * (problem.seats + 1) for _ in range(problem.deck)], {})
    table, theories = spread.tally(spread.desk.real, joint=joint)
    factor = spread.factor if problem.soft else 1.0
    return _count(spread, (table * factor).tolist(), (theories * factor).tolist())


def _count(spread: Spread, table: list[list[Number]], theories: list[Number]) -> Count[Number]:
    triples = spread.desk.kinds_of(spread.problem).triples if theories else ()
    case_files = dict(compress(zip(triples, theories, strict=True), theories))
    return Count(sum(table[lowest(spread.problem.cards)]), table, case_files)


def _restored(low: list[int], near: list[float]) -> list[int]:
    """The whole numbers of which these are the lowest 64 bits, and nearly the sizes."""
    return [number + (round((size - number) / 2.0**WORD) << WORD) for number, size in zip(low, near, strict=True)]
