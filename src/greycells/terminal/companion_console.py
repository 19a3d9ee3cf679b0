"""The companion in the terminal: a line for each thing that happens at a real table, from a keyboard or a pipe."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from greycells.analysis.companion.changes import CompanionBook, read_game, write_game
from greycells.analysis.companion.clashes import Correction, find_clash
from greycells.analysis.companion.entry_words import (
    say_accuse,
    say_advice,
    say_clash,
    say_correction,
    say_entry,
    say_mark,
    say_mind,
    say_nothing_certain,
    say_question,
    say_solved,
)
from greycells.analysis.companion.other_minds import other_minds
from greycells.analysis.companion.sheets import CompanionSheet, EnteredEvidence, numbered
from greycells.analysis.companion.table_advice import best_questions, when_to_accuse
from greycells.analysis.companion.tables import CompanionTable, EntryError, whose_turn
from greycells.deduction.facts import CASE_FILE
from greycells.extras import MissingExtra
from greycells.free_text.name_matching import Unclear, number_in, ways
from greycells.language.sentences import Sentence, called, number_text
from greycells.protocol.companion_entries import AccusationEntry, CompanionEntry, CompanionGame, SuggestionEntry
from greycells.protocol.companion_messages import ChangeSetup, CompanionChange, PutEntry, TakeOutEntry, UndoChange
from greycells.rules.board import plain
from greycells.rules.cards import Card, Room
from greycells.terminal.companion_input import ENTRIES, CompanionLine, fresh_id, kind_of_entry
from greycells.terminal.screen import Screen

OTHERS = ("sheet", "why", "log", "undo", "out", "edit", "sizes", "fix", "hint", "help", "quit")
MOST_QUESTIONS = 3


class CompanionConsole:
    """One game at a real table, kept in a file if there is one."""

    def __init__(self, screen: Screen, game: CompanionGame, file: Path | None) -> None:
        self._screen, self._file = screen, file
        self._book = CompanionBook(game)
        self._save()

    @property
    def _game(self) -> CompanionGame:
        return self._book.game

    @property
    def _table(self) -> CompanionTable:
        return CompanionTable.of(self._game.setup)

    def run(self) -> None:
        """Until the last line: read, enter, tell what follows."""
        self._screen.say(Sentence("tableside.fair"))
        self._show_sheet()
        while True:
            turn = self._table.seats[whose_turn(self._game)]
            try:
                line = self._screen.ask(f"{turn.name}> ")
            except EOFError:
                return
            if not line:
                continue
            key, words = _command(line)
            if key == "quit":
                return
            try:
                self._do(key, words)
            except (EntryError, MissingExtra, Unclear) as error:
                self._screen.say(str(error))

    def _do(self, key: str, words: Sequence[str]) -> None:
        line = CompanionLine(self._table, words)
        turn = whose_turn(self._game)
        match key:
            case "sheet":
                self._show_sheet()
            case "why":
                self._why(line)
            case "log":
                self._log()
            case "undo":
                self._change(UndoChange(id=fresh_id()))
            case "out":
                self._change(TakeOutEntry(id=fresh_id(), entry=self._entry_number(line).id))
            case "edit":
                self._edit(self._entry_number(line), line)
            case "sizes":
                sizes = tuple(number_in(word) for word in words) if words else ()
                setup = msgspec.structs.replace(self._game.setup, sizes=sizes)
                self._change(ChangeSetup(id=fresh_id(), setup=setup))
            case "fix":
                self._fix(line)
            case "hint":
                self._advise(line)
            case "help":
                self._screen.say(Sentence("tableside.help"))
            case _:
                self._change(PutEntry(id=fresh_id(), entry=line.entry(key, turn=turn)))

    def _edit(self, old: CompanionEntry, line: CompanionLine) -> None:
        """Say an earlier entry anew: of the same kind, unless the line names another."""
        kind = next((key for key in ENTRIES if line.flag(key)), kind_of_entry(old))
        turn = old.by if isinstance(old, SuggestionEntry | AccusationEntry) else whose_turn(self._game)
        entry = line.entry(kind, turn=turn, ident=old.id)
        self._change(PutEntry(id=fresh_id(), entry=entry))
        number = next(at for at, one in enumerate(self._game.entries, 1) if one.id == old.id)
        self._screen.say(f"{number}. {say_entry(self._table, entry)}")

    def _entry_number(self, line: CompanionLine) -> CompanionEntry:
        number = line.number() or 0
        if not 1 <= number <= len(self._game.entries):
            raise Unclear("no such number", number=number, last=len(self._game.entries))
        return self._game.entries[number - 1]

    def _change(self, change: CompanionChange) -> None:
        before = {one.id for one in self._game.entries}
        self._book = self._book.apply(change)
        self._save()
        for entry in self._game.entries:
            if entry.id not in before:
                self._screen.say(f"{len(self._game.entries)}. {say_entry(self._table, entry)}")
        self._show_sheet()

    def _save(self) -> None:
        if self._file is not None:
            temporary = self._file.with_name(f"{self._file.name}.new")
            temporary.write_bytes(write_game(self._game))
            temporary.replace(self._file)

    def _sheet(self) -> CompanionSheet | None:
        """The sheet; None while entries clash, because nothing is certain then."""
        entered = EnteredEvidence.of(self._table, numbered(self._game.entries))
        return CompanionSheet.of(entered) if entered.fits else None

    def _show_sheet(self) -> None:
        sheet = self._sheet()
        if sheet is None:
            self._show_clash()
            return
        for text in _rows(sheet):
            self._screen.say(text)
        solution = sheet.solution
        if solution is not None:
            self._screen.say(say_solved(solution))

    def _show_clash(self) -> None:
        clash = find_clash(self._table, self._game.entries)
        if clash is None:
            return
        for told in say_clash(self._table, clash):
            self._screen.say(told)
        for number, correction in enumerate(clash.corrections, 1):
            words = say_correction(self._table, correction)
            self._screen.say(Sentence("tableside.fix", number=number, words=words))

    def _fix(self, line: CompanionLine) -> None:
        """Make one of the corrections that are offered while entries clash."""
        clash = find_clash(self._table, self._game.entries)
        corrections = () if clash is None else clash.corrections
        number = line.number() or 0
        if not 1 <= number <= len(corrections):
            raise Unclear("no such number", number=number, last=len(corrections))
        self._change(_change_of(corrections[number - 1]))

    def _why(self, line: CompanionLine) -> None:
        sheet = self._sheet()
        if sheet is None:
            self._screen.say(say_nothing_certain())
            return
        card = sheet.table.card(line.card())
        holder = sheet.table.holder(line.holder())
        self._screen.say(say_mark(sheet, card, holder))
        for told in sheet.why(card, holder):
            self._screen.say(told, indent=2)

    def _log(self) -> None:
        for number, entry in enumerate(self._game.entries, 1):
            self._screen.say(f"{number}. {say_entry(self._table, entry)}")

    def _advise(self, line: CompanionLine) -> None:
        sheet = self._sheet()
        if sheet is None:
            self._screen.say(say_nothing_certain())
            return
        rooms: list[Room] = []
        while line:
            card = sheet.table.card(line.card())
            if isinstance(card, Room):
                rooms.append(card)
        self._screen.say(say_accuse(when_to_accuse(sheet)))
        for question in best_questions(sheet, rooms or sheet.table.deck.rooms)[:MOST_QUESTIONS]:
            self._screen.say(f"- {say_question(question)} {say_advice(question)}")
        for mind in other_minds(sheet):
            self._screen.say(say_mind(mind, sheet.table))


def _change_of(correction: Correction) -> CompanionChange:
    """A correction as a change to the game."""
    if correction.setup is not None:
        return ChangeSetup(id=fresh_id(), setup=correction.setup)
    assert correction.entry is not None
    old = correction.entry.entry
    if correction.replacement is None:
        return TakeOutEntry(id=fresh_id(), entry=old.id, was=old)
    return PutEntry(id=fresh_id(), entry=correction.replacement, was=old)


def _command(line: str) -> tuple[str, list[str]]:
    """What a line begins with; a line without a command is a suggestion."""
    first, *rest = line.split()
    for key in (*ENTRIES, *OTHERS):
        if plain(first) in map(plain, ways(key)):
            return key, rest
    return "suggest", [first, *rest]


def _rows(sheet: CompanionSheet) -> Iterator[str]:
    """The sheet in columns: yes, no, or how likely in per cent."""
    holders = (*sheet.table.seats, CASE_FILE)
    names = [seat.name for seat in sheet.table.seats] + [str(Sentence("tableside.file"))]
    widths = [max(5, len(name)) for name in names]
    left = max(len(called(card)) for card in sheet.table.deck)
    yield " " * left + "".join(f"  {name:>{width}}" for name, width in zip(names, widths, strict=True))
    for card in sheet.table.deck:
        cells = [_cell(sheet, card, at) for at in range(len(holders))]
        columns = "".join(f"  {cell:>{width}}" for cell, width in zip(cells, widths, strict=True))
        yield f"{called(card):{left}}{columns}"


def _cell(sheet: CompanionSheet, card: Card, at: int) -> str:
    holder = sheet.knowledge.worlds.evidence.holders[at]
    has = sheet.knowledge.has(card, holder)
    if has is not None:
        return "X" if has else "-"
    return number_text(min(max(100 * sheet.share(card, holder), 0.1), 99.9), 1) if sheet.exact else "?"


def opened_game(file: Path) -> CompanionGame:
    """The game in a file; an EntryError says why it can't be read."""
    try:
        return read_game(file.read_bytes())
    except OSError as error:
        raise EntryError("no file", what=error.strerror or str(error)) from None
