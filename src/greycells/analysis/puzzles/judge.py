"""The judge: whether a mark in the notebook of a puzzle is proved, open or impossible, and why.

An open mark may well be true, but nothing that was seen proves it; the judge never looks at the deal.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum

from greycells.analysis.puzzles.case_puzzle import CasePuzzle
from greycells.analysis.puzzles.exact_check import can_be, constraints_of
from greycells.analysis.puzzles.techniques import CellMark
from greycells.deduction.explain import explain
from greycells.deduction.proof_text import lines
from greycells.language.sentences import Sentence


class Verdict(Enum):
    """What the judge says about a mark; the values are keys of the words files."""

    PROVED = "proved"
    OPEN = "open"
    CANNOT_BE = "cannot be"


def judge_mark(puzzle: CasePuzzle, mark: CellMark) -> Verdict:
    """Whether every deal that fits has this mark, some have it, or none."""
    cut = puzzle.cut
    constraints = constraints_of(cut.table, cut.own, cut.events)
    if not can_be(constraints, card=mark.card, hand=mark.hand, here=mark.here):
        return Verdict.CANNOT_BE
    if can_be(constraints, card=mark.card, hand=mark.hand, here=not mark.here):
        return Verdict.OPEN
    return Verdict.PROVED


def certain_boxes(puzzle: CasePuzzle) -> tuple[tuple[bool | None, ...], ...]:
    """For every card and column of the notebook: has it, doesn't have it, or open."""
    cut = puzzle.cut
    constraints = constraints_of(cut.table, cut.own, cut.events)

    def known(card: int, holder: int) -> bool | None:
        mark = puzzle.mark(card, holder, here=True)
        if not can_be(constraints, card=mark.card, hand=mark.hand, here=True):
            return False
        return None if can_be(constraints, card=mark.card, hand=mark.hand, here=False) else True

    columns = range(cut.table.seats + 1)
    return tuple(tuple(known(card, holder) for holder in columns) for card in range(cut.table.cards))


def why(puzzle: CasePuzzle, card: int, holder: int) -> Iterator[str]:
    """The proof of what is certain about a box of the notebook, line by line; nothing if it is open."""
    mark = puzzle.mark(card, holder, here=True)
    match judge_mark(puzzle, mark):
        case Verdict.PROVED:
            yield from _told(puzzle, mark)
        case Verdict.CANNOT_BE:
            yield from _told(puzzle, mark._replace(here=False))
        case Verdict.OPEN:
            return


def _told(puzzle: CasePuzzle, mark: CellMark) -> Iterator[str]:
    """The proof of a mark, unless it would tell the answer to somebody who asked about something else."""
    proof = explain(puzzle.evidence, puzzle.claim(mark))
    answers = {puzzle.claim(goal) for goal in puzzle.cut.goals if goal.here}
    if puzzle.claim(mark) not in answers and any(answers & {*step.claims, *step.grounds} for step in proof):
        yield str(Sentence("puzzle.reason withheld"))
        return
    yield from lines(proof, reader=puzzle.you)
