"""No sentence to a player is written in the code: errors and options find their words in the catalogue."""

from __future__ import annotations

import ast
import gc
from collections.abc import Iterator
from pathlib import Path

from tests.languages.text_arguments import arguments

import greycells
from greycells.language.languages import ENGLISH, words_of

SOURCES = sorted(Path(greycells.__file__).parent.rglob("*.py"))
FOR_PROGRAMMERS = {
    "AttributeError",
    "AssertionError",
    "DatabaseError",
    "ForgedMessage",
    "IndexError",
    "KeyError",
    "LookupError",
    "Misconduct",
    "ModuleNotFoundError",
    "ProgramError",
    "RuntimeError",
    "TypeError",
    "ValueError",
    "WireError",
    "WorkerLost",
}
"""Errors that players never see: about a wrong call or a wrong message, or inside the server."""

SECTIONS = {
    "BadPlan": "plan",
    "BadState": "state",
    "Declined": "table",
    "EntryError": "companion",
    "PuzzleError": "puzzle",
    "TangledEntries": "companion",
    "Unclear": "unclear",
    "missing": "drawing",
}
"""Errors that are raised with the key of their sentence, and where the catalogue has it."""

DECLARED = {"Argument", "Option", "Typer", "callback", "command"}
WORDED = {"epilog", "help", "short_help"}
SAID = {"echo", "print", "ready", "tell", "write"}


def parsed(source: str) -> ast.Module:
    """The tree of a module. Python 3.11 may lose count when rubbish is collected while it builds one (gh-106905)."""
    gc.disable()
    try:
        return ast.parse(source)
    finally:
        gc.enable()


def calls(source: str) -> Iterator[tuple[ast.Call, bool]]:
    """Every call, and whether what it makes is raised."""
    tree = parsed(source)
    raised = {id(node.exc) for node in ast.walk(tree) if isinstance(node, ast.Raise)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            yield node, id(node) in raised


def name_of(call: ast.Call) -> str:
    match call.func:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
        case _:
            return ""


def literal(node: ast.expr) -> str:
    """The words that stand in the code, if a value is made of any."""
    match node:
        case ast.Constant(value=str() as text):
            return text
        case ast.JoinedStr(values=values):
            return "".join(map(literal, values))
        case ast.BinOp(left=left, right=right):
            return literal(left) + literal(right)
        case _:
            return ""


def english_of(source: str) -> list[str]:
    """What a module says to people in words of its own."""
    found: list[str] = []
    keys = words_of(ENGLISH).sentences
    for call, raised in calls(source):
        name, first = name_of(call), literal(call.args[0]) if call.args else ""
        if name in DECLARED:
            found += [literal(word.value) for word in call.keywords if word.arg in WORDED]
        if raised and name in SECTIONS:
            found += [] if f"{SECTIONS[name]}.{first}" in keys else [first]
        elif (raised and name not in FOR_PROGRAMMERS) or name in SAID:
            found += [first] if sum(word.isalpha() for word in first.split()) > 1 else []
    return found


def test_no_module_says_anything_in_words_of_its_own() -> None:
    assert len(SOURCES) > 150
    said = {str(file): english_of(file.read_text(encoding="utf-8")) for file in SOURCES}
    assert {name: texts for name, texts in said.items() if texts} == {}


def test_a_sentence_in_the_code_would_be_found() -> None:
    assert english_of('raise Mistake(f"There is no {file} here.")') == ["There is no  here."]
    assert english_of('raise Declined("no such thing at all")') == ["no such thing at all"]
    assert english_of('typer.Option(help="How many")') == ["How many"]
    assert english_of('typer.echo("The game " + "is over.")') == ["The game is over."]
    assert english_of('raise Declined("no such chair", chair=3)') == []
    assert english_of('raise ValueError("wrong call of this function")') == []


def missing_arguments(source: str) -> Iterator[tuple[str, set[str]]]:
    """Sentences that could not be spoken, because a call that names them leaves out something of their text."""
    keys = words_of(ENGLISH).sentences
    for call, _ in calls(source):
        first = call.args[0] if call.args else None
        given = {word.arg for word in call.keywords}
        if None in given or not isinstance(first, ast.Constant) or not isinstance(first.value, str):
            continue
        for key in (first.value, f"{SECTIONS.get(name_of(call))}.{first.value}"):
            if missing := arguments(keys.get(key, "")) - given:
                yield key, missing


def test_every_sentence_is_given_what_its_text_names() -> None:
    told = {str(file): list(missing_arguments(file.read_text(encoding="utf-8"))) for file in SOURCES}
    assert {name: missing for name, missing in told.items() if missing} == {}


def test_a_sentence_without_an_argument_would_be_found() -> None:
    assert list(missing_arguments('Sentence("table.clock moved", history=1)')) == [("table.clock moved", {"story"})]
    assert list(missing_arguments('raise Declined("not now")')) == [("table.not now", {"state"})]
    assert list(missing_arguments('Sentence("table.clock moved", **arguments)')) == []
