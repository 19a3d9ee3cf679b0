"""No player of ours fails at a legal position: in any edition, with any number of seats, whoever counts."""

from __future__ import annotations

from collections import Counter

import pytest
from tests.margin import PROOF

from greycells import load
from greycells.arena import Pairing, play_match
from greycells.arena.standings import quantile
from greycells.deduction import count_fallback as fallback
from greycells.deduction import exact_counting as engine
from greycells.deduction import python_counting as counting
from greycells.editions import names
from greycells.players.conformance import check_game

GAMES = 50 if PROOF else 1
TABLES = [
    (edition, seats)
    for edition in names()
    for seats in range(load(edition).rules.fewest_seats, load(edition).rules.most_seats + 1)
    if PROOF or seats in (load(edition).rules.fewest_seats, load(edition).rules.most_seats)
]
"""With GREYCELLS_PROOF every number of seats, otherwise the fewest and the most."""


@pytest.mark.parametrize(("edition", "seats"), TABLES)
def test_superintendents_and_chiefs_play_in_every_edition_at_every_number_of_seats(edition: str, seats: int) -> None:
    """With GREYCELLS_PROOF 50 games each, half of the table superintendents; `-s` prints how long decisions took."""
    engine.warm_up()
    players = ("superintendent", "chief") * 5 if PROOF else ("superintendent:nodes=8", *["chief"] * 9)
    times: Counter[int] = Counter()
    for number in range(GAMES):
        outcome, game = play_match(Pairing(edition, players[:seats], 14), number)
        assert not outcome.stuck
        assert game.over
        for seated in outcome.seats:
            times.update(seated.times)
    p99 = quantile(times, 0.99)
    assert p99 is not None
    print(f"{edition}, {seats} seats: {sum(times.values())} decisions, p99 {p99 / 1000:.1f} ms")
    assert p99 < 10_000_000


@pytest.mark.parametrize("number", range(30) if PROOF else [9])
def test_what_the_kernel_can_count_plain_python_can_too(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """`TooHard` ended such games where the kernel was not loaded yet. Now both ways of counting play the same game."""
    pairing = Pairing("master-detective", ("superintendent:nodes=20", *["chief"] * 5), 2)
    assert engine.warm_up()
    _, compiled = play_match(pairing, number)
    monkeypatch.setattr("greycells.deduction.exact_counting._engine.way", counting)
    monkeypatch.setenv("GREYCELLS_KERNEL", "off")
    _, plain = play_match(pairing, number)
    assert plain.events == compiled.events


@pytest.mark.parametrize("room", [0, 40, 400] if PROOF else [0, 100])
@pytest.mark.parametrize("level", ["inspector", "chief", "superintendent:nodes=6"])
@pytest.mark.parametrize(("edition", "seats"), [("parlour", 3), ("master-detective", 10)])
def test_a_player_with_little_room_to_count_is_still_honest_and_legal(
    edition: str, seats: int, level: str, room: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With no room at all, everything is estimated; in between, some of the evidence is left out."""
    monkeypatch.setattr(fallback, "MOST", room)
    monkeypatch.setattr(fallback, "FEW", room // 2)
    check_game(level, edition, seats=seats, seed=3)


@pytest.mark.parametrize("room", [0, 40, 400])
def test_what_is_certain_with_little_room_is_true(room: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fallback, "MOST", room)
    monkeypatch.setattr(fallback, "FEW", room)
    for number in range(4):
        outcome, _ = play_match(Pairing("classic", ("inspector",) * 5, 3), number)
        assert outcome.winner is not None
        assert not any(seated.wrong for seated in outcome.seats)
