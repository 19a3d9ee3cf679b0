"""Where the exact count is too hard: what is left out, what stays certain, and how near the estimate is."""

from __future__ import annotations

from random import Random

import pytest
from tests.deduction.states import CLASSIC, COTTAGE, MASTER_DETECTIVE, counted_one_by_one, made_up, played
from tests.deduction.suspicions import sixty_cards, suspected
from tests.margin import PROOF

from greycells.deduction import compiled_counting as compiled
from greycells.deduction import count_fallback as fallback
from greycells.deduction import exact_counting as engine
from greycells.deduction import float_counting as lanes
from greycells.deduction import python_counting as counting
from greycells.deduction.problem import TooHard, Weight

SEEDS = range(12 if PROOF else 4)


@pytest.mark.parametrize("seed", range(30))
def test_case_files_in_floats_are_those_in_whole_numbers(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = Random(seed)
    if seed % 3:
        cats, seats = (CLASSIC, rng.randint(3, 6)) if seed % 2 else (MASTER_DETECTIVE, rng.randint(3, 6))
        state, _ = played(rng, cats, seats, turns=rng.randint(2, 20), everybody=not seed % 2)
    else:
        state = made_up(rng, COTTAGE, (3, 2, 2), facts=seed % 12)
        if not counted_one_by_one(state).total:
            return
    problem = suspected(rng, state.problem)
    exact = counting.weigh(problem)
    monkeypatch.setattr(lanes, "MOST_LANE_BYTES", counting.MOST_LANE_BYTES)
    monkeypatch.setattr(counting, "MOST_LANE_BYTES", 0)
    near = counting.weigh(problem)
    assert near.case_files == pytest.approx(exact.case_files, abs=1e-12)
    assert near.marginals == exact.marginals


@pytest.mark.parametrize("seed", SEEDS)
def test_wrong_theories_are_left_out_without_counting_the_case_files(seed: int) -> None:
    rng = Random(seed)
    state, _ = played(rng, CLASSIC, rng.randint(3, 6), turns=rng.randint(2, 12), everybody=False)
    problem = suspected(rng, state.problem)._replace(weights=())
    for way in (counting, compiled):
        whole, rows = way.count(problem), way.count(problem, joint=False)
        assert (rows.total, rows.marginals, rows.case_files) == (whole.total, whole.marginals, {})


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("room", [0, 100, 1000])
def test_what_is_certain_without_some_of_the_evidence_is_certain(
    seed: int, room: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    rng = Random(seed)
    state, _ = played(rng, CLASSIC, rng.randint(3, 6), turns=rng.randint(5, 25), everybody=False)
    exact = counting.count(state.problem)
    monkeypatch.setattr(fallback, "MOST", room)
    monkeypatch.setattr(fallback, "FEW", room)
    found = fallback.count(state.problem)
    certain = 0
    for row, true in zip(found.marginals, exact.marginals, strict=True):
        for number, right in zip(row, true, strict=True):
            assert number > 0 or right == 0
            assert number < found.total or right == exact.total
            certain += number in (0, found.total)
    assert certain


def test_a_problem_that_nobody_can_count_is_answered() -> None:
    problem = sixty_cards()
    with pytest.raises(TooHard):
        engine.weigh(problem)
    found = fallback.weigh(problem)
    assert sum(found.case_files.values()) == pytest.approx(1)
    for row in found.marginals:
        assert sum(row) == pytest.approx(1)
    for seat, size in enumerate(problem.sizes[:6]):
        assert sum(row[seat] for row in found.marginals) == pytest.approx(size, abs=0.05)
    assert fallback.draw(problem, 5, seed=1) == []


@pytest.mark.parametrize("seed", SEEDS)
def test_an_estimate_is_near_where_the_truth_can_be_counted(seed: int) -> None:
    """Answers of the kind "one of these" aside: with those left out the case file is right to a tenth."""
    rng = Random(seed)
    state, _ = played(rng, MASTER_DETECTIVE, rng.randint(6, 10), turns=rng.randint(1, 6), everybody=True)
    problem = state.problem._replace(one_of=())
    exact, near = counting.weigh(problem), fallback.estimate(problem)
    for row, true in zip(near.marginals, exact.marginals, strict=True):
        assert row[-1] == pytest.approx(true[-1], abs=0.1)
        for share, right in zip(row, true, strict=True):
            assert (share == 0) <= (right == 0)
    assert set(exact.case_files) <= set(near.case_files)


def test_deals_are_drawn_without_suspicions_where_those_are_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = Random(3)
    state, _ = played(rng, CLASSIC, 4, turns=4, everybody=False)
    problem = state.problem._replace(weights=tuple(Weight(card, 1, 2) for card in range(21)))
    drawn = fallback.draw(problem, 3, seed=1)
    assert len(drawn) == 3
    assert fallback.draw(problem, 3, seed=1) == drawn
    monkeypatch.setattr(fallback, "MOST", 0)
    plainer = fallback.draw(problem, 3, seed=1)
    assert len(plainer) == 3
    assert plainer != drawn
    for deal in plainer:
        assert all(deal[hand] & cards for hand, cards in problem.one_of)
