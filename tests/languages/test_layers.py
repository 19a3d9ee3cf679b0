"""Words belong to their layer: code uses its own package's sections and those of `language`, and every key is used."""

from __future__ import annotations

import ast
import gc
import tomllib
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import TypeAlias

import pytest

import greycells

PACKAGE = Path(greycells.__file__).parent
LAYERS = sorted(folder.parent.name for folder in PACKAGE.glob("*/words"))
NAMES = {"names", "forms", "counts", "language"}
"""Sections that hold no sentences: names, their forms, and what a language calls itself."""

FROM_COMMANDS = {"usage", "placeholder"}
"""Keys that are put together from the names of commands and options; `test_commands.py` checks that each is used."""

Pattern: TypeAlias = tuple[str | None, ...]
"""A key as the code writes it: text, and None for each part that is filled in when it runs."""


@cache
def words_in(layer: str, language: str = "en") -> dict[str, set[str]]:
    """The keys of a layer's words file by section."""
    tables = tomllib.loads((PACKAGE / layer / "words" / f"{language}.toml").read_text(encoding="utf-8"))
    return {section: set(keys) for section, keys in tables.items()}


@cache
def sections_of(layer: str) -> frozenset[str]:
    return frozenset(words_in(layer)) - NAMES


def all_sections() -> frozenset[str]:
    return frozenset[str]().union(*map(sections_of, LAYERS))


def parsed(source: str) -> ast.Module:
    """The tree of a module. Python 3.11 may miscount when garbage is collected while it builds one (gh-106905)."""
    gc.disable()
    try:
        return ast.parse(source)
    finally:
        gc.enable()


def pattern_of(node: ast.JoinedStr) -> Pattern:
    return tuple(
        part.value if isinstance(part, ast.Constant) and isinstance(part.value, str) else None for part in node.values
    )


def texts(source: str) -> Iterator[Pattern]:
    """Every string and f-string of a module, docstrings left out."""
    tree = parsed(source)
    docstrings = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            yield pattern_of(node)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings:
            yield (node.value,)


def keys_in(source: str) -> Iterator[Pattern]:
    """The strings and f-strings that name a sentence: a section, a full stop, and a key or a gap."""
    known = all_sections()
    for pattern in texts(source):
        section, dot, key = (pattern[0] or "").partition(".")
        whole = any(key in words_in(layer).get(section, ()) for layer in LAYERS)
        if dot and section in known and (len(pattern) > 1 or whole):
            yield pattern


def extended_keys(source: str) -> Iterator[Pattern]:
    """Keys that are another sentence's key with more words after it: `Sentence(f"{told.key} on a roll")`."""
    for node in ast.walk(parsed(source)):
        match node:
            case ast.Call(ast.Name("Sentence"), [ast.JoinedStr() as text, *_]) if pattern_of(text)[0] is None:
                yield pattern_of(text)
            case _:
                pass


def sources(layer: str) -> list[str]:
    return [file.read_text(encoding="utf-8") for file in sorted((PACKAGE / layer).rglob("*.py"))]


def fits(text: str, pattern: Sequence[str | None], parts: frozenset[str]) -> bool:
    """Whether a text can come of a pattern whose gaps are filled with strings of the same layer, one or two in each."""
    if not pattern:
        return not text
    first, rest = pattern[0], pattern[1:]
    if first is not None:
        return text.startswith(first) and fits(text[len(first) :], rest, parts)
    return any(
        fits(text[end:], rest, parts)
        for end in range(len(text) + 1)
        if any(text[:middle] in parts and text[middle:end] in parts for middle in range(end + 1))
    )


def unused(layer: str) -> list[str]:
    """The keys of a layer that nothing in its code can ask for."""
    values = (PACKAGE / "analysis" / "help" / "notebook_help.py").read_text(encoding="utf-8")  # The levels of help.
    # The terminal asks `free_text` for what may be typed, and for what is not clear, by key.
    asking = sources("terminal") if layer == "free_text" else ()
    written = [pattern for source in (*sources(layer), *asking, values) for pattern in texts(source)]
    parts = frozenset(part for pattern in written for part in pattern if part is not None) | {""}
    keys = [pattern for source in sources(layer) for pattern in (*keys_in(source), *extended_keys(source))]
    return [
        f"{section}.{key}"
        for section in sorted(sections_of(layer) - FROM_COMMANDS)
        for key in words_in(layer)[section]
        if not any(fits(f"{section}.{key}", pattern, parts) for pattern in keys)
    ]


@pytest.mark.parametrize("layer", sorted({folder.parent.name for folder in PACKAGE.glob("*/__init__.py")}))
def test_a_layer_uses_its_own_words(layer: str) -> None:
    own = sections_of("language") | (sections_of(layer) if layer in LAYERS else frozenset[str]())
    used = {(pattern[0] or "").partition(".")[0] for source in sources(layer) for pattern in keys_in(source)}
    assert used - own == set()


def test_no_section_is_in_two_layers() -> None:
    sections = [section for layer in LAYERS for section in sections_of(layer)]
    assert sorted(sections) == sorted(set(sections))


@pytest.mark.parametrize("layer", LAYERS)
def test_every_key_is_used(layer: str) -> None:
    assert unused(layer) == []


@pytest.mark.parametrize("layer", LAYERS)
def test_languages_have_the_same_keys(layer: str) -> None:
    english, german = words_in(layer), words_in(layer, "de")
    assert {section: english[section] for section in sections_of(layer)} == {
        section: german[section] for section in sections_of(layer)
    }


def test_the_rules_hold_no_words_of_the_screens() -> None:
    assert sections_of("rules") == {"card", "refusal", "objection", "fair", "drawing", "lookup"}


def test_a_foreign_key_would_be_found() -> None:
    assert list(keys_in('Sentence("cli.question")')) == [("cli.question",)]
    assert list(keys_in('Sentence(f"table.{key}")')) == [("table.", None)]
    assert list(keys_in('open("table.js")')) == []
    assert fits("proof.has, several", ("proof.", None, None), frozenset({"has", ", several", ""}))
    assert not fits("proof.has not", ("proof.", None), frozenset({"has"}))
