"""Commands over records: check, convert, show, replay. `verify` is tested with fair dealing."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest
from tests.cli.conftest import Run

from greycells.notation import read

RECORDS = Path(__file__).parents[2] / "records"
SOLVED = RECORDS / "classic" / "solved.case"
COPY = RECORDS / "classic" / "solved-seen-by-peacock.case"


def test_a_record_in_order_is_summed_up(run: Run) -> None:
    assert run("check", str(SOLVED)) == (f"{SOLVED}: valid: 40 turns, 158 events, won by Scarlett.\n", "", 0)


def test_a_file_that_is_no_record_is_a_sentence(run: Run, tmp_path: Path) -> None:
    for command in ("check", "verify", "convert", "show", "replay"):
        ran = run(command, str(tmp_path / "none.case"))
        assert (ran.code, ran.out + ran.err) == (1, f"{tmp_path / 'none.case'}: No such file or directory\n")
        ran = run(command, str(tmp_path))
        assert (ran.code, ran.out + ran.err) == (1, f"{tmp_path}: Is a directory\n")
    file = tmp_path / "a.case"
    file.write_bytes(b"case 1\nedition \xff")
    assert run("check", str(file)) == (f"{file}:2:9: This isn't UTF-8 text.\n", "", 1)


def test_a_mark_at_the_head_of_the_file_is_no_part_of_it(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "a.case"
    file.write_bytes(b"\xef\xbb\xbf" + SOLVED.read_bytes().replace(b"\n", b"\r\n"))
    assert run("check", str(file)).code == 0


def test_a_record_goes_both_ways(run: Run, tmp_path: Path) -> None:
    twin, back = tmp_path / "a.jsonl", tmp_path / "b.case"
    assert run("convert", str(SOLVED), "--output", str(twin)).code == 0
    lines = twin.read_text(encoding="utf-8").splitlines()
    assert json.loads(lines[0])["case"] == 1
    assert json.loads(lines[5]) == {"number": 4, "event": "Rolled", "seat": "Scarlett", "dice": [6], "clock": 10}
    assert run("convert", str(twin), "-o", str(back)).code == 0
    assert back.read_bytes() == SOLVED.read_bytes()
    assert run("convert", str(SOLVED), "--to", "case", "-o", str(back)).code == 0
    assert back.read_bytes() == SOLVED.read_bytes()
    assert run("convert", str(SOLVED)).out == twin.read_text(encoding="utf-8")
    assert run("convert", str(SOLVED), "--to", "pdf").err == "A record can be written as case or json, not as pdf.\n"


def test_a_copy_is_made_for_a_seat_and_for_no_other_from_a_copy(run: Run, tmp_path: Path) -> None:
    copy = tmp_path / "a.case"
    assert run("convert", str(SOLVED), "--to", "case", "--seat", "peacock", "-o", str(copy)).code == 0
    assert copy.read_bytes() == COPY.read_bytes()
    assert run("convert", str(SOLVED), "--to", "case", "--seat", "nobody", "-o", str(copy)).code == 0
    record = read(copy.read_text(encoding="utf-8"))
    assert record.copy is not None
    assert record.copy.seat is None
    ran = run("convert", str(COPY), "--seat", "Scarlett")
    assert (ran.code, ran.err) == (1, f"{COPY}: This is a copy; it contains only what Peacock saw.\n")
    ran = run("show", str(SOLVED), "--seat", "Green")
    assert (ran.code, ran.err) == (1, f"{SOLVED}: Nobody at this table is playing Green.\n")


def test_a_wrong_record_is_neither_converted_nor_shown(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "a.case"
    file.write_text(SOLVED.read_text(encoding="utf-8").replace("to w7", "to u7"), encoding="utf-8")
    for command in ("convert", "show", "replay"):
        ran = run(command, str(file))
        assert (ran.code, ran.out) == (1, "")
        assert ran.err.startswith(f"{file}:17:32: Mustard rolled 2, and that isn't enough to reach u7")
        assert ran.err.endswith("(MOVE-8)\n")


def test_the_board_is_shown_as_it_stood_with_what_a_seat_saw(run: Run) -> None:
    whole = run("show", str(SOLVED), "--at", "10", "--plain").out
    assert "After turn 10" in whole
    assert "Mustard showed Mr. Green to Scarlett" in " ".join(whole.split())
    assert "The case file holds" in whole
    assert "Scarlett holds" in whole
    assert "Conservatory" in whole
    seen = run("show", str(SOLVED), "--at", "10", "--seat", "Peacock", "--plain").out
    assert "Mustard showed Scarlett a card" in " ".join(seen.split())
    assert "The case file holds" not in seen
    assert "Scarlett holds" not in seen
    assert "Peacock holds" in seen
    assert "Before the first turn" in run("show", str(SOLVED), "--at", "0", "--plain").out
    assert run("show", str(SOLVED), "--at", "99", "--plain").out == run("show", str(SOLVED), "--plain").out


def typing(keys: str) -> io.TextIOWrapper:
    return io.TextIOWrapper(io.BytesIO(keys.encode()))


def test_a_record_is_stepped_through(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", typing("\n\nb\nhuh\n40\n\nq\n"))
    told = run("replay", str(SOLVED), "--plain").out
    shown = [line for line in told.splitlines() if line.startswith(("Before the first turn", "After turn"))]
    assert shown == ["Before the first turn", "After turn 1", "After turn 2", "After turn 1", "After turn 40"]
    assert "Enter: next turn; b: back" in told
    monkeypatch.setattr(sys, "stdin", typing(""))
    assert run("replay", str(COPY), "--plain").code == 0
