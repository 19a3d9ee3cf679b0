"""Counting: equal to the vectors, to brute force, and to itself in plain Python."""

from __future__ import annotations

from math import factorial
from random import Random

import pytest
from tests.deduction.selfplay import moments, state_of
from tests.deduction.states import (
    CLASSIC,
    COTTAGE,
    MASTER_DETECTIVE,
    Vector,
    counted_one_by_one,
    deals_that_fit,
    made_up,
    mask,
    played,
    vectors,
)
from tests.margin import PROOF

from greycells.deduction import compiled_counting as compiled
from greycells.deduction import python_counting as counting
from greycells.deduction.exact_counting import Way
from greycells.deduction.problem import CountProblem, TooHard, Weight, WeightTable
from greycells.deduction.worlds import Worlds

WAYS = [pytest.param(counting, id="plain"), pytest.param(compiled, id="kernel")]


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("vector", vectors(), ids=lambda vector: vector.id)
def test_vectors(way: Way, vector: Vector) -> None:
    assert way.count(vector.state.problem) == vector.answer


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("seed", range(60))
def test_brute_force(way: Way, seed: int) -> None:
    rng = Random(seed)
    sizes = rng.choice([(4, 3), (3, 2, 2), (3, 3), (2, 2, 2), (1, 6)])
    state = made_up(rng, COTTAGE, sizes, facts=seed % 12)
    assert way.count(state.problem) == counted_one_by_one(state)


@pytest.mark.parametrize("seed", range(40))
def test_plain_python_and_the_kernel_agree(seed: int) -> None:
    rng = Random(seed)
    cats = CLASSIC if seed % 2 else MASTER_DETECTIVE
    seats = rng.randint(3, 6 if seed % 2 else 10)
    state, truth = played(rng, cats, seats, turns=rng.randint(0, 20), everybody=not seed % 2)
    plain = counting.count(state.problem)
    assert compiled.count(state.problem) == plain
    assert plain.case_files[truth.case_file] > 0


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("seed", range(30))
def test_whole_weights(way: Way, seed: int) -> None:
    """A weight multiplies the deals that it is about; a table those in which the seat holds so many of its cards."""
    rng = Random(seed)
    state = made_up(rng, COTTAGE, (3, 2, 2), facts=seed % 8)
    weights = tuple(Weight(rng.randrange(10), rng.randrange(3), rng.randint(0, 4)) for _ in range(seed % 3))
    tables = tuple(WeightTable(rng.randrange(3), mask(rng.sample(range(10), 3)), (0, 6, 3, 2)) for _ in range(seed % 4))
    problem = state.problem._replace(weights=weights, tables=tables)
    marginals = [[0] * 4 for _ in range(10)]
    case_files: dict[tuple[int, int, int], int] = {}
    for case_file, hands in deals_that_fit(state):
        weight = 1
        for card, hand, factor in weights:
            weight *= int(factor) if card in hands[hand] else 1
        for hand, cards, factors in tables:
            weight *= int(factors[(mask(hands[hand]) & cards).bit_count()])
        for holder, held in enumerate((*hands, case_file)):
            for card in held:
                marginals[card][holder] += weight
        case_files[case_file] = case_files.get(case_file, 0) + weight
    found = way.count(problem)
    assert found.total == sum(case_files.values())
    assert found.marginals == (marginals if found.total else [[0] * 4] * 10)
    assert found.case_files == {theory: number for theory, number in case_files.items() if number}


@pytest.mark.parametrize("seed", range(30))
def test_soft_evidence(seed: int) -> None:
    """Plain Python rounds weights to parts of 2**32 and the kernel counts in floating point: alike to eight places."""
    rng = Random(seed)
    state, _ = played(rng, CLASSIC, 4, turns=rng.randint(0, 12), everybody=False)
    weights = tuple(Weight(rng.randrange(21), rng.randrange(4), rng.random()) for _ in range(3))
    tables = tuple(
        WeightTable(rng.randrange(4), mask(rng.sample(range(21), 3)), (1.0, rng.random(), rng.random(), 0.0))
        for _ in range(3)
    )
    problem = state.problem._replace(weights=weights, tables=tables)
    plain, kernel = counting.weigh(problem), compiled.weigh(problem)
    assert kernel.total == pytest.approx(1.0) == plain.total
    for ours, theirs in zip(plain.marginals, kernel.marginals, strict=True):
        assert ours == pytest.approx(theirs, abs=1e-8)
    assert plain.case_files == pytest.approx(kernel.case_files, abs=1e-8)


@pytest.mark.parametrize("way", WAYS)
def test_nothing_fits(way: Way) -> None:
    kinds = 7, 7 << 3, 15 << 6
    nothing = CountProblem(kinds, 1023, (1023, 1023, *kinds), (4, 3, 1, 1, 1), one_of=((0, 1), (1, 1)))
    assert way.count(nothing).total == 0
    assert way.weigh(nothing).total == 0


@pytest.mark.parametrize("way", WAYS)
def test_more_than_64_bits(way: Way) -> None:
    """Master Detective for ten before anybody has looked: 10 x 8 x 12 case files, and 27 cards in hands of 3 and 2."""
    cards = (1 << 30) - 1
    kinds = 1023, 255 << 10, 4095 << 18
    found = way.count(CountProblem(kinds, cards, (cards,) * 10 + kinds, (3,) * 7 + (2,) * 3 + (1, 1, 1)))
    assert found.total == 10 * 8 * 12 * factorial(27) // factorial(3) ** 7 // factorial(2) ** 3
    assert sum(found.case_files.values()) == found.total
    assert set(found.case_files.values()) == {found.total // 960}


@pytest.mark.parametrize("way", WAYS)
def test_too_hard(way: Way) -> None:
    """Sixty cards and no two facts alike: refused, before time or memory run out."""
    rng = Random(1)
    cards = (1 << 60) - 1
    kinds = (1 << 20) - 1, (1 << 40) - (1 << 20), (1 << 60) - (1 << 40)
    one_of = tuple((rng.randrange(6), mask(rng.sample(range(60), 4))) for _ in range(60))
    problem = CountProblem(kinds, cards, (cards,) * 6 + kinds, (10, 10, 10, 9, 9, 9, 1, 1, 1), one_of)
    with pytest.raises(TooHard, match="too long"):
        way.count(problem)


@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("seed", range(40 if PROOF else 5))
def test_every_state_of_a_game_in_the_cottage(seats: int, seed: int) -> None:
    """Ten cards: every deal can be looked at, after every turn, from a seat chosen anew each time."""
    for moment in moments("cottage", seats, seed=seed):
        state = state_of(moment.evidence)
        assert Worlds(moment.evidence).count == counted_one_by_one(state)
