"""Saved games: the record so far, with the players' private notes at the top."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from greycells.deduction.facts import CASE_FILE, Holder
from greycells.deduction.notebook import Box, Mark
from greycells.errors import GreycellsError
from greycells.language.sentences import Sentence
from greycells.notation.case_writer import stamped, write
from greycells.notation.record import Record
from greycells.rules.edition import Edition
from greycells.rules.fair_dealing import FairDealer
from greycells.rules.game import Game
from greycells.rules.scene import GameTable
from greycells.rules.seats import Seat
from greycells.terminal.record_files import BadRecord, checked_file
from greycells.terminal.typed_notebook import TypedNotebook

OVER = re.compile(r"^(won|unsolved)\b", re.MULTILINE)
OWN_EDITION = re.compile(r"^\{edition (.*)\}$", re.MULTILINE)


class NoSave(GreycellsError, ValueError):
    """A file that can't be continued as a game, in a sentence."""


class Kept(NamedTuple):
    """Everything about a game at this terminal: which seats are bots, how much help there is, what people noted."""

    game: Game
    bots: tuple[Seat, ...]
    help: str
    pads: Mapping[Seat, TypedNotebook]
    edition: Path | None = None

    @property
    def commitment(self) -> str:
        """What the dealer has published: every game has another one."""
        dealer = self.game.dealer
        return dealer.pledge.commitment if isinstance(dealer, FairDealer) else "0"


def folder() -> Path:
    """The folder for saved games unless a file is given."""
    data = os.environ.get("XDG_DATA_HOME")
    return (Path(data) if data else Path.home() / ".local" / "share") / "greycells"


def new_file(edition: Edition) -> Path:
    """A name for a new game: the day, the time and the edition."""
    stem = f"{datetime.now().astimezone():%Y-%m-%d-%H%M}-{edition.key}"
    names = (f"{stem}{suffix}.case" for suffix in ("", *(f"-{number}" for number in range(2, 100))))
    return next(path for path in map(folder().joinpath, names) if not path.exists())


def unfinished() -> Path | None:
    """The game that was played last and is not over."""
    return next((file for file in _latest_first() if not _is_over(file)), None)


def last_finished() -> Path | None:
    """The game that was over last."""
    return next(filter(_is_over, _latest_first()), None)


def _latest_first() -> list[Path]:
    return sorted(folder().glob("*.case"), key=lambda file: file.stat().st_mtime, reverse=True)


def _is_over(file: Path) -> bool:
    return OVER.search(file.read_text(encoding="utf-8")) is not None


def keep(kept: Kept, file: Path) -> None:
    """Write the file, all of it or nothing. Private notes are removed when the game is over."""
    dealer = kept.game.dealer
    pledge = dealer.opened if isinstance(dealer, FairDealer) else None
    over = kept.game.over
    preface = tuple(_preface(kept, private=not over))
    record = Record(kept.game.table, tuple(kept.game.events), pledge=pledge, preface=preface)
    text = write(stamped(record) if over else record)
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        beside = file.with_name(f".{file.name}.part")
        beside.write_text(text, encoding="utf-8")
        beside.replace(file)
    except OSError as error:
        raise NoSave(str(Sentence("play.cannot write", file=str(file), why=error.strerror or ""))) from None


def _preface(kept: Kept, *, private: bool) -> Iterator[str]:
    yield "greycells play"
    if kept.edition is not None:
        yield f"edition {kept.edition}"
    yield " ".join(["bots", *map(str, kept.bots)])
    yield f"help {kept.help}"
    if not private:
        return
    for seat, pad in kept.pads.items():
        for (card, holder), mark in pad.notebook.marks.items():
            yield f"mark {seat} {card.word} {holder} {mark.value}"
        for note in pad.notebook.notes:
            yield f"note {seat} {note}"


def resume(file: Path) -> Kept:
    """The game in a file, checked by the referee, with all that was noted."""
    try:
        own = OWN_EDITION.search(file.read_text(encoding="utf-8"))
        record = checked_file(file, edition=own[1] if own else None)
    except (OSError, UnicodeDecodeError) as error:
        raise NoSave(str(Sentence("play.cannot read", file=str(file), why=str(error)))) from None
    except BadRecord as error:
        raise NoSave(str(error)) from None
    pledge = record.pledge
    if record.copy is not None or pledge is None or pledge.secret is None:
        raise NoSave(str(Sentence("play.not ours", file=str(file))))
    game = Game(record.table, FairDealer(pledge.secret, pledge.nonces), record.events)
    return _with_preface(game, record.preface, Path(own[1]) if own else None)


def _with_preface(game: Game, preface: Sequence[str], edition: Path | None) -> Kept:
    seats = {str(seat): seat for seat in game.seats}
    bots: tuple[Seat, ...] = ()
    level = "none"
    pads = {seat: TypedNotebook(game.table) for seat in game.seats}
    for line in preface:
        match line.split(maxsplit=2):
            case ["bots", *names]:
                bots = tuple(seats[name] for name in " ".join(names).split() if name in seats)
            case ["help", *words]:
                level = " ".join(words)
            case ["mark", name, box] if name in seats:
                _remember(pads[seats[name]], box.split(), game.table)
            case ["note", name, note] if name in seats:
                pads[seats[name]].note(note)
            case _:
                pass
    people = {seat: pad for seat, pad in pads.items() if seat not in bots}
    return Kept(game, bots, level, people, edition)


def _remember(pad: TypedNotebook, words: Sequence[str], table: GameTable) -> None:
    """A saved mark; an invalid one was not written by us."""
    cards = {card.word: card for card in table.edition.deck}
    holders: dict[str, Holder] = {str(CASE_FILE): CASE_FILE} | {str(seat): seat for seat in table.seats}
    marks = {mark.value: mark for mark in Mark}
    match words:
        case [card, holder, mark] if card in cards and holder in holders and mark in marks:
            pad.write(Box(cards[card], holders[holder]), marks[mark])
        case _:
            pass
