"""Reading what a person wrote: every complaint says where it stands, what was expected and what was found instead."""

from __future__ import annotations

import re
import stat
import tomllib
from collections.abc import Collection, Iterator, Mapping, Sequence
from enum import Enum
from pathlib import Path
from typing import TypeVar, cast

Answer = TypeVar("Answer", bound=Enum)

LONGEST_FILE = 100_000
"""Bytes: ten times the longest edition, and far less than anything that is slow to read."""

LONGEST_LINE = 1_000
"""Characters: a TOML key of many dotted parts takes time in the square of their number."""


class EditionError(ValueError):
    """What is wrong with an edition's files, as `FILE: KEY.PATH: sentence` or `FILE:LINE:COLUMN: sentence`."""


def misplaced(file: Path, line: int, column: int, sentence: str) -> EditionError:
    """A complaint about one character of a file; lines and columns are counted from 1."""
    return EditionError(f"{file}:{line}:{column}: {sentence}")


def unreadable(file: Path, error: OSError | RuntimeError | ValueError) -> EditionError:
    """The complaint about a path that leads nowhere; one that has been made already stays as it is."""
    if isinstance(error, EditionError):
        return error
    return EditionError(f"{file}: cannot be read: {(isinstance(error, OSError) and error.strerror) or error}")


def read_text(file: Path) -> str:
    """The text of a file that is short, regular and UTF-8; anything else is a complaint."""
    try:
        if not stat.S_ISREG(file.stat().st_mode):
            raise EditionError(f"{file}: expected a file, got {'a folder' if file.is_dir() else 'something else'}")
        with file.open("rb") as stream:
            content = stream.read(LONGEST_FILE + 1)
    except (OSError, RuntimeError, ValueError) as error:
        raise unreadable(file, error) from None
    if len(content) > LONGEST_FILE:
        raise EditionError(f"{file}: expected at most {LONGEST_FILE} bytes, got more")
    try:
        text = content.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        before = content[: error.start].decode("utf-8", errors="replace")
        raise misplaced(file, *_end_of(before), "expected text in UTF-8, got other bytes") from None
    for number, line in enumerate(text.split("\n"), 1):
        if len(line) > LONGEST_LINE:
            raise misplaced(
                file, number, LONGEST_LINE + 1, f"expected the end of a line of at most {LONGEST_LINE} characters"
            )
    return text


def _end_of(text: str) -> tuple[int, int]:
    """The line and column that come after a text."""
    return text.count("\n") + 1, len(text) - text.rfind("\n")


def read_toml(file: Path) -> Table:
    """The whole of a TOML file as one table."""
    text = read_text(file)
    try:
        return Table(file, "", tomllib.loads(text))
    except RecursionError:
        raise EditionError(
            f"{file}: expected lists and tables inside one another to a depth that can be read"
        ) from None
    except ValueError as error:
        sentence, _, place = str(error).partition(" (at ")
        found = re.match(r"line (\d+), column (\d+)", place)
        line, column = (int(found[1]), int(found[2])) if found else _end_of(text)
        raise misplaced(file, line, column, sentence) from None


def quoted(choices: Collection[str]) -> str:
    """The choices as a sentence has them: *'a', 'b' or 'c'*."""
    *most, last = map(repr, choices)
    return f"{', '.join(most)} or {last}" if most else last


def nearest(word: str, known: Collection[str]) -> str:
    """The known word that somebody who wrote `word` most likely meant."""
    from difflib import get_close_matches

    return get_close_matches(word, known, n=1, cutoff=0.0)[0]


def described(value: object) -> str:
    """A value as a complaint shows it: short, whatever it is."""
    match value:
        case dict():
            return "a table"
        case list():
            return "a list"
        case bool():
            return str(value).lower()
        case str():
            return repr(value if len(value) <= 40 else value[:37] + "...")
        case int() if abs(value) >= 10**12:
            return "a huge number"
        case _:
            return str(value)


class Table:
    """A table that knows where it stands. Reading takes the keys out, and `close` complains about one that is left."""

    __slots__ = ("_known", "_values", "file", "path")

    def __init__(self, file: Path, path: str, values: Mapping[str, object]) -> None:
        self.file = file
        self.path = path
        self._values = dict(values)
        self._known: list[str] = []

    def where(self, key: str) -> str:
        """The path of a key of this table, from the top of the file."""
        return f"{self.path}.{key}" if self.path else key

    def complaint(self, key: str, expected: str, got: str) -> EditionError:
        """The complaint about a key of this table."""
        return EditionError(f"{self.file}: {self.where(key)}: expected {expected}, got {got}")

    def _take(self, key: str, expected: str) -> object:
        self._known.append(key)
        if key not in self._values:
            raise self.complaint(key, expected, "nothing" + self._instead(key))
        return self._values.pop(key)

    def _instead(self, key: str) -> str:
        from difflib import get_close_matches

        near = get_close_matches(key, [other for other in self._values if other not in self._known], n=1, cutoff=0.75)
        return f" (is {near[0]!r} meant to be {key!r}?)" if near else ""

    def __contains__(self, key: str) -> bool:
        self._known.append(key)
        return key in self._values

    def text(self, key: str, *, pattern: str = ".+", expected: str = "a text", longest: int = 60) -> str:
        """A text on one line that matches the pattern."""
        value = self._take(key, expected)
        if not isinstance(value, str):
            raise self.complaint(key, expected, described(value))
        value = " ".join(value.split())
        if len(value) > longest:
            raise self.complaint(key, f"{expected} of at most {longest} characters", described(value))
        if not value.isprintable() or not re.fullmatch(pattern, value):
            raise self.complaint(key, expected, described(value))
        return value

    def number(self, key: str, *, least: int, most: int) -> int:
        """A whole number within bounds."""
        expected = f"a whole number from {least} to {most}"
        value = self._take(key, expected)
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
            raise self.complaint(key, expected, described(value))
        return value

    def flag(self, key: str) -> bool:
        """True or false."""
        value = self._take(key, "true or false")
        if not isinstance(value, bool):
            raise self.complaint(key, "true or false", described(value))
        return value

    def answer(self, key: str, answers: type[Answer]) -> Answer:
        """One of the answers to a question on which editions differ."""
        expected = quoted([str(answer.value) for answer in answers])
        value = self._take(key, expected)
        for answer in answers:
            if answer.value == value:
                return answer
        raise self.complaint(key, expected, described(value))

    def table(self, key: str) -> Table:
        """A table inside this one."""
        value = self._take(key, "a table")
        if not isinstance(value, dict):
            raise self.complaint(key, "a table", described(value))
        return Table(self.file, self.where(key), cast("dict[str, object]", value))

    def tables(self, key: str, *, least: int, most: int) -> Sequence[Table]:
        """A list of tables; the path of each counts from 1."""
        expected = f"a list of {least} to {most} tables"
        values = self._list(key, expected)
        if not least <= len(values) <= most:
            raise self.complaint(key, expected, f"{len(values)} of them")
        tables: list[Table] = []
        for number, value in enumerate(values, 1):
            if not isinstance(value, dict):
                raise self.complaint(f"{key}[{number}]", "a table", described(value))
            tables.append(Table(self.file, self.where(f"{key}[{number}]"), cast("dict[str, object]", value)))
        return tables

    def pairs(self, key: str) -> Iterator[tuple[str, str]]:
        """A list of pairs of names."""
        for number, value in enumerate(self._list(key, "a list of pairs of names"), 1):
            match value:
                case [str() as one, str() as other]:
                    yield one, other
                case _:
                    raise self.complaint(f"{key}[{number}]", "a pair of names", described(value))

    def _list(self, key: str, expected: str) -> list[object]:
        value = self._take(key, expected)
        if not isinstance(value, list):
            raise self.complaint(key, expected, described(value))
        return cast("list[object]", value)

    def close(self) -> None:
        """Complain about a key that nobody has asked for."""
        for key in self._values:
            shown = key if re.fullmatch(r"[\w-]{1,40}", key) else described(key)
            meant = f"a known key such as {nearest(key, self._known)!r}"
            raise self.complaint(shown, meant, described(key))
