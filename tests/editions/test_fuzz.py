"""Whatever is in the files of an edition, the loader gives an edition that can be played, or a sentence."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable
from itertools import count
from typing import TypeAlias

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.editions.copies import files_of
from tests.margin import PROOF

from greycells.editions import load, names
from greycells.editions.toml_reader import EditionError

SAMPLE = settings(max_examples=5_000 if PROOF else 150, deadline=None)
Plain: TypeAlias = "bool | int | float | str | list[Plain] | dict[str, Plain]"
Loads: TypeAlias = Callable[[bytes, bytes], bool]


@pytest.fixture(scope="module")
def loads(tmp_path_factory: pytest.TempPathFactory) -> Loads:
    """Load an edition from the bytes of its two files: True for an edition, False for a sentence, else a failure."""
    editions, numbers = tmp_path_factory.mktemp("editions"), count()

    def loads(toml: bytes, drawing: bytes) -> bool:
        folder = editions / str(next(numbers))
        folder.mkdir()
        (folder / "edition.toml").write_bytes(toml)
        (folder / "board.txt").write_bytes(drawing)
        try:
            edition = load(folder)
        except EditionError as error:
            sentence = str(error)
        else:
            return all(edition.walks.reach(start, 3).ends for start in edition.starts)
        assert sentence.startswith(str(folder))
        assert "\n" not in sentence
        assert len(sentence) < 2_000
        return False

    return loads


@pytest.mark.parametrize("name", names())
def test_a_plain_copy_is_an_edition(loads: Loads, name: str) -> None:
    text, drawing = files_of(name)
    assert loads(text.encode(), drawing.encode())


TOKENS = [
    '"',
    "'",
    '"""',
    "[",
    "]",
    "{",
    "}",
    "=",
    ".",
    ",",
    "#",
    "\n",
    "\\",
    "0",
    "-1",
    "true",
    "nan",
    "\r",
    "\x00",
    "é",
    "▲",
    "x",
]
EDITS = st.lists(
    st.tuples(
        st.floats(0, 1),
        st.integers(0, 30),
        st.binary(max_size=4) | st.sampled_from([token.encode() for token in TOKENS]) | st.just(b""),
    ),
    max_size=4,
)


def edited(content: bytes, edits: list[tuple[float, int, bytes]]) -> bytes:
    """The content with some stretches cut out and something else put in."""
    for place, length, new in edits:
        at = int(place * len(content))
        content = content[:at] + new + content[at + length :]
    return content


@given(name=st.sampled_from(names()), toml=EDITS, drawing=EDITS)
@SAMPLE
def test_edited_files_never_crash_the_loader(
    loads: Loads, name: str, toml: list[tuple[float, int, bytes]], drawing: list[tuple[float, int, bytes]]
) -> None:
    text, board = files_of(name)
    loads(edited(text.encode(), toml), edited(board.encode(), drawing))


@given(toml=st.binary(max_size=2_000) | st.text(max_size=500).map(str.encode), drawing=st.binary(max_size=200))
@SAMPLE
def test_garbage_never_crashes_the_loader(loads: Loads, toml: bytes, drawing: bytes) -> None:
    assert not loads(toml, drawing)


LEAVES = (
    st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=20)
    | st.sampled_from(["K", "Kitchen", "1", "blocks", "../x"])
)
VALUES: st.SearchStrategy[Plain] = st.recursive(
    LEAVES,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)


def inline(value: Plain) -> str:
    """A value as TOML writes it, each element of a list on a line of its own."""
    match value:
        case bool():
            return str(value).lower()
        case str():
            return json.dumps(value)
        case list():
            return "[" + "".join(f"\n{inline(element)}," for element in value) + "]"
        case dict():
            return "{" + ", ".join(f"{json.dumps(key)} = {inline(element)}" for key, element in value.items()) + "}"
        case int() | float():
            return str(value)


def written(data: dict[str, Plain]) -> bytes:
    """A whole file, each entry of its tables on a line of its own."""
    entries = {
        f"{json.dumps(name)}.{json.dumps(key)}": entry
        for name, value in data.items()
        for key, entry in (value.items() if isinstance(value, dict) and value else ())
    }
    entries |= {json.dumps(name): value for name, value in data.items() if not isinstance(value, dict) or not value}
    return "\n".join(f"{key} = {inline(value)}" for key, value in entries.items()).encode()


def replaced(value: Plain, path: list[float], new: Plain) -> Plain:
    """The value with what the path leads to replaced; each step of the path picks one of the elements there."""
    if not path or not isinstance(value, (list, dict)) or not value:
        return new
    if isinstance(value, list):
        at = int(path[0] * len(value))
        return [replaced(element, path[1:], new) if index == at else element for index, element in enumerate(value)]
    chosen = list(value)[int(path[0] * len(value))]
    return {key: replaced(element, path[1:], new) if key == chosen else element for key, element in value.items()}


STEP = st.floats(0, 1, exclude_max=True)


@given(name=st.sampled_from(names()), path=st.lists(STEP, min_size=1, max_size=3), new=VALUES)
@SAMPLE
def test_any_value_in_any_place_never_crashes_the_loader(
    loads: Loads, name: str, path: list[float], new: Plain
) -> None:
    text, board = files_of(name)
    data = replaced(tomllib.loads(text), path, new)
    assert isinstance(data, dict)
    loads(written(data), board.encode())


def test_rewritten_files_are_still_the_edition(loads: Loads) -> None:
    for name in names():
        text, board = files_of(name)
        assert loads(written(tomllib.loads(text)), board.encode())
