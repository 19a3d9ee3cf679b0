"""Whether any deal fits: faster than counting, and feasible wherever few facts are left."""

from __future__ import annotations

from itertools import product

from greycells.deduction.cheap_conclusions import Puzzle, settle
from greycells.deduction.count_plan import PLACES
from greycells.deduction.problem import CountProblem
from greycells.deduction.python_counting import cards_of, puzzle_of
from greycells.deduction.time_limits import check_time


def fits(problem: CountProblem) -> bool:
    """Whether any deal fits, ignoring soft evidence."""
    return _search(problem.cards, puzzle_of(problem), frozenset(problem.wrong))


def _search(cards: int, puzzle: Puzzle, wrong: frozenset[int]) -> bool:
    """Satisfy the one-of facts card by card, and check that all other cards can be placed."""
    check_time()
    if settle(cards, puzzle) < 0 or not _can_be_placed(puzzle):
        return False
    open_facts = [fact for fact, named in enumerate(puzzle.one_of) if named]
    if not open_facts:
        return not wrong or _right_case_file(cards, puzzle, wrong)
    fact = min(open_facts, key=lambda fact: puzzle.one_of[fact].bit_count())
    owner = puzzle.owner[fact]
    for card in cards_of(puzzle.one_of[fact]):
        if _search(cards, _given(puzzle, owner, 1 << card), wrong):
            return True
        puzzle.may[owner] &= ~(1 << card)
    return False


def _given(puzzle: Puzzle, hand: int, card: int) -> Puzzle:
    """The puzzle in which this hand has this card."""
    given = Puzzle(*(list(row) for row in puzzle))
    for other in range(len(given.may)):
        if other != hand:
            given.may[other] &= ~card
    return given


def _right_case_file(cards: int, puzzle: Puzzle, wrong: frozenset[int]) -> bool:
    """Whether a case file is possible that isn't known to be wrong, when all other facts are satisfied."""
    seats = len(puzzle.may) - PLACES
    places = [cards_of(puzzle.may[place] | puzzle.sure[place]) for place in range(seats, seats + PLACES)]
    for theory in product(*places):
        if sum(1 << card for card in theory) in wrong:
            continue
        given = puzzle
        for place, card in enumerate(theory, seats):
            given = _given(given, place, 1 << card)
        if _search(cards, given, frozenset()):
            return True
    return False


def _can_be_placed(puzzle: Puzzle) -> bool:
    """Whether every unplaced card can be matched to a hand that may hold it, ignoring one-of facts."""
    room = list(puzzle.left)
    where: dict[int, int] = {}
    unplaced = 0
    for may in puzzle.may:
        unplaced |= may

    def find_room(card: int, tried: set[int]) -> bool:
        for hand, may in enumerate(puzzle.may):
            if may >> card & 1 and hand not in tried:
                tried.add(hand)
                if room[hand]:
                    room[hand] -= 1
                    where[card] = hand
                    return True
                for other in [other for other, at in where.items() if at == hand]:
                    if find_room(other, tried):
                        where[card] = hand
                        return True
        return False

    return all(find_room(card, set()) for card in cards_of(unplaced))
