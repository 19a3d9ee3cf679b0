"""Counting many problems at once: the same numbers as one by one, by vectors, brute force and plain Python."""

from __future__ import annotations

from collections import defaultdict
from itertools import product
from random import Random

import numpy as np
import pytest
from tests.deduction.states import (
    CLASSIC,
    COTTAGE,
    MASTER_DETECTIVE,
    Vector,
    counted_one_by_one,
    made_up,
    mask,
    played,
    vectors,
)
from tests.deduction.suspicions import sixty_cards, suspected

from greycells.deduction import compiled_counting as compiled
from greycells.deduction import count_fallback as fallback
from greycells.deduction import exact_counting as engine
from greycells.deduction import python_counting as counting
from greycells.deduction.exact_counting import Way
from greycells.deduction.kernel import buffers
from greycells.deduction.problem import CountProblem, TooHard, Weight, WeightTable
from greycells.deduction.sampling import below
from greycells.deduction.share_arrays import arrays_of

WAYS = [pytest.param(counting, id="plain"), pytest.param(compiled, id="kernel")]


def by_table() -> list[list[Vector]]:
    """The vectors that can be counted together."""
    tables: dict[tuple[object, int], list[Vector]] = defaultdict(list)
    for vector in vectors():
        tables[vector.state.cats, len(vector.state.hand_sizes)].append(vector)
    return list(tables.values())


def related(rng: Random, problem: CountProblem, number: int) -> list[CountProblem]:
    """The same position after other answers; some are impossible, some have wrong theories or soft evidence."""
    found = [problem]
    for index in range(number):
        may = list(problem.may)
        may[rng.randrange(problem.seats)] &= ~mask(rng.sample(range(problem.deck), 3))
        seat, named = rng.randrange(problem.seats), mask(rng.sample(range(problem.deck), 3))
        more = ((seat, named),) if index % 2 else ()
        one = problem._replace(may=tuple(may), one_of=(*problem.one_of, *more))
        if index % 3 == 0:
            one = one._replace(tables=(WeightTable(seat, named, (0, 6, 3, 2)),))
        if index % 5 == 0:
            one = one._replace(weights=(Weight(rng.randrange(problem.deck), seat, 3),))
        if index % 7 == 0:
            one = one._replace(wrong=tuple(mask(theory) for theory in list(counting.count(problem).case_files)[3:0:-1]))
        found.append(one)
    return found


@pytest.mark.parametrize("way", WAYS)
def test_vectors_in_batches(way: Way) -> None:
    for table in by_table():
        found = way.count_all([vector.state.problem for vector in table])
        for vector, count in zip(table, found, strict=True):
            assert count == vector.answer, vector.id


@pytest.mark.parametrize("sizes", [(4, 3), (3, 2, 2), (2, 2, 2), (1, 6)])
def test_brute_force_in_batches(sizes: tuple[int, ...]) -> None:
    states = [made_up(Random(seed), COTTAGE, sizes, facts=seed % 12) for seed in range(20)]
    for state, count in zip(states, compiled.count_all([state.problem for state in states]), strict=True):
        assert count == counted_one_by_one(state)


@pytest.mark.parametrize("seed", range(8))
def test_a_batch_is_equal_to_one_by_one(seed: int) -> None:
    """Exact numbers as in plain Python; shares to the last bit as alone."""
    rng = Random(seed)
    cats = CLASSIC if seed % 2 else MASTER_DETECTIVE
    state, _ = played(
        rng, cats, rng.randint(3, 6 if seed % 2 else 10), turns=rng.randint(0, 14), everybody=not seed % 2
    )
    problems = related(rng, state.problem, 24)
    assert compiled.count_all(problems) == counting.count_all(problems)
    assert compiled.weigh_all(problems) == [compiled.weigh(problem) for problem in problems]
    rows = compiled.count_all(problems, joint=False)
    assert [count.marginals for count in rows] == [count.marginals for count in counting.count_all(problems)]


def test_small_buffers_count_in_several_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever does not fit into the buffers together is counted in parts, and buffers grow for what is larger."""
    state, _ = played(Random(3), CLASSIC, 5, turns=7, everybody=False)
    problems = related(Random(4), state.problem, 40)
    whole = counting.count_all(problems)
    small = buffers.KernelBuffers()
    tiny = 8, 1, 35, 1
    small.make_room(tiny[0], lanes=tiny[1], ints=tiny[2], values=tiny[3])
    monkeypatch.setattr(compiled, "kernel_buffers", lambda: small)
    assert compiled.count_all(problems) == whole
    assert all(now > before for now, before in zip(small.room, tiny, strict=True))


@pytest.mark.parametrize("seed", range(4))
def test_shares_in_arrays(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = Random(seed)
    state, _ = played(rng, CLASSIC, 4, turns=rng.randint(2, 12), everybody=False)
    problems = [suspected(rng, state.problem) for _ in range(5)]
    one_by_one = arrays_of(problems, [compiled.weigh(problem) for problem in problems])
    at_once = compiled.share_arrays(problems)
    assert np.array_equal(at_once.joint, one_by_one.joint)
    assert np.array_equal(at_once.marginals, one_by_one.marginals)
    ways: list[Way] = [counting, compiled]
    for way in ways:
        fresh = engine.Engine()
        fresh.way = way
        monkeypatch.setattr(engine, "_engine", fresh)
        monkeypatch.setenv("GREYCELLS_KERNEL", "off")
        near = fallback.share_arrays(problems)
        assert np.allclose(near.joint, one_by_one.joint, atol=1e-8)
        assert np.allclose(near.marginals, one_by_one.marginals, atol=1e-8)


@pytest.mark.parametrize("way", WAYS)
def test_one_that_is_too_hard_is_refused(way: Way) -> None:
    hard = sixty_cards()
    with pytest.raises(TooHard, match="too long"):
        way.count_all([hard._replace(one_of=()), hard])
    near = fallback.share_arrays([hard._replace(one_of=()), hard])
    assert np.allclose(near.joint.sum(axis=(1, 2, 3)), 1)


def test_no_problems_no_counts() -> None:
    assert compiled.count_all(()) == counting.count_all(()) == []


def test_what_if_of_many_questions_is_what_if_of_each() -> None:
    from tests.deduction.selfplay import moments

    from greycells.deduction import what_if, what_if_all
    from greycells.rules.cards import Theory

    evidence = next(moment for number, moment in enumerate(moments("cottage", 3, seed=2)) if number == 4).evidence
    deck = evidence.deck
    theories = [Theory(*cards) for cards in product(deck.suspects, deck.weapons, deck.rooms)]
    together = what_if_all(evidence, theories, by=evidence.seats[1])
    assert together == [what_if(evidence, theory, by=evidence.seats[1]) for theory in theories]
    for prospect in together:
        assert sum(outcome.probability for outcome in prospect.outcomes) == 1


def test_what_if_counts_like_cards_once() -> None:
    """Cards of which the same is known are asked about once; the answers name each theory's own cards."""
    from tests.deduction.selfplay import moments

    from greycells.deduction import what_if_all
    from greycells.deduction.what_if import alike_cards
    from greycells.rules.cards import Theory

    evidence = next(moment for number, moment in enumerate(moments("cottage", 3, seed=2)) if number == 4).evidence
    alike = alike_cards(evidence.problem())
    assert len(set(alike)) < len(alike)
    deck = evidence.deck
    theories = [Theory(*cards) for cards in product(deck.suspects, deck.weapons, deck.rooms)]
    for prospect in what_if_all(evidence, theories, by=evidence.seats[1]):
        shown = {answer.card for outcome in prospect.outcomes for answer in outcome.answers}
        assert shown <= {None, *prospect.theory}


@pytest.mark.parametrize("way", WAYS)
def test_totals_and_entropies(way: Way) -> None:
    state, _ = played(Random(5), MASTER_DETECTIVE, 4, turns=6, everybody=True)
    problems = related(Random(6), state.problem, 12)
    for counts in (problems, [one for one in problems if not one.wrong]):
        whole = counting.count_all(counts)
        for (total, bits), count in zip(way.totals_and_entropies(counts), whole, strict=True):
            assert total == count.total
            assert bits == pytest.approx(counting.entropy(count.case_files.values()), abs=1e-9)


def test_sampling_draws_as_random_does() -> None:
    """Players' choices depend on these numbers."""
    for limit in (1, 2, 7, 64, 10**6, 3**50):
        one, other = Random(limit), Random(limit)
        assert [below(one, limit) for _ in range(50)] == [other.randrange(limit) for _ in range(50)]
