"""Puzzles: unique, irreducible, solved by the ladder at their grade, and the same everywhere."""

from __future__ import annotations

import json
import os
import random
import re
import shutil
import subprocess
import sys
import time
from datetime import date, timedelta
from functools import cache
from pathlib import Path

import pytest
from tests.deduction.sat import Sat
from tests.margin import PROOF

import greycells
from greycells.analysis.puzzles.case_puzzle import THEMES, CasePuzzle
from greycells.analysis.puzzles.grades import Technique
from greycells.analysis.puzzles.hints import hints_for
from greycells.analysis.puzzles.judge import Verdict, certain_boxes, judge_mark, why
from greycells.analysis.puzzles.recipes import GRADES, PUZZLE_EDITIONS, cut_of_day
from greycells.analysis.puzzles.sources import (
    PuzzleError,
    daily_case,
    practice_case,
    practice_with_theme,
    puzzle_by_id,
    read_day,
)
from greycells.analysis.puzzles.stable_random import StableRandom
from greycells.analysis.puzzles.techniques import LadderSheet
from greycells.deduction import warm_up
from greycells.deduction.facts import UNDERSTOOD, Fact, Origin
from greycells.deduction.knowledge import Knowledge
from greycells.deduction.knowledge_files import read_state
from greycells.deduction.proof_text import say_claim
from greycells.editions import load
from greycells.language.sentences import addressed, called
from greycells.rules.edition import Dealing
from greycells.rules.scene import GameTable
from greycells.rules.setup import deal

FIRST = date(2026, 11, 2)
DAYS = 1000 if PROOF else 14
"""At least two weeks: every grade twice."""
GOLDEN = Path(__file__).with_name("puzzle_days.txt")
CORE = ["stable_random", "frozen_game", "exact_check", "techniques", "generator", "recipes"]

OTHER_PYTHON = """
import locale, sys, types
from datetime import date
from pathlib import Path
root = Path(sys.argv[1])
for name in ("greycells", "greycells.analysis", "greycells.analysis.puzzles"):
    module = types.ModuleType(name)
    module.__path__ = [str(root.joinpath(*name.split(".")))]
    sys.modules[name] = module
from greycells.analysis.puzzles.recipes import cut_of_day
assert not {"numpy", "msgspec", "numba"} & set(sys.modules)
locale.setlocale(locale.LC_ALL, "")
for day in sys.argv[2:]:
    print(day, cut_of_day(date.fromisoformat(day)).fingerprint)
"""
"""Makes days without anything but the generator's own modules: no kernel, no package, any Python."""


def golden() -> dict[str, str]:
    return dict(line.split() for line in GOLDEN.read_text(encoding="utf-8").splitlines())


@cache
def days() -> tuple[CasePuzzle, ...]:
    return tuple(daily_case(FIRST + timedelta(days=number)) for number in range(DAYS))


def test_sixty_days_are_as_they_always_were() -> None:
    """Every fourth of them, which is every day of the week; the proof makes all."""
    assert len(golden()) == 60
    days_again = dict([*golden().items()][:: 1 if PROOF else 4])
    assert {date.fromisoformat(day).isoweekday() for day in days_again} == {*range(1, 8)}
    assert {day: cut_of_day(date.fromisoformat(day)).fingerprint for day in days_again} == days_again


def test_no_day_repeats_another_and_grades_rise_through_the_week() -> None:
    assert len({puzzle.cut.fingerprint for puzzle in days()}) == len(days())
    assert len({(puzzle.cut.events, puzzle.cut.own) for puzzle in days()}) == len(days())
    for puzzle in days():
        assert puzzle.day is not None
        assert puzzle.grade == puzzle.day.isoweekday()


def told_by(puzzle: CasePuzzle, turns: set[int]) -> list[Fact]:
    """The own hand, and what these suggestions said."""
    facts = (fact for fact in puzzle.evidence.facts if not isinstance(fact, UNDERSTOOD))
    return [fact for fact in facts if fact.source.origin is Origin.OWN_HAND or fact.source.turn in turns]


def test_each_day_is_unique_and_nothing_can_be_left_out_says_a_sat_solver() -> None:
    for puzzle in days():
        sat = Sat(puzzle.evidence)
        goals = [puzzle.claim(goal) for goal in puzzle.cut.goals]
        turns = {event.turn for event in puzzle.cut.events}
        assert sat.follows(goals, facts=told_by(puzzle, turns)), puzzle.id
        for turn in turns:
            assert not sat.follows(goals, facts=told_by(puzzle, turns - {turn})), (puzzle.id, turn)


def test_the_ladder_solves_each_day_at_its_grade_and_every_step_follows() -> None:
    for number, puzzle in enumerate(days()):
        cut = puzzle.cut
        lower = LadderSheet(cut.table, cut.own, cut.events)
        if cut.grade > 1:
            lower.climb(cut.goals, Technique(cut.grade - 1))
            assert not all(map(lower.knows, cut.goals)), f"{puzzle.id} is easier than its grade"
        known = {mark for step in cut.steps for mark in step.marks}
        assert {*cut.goals} <= known
        if not PROOF and number % 2:
            continue
        sat = Sat(puzzle.evidence)
        own_hand = [fact for fact in puzzle.evidence.facts if fact.source.origin is Origin.OWN_HAND]
        for step in cut.steps:
            facts = [*own_hand, *told_by(puzzle, set(step.turns))] if step.turns else own_hand
            grounds = [puzzle.claim(mark) for mark in step.premises]
            claims = [puzzle.claim(mark) for mark in step.marks]
            assert sat.follows(claims, facts=facts, grounds=grounds), (puzzle.id, step)


@pytest.mark.proof
def test_a_day_is_made_quickly() -> None:
    spent: list[float] = []
    for number in range(1000):
        start = time.process_time()
        cut_of_day(FIRST + timedelta(days=number))
        spent.append(time.process_time() - start)
    spent.sort()
    assert spent[949] < 2
    assert spent[-1] < 10


TURKISH = {"LC_ALL": "tr_TR.UTF-8"}
"""Where the capital of i is another letter; Debian has it in `locales-all`."""
ASCII = {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"}
ELSEWHERE = [
    {"PYTHONHASHSEED": "2", **ASCII},
    pytest.param({"PYTHONHASHSEED": "1"}, marks=pytest.mark.proof),
    pytest.param(TURKISH, marks=pytest.mark.proof),
]


@pytest.mark.parametrize("surroundings", ELSEWHERE)
def test_other_hash_seeds_and_locales_without_the_kernel_make_the_same_days(surroundings: dict[str, str]) -> None:
    if surroundings == TURKISH:
        known = subprocess.run(["locale", "-a"], capture_output=True, check=False).stdout
        if b"tr_TR.utf8" not in known:
            pytest.skip("no Turkish locale here")
    days = 60 if PROOF else 7
    assert made_by(sys.executable, surroundings, days=days) == dict(list(golden().items())[:days])


@pytest.mark.proof
def test_the_compiled_kernel_changes_no_day() -> None:
    if not warm_up():
        pytest.skip("no kernel without numba")
    week = {day: cut_of_day(date.fromisoformat(day)).fingerprint for day in list(golden())[:7]}
    assert week == dict(list(golden().items())[:7])


def made_by(python: str, surroundings: dict[str, str], *, days: int) -> dict[str, str]:
    root = Path(greycells.__file__).parents[1]
    wanted = list(golden())[:days]
    environment = {"PATH": os.environ.get("PATH", ""), **surroundings}
    command = [python, "-S", "-c", OTHER_PYTHON, str(root), *wanted]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    return dict(line.split() for line in done.stdout.splitlines())


@pytest.mark.proof
@pytest.mark.parametrize("version", ["3.11", "3.12", "3.13", "3.14"])
def test_other_python_versions_make_the_same_days(version: str) -> None:
    beside = sorted(Path(sys.base_prefix).parent.glob(f"{version}.*/bin/python"))  # where pyenv and uv keep them
    python = str(beside[0]) if beside else shutil.which(f"python{version}")
    if python is None or subprocess.run([python, "-V"], capture_output=True, check=False).returncode:
        pytest.skip(f"no Python {version} here")
    assert made_by(python, {}, days=60) == golden()


def test_the_core_needs_the_standard_library_only() -> None:
    package = Path(greycells.__file__).parent
    assert "import" not in (package / "errors.py").read_text(encoding="utf-8").replace("from __future__ import", "")
    of_the_core = ("from greycells.analysis.puzzles.", "from greycells.errors import GreycellsError")
    for name in CORE:
        for line in (package / "analysis" / "puzzles" / f"{name}.py").read_text(encoding="utf-8").splitlines():
            assert not line.startswith("from greycells.") or line.startswith(of_the_core), line


def test_the_random_numbers_are_splitmix64() -> None:
    rng = StableRandom(())
    assert [rng.next() for _ in range(3)] == [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F]


@pytest.mark.parametrize("edition", PUZZLE_EDITIONS)
def test_the_numbers_of_an_edition_are_those_of_its_rulebook(edition: str) -> None:
    loaded, kept = load(edition), PUZZLE_EDITIONS[edition]
    deck = loaded.deck
    assert kept.kinds == (len(deck.suspects), len(deck.weapons), len(deck.rooms))
    assert kept.all_answer == (loaded.rules.answering.value == "everybody")
    for grade in (1, 3):
        puzzle = practice_case(edition, grade, 7)
        assert puzzle.grade == grade
        table = GameTable.of(loaded, puzzle.seats)
        pack = [card for card in deck if card.bit & ~(1 | deck.weapons[0].bit | deck.rooms[0].bit)]
        dealt, left_over = deal(table, pack, dealt_by=puzzle.seats[-1])
        assert dealt.sizes == puzzle.cut.table.sizes
        assert not left_over or loaded.rules.dealing is not Dealing.EVEN_HANDS


@pytest.mark.parametrize("grade", GRADES)
def test_practice_has_every_grade_and_an_id_that_finds_it_again(grade: int) -> None:
    puzzle = practice_case("classic", grade, 3)
    assert puzzle.grade == grade
    assert puzzle_by_id(puzzle.id) == puzzle
    assert practice_with_theme("classic", grade, 3, theme=THEMES[Technique(grade)]) == puzzle


def test_the_judge_agrees_with_the_solver_on_200_random_attempts() -> None:
    rng = random.Random(21)
    known = [(puzzle, Knowledge.of(puzzle.evidence)) for puzzle in days()[:42]]
    for attempt in range(200):
        puzzle, knowledge = known[attempt % len(known)]
        for _ in range(12):
            card = rng.randrange(puzzle.cut.table.cards)
            holder = rng.randrange(len(puzzle.holders))
            here = rng.random() < 0.5
            has = knowledge.has(puzzle.deck.cards[card], puzzle.holders[holder])
            expected = Verdict.OPEN if has is None else Verdict.PROVED if has == here else Verdict.CANNOT_BE
            assert judge_mark(puzzle, puzzle.mark(card, holder, here=here)) is expected


def test_all_boxes_at_once_are_judged_alike() -> None:
    for puzzle in days()[3:7]:
        for card, row in enumerate(certain_boxes(puzzle)):
            for holder, has in enumerate(row):
                verdict = judge_mark(puzzle, puzzle.mark(card, holder, here=True))
                assert verdict is {True: Verdict.PROVED, None: Verdict.OPEN, False: Verdict.CANNOT_BE}[has]


def test_the_reason_is_a_proof_in_words() -> None:
    puzzle = daily_case(date(2026, 11, 19))
    solution = puzzle.solution[2]
    told = list(why(puzzle, solution.index, len(puzzle.seats)))
    assert "the Ballroom is in the case file" in told[-1]
    assert any("On turn 14, Scarlett showed one of" in line for line in told)
    monday = daily_case(date(2026, 11, 16))
    boxes = [(card, holder, has) for card, row in enumerate(certain_boxes(monday)) for holder, has in enumerate(row)]
    card, holder, _ = next(box for box in boxes if box[2] is None)
    assert list(why(monday, card, holder)) == []


def test_hints_lead_to_the_answer_and_speak_plainly() -> None:
    for puzzle in days()[:14]:
        hints = hints_for(puzzle)
        assert set(puzzle.cut.goals) <= {mark for hint in hints for mark in hint.marks}
        for hint in hints:
            for sentence in (hint.look, hint.think, hint.answer):
                for language in ("en", "de"):
                    text = sentence.say(language)
                    assert text.endswith((".", "?")), text
                    assert "{" not in text, text


def test_a_reason_does_not_contain_the_answer_to_the_question() -> None:
    withheld = 0
    for puzzle in days()[: 14 if PROOF else 3]:
        answers = [puzzle.claim(goal) for goal in puzzle.cut.goals if goal.here]
        spoken = [str(addressed(say_claim(answer), puzzle.you)) for answer in answers]
        for card, row in enumerate(certain_boxes(puzzle)):
            for holder, has in enumerate(row):
                claim = puzzle.claim(puzzle.mark(card, holder, here=bool(has)))
                if has is None or claim in answers:
                    continue
                told = list(why(puzzle, card, holder))
                assert told
                assert not any(answer in line for answer in spoken for line in told), told
                withheld += told == [
                    "The reason would give away part of the answer. A hint takes you one step towards it."
                ]
    assert withheld


def test_hints_are_the_way_to_the_answer_and_no_chores() -> None:
    for puzzle in days()[:14]:
        hints = hints_for(puzzle)
        assert len(hints) <= 10
        wanted = {at for at, hint in enumerate(hints) if set(hint.marks) & set(puzzle.cut.goals)}
        for at in reversed(range(len(hints))):
            assert at in wanted, "every hint leads to the answer"
            assert all(need < at for need in hints[at].needs)
            wanted |= set(hints[at].needs)
        for hint in hints:
            told = f"{hint.look} {hint.think} {hint.answer}"
            assert not re.search(r"\bturns \d+\b(?! and|,)", told), told
            answers = [puzzle.deck.cards[goal.card] for goal in puzzle.cut.goals if goal.here and goal in hint.marks]
            assert not any(called(card) in str(hint.look) for card in answers), "the first part doesn't name the answer"
            assert set(hint.turns) <= {event.turn for event in puzzle.cut.events}


def test_json_has_what_solve_reads() -> None:
    for puzzle in days()[:7]:
        form = json.loads(json.dumps(puzzle.form()))
        assert {"id", "date", "edition", "grade", "state", "question", "solution", "events"} <= set(form)
        knowledge = Knowledge.of(read_state(json.dumps(form["state"])))
        for goal in puzzle.cut.goals:
            holder = knowledge.worlds.evidence.holders[min(goal.hand, len(puzzle.seats))]
            assert knowledge.has(knowledge.worlds.evidence.deck.cards[goal.card], holder) is goal.here


def test_wrong_dates_grades_and_ids_get_a_sentence() -> None:
    for text in ("2026-02-30", "today", "2026-1-1", "", "٢٠٢٦-٠١-٠١"):
        with pytest.raises(PuzzleError, match="isn't a date"):
            read_day(text)
    with pytest.raises(PuzzleError, match="no grade 8"):
        practice_case("classic", 8, 1)
    with pytest.raises(PuzzleError, match="with the technique case-split"):
        practice_with_theme("classic", 3, 1, theme="case-split")
    with pytest.raises(PuzzleError, match="no technique luck"):
        practice_with_theme("classic", 3, 1, theme="luck")
    with pytest.raises(PuzzleError, match="no grade 6"):
        practice_case("cottage", 6, 1)
    with pytest.raises(PuzzleError, match="no puzzles for the edition nowhere"):
        practice_case("nowhere", 1, 1)
    with pytest.raises(PuzzleError, match="out of range"):
        practice_case("classic", 1, -1)
    for name in ("v1", "v2-2026-11-17", "v1-2026-13-01", "v1-classic-9-1", "x" * 500):
        with pytest.raises(PuzzleError):
            puzzle_by_id(name)
