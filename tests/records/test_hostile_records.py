"""Records that somebody got wrong, by hand or on purpose: each is refused at its own word, in a sentence that helps."""

from __future__ import annotations

import json
import re
from pathlib import Path
from random import Random
from textwrap import dedent
from typing import get_args

import pytest
from tests.cli.conftest import Run
from tests.editions.copies import files_of
from tests.records.lines_and_records import CLASSIC, GETAWAY, IN_THE_LOUNGE, LUXURY, MANOR, OPEN

from greycells.editions import load
from greycells.editions.catalogue import rule
from greycells.language.sentences import using_language
from greycells.library import fault_of
from greycells.notation import RecordError, read, scan, stamped, write, write_json_lines
from greycells.notation.action_json import decode_action
from greycells.notation.case_writer import wrong_stamp
from greycells.rules.events import Event

RECORDS = Path(__file__).parents[2] / "records"
HEADS = {
    "luxury": dedent(LUXURY),
    "classic": dedent(CLASSIC),
    "manor": dedent(MANOR),
    "getaway": dedent(GETAWAY),
    "open": dedent(OPEN),
}
LOUNGE = dedent(IN_THE_LOUNGE).replace("3 4  to r7", "1 1  to v8")
SUGGESTED = "1. Scarlet rolls 4 4 to Lounge suggests Plum Rope Lounge"
SHOWN = """\
1. Scarlett rolls 6 to q7
2. Mustard rolls 1 to w8
3. White rolls 1 to o24
4. Scarlett rolls 2 to Lounge suggests Plum Rope Lounge | Mustard shows Lounge"""
BY_PASSAGE = "4. Scarlet passage to Conservatory suggests Plum Rope Conservatory"
EVERYBODY = "1. Scarlet rolls 6 6 to Courtyard suggests Brunette Poison Courtyard"
OUT = "1. Scarlet accuses Plum Rope Hall sees Plum Candlestick DiningRoom wrong\n"


def complaint(text: str) -> str:
    """What `greycells check` says about this text, or nothing."""
    try:
        reading = scan(text)
    except RecordError as error:
        return str(error)
    return str(fault_of(reading) or wrong_stamp(reading) or "")


def said(head: str, lines: str) -> str:
    """The same, with the line counted from the end of the head."""
    told = complaint(HEADS[head] + lines)
    line, _, rest = told.partition(":")
    return f"{int(line) - len(HEADS[head].splitlines())}:{rest}" if rest else told


@pytest.mark.parametrize(
    ("head", "lines", "sentence"),
    [
        ("luxury", "1. Scarlet walks q2 q3 foo", "1:24: There's no place foo on this board."),
        ("luxury", "1. Scarlet rolls 6 6 walks q2 q3 foo", "1:34: There's no place foo on this board."),
        (
            "luxury",
            "1. Scarlet rolls 6 6 walks q2 q3 acuses Plum Rope Hall",
            "1:34: acuses isn't a verb used in records. Did you mean accuses?",
        ),
        ("luxury", "1. Scarlet rolls six", "1:18: Expected a number here, not six."),
        ("luxury", "1. Scarlet rolls 3 six", "1:20: Expected a number here, not six."),
        ("classic", "1. Scarlett rolls six", "1:19: Expected a number here, not six."),
        ("classic", "1. Scarlett rolls", "1:18: Expected a number here, not the end of the line."),
        ("luxury", "1. Scarlet rolls 3 4 to q7 foo", "1:28: foo isn't a verb used in records."),
        ("luxury", "1. Scarlet passes foo", "1:19: Unexpected foo at the end of this line."),
        (
            "luxury",
            "1. Scarlet suggests Plum Rope Hall foo",
            "1:36: foo isn't a verb used in records.",
        ),
        ("luxury", "won Scarlet Plum Rope Hall foo", "1:28: Unexpected foo at the end of this line."),
        ("manor", "1. Scarlet rolls 3 3 to l9 snoops White | foo no", "1:41: Expected a card here, not |."),
    ],
)
def test_a_word_that_cannot_be_read_is_the_error(head: str, lines: str, sentence: str) -> None:
    assert said(head, lines) == sentence


@pytest.mark.parametrize(
    ("head", "lines", "sentence"),
    [
        ("luxury", f"{SUGGESTED} | White no", "1:66: Mustard has to answer the suggestion first. (SHOW-1)"),
        ("luxury", f"{SUGGESTED} ends", "1:58: Mustard has to answer the suggestion first. (SHOW-1)"),
        ("luxury", SUGGESTED, "1:57: Mustard has to answer the suggestion first. (SHOW-1)"),
        (
            "luxury",
            f"{SUGGESTED} | Scarlet shows Rope",
            "1:68: Scarlet made this suggestion; the other players answer it. (SHOW-1)",
        ),
        (
            "luxury",
            f"{SUGGESTED} | Mustard shows Lounge | White no",
            "1:89: The questioning ended with the first card shown, so White isn't asked. (SHOW-4)",
        ),
        (
            "manor",
            f"{EVERYBODY} | Mustard shows Brunette",
            "1:94: White has to answer too: in this edition every player is asked. (SHOW-5)",
        ),
        (
            "manor",
            f"{EVERYBODY} | Mustard shows Brunette | Mustard no",
            "1:105: Mustard has already answered this suggestion. (SHOW-1)",
        ),
        (
            "luxury",
            f"{OUT}2. Mustard rolls 4 4 to Lounge suggests Plum Knife Lounge | White no | Mustard ends",
            "2:80: Scarlet is eliminated, but still has to answer the suggestion first. (SHOW-6)",
        ),
        (
            "classic",
            f"{SHOWN} | Scarlett rolls 1",
            "4:91: Scarlett was shown a card, and that ended the turn. (SHOW-7)",
        ),
        ("luxury", "1. Scarlet rolls 3 4 rolls 3 4", "1:22: Scarlet has already rolled this turn. (TURN-1)"),
        ("luxury", "1. Scarlet rolls 3 4 to p7 rolls 1 1", "1:28: Scarlet has already rolled this turn. (TURN-1)"),
        (
            "luxury",
            f"{LOUNGE}4. Scarlet passage to Conservatory rolls 1 1",
            "4:36: Scarlet has already had their move this turn",
        ),
        (
            "luxury",
            f"{LOUNGE}{BY_PASSAGE} | Mustard no | White shows Conservatory | Scarlet rolls 1 1",
            "4:118: Scarlet has made a suggestion and can't move any more this turn. (TURN-1)",
        ),
        (
            "luxury",
            "1. Scarlet rolls 3 4 to p7 snoops White Rope",
            "1:28: There is no snooping in this edition. (TURN-1)",
        ),
        (
            "luxury",
            "1. Scarlet false in 1 Plum Rope Hall",
            "1:12: Nobody can give a false answer at this table, so none by Scarlet came out. (SHOW-2)",
        ),
        (
            "manor",
            "1. Scarlet cleared to Library",
            "1:12: Scarlet's pawn doesn't have to be moved away from a door here. (ACC-1)",
        ),
        (
            "luxury",
            f"{OUT.strip()} to q2",
            "1:74: Scarlet is eliminated and takes no more turns, but still shows cards",
        ),
        ("luxury", "1. Scarlet ends", "1:12: Write passes for a turn in which nothing else happened."),
        ("luxury", "1. Scarlet rolls 1 1 to q3 | Mustard ends", "1:38: It's Scarlet's turn; nobody else can end it."),
        ("luxury", "1. Scarlet rolls 1 1 to q3\nweapons Rope Hall", "2:1: The weapons line doesn't belong here. (TU"),
        ("luxury", "edition luxury", "1:1: edition doesn't belong here, or appears twice."),
    ],
)
def test_a_refusal_says_what_is_wrong_there(head: str, lines: str, sentence: str) -> None:
    assert said(head, lines).startswith(sentence)


@pytest.mark.parametrize(
    ("head", "keyword", "number", "rule"),
    [
        ("luxury", "weapons", 4, "SET-5"),
        ("manor", "weapons", 4, "SET-6"),
        ("luxury", "seal", 5, "SET-7"),
        ("manor", "throw", 10, "SET-12"),
        ("getaway", "throw", 11, "SET-13"),
        ("open", "open", 12, "SET-10"),
    ],
)
def test_a_missing_line_is_named_as_that_line(head: str, keyword: str, number: int, rule: str) -> None:
    text = "".join(line for line in HEADS[head].splitlines(keepends=True) if not line.startswith(keyword))
    assert text != HEADS[head]
    assert complaint(text) == f"{number}:1: The {keyword} line is missing: it belongs before this one. ({rule})"


def test_one_die_is_not_called_dice() -> None:
    told = complaint(HEADS["getaway"].replace("White 6 |", "White 6 6 |"))
    assert told.endswith("Every seat rolls 1 die for the first turn, and those tied for highest roll again. (SET-13)")


@pytest.mark.parametrize(
    "more",
    [
        "1. Scarlet rolls 1 1 to q3",
        "1. Scarlet rolls 1 1 to q3 ...",
        "2. Mustard rolls 1 1 to v8",
        "won Scarlet Plum Candlestick DiningRoom",
        "begins Scarlet",
    ],
)
def test_a_torn_turn_is_never_continued(more: str) -> None:
    torn = "1. Scarlet rolls 1 1 ...\n"
    assert said("luxury", torn) == said("luxury", f"{torn}{{The lamp went out.}}\n") == ""
    assert said("luxury", torn + more).startswith("2:1: The turn above breaks off (...)")


@pytest.mark.parametrize("more", ["1. Scarlet rolls 1 1 to q3", "{One more word.}", 'stamp "abc"', 'secret "abc"'])
def test_nothing_follows_the_stamp(more: str) -> None:
    closed = write(stamped(read(HEADS["luxury"])))
    assert complaint(closed) == complaint(f"{closed}\n\n") == ""
    assert complaint(f"{closed}{more}\n") == "12:1: The stamp is the last line of a record; nothing follows it."
    assert complaint(f"{closed.rstrip()} {{Done.}}\n") == "11:77: Unexpected {Done.} at the end of this line."


def test_nothing_follows_the_last_line_of_the_twin() -> None:
    lines = write_json_lines(stamped(read(HEADS["luxury"]))).splitlines()
    assert complaint("\n".join(lines)) == ""
    for more in (lines[-1], lines[-2]):
        assert complaint("\n".join([*lines, more])).endswith(
            "The stamp is the last line of a record; nothing follows it."
        )


def test_check_compares_the_stamp(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "a.case"
    text = (RECORDS / "luxury" / "solved.case").read_text(encoding="utf-8")
    number = len(text.splitlines())
    for changed in (text.replace('"Ada"', '"Eve"'), re.sub('stamp    ".', 'stamp    "x', text)):
        assert changed != text
        file.write_text(changed, encoding="utf-8")
        ran = run("check", str(file))
        assert ran.code == 1
        assert ran.out == f"{file}:{number}:1: The stamp doesn't match: this record has been changed.\n"
    noted = text.replace("1. ", "{Nobody minds a comment.}\n1. ", 1)
    file.write_text(noted, encoding="utf-8")
    assert run("check", str(file)).code == 0


def test_a_line_of_json_that_is_none_is_told_without_the_name_of_a_class() -> None:
    lines = write_json_lines(read(HEADS["luxury"])).splitlines()
    deep = "[" * 100_000
    assert complaint(f"{lines[0]}\n{deep}\n") == "2:1: The JSON in this line is nested too deeply."
    assert (
        complaint(f'{lines[0]}\n{{"secret": "\\ud800"}}\n')
        == "2:1: This line contains something that is neither text nor a number."
    )
    placed = json.loads(lines[1])
    placed["weapons"] = placed["weapons"][1:]
    assert complaint(f"{lines[0]}\n{json.dumps(placed)}\n").endswith("doesn't match this table.")


def mangled(lines: list[str], rng: Random) -> str:
    """The same text with one thing wrong in it: a line or a word doubled, lost, swapped, cut or put elsewhere."""
    at = rng.randrange(2, len(lines))
    words = lines[at].split()
    word = rng.choice([word for line in lines for word in line.split()])
    match rng.randrange(7):
        case 0:
            return "\n".join([*lines[:at], *lines[at + 1 :]])
        case 1:
            return "\n".join([*lines[:at], lines[at], *lines[at:]])
        case 2:
            other = rng.randrange(2, len(lines))
            return "\n".join([*lines[:at], lines[other], *lines[at + 1 :]])
        case 3:
            words[rng.randrange(len(words))] = word
        case 4:
            del words[rng.randrange(len(words))]
        case 5:
            words.insert(rng.randrange(len(words) + 1), word)
        case _:
            del words[rng.randrange(len(words)) :]
    return "\n".join([*lines[:at], " ".join(words), *lines[at + 1 :]])


@pytest.mark.parametrize("file", sorted(RECORDS.glob("*/*.case")), ids=lambda file: f"{file.parent.name}-{file.stem}")
def test_every_rule_that_is_cited_is_one_of_the_edition(file: Path) -> None:
    rng, edition = Random(file.stem), load(file.parent.name)
    kinds = {kind.__name__ for kind in get_args(Event)}
    lines = [line for line in file.read_text(encoding="utf-8").splitlines() if not line.startswith("stamp")]
    found = 0
    for _ in range(12):
        reading_error: RecordError | None
        try:
            reading_error = fault_of(scan(mangled(lines, rng)))
        except RecordError as error:
            reading_error = error
        if reading_error is None:
            continue
        found += 1
        told = str(reading_error)
        assert reading_error.rule is None or rule(reading_error.rule).as_in(edition) is not None, told
        assert not kinds & {str(value) for value in reading_error.sentence.arguments.values()}, told
        assert "  " not in told, told
        assert not re.search(r"\b1 (dice|steps|cards|turns)\b", told), told
        with using_language("de"):
            assert str(reading_error) != told or reading_error.sentence.key == "record.in other words"
    assert found


def test_a_room_goes_by_its_word_wherever_it_goes_by_its_name(tmp_path: Path) -> None:
    text, drawing = files_of("luxury")
    (tmp_path / "edition.toml").write_text(re.sub('(?<!word = )"Lounge"', '"Long Lounge"', text), encoding="utf-8")
    (tmp_path / "board.txt").write_text(drawing, encoding="utf-8")
    own = load(tmp_path)
    line = "1. Scarlet rolls 4 4 to LongLounge suggests Plum Rope Lounge | Mustard shows Lounge\n"
    named = (
        HEADS["luxury"].replace("edition  luxury", "edition  hut").replace("Wrench Lounge", "Wrench LongLounge") + line
    )
    by_word = named.replace("LongLounge", "Lounge")
    record = read(named, edition=own)
    assert read(by_word, edition=own) == record
    assert write(record).count("LongLounge") == 2, "the canonical form is the name"
    walked = "1. Scarlet rolls 5 5 walks q2 q3 q4 q5 q6 q7 r7 {} ...\n"
    head = named.removesuffix(line)
    assert read(head + walked.format("Lounge"), edition=own) == read(head + walked.format("LongLounge"), edition=own)
    twin = write_json_lines(record)
    assert read(twin.replace('"Long Lounge"', '"Lounge"'), edition=own) == record
    room = decode_action(record.table, {"do": "move", "to": "Lounge"})
    assert room == decode_action(record.table, {"do": "move", "to": "Long Lounge"})
