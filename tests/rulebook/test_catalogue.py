"""The tests' own promise: every rule in every edition that it names, and every question of an edition flipped once."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from importlib import import_module
from pathlib import Path

import pytest
from tests.rulebook.cases import cases_of, editions_of

from greycells.editions.catalogue import rules
from greycells.rules.edition import Rules


def marks() -> Iterator[list[pytest.Mark]]:
    """The marks of every test of the rulebook."""
    for path in sorted(Path(__file__).parent.glob("test_*.py")):
        module = import_module(f"tests.rulebook.{path.stem}")
        for name, test in vars(module).items():
            if name.startswith("test_"):
                yield list(getattr(test, "pytestmark", []))


def test_every_rule_is_tested_in_every_edition_that_it_names() -> None:
    tested = {
        (name, edition)
        for found in marks()
        for edition in editions_of(found)
        for mark in found
        if mark.name == "rule"
        for name in mark.args
    }
    assert [
        f"{rule.id} in {edition}" for rule in rules() for edition in rule.editions if (rule.id, edition) not in tested
    ] == []


def test_every_question_of_an_edition_is_flipped_somewhere() -> None:
    flipped = {question for found in marks() for case in cases_of(found) for question, _ in case.flip}
    by_house_rule = {"answers", "take_backs"}
    assert {field.name for field in fields(Rules)} - flipped == by_house_rule
