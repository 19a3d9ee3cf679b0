"""Whatever a text says, it is read, or there is an error that says where and why: never anything else."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.margin import PROOF
from tests.notation.whole_games import record_of
from tests.properties.random_players import Party, parties

from greycells.library import fault_of
from greycells.notation import RecordError, decode, scan, write, write_json_lines
from greycells.notation.case_clauses import VERBS
from greycells.notation.case_reader import KEYWORDS
from greycells.terminal.record_files import doubts

hostile = settings(
    max_examples=5_000 if PROOF else 150,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    derandomize=not PROOF,
)
JUNK = (*VERBS, *KEYWORDS, "?", "|", "...", "!", "@0:00:01", '"', "{", "}", "{x}", '"y"', "\\", "0", "7", "99999999999")
JSON_JUNK = ("null", "[]", "{}", "-1", "1e999", "true", '"\\ud800"', "[" * 3000, "9" * 5000, "NaN")


def judge(text: str) -> None:
    """Read and check a text. Every error is a sentence with a spot that lies in the text."""
    lines = text.split("\n")
    for wrong in errors_of(text):
        line, column = wrong.spot
        assert 1 <= line <= len(lines)
        assert 1 <= column <= len(lines[line - 1]) + 1
        assert str(wrong.sentence)


def errors_of(text: str) -> list[RecordError]:
    try:
        reading = scan(text)
    except RecordError as error:
        return [error]
    return [*filter(None, [fault_of(reading)]), *doubts(reading)]


def spoiled(text: str, whim: Random, *, junk: tuple[str, ...]) -> str:
    """A text with a few things wrong in it."""
    for _ in range(whim.choice((1, 1, 1, 2, 5))):
        lines = text.split("\n")
        number = whim.randrange(len(lines))
        words = lines[number].split(" ")
        other = whim.choice(whim.choice(lines).split(" "))
        place = whim.randrange(len(words))
        match whim.randrange(7):
            case 0:
                words[place] = other
            case 1:
                words[place] = whim.choice(junk)
            case 2:
                words.insert(place, whim.choice((*junk, other)))
            case 3:
                del words[place]
            case 4:
                words = []
            case 5:
                words = [*words, "\n", *words]
            case _:
                letters = list(lines[number]) or [""]
                letters[whim.randrange(len(letters))] = chr(whim.choice((whim.randrange(128), whim.randrange(0xD800))))
                words = ["".join(letters)]
        lines[number] = " ".join(words)
        text = "\n".join(lines)
    return text


@given(parties(), st.integers())
@hostile
def test_a_spoiled_record_is_an_error_or_another_record(party: Party, seed: int) -> None:
    whim = Random(seed)
    record = record_of(party, fair=whim.random() < 0.5)
    if whim.random() < 0.3:
        record = record.copy_for(whim.choice((None, *record.table.seats)))
    judge(spoiled(write(record), whim, junk=JUNK))


@given(parties(), st.integers())
@hostile
def test_so_is_a_spoiled_twin(party: Party, seed: int) -> None:
    whim = Random(seed)
    judge(spoiled(write_json_lines(record_of(party, fair=whim.random() < 0.5)), whim, junk=JSON_JUNK))


@given(st.text() | st.text().map("case 1\n{}".format) | st.text().map('{{"case": 1, {}'.format))
@hostile
def test_any_text_at_all(text: str) -> None:
    judge(text)


@given(st.binary(max_size=200))
@hostile
def test_any_bytes_at_all(data: bytes) -> None:
    wrong = None
    try:
        judge(decode(data))
    except RecordError as error:
        wrong = error
    assert wrong is None or 1 <= wrong.spot.line <= data.count(b"\n") + 1


@pytest.mark.parametrize("text", ["", "\n\n", "{}", "{only a comment}", "case", "case 2", "case 1\nedition classic"])
def test_a_text_without_seats_is_an_error(text: str) -> None:
    with pytest.raises(RecordError):
        scan(text)
