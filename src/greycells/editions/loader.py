"""From the files of an edition, `edition.toml` and the drawing that it names, to the edition."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import MISSING, fields
from enum import Enum
from functools import cache
from pathlib import Path
from typing import NamedTuple, get_type_hints

from greycells.editions.catalogue import rules as catalogue
from greycells.editions.toml_reader import (
    EditionError,
    TomlTable,
    complaint,
    phrase,
    quoted,
    read_text,
    read_toml,
    unreadable,
)
from greycells.rules.board import Board, DrawingError
from greycells.rules.board_drawing import MARKS
from greycells.rules.cards import Deck, Room, Suspect, Weapon
from greycells.rules.edition import (
    Edition,
    Entering,
    Naming,
    Occupied,
    Passages,
    Rules,
    Snooping,
    Starting,
    StartSquare,
    WeaponsStart,
)

BY_THE_BOOK = ("master-detective", "luxury", "classic", "anniversary", "getaway")
FOR_TESTS = ("cottage", "parlour")
BUILT_IN = BY_THE_BOOK + FOR_TESTS
OWN_EDITIONS = "GREYCELLS_EDITIONS"
"""The environment variable with the folder of the operator's own editions: a server's processes inherit it."""

MOST_CARDS = 60
MOST_DICE = 2
WITHOUT_A_MOVE: Mapping[str, Enum] = {
    "occupied": Occupied.BLOCKS,
    "entering": Entering.ENDS_THE_MOVE,
    "passages": Passages.INSTEAD_OF_ROLLING,
    "snooping": Snooping.NONE,
    "start_square": StartSquare.COUNTS_AS_ENTERED,
}
"""The answers of an edition without dice to what is asked about moves: any other would promise a move."""


class _Loaded(NamedTuple):
    """An edition and the text of the files that it was read from."""

    edition: Edition
    texts: Mapping[Path, str]

    @property
    def current(self) -> bool:
        """Whether the files still say the same."""
        try:
            return all(read_text(file) == text for file, text in self.texts.items())
        except EditionError:
            return False


_HERE = Path(__file__).parent
_loaded: dict[Path, _Loaded] = {}


def names() -> tuple[str, ...]:
    """The editions that are known by name: the five rulebooks, two small ones for tests, and the operator's own."""
    return BUILT_IN + tuple(_own_editions())


def use_own_editions(folder: Path) -> None:
    """Know the editions in this folder by name, here and in processes that start later; a broken one is a complaint."""
    os.environ[OWN_EDITIONS] = str(folder.resolve())
    _own_editions()


def _own_editions() -> Mapping[str, Path]:
    return _editions_in(os.environ.get(OWN_EDITIONS, ""))


@cache
def _editions_in(folder: str) -> Mapping[str, Path]:
    """The editions of a folder by key: it is an edition itself, or has folders that are."""
    if not folder:
        return {}
    files = [
        file for file in (Path(folder) / "edition.toml", *sorted(Path(folder).glob("*/edition.toml"))) if file.is_file()
    ]
    if not files:
        raise complaint(folder, phrase("own editions"), phrase("none"))
    found: dict[str, Path] = {}
    for file in files:
        edition = _loaded.setdefault(file.resolve(), _read(file)).edition
        if edition.key in found:
            raise complaint(f"{file}: key", phrase("unique", other=str(found[edition.key])), repr(edition.key))
        found[edition.key] = file
    return found


def shelf(editions: Iterable[str]) -> list[str]:
    """These editions for somebody who chooses: the one that everybody knows stands first."""
    return sorted(editions, key=lambda name: name != "classic")


def load(edition: str | Path) -> Edition:
    """The edition of that name, or the one in that folder, which is read again when its files have changed.

    As long as they say the same, a process has one object for each edition.

    >>> load("classic")
    Edition(key='classic', title='Classic', house_rules=())
    """
    own = _own_editions()
    if edition in BUILT_IN:
        file = _HERE / edition / "edition.toml"
    elif isinstance(edition, str) and edition in own:
        file = own[edition]
    else:
        file = Path(edition)
        file = file if file.suffix == ".toml" else file / "edition.toml"
    try:
        path = file.resolve()
        if file.parent == Path(edition) and not file.parent.exists():
            raise complaint(edition, phrase("an edition", editions=quoted(names())), phrase("neither"))
    except (OSError, RuntimeError, ValueError) as error:
        raise unreadable(file, error) from None
    kept = _loaded.get(path)
    if kept is not None and (edition in names() or kept.current):
        return kept.edition
    _loaded.pop(path, None)
    return _loaded.setdefault(path, _read(file)).edition


def file_of(edition: Edition) -> Path | None:
    """The file where `load` finds a user's own edition again; None for an edition that comes with greycells."""
    if edition.key in names():
        return None
    return next((path for path, kept in _loaded.items() if kept.edition.board is edition.board), None)


class _Legend(NamedTuple):
    """What the letters and symbols of the drawing mean; `starts` holds a symbol or a room's name for each suspect."""

    rooms: Mapping[str, tuple[str, Room | None]]
    spaces: Mapping[str, str]
    scenery: Mapping[str, str]
    starts: Sequence[str]
    without_article: Sequence[str] = ()

    @property
    def symbols(self) -> list[str]:
        """The start symbols, without the names of rooms in which pawns start."""
        inside = {name for name, _ in self.rooms.values()}
        return [start for start in self.starts if start not in inside]


def _read(file: Path) -> _Loaded:
    text = read_text(file)
    top = read_toml(file)
    key = top.text("key", pattern=r"[a-z][a-z0-9]*(-[a-z0-9]+)*", expected="a key")
    if key in BUILT_IN and file.resolve() != (_HERE / key / "edition.toml").resolve():
        raise top.complaint("key", phrase("a new key"), repr(key))
    title = top.text("title")
    rulebook = top.text("rulebook", longest=400)
    follows = _follows(top) if "follows" in top else key
    deck, legend = _cards(top)
    answers = top.table("rules")
    rules = _rules(answers, deck, legend)
    drawing = top.file.parent / top.text("board", expected="a drawing", longest=200)
    drawn = read_text(drawing)
    board = _board(top, legend, drawing, drawn)
    _fit(answers, rules, board)
    starts = tuple(board.starts.get(start) or board.place(start) for start in legend.starts)
    rulings = _rulings(top.table("rulings")) if "rulings" in top else {}
    top.close()
    edition = Edition(key, title, deck, board, starts, rules, rulebook=rulebook, follows=follows, rulings=rulings)
    return _Loaded(edition, {file.resolve(): text, drawing.resolve(): drawn})


def _follows(top: TomlTable) -> str:
    follows = top.text("follows")
    if follows not in BY_THE_BOOK:
        raise top.complaint("follows", quoted(BY_THE_BOOK), repr(follows))
    return follows


def _cards(top: TomlTable) -> tuple[Deck, _Legend]:
    """The deck, and what the drawing's letters and symbols mean."""
    suspects, weapons, rooms = (top.tables(kind, least=2, most=MOST_CARDS) for kind in ("suspects", "weapons", "rooms"))
    taken = _Taken()
    cast = tuple(_suspect(index, table, taken) for index, table in enumerate(suspects))
    armoury = tuple(
        Weapon(len(cast) + index, _word(table, taken), _name(table, taken), _article(table))
        for index, table in enumerate(weapons)
    )
    cards: list[Room] = []
    letters: dict[str, tuple[str, Room | None]] = {}
    bare: list[str] = []
    for table in rooms:
        room = None
        if "card" not in table or table.flag("card"):
            index = len(cast) + len(armoury) + len(cards)
            room = Room(index, _word(table, taken), _name(table, taken), _article(table))
            cards.append(room)
        if room is None or "letter" in table:
            letter = _letter(table, taken, pattern="[A-Z]", expected="a capital letter")
            letters[letter] = (room.name if room else _name(table, taken), room)
            if not (room.article if room else _article(table)):
                bare.append(letters[letter][0])
    if not 2 <= len(cards) <= MOST_CARDS - len(cast) - len(armoury):
        raise top.complaint("rooms", phrase("two rooms", most=MOST_CARDS), phrase("rooms", count=len(cards)))
    spaces = _areas(top, "spaces", taken, pattern="[a-z]", expected="a small letter", bare=bare)
    scenery = _areas(top, "scenery", taken, pattern="[A-Z]", expected="a capital letter", bare=bare)
    starts = [_start(table, taken, inside=[name for name, _ in letters.values()]) for table in suspects]
    for table in (*suspects, *weapons, *rooms):
        table.close()
    return Deck(cast, armoury, tuple(cards)), _Legend(letters, spaces, scenery, starts, bare)


class _Taken:
    """Words, names, letters, symbols and colours that are in use already: each belongs to one card or place."""

    def __init__(self) -> None:
        self._by: dict[tuple[str, str], str] = {}

    def claim(self, table: TomlTable, key: str, value: str) -> str:
        """Keep a value for this table, or complain that another one has it."""
        folded = "".join(value.casefold().split()) if key in ("word", "name") else value
        other = self._by.setdefault((key, folded), table.path)
        if other != table.path:
            raise table.complaint(key, phrase("unique", other=other), repr(value))
        return value


def _word(table: TomlTable, taken: _Taken) -> str:
    word = table.text("word", pattern=r"[^\W\d_]+(['’-][^\W\d_]+)*", expected="one word", longest=30)
    return taken.claim(table, "word", word)


def _name(table: TomlTable, taken: _Taken) -> str:
    name = table.text("name", pattern=r"(?=.*[^\W\d_]{2}).+", expected="a name", longest=40)
    return taken.claim(table, "name", name)


def _article(table: TomlTable) -> bool:
    """Whether a name is spoken of with its article: *the Attic*, but *Greece*."""
    return table.flag("article") if "article" in table else True


def _letter(table: TomlTable, taken: _Taken, *, pattern: str, expected: str) -> str:
    letter = table.text("letter", pattern=pattern, expected=expected)
    if letter in MARKS:
        raise table.complaint("letter", phrase("no mark", expected=phrase(expected)), repr(letter))
    return taken.claim(table, "letter", letter)


def _suspect(index: int, table: TomlTable, taken: _Taken) -> Suspect:
    colour = table.text("colour", pattern="#[0-9a-fA-F]{6}", expected="a colour").lower()
    symbol = table.text("symbol", pattern=r"[^\s\\]", expected="one character")
    return Suspect(
        index,
        _word(table, taken),
        _name(table, taken),
        taken.claim(table, "colour", colour),
        taken.claim(table, "symbol", symbol),
        table.text("dossier", longest=600) if "dossier" in table else "",
    )


def _areas(top: TomlTable, key: str, taken: _Taken, *, pattern: str, expected: str, bare: list[str]) -> dict[str, str]:
    areas: dict[str, str] = {}
    for table in top.tables(key, least=1, most=26) if key in top else ():
        areas[_letter(table, taken, pattern=pattern, expected=expected)] = name = _name(table, taken)
        if not _article(table):
            bare.append(name)
        table.close()
    return areas


def _start(table: TomlTable, taken: _Taken, *, inside: Iterable[str]) -> str:
    """Where a suspect's pawn begins: a symbol of the drawing, for one pawn, or a room, for any number."""
    start = table.text("start", expected="a start")
    if start in inside:
        return start
    if len(start) != 1 or start.isalpha() or start in MARKS:
        raise table.complaint("start", phrase("a start"), repr(start))
    return taken.claim(table, "start", start)


def _rules(table: TomlTable, deck: Deck, legend: _Legend) -> Rules:
    """The answers to the questions on which editions differ; those that all rulebooks answer alike may be left out."""
    bounds = {"fewest_seats": (2, len(deck.suspects)), "most_seats": (2, len(deck.suspects))}
    kinds = get_type_hints(Rules)
    answers: dict[str, object] = {}
    for question in fields(Rules):
        name, kind = question.name, kinds[question.name]
        if question.default is not MISSING and name not in table:
            continue
        if kind is int:
            least, most = bounds.get(name, (0, MOST_DICE))
            answers[name] = table.number(name, least=least, most=most)
        else:
            answers[name] = table.flag(name) if kind is bool else table.answer(name, kind)
    table.close()
    rules = Rules(**answers)  # type: ignore[arg-type]
    _agree(table, rules, deck, legend)
    return rules


def _agree(table: TomlTable, rules: Rules, deck: Deck, legend: _Legend) -> None:
    """Complain about answers that make no game together."""
    drawn = [room for _, room in legend.rooms.values() if room]
    if rules.most_seats < rules.fewest_seats:
        raise table.complaint("most_seats", phrase("fewest seats", fewest=rules.fewest_seats), str(rules.most_seats))
    if rules.starting is Starting.HIGHEST_ROLL and not rules.start_dice:
        raise table.complaint("start_dice", phrase("start dice"), "0")
    if rules.starting is Starting.FIRST_SUSPECT and rules.start_dice:
        raise table.complaint("start_dice", phrase("no start dice"), str(rules.start_dice))
    if rules.naming is Naming.WHERE_ONE_STANDS and len(drawn) < len(deck.rooms):
        raise table.complaint("naming", phrase("any room"), repr(rules.naming.value))
    if rules.naming is Naming.WHERE_ONE_STANDS and not rules.dice:
        raise table.complaint("dice", phrase("dice"), "0")
    if rules.weapons_start is WeaponsStart.IN_ROOMS and len(drawn) < len(deck.weapons):
        expected = phrase("off the board", weapons=len(deck.weapons))
        raise table.complaint("weapons_start", expected, repr(rules.weapons_start.value))
    for question, answer in WITHOUT_A_MOVE.items():
        given: Enum = getattr(rules, question)
        if not rules.dice and given is not answer:
            raise table.complaint(question, phrase("nobody moves", answer=repr(answer.value)), repr(given.value))


def _fit(table: TomlTable, rules: Rules, board: Board) -> None:
    """Complain about answers that the drawn board contradicts."""
    spyglasses = any(place.spyglass for place in board.places)
    if spyglasses and rules.snooping is Snooping.NONE:
        raise table.complaint("snooping", phrase("spyglasses"), repr(rules.snooping.value))
    if not spyglasses and rules.snooping is not Snooping.NONE:
        raise table.complaint("snooping", phrase("no spyglasses"), repr(rules.snooping.value))
    if not board.passages and rules.passages is Passages.ALSO_INSIDE_A_ROLL:
        raise table.complaint("passages", phrase("no passages"), repr(rules.passages.value))
    if rules.dice and not any(place.kind == "square" for place in board.places):
        raise table.complaint("dice", phrase("no squares"), str(rules.dice))


def _board(top: TomlTable, legend: _Legend, drawing: Path, drawn: str) -> Board:
    passages = _passages(top, [*(name for name, _ in legend.rooms.values()), *legend.spaces.values()])
    try:
        return Board.parse(
            drawn,
            rooms=legend.rooms,
            spaces=legend.spaces,
            scenery=legend.scenery,
            starts=legend.symbols,
            passages=passages,
            without_article=legend.without_article,
        )
    except DrawingError as error:
        raise complaint(f"{drawing}:{error.line}:{error.column}", error.expected) from None


def _passages(top: TomlTable, places: Sequence[str]) -> list[tuple[str, str]]:
    passages: list[tuple[str, str]] = []
    for number, ends in enumerate(top.pairs("passages") if "passages" in top else (), 1):
        used = [end for passage in passages for end in passage]
        free = [place for place in places if place not in used]
        for end in ends:
            if end not in free:
                expected = phrase("each once", places=quoted(free)) if free else phrase("passages")
                raise top.complaint(f"passages[{number}]", expected, repr(end))
            free.remove(end)
        passages.append(ends)
    return passages


def _rulings(table: TomlTable) -> dict[str, str]:
    rulings = {rule.id: table.text(rule.id, longest=800) for rule in catalogue() if rule.id in table}
    table.close()
    return rulings
