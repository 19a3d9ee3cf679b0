"""A classifier that sees only times can't tell automatic answers from chosen ones; careless timing is caught by it.

No time passes here: people who take so long are simulated, and the server's part of it is the real one.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence
from typing import TypeAlias

import numpy as np
import numpy.typing as npt
import pytest
from tests.margin import PROOF
from tests.server.tables.simulated_table import Answer, Habit, Simulation, Times, Wait, as_served

from greycells.rules.actions import Accuse
from greycells.server.tables.automatic_answer_waits import ENOUGH, known_times, waiting_time

ANSWERS = 2000
TURNS = 80
FOLDS = 10
MEDIANS = (2.0, 4.0, 8.0) if PROOF else (4.0,)
Numbers: TypeAlias = npt.NDArray[np.float64]
Guess: TypeAlias = Callable[[Numbers, npt.NDArray[np.bool_], Numbers], npt.NDArray[np.bool_]]


def simulated(median: float, *, wait: Wait = as_served, habit: Habit | None = None) -> list[list[Answer]]:
    """The answers of many tables, as many as it takes until enough can be judged."""
    tables = list[list[Answer]]()
    while sum(answer.judged for table in tables for answer in table) < ANSWERS:
        tables.append(Simulation(len(tables), median, wait=wait, habit=habit).play(TURNS).answers)
    return tables


def features(answers: Sequence[Answer]) -> list[tuple[float, ...]]:
    """What a spectator can make of the times of a seat: of each, and of each beside the ones before."""
    rows = list[tuple[float, ...]]()
    before = dict[str, list[float]]()
    for answer in answers:
        time, past = math.log(answer.took), before.setdefault(answer.seat, [])
        off = time - sum(past) / len(past) if past else 0.0
        nearest = min((abs(time - one) for one in past), default=1.0)
        rank = sum(one < time for one in past) / len(past) if past else 0.5
        rows.append((time, off, abs(off), math.log(nearest + 1e-6), rank, abs(rank - 0.5)))
        past.append(time)
    return rows


def balanced_accuracy(tables: Sequence[Sequence[Answer]]) -> float:
    """How well forced answers are found by the best of several classifiers, each cross-validated: by chance, 0.5."""
    judged = [
        (row, answer.forced)
        for table in tables
        for row, answer in zip(features(table), table, strict=True)
        if answer.judged
    ]
    rows, forced = np.array([row for row, _ in judged]), np.array([forced for _, forced in judged])
    assert len(rows) >= ANSWERS
    assert 0.3 < forced.mean() < 0.7
    fold = np.random.default_rng(1).permutation(len(rows)) % FOLDS
    alone = [_accuracy(_by_bins, rows[:, [column]], forced, fold) for column in range(rows.shape[1])]
    return max(*alone, _accuracy(_by_neighbours, rows, forced, fold))


def _accuracy(guess: Guess, rows: Numbers, forced: npt.NDArray[np.bool_], fold: npt.NDArray[np.int64]) -> float:
    said = np.zeros(len(rows), dtype=bool)
    for each in range(FOLDS):
        test = fold == each
        said[test] = guess(rows[~test], forced[~test], rows[test])
    return float((said[forced].mean() + (~said[~forced]).mean()) / 2)


def _by_bins(known: Numbers, forced: npt.NDArray[np.bool_], asked: Numbers) -> npt.NDArray[np.bool_]:
    """More often forced than chosen among the times like this one."""
    edges = np.unique(np.quantile(known, np.linspace(0, 1, 17)[1:-1]))
    places = np.searchsorted(edges, known[:, 0])
    counts = [np.bincount(places[kind], minlength=len(edges) + 1) / kind.sum() for kind in (forced, ~forced)]
    return np.asarray((counts[0] > counts[1])[np.searchsorted(edges, asked[:, 0])])


def _by_neighbours(known: Numbers, forced: npt.NDArray[np.bool_], asked: Numbers) -> npt.NDArray[np.bool_]:
    """Most of the fifty answers that are most like this one in everything were forced."""
    middle, spread = known.mean(axis=0), known.std(axis=0)
    near, far = (known - middle) / spread, (asked - middle) / spread
    distances = ((far[:, None, :] - near[None, :, :]) ** 2).sum(axis=2)
    nearest = np.argpartition(distances, 50, axis=1)[:, :50]
    return np.asarray(forced[nearest].mean(axis=1) > forced.mean())


@pytest.mark.parametrize("median", MEDIANS)
def test_times_do_not_tell_automatic_answers_from_chosen_ones(median: float) -> None:
    assert balanced_accuracy(simulated(median)) <= 0.55


HABITS = (Habit(0.375, 2.5, 0.5, 0.2), Habit(0.5, 1.5, 0.5, 0.25), Habit(0.375, 3.0, 0.8, 0.25))


@pytest.mark.parametrize("habit", HABITS if PROOF else HABITS[:1])
def test_times_tell_little_of_somebody_who_answers_at_once_or_thinks_for_long(habit: Habit) -> None:
    """How often they do either can't be known from five answers: what is left comes from that."""
    assert balanced_accuracy(simulated(4.0, habit=habit)) <= 0.58


@pytest.mark.parametrize("median", MEDIANS)
def test_answers_at_the_pace_of_bots_are_caught(median: float) -> None:
    answers = simulated(median, wait=lambda _, number, secret: random.Random(f"{number} {secret}").uniform(0.7, 1.6))
    assert balanced_accuracy(answers) > 0.75


def test_answers_that_repeat_an_earlier_time_are_caught() -> None:
    def repeat(times: Times, number: int, secret: str) -> float | None:
        luck = random.Random(f"{number} {secret}")
        return luck.choice(times) + luck.uniform(0.0, 0.01) if times else None

    assert balanced_accuracy(simulated(4.0, wait=repeat)) > 0.75


def test_forced_answers_are_given_by_hand_until_five_chosen_ones_are_known() -> None:
    for number in range(20):
        chosen = dict[str, int]()
        for answer in Simulation(number, 4.0).play(TURNS).answers:
            before = chosen.get(answer.seat, 0)
            assert answer.automatic == (answer.forced and before >= ENOUGH)
            chosen[answer.seat] = before + (not answer.forced)
    one = Simulation(0, 4.0)
    one.earlier = {0: (3.0,) * (ENOUGH - 1), 1: (3.0,) * ENOUGH}
    assert [len(known_times(one.history, chair, one.earlier)) for chair in range(3)] == [0, ENOUGH, 0]


def test_an_eliminated_seat_takes_as_long_as_the_answers_of_the_table() -> None:
    table = Simulation(1, 4.0)
    seat, guilty = table.game.to_act, table.game.secrets.case_file
    assert seat is not None
    wrong = next(one for one in table.game.edition.deck.suspects if one != guilty.suspect)
    table.do(Accuse(guilty._replace(suspect=wrong)), 1.0)
    chair = table.history.table.chair_of(seat)
    table.earlier = dict.fromkeys(range(3), (5.0, 6.0, 7.0))
    assert known_times(table.history, chair, table.earlier) == [5.0, 6.0, 7.0] * 3
    assert known_times(table.history, chair, {}) == ()
    assert all(not known_times(table.history, each, table.earlier) for each in range(3) if each != chair)


def test_no_answer_is_later_than_the_clock_or_a_minute_or_three_times_the_median() -> None:
    def longest(times: Times, limit: float | None = None) -> float:
        return max(waiting_time(times, number, secret="s", limit=limit) for number in range(500))

    assert 15.0 < longest((8.0, 10.0, 12.0, 15.0, 3600.0)) <= 60.0
    assert longest((8.0, 16.0, 32.0, 50.0, 55.0), limit=30.0) <= 30.0
    assert 60.0 < longest((3600.0,) * 4 + (7000.0,)) <= 3 * 3600.0
    assert waiting_time((0.0,) * 5, 1, secret="s") < 0.01


@pytest.mark.parametrize("limit", range(1, 121))
def test_answers_slower_than_every_clock_still_have_a_time(limit: int) -> None:
    assert 0 < waiting_time((1000.0,) * 5, 1, secret="s", limit=limit) <= limit


def test_the_wait_is_the_same_after_a_restart_and_another_with_another_secret() -> None:
    times = (2.0, 3.0, 4.0, 5.0, 6.0)
    assert waiting_time(times, 7, secret="s") == waiting_time(times, 7, secret="s")
    waits = {waiting_time(times, number, secret=secret) for number in range(50) for secret in "st"}
    assert len(waits) == 100
