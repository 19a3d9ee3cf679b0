"""`greycells check` names the rule: at least one illegal line for every rule that a choice, or a set-up, can break."""

from __future__ import annotations

import json
from pathlib import Path
from textwrap import dedent
from typing import NamedTuple

import pytest
from tests.cli.conftest import Run
from tests.records.lines_and_records import CLASSIC, COPY, GETAWAY, IN_THE_LOUNGE, LUXURY, MANOR, OPEN

AT_THE_SPYGLASS = """\
    1. Scarlet  rolls 3 3  to l9
    2. Mustard  rolls 1 1  to p9
    3. White    rolls 1 2  to o9
    """
A_LIE = """\
    1. White    rolls 3 4  to Patio  suggests Green Bat Patio  | Mustard no | Scarlet shows Bat
    2. Mustard  rolls 4 5  to Kitchen  suggests Scarlet Rope Kitchen  | Scarlet shows Rope
    3. Scarlet  suggests Green Axe Kitchen  | White shows Axe
    """


class Line(NamedTuple):
    """A record that is in order up to its last line, and the rule that this line breaks."""

    rule: str
    head: str
    before: str
    line: str


def at_the_start(rule: str, head: str, line: str) -> Line:
    return Line(rule, head, "", line)


CHOICES = [
    at_the_start("TURN-1", LUXURY, "1. Mustard  rolls 3 4  to v7"),
    at_the_start("TURN-1", LUXURY, "1. Scarlet  rolls 3 4  to p7  rolls 3 4"),
    at_the_start("MOVE-1", LUXURY, "1. Scarlet  rolls 3  to q4"),
    at_the_start("MOVE-1", LUXURY, "1. Scarlet  rolls 3 7  to q4"),
    at_the_start("MOVE-2", CLASSIC, "1. Scarlett  rolls 3 4  to p7"),
    at_the_start("MOVE-3", LUXURY, "1. Scarlet  rolls 1 1  walks q2 p3"),
    at_the_start("MOVE-4", LUXURY, "1. Scarlet  rolls 2 2  walks q2 q3 q2 q3"),
    at_the_start("MOVE-5", LUXURY, "1. Scarlet  rolls 2 2  to a6"),
    Line("MOVE-6", MANOR, "1. Scarlet  rolls 1 1  to p9", "2. Mustard  rolls 1 1  to p9"),
    at_the_start("MOVE-8", LUXURY, "1. Scarlet  rolls 2 3  to q7"),
    at_the_start("MOVE-8", LUXURY, "1. Scarlet  rolls 2 3  walks q2 q3"),
    at_the_start("MOVE-8", LUXURY, "1. Scarlet  rolls 2 3"),
    at_the_start("MOVE-9", LUXURY, "1. Scarlet  rolls 1 2  walks q2 q3 Lounge"),
    Line("MOVE-11", LUXURY, "1. Scarlet  rolls 3 4  to r7", "2. Mustard  rolls 4 5  to Lounge"),
    at_the_start("MOVE-12", LUXURY, "1. Scarlet  rolls 5 5  to Lounge  to r7"),
    at_the_start("MOVE-12", LUXURY, "1. Scarlet  rolls 5 5  walks q2 q3 q4 q5 q6 q7 r7 Lounge r7 s7"),
    Line("MOVE-14", LUXURY, IN_THE_LOUNGE.replace("3 4  to r7", "1 1  to v8"), "4. Scarlet  rolls 1 2  to Lounge"),
    Line("MOVE-15", LUXURY, IN_THE_LOUNGE, "4. Scarlet  rolls 1 2  to r8"),
    Line("MOVE-15", LUXURY, IN_THE_LOUNGE, "4. Scarlet  passes"),
    at_the_start("MOVE-16", LUXURY, "1. Scarlet  passes"),
    at_the_start("MOVE-16", LUXURY, "1. Scarlet  to q4"),
    at_the_start(
        "MOVE-17",
        MANOR,
        "1. Scarlet  rolls 6 6  to Courtyard  suggests Rose Poison Courtyard"
        " | Mustard no | White shows Rose | Scarlet to Gazebo",
    ),
    Line(
        "MOVE-20",
        MANOR,
        """\
    1. Scarlet  rolls 3 4  to BasementStairs
    2. Mustard  rolls 4 4  to GardenWalk
    3. White    rolls 1 1  to p9
    """,
        "4. Scarlet  passage to GardenWalk",
    ),
    at_the_start("PASS-4", LUXURY, "1. Scarlet  passage to Kitchen"),
    Line("PASS-4", LUXURY, IN_THE_LOUNGE, "4. Scarlet  passage to Kitchen"),
    Line(
        "PASS-7", LUXURY, IN_THE_LOUNGE.replace("3 4  to r7", "1 1  to v8"), "4. Scarlet  rolls 6 6  passage to Study"
    ),
    Line("PASS-7", LUXURY, IN_THE_LOUNGE.replace("3 4  to r7", "1 1  to v8"), "4. Scarlet  rolls 6 6  to Conservatory"),
    at_the_start("TURN-1", LUXURY, "1. Scarlet  rolls 3 4  to p7  snoops White Wrench"),
    at_the_start("SNOOP-2", MANOR, "1. Scarlet  rolls 1 1  to p9  snoops White Wrench"),
    at_the_start("SNOOP-2", MANOR, "1. Scarlet  rolls 3 3  to l9  snoops White Rope"),
    at_the_start("SNOOP-2", MANOR, "1. Scarlet  rolls 3 3  to l9  snoops Scarlet Knife"),
    at_the_start("SNOOP-3", MANOR, "1. Scarlet  rolls 3 3  to l9  snoops White ?"),
    at_the_start("SNOOP-4", MANOR, "1. Scarlet  rolls 3 3  to l9  snoops White Wrench  snoops White Gray"),
    at_the_start("MOVE-8", MANOR, "1. Scarlet  rolls 3 4  walks p10 p9 o9 n9 m9 l9  snoops White Wrench"),
    Line("SNOOP-5", MANOR, AT_THE_SPYGLASS, "4. Scarlet  snoops White Wrench"),
    at_the_start("SUG-1", LUXURY, "1. Scarlet  rolls 4 4  to Lounge  suggests Plum Rope Hall"),
    at_the_start("SUG-2", LUXURY, "1. Scarlet  rolls 4 4  to Lounge"),
    at_the_start(
        "SUG-7",
        LUXURY,
        "1. Scarlet  rolls 4 4  to Lounge  suggests Plum Rope Lounge | Mustard shows Lounge"
        " | Scarlet suggests Plum Knife Lounge",
    ),
    Line("SUG-8", LUXURY, IN_THE_LOUNGE, "4. Scarlet  suggests Green Rope Lounge"),
    at_the_start("SUG-10", LUXURY, "1. Scarlet  rolls 3 4  to p7  suggests Plum Rope Lounge"),
    at_the_start("SHOW-1", LUXURY, "1. Scarlet  rolls 4 4  to Lounge  suggests Plum Rope Lounge | White no"),
    at_the_start("SHOW-1", LUXURY, "1. Scarlet  rolls 4 4  to p6  | Mustard no"),
    at_the_start("SHOW-2", LUXURY, "1. Scarlet  rolls 4 4  to Lounge  suggests Plum Rope Lounge | Mustard no"),
    at_the_start(
        "SHOW-2", LUXURY, "1. Scarlet  rolls 4 4  to Lounge  suggests Plum Rope Lounge | Mustard shows Kitchen"
    ),
    at_the_start("SHOW-2", LUXURY, "1. Scarlet  rolls 4 4  to Lounge  suggests Plum Rope Lounge | Mustard shows Rope"),
    at_the_start("SHOW-3", LUXURY, "1. Scarlet  rolls 4 4  to Lounge  suggests Plum Rope Lounge | Mustard shows ?"),
    Line(
        "SHOW-7",
        CLASSIC,
        "1. Scarlett  rolls 6  to q7\n2. Mustard   rolls 1  to w8\n3. White     rolls 1  to o24",
        "4. Scarlett  rolls 2  to Lounge  suggests Plum Rope Lounge"
        " | Mustard shows Lounge | Scarlett accuses Plum Candlestick DiningRoom",
    ),
    Line(
        "SHOW-9", GETAWAY, A_LIE, "4. White    rolls 6 6  to Kitchen  suggests Green Axe Kitchen | Mustard shows Green"
    ),
    Line(
        "SHOW-9",
        GETAWAY,
        A_LIE,
        "4. White    rolls 6 6  to Kitchen  suggests Green Axe Kitchen"
        " | Mustard shows Green  false in 1 Green Bat Patio | Mustard accuses Plum Axe Hall",
    ),
    at_the_start(
        "SHOW-9",
        GETAWAY,
        "1. White    rolls 3 4  to Patio  suggests Green Bat Patio | Mustard shows Green  false in 1 Green Bat Patio",
    ),
    at_the_start("ACC-1", LUXURY, "1. Scarlet  rolls 3 4  to p7  | Mustard accuses Plum Rope Hall"),
    at_the_start(
        "ACC-1",
        LUXURY,
        "1. Scarlet  rolls 4 4  to Lounge  suggests Plum Rope Lounge  accuses Plum Candlestick DiningRoom",
    ),
    at_the_start(
        "ACC-3",
        LUXURY,
        "1. Scarlet  accuses Plum Rope Hall  sees Plum Candlestick DiningRoom wrong"
        "  accuses Plum Candlestick DiningRoom  sees Plum Candlestick DiningRoom right",
    ),
    at_the_start(
        "ACC-4", LUXURY, "1. Scarlet  accuses Plum Candlestick DiningRoom  sees Plum Candlestick DiningRoom wrong"
    ),
    at_the_start(
        "ACC-4", LUXURY, "1. Scarlet  accuses Plum Candlestick DiningRoom  sees Plum Candlestick DiningRoom right"
    ),
    at_the_start("ACC-8", LUXURY, "won Scarlet Plum Candlestick DiningRoom"),
    at_the_start("ACC-5", LUXURY, "1. Scarlet  accuses Plum Rope Hall  sees Plum Candlestick DiningRoom right"),
    Line(
        "ACC-5",
        LUXURY,
        """\
    1. Scarlet  accuses Plum Rope Hall  sees Plum Candlestick DiningRoom wrong
    2. Mustard  rolls 1 1  to v8
    3. White    rolls 1 1  to p24
    """,
        "4. Scarlet  rolls 1 1  to q3",
    ),
    at_the_start(
        "ACC-7", LUXURY, "1. Scarlet  rolls 3 4  to r7  accuses Plum Rope Hall  sees Plum Candlestick DiningRoom wrong"
    ),
    at_the_start(
        "ACC-7", LUXURY, "1. Scarlet  accuses Plum Rope Hall  sees Plum Candlestick DiningRoom wrong  cleared to Lounge"
    ),
    Line(
        "ACC-8",
        LUXURY,
        """\
    1. Scarlet  accuses Plum Rope Hall  sees Plum Candlestick DiningRoom wrong
    2. Mustard  accuses Plum Rope Hall  sees Plum Candlestick DiningRoom wrong
    """,
        "3. White    accuses Plum Rope Hall  sees Plum Candlestick DiningRoom wrong",
    ),
]


def text_of(line: Line) -> str:
    return "".join(f"{dedent(part).strip()}\n" for part in (line.head, line.before, line.line) if part)


@pytest.mark.parametrize(
    "line", [pytest.param(line, marks=pytest.mark.rule(line.rule), id=line.rule) for line in CHOICES]
)
def test_the_right_rule_is_named_at_the_right_line(line: Line, run: Run, tmp_path: Path) -> None:
    file = tmp_path / "a.case"
    file.write_text(text_of(line._replace(line="")))
    assert run("check", str(file)).code == 0
    text = text_of(line)
    file.write_text(text)
    ran = run("check", str(file))
    assert ran.code == 1
    assert ran.out.startswith(f"{file}:{len(text.splitlines())}:")
    assert ran.out.endswith(f" ({line.rule})\n")


class Change(NamedTuple):
    """A set-up that is in order but for one change, which is found in the line with this keyword."""

    rule: str
    head: str
    old: str
    new: str
    keyword: str


CHANGES = [
    Change("SET-5", LUXURY, "Rope Kitchen", "Rope Study", "weapons"),
    Change("SET-5", LUXURY, "Rope Kitchen", "Rope q7", "weapons"),
    Change("SET-5", LUXURY, "Rope Kitchen |", "", "weapons"),
    Change("SET-6", MANOR, "weapons", "weapons  Rope Kitchen", "weapons"),
    Change("SET-7", LUXURY, "Hall Study", "Hall DiningRoom", "dealer"),
    Change("SET-7", LUXURY, "seal     Plum Candlestick DiningRoom", "seal     ?", "seal"),
    Change("SET-7", LUXURY, "    seal     Plum Candlestick DiningRoom\n", "", "dealer"),
    Change("SET-8", LUXURY, "Hall Study", "Hall Lounge", "dealer"),
    Change("SET-8", LUXURY, "Hall Study", "Hall", "dealer"),
    Change(
        "SET-9", LUXURY, "Knife Hall Study\n    deal     Mustard ", "Knife Hall\n    deal     Mustard Study", "dealer"
    ),
    Change("SET-9", MANOR, "Library Fountain", "Library\n    open     Fountain", "dealer"),
    Change(
        "SET-10", OPEN, "Knife Axe Theatre\n    deal     Mustard ", "Knife Axe\n    deal     Mustard Theatre", "dealer"
    ),
    Change("SET-10", OPEN, "Kitchen Patio\n    open     ", "Kitchen\n    open     Patio ", "dealer"),
    Change("SET-11", LUXURY, "begins   Scarlet", "begins   Mustard", "begins"),
    Change("SET-11", LUXURY, "begins", "throw    Scarlet 6 | Mustard 1 | White 1\n    begins", "throw"),
    Change("SET-12", MANOR, "Mustard 1 1", "Mustard 6 6", "throw"),
    Change("SET-12", MANOR, "Mustard 1 1", "Mustard 1", "throw"),
    Change("SET-12", MANOR, "begins   Scarlet", "begins   White", "begins"),
    Change("SET-13", GETAWAY, "White 6", "White 7", "throw"),
    Change("SET-13", GETAWAY, "White 6", "White 1 6", "throw"),
    Change("SET-14", LUXURY, 'Scarlet "Ada" | Mustard "Grace"', 'Mustard "Grace" | Scarlet "Ada"', "seats"),
    Change("SET-15", LUXURY, '| White "Hedy"', "", "seats"),
    Change("SET-16", MANOR, '| White "Hedy"', "", "seats"),
    Change("SET-17", CLASSIC, "dealer   White", "dealer   Scarlett", "begins"),
    Change("SET-19", LUXURY, "| Mustard", "| Scarlet", "seats"),
    Change("SET-20", LUXURY, "White Wrench Revolver Conservatory BilliardRoom Library", "? ? ? ? ? ?", "dealer"),
    Change("SET-20", COPY, "White    ? ? ? ? ? ?", "White    White Wrench Revolver Lounge Kitchen Library", "dealer"),
    Change("SET-7", COPY, "seal     ?", "seal     Plum Candlestick DiningRoom", "seal"),
    Change("SET-9", COPY, "White    ? ? ? ? ? ?", "White    ? ? ? ? ? ? ?", "dealer"),
]


@pytest.mark.parametrize(
    "change", [pytest.param(change, marks=pytest.mark.rule(change.rule), id=change.rule) for change in CHANGES]
)
def test_a_set_up_that_the_rules_do_not_allow_is_found(change: Change, run: Run, tmp_path: Path) -> None:
    file = tmp_path / "a.case"
    file.write_text(dedent(change.head))
    assert run("check", str(file)).code == 0
    assert change.old in change.head
    text = dedent(change.head.replace(change.old, change.new, 1))
    file.write_text(text)
    ran = run("check", str(file))
    assert ran.code == 1
    number = next(number for number, line in enumerate(text.splitlines(), 1) if line.startswith(change.keyword))
    assert ran.out.startswith(f"{file}:{number}:1: ")
    assert ran.out.endswith(f" ({change.rule})\n")


@pytest.mark.rule("SET-3", "SET-4")
@pytest.mark.parametrize(("head", "rule"), [(LUXURY, "SET-3"), (MANOR, "SET-4")])
def test_only_the_twin_could_say_that_pawns_begin_elsewhere(head: str, rule: str, run: Run, tmp_path: Path) -> None:
    file, twin = tmp_path / "a.case", tmp_path / "a.jsonl"
    file.write_text(dedent(head))
    assert run("convert", str(file), "-o", str(twin)).code == 0
    lines = twin.read_text().splitlines()
    placed = json.loads(lines[1])
    placed["pawns"][0] = "Lounge" if rule == "SET-3" else "Courtyard"
    twin.write_text("\n".join([lines[0], json.dumps(placed), *lines[2:]]))
    ran = run("check", str(twin))
    assert (ran.code, ran.out.startswith(f"{twin}:2:1: ")) == (1, True)
    where = "on their own start squares" if rule == "SET-3" else "in the Cloak Room"
    assert ran.out.endswith(f" The pawns start {where}. ({rule})\n")


@pytest.mark.rule("SET-17")
def test_in_a_later_game_deal_and_start_go_round_together(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "a.case"
    later = dedent(CLASSIC).replace("dealer   White", "dealer   Scarlett")
    file.write_text(later.replace("begins   Scarlett", "begins   Mustard"))
    assert run("check", str(file)).code == 0
