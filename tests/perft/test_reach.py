"""Where a pawn may end: the engine against a brute force over all walks, and the counts that stand in a table."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from tests.margin import PROOF
from tests.rules.independent_walks import Answer, Scene, answers
from tests.rules.walked_boards import GAITS, Venue, any_gait, any_scene, small_venues, stride, venue

from greycells.rules.board import Reach

TABLE = [line.split() for line in (Path(__file__).parent / "reach.txt").read_text().splitlines() if line[0] != ";"]
BATCHES, QUERIES = (50, 2000) if PROOF else (2, 500)
MOST = 12
FROM_EVERYWHERE = MOST if PROOF else 8
"""The highest roll that is tried from every place, and so counted."""


def same(found: Reach, expected: Answer) -> bool:
    named = Answer({str(place) for place in found.ends}, {str(place) for place in found.pauses}, found.steps)
    in_order = [place.index for place in found.ends] == sorted(place.index for place in found.ends)
    return named == expected and in_order and len(found.ends) == len(expected.ends)


@pytest.mark.parametrize("entered", ["once", "again"])
@pytest.mark.parametrize("key", GAITS)
def test_every_place_and_roll(key: str, entered: str) -> None:
    """The counts of the table, and place by place what brute force finds; high rolls from every fourth place."""
    board, plan = venue(key)
    gait = GAITS[key]._replace(reentry=entered == "again")
    walks = board.walks(stride(gait))
    counts = {(key, entered, str(roll)): [0, 0] for roll in range(1, MOST + 1)}
    for number, start in enumerate(board.places):
        most = MOST if PROOF or not (gait.reentry or number % 4) else FROM_EVERYWHERE
        expected = answers(plan, gait, Scene(start.name), most=most)
        for roll in range(1, most + 1):
            found = walks.reach(start, roll)
            assert same(found, expected[roll]), (start, roll)
            counts[key, entered, str(roll)][0] += len(found.ends)
            counts[key, entered, str(roll)][1] += len(found.pauses)
    table = {(key, entered, roll): [int(ends), int(pauses)] for key, entered, roll, ends, pauses in TABLE}
    counted = [(key, entered, str(roll)) for roll in range(1, FROM_EVERYWHERE + 1)]
    assert {line: counts[line] for line in counted} == {line: table[line] for line in counted}


def ask(place: Venue, chance: random.Random, *, pawns: int, most: int, usual: str | None) -> None:
    """One question, answered twice; asked again it has the same answer, though it is kept."""
    board, plan = place
    gait = GAITS[usual] if usual and chance.random() < 0.7 else any_gait(chance)
    scene = any_scene(plan, chance, pawns=pawns)
    roll = chance.randint(1, most // 2) + chance.randint(0, most // 2)
    walks = board.walks(stride(gait))
    start, occupied, used = board.place(scene.start), place.mask(scene.occupied), place.mask(scene.used)
    expected = answers(plan, gait, scene, most=roll)[roll]
    for _ in range(2):
        assert same(walks.reach(start, roll, occupied=occupied, used=used), expected), (gait, scene, roll)


@pytest.mark.parametrize("batch", range(BATCHES))
@pytest.mark.parametrize("key", GAITS)
def test_pawns_in_the_way(key: str, batch: int) -> None:
    chance = random.Random(f"{key} {batch}")
    for _ in range(QUERIES):
        ask(venue(key), chance, pawns=9, most=12, usual=key)


@pytest.mark.parametrize("batch", range(BATCHES))
def test_small_boards(batch: int) -> None:
    """Dead ends, islands, pawns shut in: what real boards seldom have."""
    chance = random.Random(f"small {batch}")
    venues = small_venues(chance)
    for _ in range(QUERIES // 5):
        place = next(venues)
        for _ in range(10):
            ask(place, chance, pawns=4, most=10, usual=None)


def test_answers_are_dropped_before_they_are_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is forgotten is worked out again, and the same."""
    monkeypatch.setattr("greycells.rules.movement.reach.MOST_REMEMBERED", 5)
    chance = random.Random("forgotten")
    for _ in range(60):
        ask(venue("classic"), chance, pawns=5, most=8, usual="classic")
