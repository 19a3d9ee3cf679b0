"""What holds for every record of every game."""

from __future__ import annotations

import re
from random import Random

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.margin import PROOF
from tests.notation.whole_games import game_of, record_of, records
from tests.properties.random_players import Party, parties

from greycells.notation import Record, read, write, write_json_lines
from greycells.rules.position import Position, secrets_of
from greycells.rules.replay import replay
from greycells.rules.views import view_of

lawful = settings(
    max_examples=1_000 if PROOF else 60,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
    derandomize=not PROOF,
)
WORD = re.compile(r'"(?:[^"\\]|\\.)*"|\{(?:[^{}\\]|\\.)*\}|\S+')


@given(records())
@lawful
def test_what_is_written_is_read_again(record: Record) -> None:
    text = write(record)
    assert read(text) == record
    assert write(read(text)) == text


@given(records())
@lawful
def test_the_twin_says_the_same(record: Record) -> None:
    lines = write_json_lines(record)
    assert read(lines) == record
    assert write_json_lines(read(lines)) == lines
    assert write(read(lines)) == write(record)


@given(records(), st.integers())
@lawful
def test_however_it_is_laid_out_its_canonical_form_is_one(record: Record, seed: int) -> None:
    text = write(record)
    assert write(read(loosely(text, Random(seed)))) == text


def loosely(text: str, whim: Random) -> str:
    """The same words with other gaps between them, blank lines, and comments on lines of their own."""
    lines: list[str] = []
    for line in text.split("\n"):
        words = WORD.findall(line)
        apart: list[str] = []
        while words and words[-1].startswith("{") and whim.random() < 0.5:
            apart.insert(0, words.pop())
        gaps = [whim.choice((" ", "  ", "\t", " \u00a0 ")) for _ in words]
        lines.append("".join(f"{gap}{word}" for gap, word in zip(gaps, words, strict=True)) + whim.choice(("", " ")))
        lines += apart
        if whim.random() < 0.1:
            lines.append("")
    return whim.choice(("\n", "\r\n")).join(lines)


@given(parties(), st.booleans())
@lawful
def test_a_replay_gives_the_same_position(party: Party, fair: bool) -> None:  # noqa: FBT001
    game = game_of(party, fair=fair)
    record = read(write(record_of(party, fair=fair)))
    scene = replay(record.table, record.events)
    assert Position(scene, secrets_of(record.events)) == game.position


@given(parties())
@lawful
def test_the_copy_of_a_seat_is_what_that_seat_saw(party: Party) -> None:
    game, whole = game_of(party), record_of(party)
    for seat in (None, *game.seats):
        copy = read(write(whole.copy_for(seat)))
        view = game.view(seat)
        assert copy.sightings == tuple(view.sightings)
        assert copy.copy is not None
        assert copy.copy.seat == seat
        mine = next((each for each in copy.table.seats if each == seat), None)
        again = view_of(copy.table, mine, copy.sightings)
        assert (again.seat, again.scene, again.hand) == (view.seat, view.scene, view.hand)
        assert replay(copy.table, copy.events, copy=copy.copy) == game.scene
