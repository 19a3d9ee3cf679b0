"""Reading TOML written by hand: every error says where it is, what was expected and what was found."""

from __future__ import annotations

import re
import stat
import tomllib
from collections.abc import Collection, Iterator, Mapping, Sequence
from enum import Enum
from pathlib import Path
from typing import TypeVar, cast

from greycells.errors import GreycellsError
from greycells.language.sentences import Argument, Sentence, either

Answer = TypeVar("Answer", bound=Enum)

LONGEST_FILE = 100_000
"""Bytes: ten times the longest edition, and far less than anything that is slow to read."""

LONGEST_LINE = 1_000
"""Characters: a TOML key of many dotted parts takes time in the square of their number."""


class EditionError(GreycellsError, ValueError):
    """What is wrong with an edition's files, as `FILE: KEY.PATH: sentence` or `FILE:LINE:COLUMN: sentence`."""


def complaint(where: object, expected: Argument, got: Argument = "") -> EditionError:
    """What was expected somewhere, and what was found instead if that says more than the place does."""
    key = "edition.expected" if got == "" else "edition.got"
    return EditionError(Sentence(key, where=str(where), expected=expected, got=got))


def phrase(key: str, /, **arguments: Argument) -> Sentence:
    """What may be expected or found in an edition's files, in the words of the catalogue's `edition` section."""
    return Sentence(f"edition.{key}", **arguments)


def unreadable(file: Path, error: OSError | RuntimeError | ValueError) -> EditionError:
    """The complaint about a path that leads nowhere; one that has been made already stays as it is."""
    if isinstance(error, EditionError):
        return error
    why = (isinstance(error, OSError) and error.strerror) or str(error)
    return EditionError(phrase("unreadable", where=str(file), why=why))


def read_text(file: Path) -> str:
    """The text of a file that is short, regular and UTF-8; anything else is a complaint."""
    try:
        if not stat.S_ISREG(file.stat().st_mode):
            raise complaint(file, phrase("a file"), phrase("a folder" if file.is_dir() else "something else"))
        with file.open("rb") as stream:
            content = stream.read(LONGEST_FILE + 1)
    except (OSError, RuntimeError, ValueError) as error:
        raise unreadable(file, error) from None
    if len(content) > LONGEST_FILE:
        raise complaint(file, phrase("bytes", most=LONGEST_FILE), phrase("more"))
    try:
        text = content.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        before = content[: error.start].decode("utf-8", errors="replace")
        raise complaint(_spot(file, *_end_of(before)), phrase("UTF-8"), phrase("other bytes")) from None
    for number, line in enumerate(text.split("\n"), 1):
        if len(line) > LONGEST_LINE:
            raise complaint(_spot(file, number, LONGEST_LINE + 1), phrase("end of line", most=LONGEST_LINE))
    return text


def _spot(file: Path, line: int, column: int) -> str:
    """One character of a file; lines and columns are counted from 1."""
    return f"{file}:{line}:{column}"


def _end_of(text: str) -> tuple[int, int]:
    """The line and column that come after a text."""
    return text.count("\n") + 1, len(text) - text.rfind("\n")


def read_toml(file: Path) -> TomlTable:
    """The whole of a TOML file as one table."""
    text = read_text(file)
    try:
        return TomlTable(file, "", tomllib.loads(text))
    except RecursionError:
        raise complaint(file, phrase("depth")) from None
    except ValueError as error:
        sentence, _, place = str(error).partition(" (at ")
        found = re.match(r"line (\d+), column (\d+)", place)
        line, column = (int(found[1]), int(found[2])) if found else _end_of(text)
        raise EditionError(phrase("no TOML", where=_spot(file, line, column), words=sentence)) from None


def quoted(choices: Collection[str]) -> Argument:
    """The choices as a sentence has them: *'a', 'b' or 'c'*."""
    return either(map(repr, choices))


def nearest(word: str, known: Collection[str]) -> str:
    """The known word that somebody who wrote `word` most likely meant."""
    from difflib import get_close_matches

    return get_close_matches(word, known, n=1, cutoff=0.0)[0]


def described(value: object) -> Argument:
    """A value as a complaint shows it: short, whatever it is."""
    match value:
        case dict():
            return phrase("a table")
        case list():
            return phrase("a list")
        case bool():
            return str(value).lower()
        case str():
            return repr(value if len(value) <= 40 else value[:37] + "...")
        case int() if abs(value) >= 10**12:
            return phrase("a huge number")
        case _:
            return str(value)


class TomlTable:
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

    def complaint(self, key: str, expected: Argument, got: Argument) -> EditionError:
        """The complaint about a key of this table."""
        return complaint(f"{self.file}: {self.where(key)}", expected, got)

    def _take(self, key: str, expected: Argument) -> object:
        self._known.append(key)
        if key not in self._values:
            raise self.complaint(key, expected, self._instead(key))
        return self._values.pop(key)

    def _instead(self, key: str) -> Sentence:
        from difflib import get_close_matches

        near = get_close_matches(key, [other for other in self._values if other not in self._known], n=1, cutoff=0.75)
        return phrase("nothing, but", found=repr(near[0]), meant=repr(key)) if near else phrase("nothing")

    def __contains__(self, key: str) -> bool:
        self._known.append(key)
        return key in self._values

    def text(self, key: str, *, pattern: str = ".+", expected: str = "a text", longest: int = 60) -> str:
        """A text on one line that matches the pattern; `expected` is the catalogue's phrase for such a text."""
        wanted = phrase(expected)
        value = self._take(key, wanted)
        if not isinstance(value, str):
            raise self.complaint(key, wanted, described(value))
        value = " ".join(value.split())
        if len(value) > longest:
            raise self.complaint(key, phrase("characters", expected=wanted, most=longest), described(value))
        if not value.isprintable() or not re.fullmatch(pattern, value):
            raise self.complaint(key, wanted, described(value))
        return value

    def number(self, key: str, *, least: int, most: int) -> int:
        """A whole number within bounds."""
        expected = phrase("a whole number", least=least, most=most)
        value = self._take(key, expected)
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
            raise self.complaint(key, expected, described(value))
        return value

    def flag(self, key: str) -> bool:
        """True or false."""
        value = self._take(key, phrase("true or false"))
        if not isinstance(value, bool):
            raise self.complaint(key, phrase("true or false"), described(value))
        return value

    def answer(self, key: str, answers: type[Answer]) -> Answer:
        """One of the answers to a question on which editions differ."""
        expected = quoted([str(answer.value) for answer in answers])
        value = self._take(key, expected)
        for answer in answers:
            if answer.value == value:
                return answer
        raise self.complaint(key, expected, described(value))

    def table(self, key: str) -> TomlTable:
        """A table inside this one."""
        value = self._take(key, phrase("a table"))
        if not isinstance(value, dict):
            raise self.complaint(key, phrase("a table"), described(value))
        return TomlTable(self.file, self.where(key), cast("dict[str, object]", value))

    def tables(self, key: str, *, least: int, most: int) -> Sequence[TomlTable]:
        """A list of tables; the path of each counts from 1."""
        expected = phrase("tables", least=least, most=most)
        values = self._list(key, expected)
        if not least <= len(values) <= most:
            raise self.complaint(key, expected, phrase("of them", count=len(values)))
        tables: list[TomlTable] = []
        for number, value in enumerate(values, 1):
            if not isinstance(value, dict):
                raise self.complaint(f"{key}[{number}]", phrase("a table"), described(value))
            tables.append(TomlTable(self.file, self.where(f"{key}[{number}]"), cast("dict[str, object]", value)))
        return tables

    def pairs(self, key: str) -> Iterator[tuple[str, str]]:
        """A list of pairs of names."""
        for number, value in enumerate(self._list(key, phrase("pairs")), 1):
            match value:
                case [str() as one, str() as other]:
                    yield one, other
                case _:
                    raise self.complaint(f"{key}[{number}]", phrase("a pair"), described(value))

    def _list(self, key: str, expected: Sentence) -> list[object]:
        value = self._take(key, expected)
        if not isinstance(value, list):
            raise self.complaint(key, expected, described(value))
        return cast("list[object]", value)

    def close(self) -> None:
        """Complain about a key that nobody has asked for."""
        for key in self._values:
            shown = key if re.fullmatch(r"[\w-]{1,40}", key) else str(described(key))
            raise self.complaint(shown, phrase("a known key", key=repr(nearest(key, self._known))), described(key))
