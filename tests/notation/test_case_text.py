"""The words of a `.case` text, one by one: what each of them means, and what is said when it is wrong."""

from __future__ import annotations

import dataclasses
import re
import time
from collections.abc import Mapping
from textwrap import dedent

import pytest

from greycells.editions import load
from greycells.notation import Note, RecordError, read, scan, write
from greycells.notation.action_json import Json
from greycells.notation.sighting_json import encode_sighting
from greycells.rules.events import Moved

HEAD = dedent(
    """\
    case 1
    edition  luxury
    house    take-backs
    seats    Scarlet "Ada" | Mustard "Grace" | White "Hedy"
    weapons  Rope Kitchen | LeadPipe Study | Knife Library | Wrench Lounge | Candlestick Ballroom | Revolver Hall
    seal     Plum Candlestick DiningRoom
    dealer   White
    deal     Scarlet  Scarlet Peacock Rope Knife Hall Study
    deal     Mustard  Mustard Green LeadPipe Lounge Kitchen Ballroom
    deal     White    White Wrench Revolver Conservatory BilliardRoom Library
    begins   Scarlet
    """
)
MANOR = dedent(
    """\
    case 1
    edition  master-detective
    seats    Scarlet "Ada" | Mustard "Grace" | White "Hedy"
    weapons
    seal     Plum Candlestick DiningRoom
    dealer   White
    deal     Scarlet  Scarlet Green Peach Knife Revolver Courtyard Gazebo DrawingRoom Kitchen
    deal     Mustard  Mustard Peacock Brunette Rope LeadPipe CarriageHouse TrophyRoom Conservatory Studio
    deal     White    White Rose Gray Wrench Poison Horseshoe BilliardRoom Library Fountain
    throw    Scarlet 6 6 | Mustard 6 6 | White 1 1
    throw    Scarlet 5 6 | Mustard 1 1
    begins   Scarlet
    """
)


def told(lines: str, head: str = HEAD) -> list[str]:
    """The events that these lines tell after the head, each as its name and what it holds."""
    sightings = read(head + lines).sightings[len(read(head).events) :]
    return [plainly(encode_sighting(sighting)) for sighting in sightings]


def plainly(message: Mapping[str, Json]) -> str:
    return " ".join(str(value) for name, value in message.items() if name != "number")


@pytest.mark.parametrize(
    ("line", "events"),
    [
        ("1. Scarlet rolls 1 1 to q3", ["Rolled Scarlet [1, 1]", "Moved Scarlet ['q2', 'q3'] 0", "TurnEnded Scarlet"]),
        (
            "1. Scarlet rolls 1 1 walks q2 p2",
            ["Rolled Scarlet [1, 1]", "Moved Scarlet ['q2', 'p2'] 0", "TurnEnded Scarlet"],
        ),
        ("1. Scarlet rolls 1 1 ...", ["Rolled Scarlet [1, 1]"]),
        ("1. Scarlet ...", []),
        (
            "1. Scarlet rolls 1 1 to q3 takes back walks q2 p2 ends",
            [
                "Rolled Scarlet [1, 1]",
                "Moved Scarlet ['q2', 'q3'] 0",
                "TakenBack Scarlet",
                "Moved Scarlet ['q2', 'p2'] 0",
                "TurnEnded Scarlet",
            ],
        ),
        (
            "1. Scarlet rolls 1 1 to q3 | Scarlet accuses Plum Rope Hall sees Plum Candlestick DiningRoom wrong",
            [
                "Rolled Scarlet [1, 1]",
                "Moved Scarlet ['q2', 'q3'] 0",
                "Accused Scarlet ['Plum', 'Rope', 'Hall']",
                "Opened Scarlet ['Plum', 'Candlestick', 'DiningRoom'] False",
                "TurnEnded Scarlet",
            ],
        ),
        (
            "1. Scarlet suggests Plum Rope Lounge | Mustard no | White shows Rope | Scarlet ends",
            [
                "Suggested Scarlet ['Plum', 'Rope', 'Lounge']",
                "CouldNotShow Mustard",
                "Shown White Scarlet Rope",
                "TurnEnded Scarlet",
            ],
        ),
        ("1. Scarlet passage to Kitchen ...", ["TookPassage Scarlet Kitchen"]),
        ("1. Scarlet snoops White ? ...", ["Snooped Scarlet White None"]),
        ("1. Scarlet sees ? right ...", ["Opened Scarlet None True"]),
        ("1. Scarlet cleared to DiningRoom ...", ["Cleared Scarlet Dining Room"]),
        ("1. Scarlet false in 12 Plum Rope Hall ...", ["FalseWitness Scarlet 12 ['Plum', 'Rope', 'Hall']"]),
        ("1. Scarlet passes", ["TurnEnded Scarlet"]),
        ("won Mustard Plum Rope Hall", ["Finished Mustard ['Plum', 'Rope', 'Hall']"]),
        ("unsolved Plum Rope Hall", ["Finished None ['Plum', 'Rope', 'Hall']"]),
    ],
)
def test_what_a_line_tells(line: str, events: list[str]) -> None:
    assert told(line) == events


def test_a_turn_that_another_line_follows_was_over() -> None:
    first = "1. Scarlet  rolls 1 1  to q3\n"
    assert told(first)[-1] == told(first + "2. Mustard  rolls 1 1  to v8 ...")[2] == "TurnEnded Scarlet"
    assert told("1. Scarlet  rolls 1 1  to q3\nwon Scarlet Plum Rope Hall")[-2].startswith("Moved")


def test_the_set_up_is_told_line_by_line() -> None:
    events = [plainly(encode_sighting(sighting)) for sighting in read(MANOR).sightings]
    assert events[0] == f"Placed {['Cloak Room'] * 10} {[None] * 8}"
    assert events[1] == "Sealed ['Plum', 'Candlestick', 'DiningRoom']"
    assert events[2].startswith("Dealt White [9, 9, 9] [['Scarlet', 'Green', 'Peach', 'Knife', 'Revolver',")
    assert events[3] == (
        "RolledForStart [[['Scarlet', [6, 6]], ['Mustard', [6, 6]], ['White', [1, 1]]],"
        " [['Scarlet', [5, 6]], ['Mustard', [1, 1]]]]"
    )
    assert events[4:] == ["Began Scarlet"]


def test_a_walk_that_stops_and_goes_on_is_written_out() -> None:
    record = read(MANOR + "1. Scarlet  rolls 4 4  walks p10 p9 o9 n9 m9 l9  snoops White Wrench  to j9\n")
    first, second = (event for event in record.events if isinstance(event, Moved))
    assert (first.steps_left, second.steps_left) == (2, 0)
    assert "walks p10 p9 o9 n9 m9 l9  snoops White Wrench  to j9\n" in write(record)
    record = read(MANOR + "1. Scarlet  rolls 3 4  to l9  snoops White Wrench  to l8\n")
    assert re.search(r"walks( \w+){5} l9  snoops White Wrench  to l8\n", write(record))


def test_a_spyglass_where_the_move_may_end_is_its_end() -> None:
    record = read(MANOR + "1. Scarlet  rolls 4 4  to l9  snoops White Wrench\n")
    (moved,) = (event for event in record.events if isinstance(event, Moved))
    assert (len(moved.path), moved.steps_left) == (8, 0)
    assert "to l9  snoops" in write(record)


def test_notes_stay_with_what_they_are_about() -> None:
    text = HEAD + "1. Scarlet rolls 1 1 ?? @0:01:02 {a} to q3 {b} {c} ! ends @1:00:00\n{d}\n2. Mustard passes {e}"
    record = read(text.replace("dealer   White", "dealer   White {dealt} ?"))
    begun = len(read(HEAD).events)
    assert record.notes == {
        2: Note("?", None, ("dealt",)),
        begun: Note("??", 62, ("a",)),
        begun + 1: Note("!", None, ("b", "c")),
        begun + 2: Note("", 3600, ("d",)),
        begun + 3: Note("", None, ("e",)),
    }
    assert read(write(record)) == record


def test_what_is_said_before_the_first_event_is_the_preface() -> None:
    text = HEAD.replace("edition", "{one}\nedition").replace('"Hedy"', '"Hedy" {two \\} \\n lines}\n{three}')
    assert read(text).preface == ("one", "two } \n lines", "three")


@pytest.mark.parametrize(
    ("old", "new", "spot", "sentence"),
    [
        (
            "case 1",
            "case 2",
            (1, 6),
            "This record has version 2 of the case format; this version of greycells reads version 1.",
        ),
        ("case 1\n", "", (1, 1), "Expected case here, not edition."),
        ("luxury", "luxurious", (2, 10), "There's no edition luxurious here. Did you mean luxury?"),
        ("take-backs", "blind snoop", (3, 10), "Luxury"),
        (
            'Scarlet "Ada"',
            'Scarlett "Ada"',
            (4, 10),
            "There's no suspect Scarlett in this edition. Did you mean Scarlet?",
        ),
        ('"Ada"', "Ada", (4, 18), "Expected words in quotation marks here, not Ada."),
        ('"Hedy"', '"Hedy', (4, 50), "The text in these quotation marks isn't valid."),
        ('"Ada"', '"\\ud800"', (4, 18), "The text in these quotation marks isn't valid."),
        ("Rope Kitchen", "Rope kitchen", (5, 15), "There's no place kitchen on this board. Did you mean Kitchen?"),
        ("Rope Kitchen", "Plum Kitchen", (5, 10), "Expected a weapon that has no place yet, not Professor Plum."),
        ("seal", "sael", (6, 1), "No line of a record starts with sael. Did you mean seal?"),
        ("Plum Candlestick DiningRoom", "Plum DiningRoom Rope", (6, 10), "Name a suspect, a weapon and a room, in "),
        ("DiningRoom", "DiningRoom Hall", (6, 38), "Unexpected Hall at the end of this line."),
        ("dealer   White\n", "", (7, 1), "Expected dealer here, not deal."),
        ("deal     Mustard", "deal     White", (9, 10), "Mustard's hand comes next."),
        ("Hall Study", "Hall Hall", (8, 51), "A card can't be in two places: the Hall."),
        ("Hall Study", "Hall ?", (8, 10), "A record lists all of Scarlet's hand or none of it."),
        ("begins   Scarlet", "begins", (11, 7), "Expected a seat here, not the end of the line."),
        ("begins   Scarlet", "begins   Green", (11, 10), "Nobody at this table is playing Green."),
    ],
)
def test_what_is_wrong_in_the_head_and_where(old: str, new: str, spot: tuple[int, int], sentence: str) -> None:
    assert old in HEAD
    with pytest.raises(RecordError) as caught:
        read(HEAD.replace(old, new, 1))
    assert (caught.value.spot, str(caught.value.sentence)[: len(sentence)]) == (spot, sentence)


@pytest.mark.parametrize(
    ("line", "column", "sentence"),
    [
        ("2. Scarlet passes", 1, "Turn 1 comes next"),
        ("1 Scarlet passes", 1, "Turn 1 comes next"),
        ("1. Scarlet", 11, "Expected what happened here, not the end of the line."),
        ("1. Scarlet roll 1 1", 12, "roll isn't a verb used in records. Did you mean rolls?"),
        ("1. Scarlet rolls 1 1 to q3 passes", 28, "Something has already happened in this turn"),
        ("1. Scarlet passes rolls 1 1", 19, "Unexpected rolls at the end of this line."),
        ("1. Scarlet takes it back", 18, "Expected back here, not it."),
        ("1. Scarlet sees ? rihgt", 19, "Expected right | wrong here, not rihgt."),
        ("1. Scarlet rolls 1 1 ! !", 24, "! can't be here: an event has one mark"),
        ("1. Scarlet rolls 1 1 @1:2", 22, "@1:2 can't be here"),
        ("1. Scarlet rolls 1 1 {open", 22, "A comment goes in braces, which must close on the same line."),
        ("1. Scarlet rolls 1 1 {a\\b}", 22, "A comment goes in braces"),
        ("1. Scarlet rolls 1 1 to q3 | Mustard", 37, "Expected what happened here"),
        ("1. Scarlet false in three Plum Rope Hall", 21, "Expected a number here, not three."),
        ("copy Scarlet", 1, "copy doesn't belong here, or appears twice."),
        ('secret "x"', 1, "secret doesn't belong here, or appears twice."),
    ],
)
def test_what_is_wrong_in_a_line_and_where(line: str, column: int, sentence: str) -> None:
    with pytest.raises(RecordError) as caught:
        read(HEAD + line)
    assert caught.value.spot == (len(HEAD.splitlines()) + 1, column)
    assert str(caught.value.sentence).startswith(sentence)


def test_what_could_be_read_is_kept_with_its_spots() -> None:
    reading = scan(HEAD + "1. Scarlet  rolls 1 1  to q3\n2. Mustard  rolls 1 1  to v8  runs\n")
    assert reading.error is not None
    assert reading.error.spot == (13, 31)
    assert reading.spots[-3:] == ((12, 24), (12, 29), (13, 13))
    assert len(reading.spots) == len(reading.record.events)


def test_an_edition_of_ones_own_has_to_be_given_along() -> None:
    own = dataclasses.replace(load("luxury"), key="manor-house")
    text = HEAD.replace("luxury", "manor-house")
    with pytest.raises(RecordError, match="There's no edition manor-house here"):
        read(text)
    assert read(text, edition=own).table.edition.key == "manor-house"
    with pytest.raises(RecordError, match="This record is for the edition luxury, not manor-house"):
        read(HEAD, edition=own)
    with pytest.raises(RecordError, match="There's no edition"):
        read(HEAD.replace("luxury", "/tmp/own-edition"))


@pytest.mark.parametrize(
    "control",
    ["\\u001b[2J", "\\n", "\\u0007", "\\u0085", "\\u2028", "\\u202e", "\u202e", "\u2067", "\u200f", "\u061c"],
)
def test_a_name_has_no_control_characters(control: str) -> None:
    """Nor one that turns round the sentence in which the name stands: *Mustard (ecarG) showed you a card*."""
    with pytest.raises(RecordError) as caught:
        read(HEAD.replace('"Grace"', f'"Gr{control}ace"'))
    assert str(caught.value) == "4:34: A name can't contain control characters or change the direction of writing."


@pytest.mark.parametrize("name", ["Zoë", "אדה", "ليلى", "نی\u200cلو", "👩\u200d🔬"])
def test_a_name_is_written_in_any_script(name: str) -> None:
    assert read(HEAD.replace('"Grace"', f'"{name}"')).table.seats[1].name == name


@pytest.mark.parametrize("between", [" ", "\n"])
def test_many_comments_on_one_event_are_read_in_linear_time(between: str) -> None:
    """A record of 128 KiB can hold 43,000 of them; eight times as many took 60 times as long."""

    def seconds(count: int) -> float:
        text = HEAD + between.join(["{}"] * count)
        began = time.process_time()
        assert read(text).notes[read(HEAD).sightings[-1].number].comments == ("",) * count
        return time.process_time() - began

    few, many = (min(seconds(count) for _ in range(3)) for count in (5_000, 40_000))
    assert many < 24 * few
