"""Changes to a companion game: every one can be undone, and none loses what another device wrote."""

from __future__ import annotations

from typing import assert_never

import msgspec

from greycells.analysis.companion.tables import CompanionTable, EntryError
from greycells.protocol.companion_entries import MOST_ENTRIES, CompanionEntry, CompanionGame, EntryId
from greycells.protocol.companion_messages import (
    ChangeSetup,
    CompanionChange,
    GameChange,
    ImportGame,
    PutEntry,
    TakeOutEntry,
    UndoChange,
)

MOST_UNDONE = 50
"""So many changes can be undone."""

MOST_IN_A_BOOK = 384 * 1024
"""Bytes that a book is stored in: the longest game and what undoes its last changes, but not fifty such games."""


class OverwrittenEdit(msgspec.Struct, frozen=True, omit_defaults=True):
    """An entry as somebody had just edited it, when a change that didn't know of that edit replaced it."""

    change: EntryId
    entry: CompanionEntry


class CompanionBook(msgspec.Struct, frozen=True, omit_defaults=True):
    """A game with what is needed to change it: how to undo the last changes, and which changes were made already."""

    game: CompanionGame
    undo: tuple[GameChange, ...] = ()
    made: tuple[EntryId, ...] = ()
    overwritten: tuple[OverwrittenEdit, ...] = ()

    def apply(self, change: CompanionChange) -> CompanionBook:
        """The book after a change; an EntryError says why it can't be made. Nothing is changed twice by one id."""
        if change.id in self.made:
            return self
        made = (*self.made, change.id)[-4 * MOST_UNDONE :]
        if isinstance(change, UndoChange):
            game, undo = (changed_game(self.game, self.undo[-1]), self.undo[:-1]) if self.undo else (self.game, ())
            return msgspec.structs.replace(self, game=game, undo=undo, made=made)
        game = changed_game(self.game, change)
        lost = overwritten_by(self.game, change)
        return CompanionBook(
            game,
            undo=(*self.undo, _inverse(self.game, change))[-MOST_UNDONE:] if game != self.game else self.undo,
            made=made,
            overwritten=self.overwritten if lost is None else (*self.overwritten, lost)[-MOST_UNDONE:],
        )

    def within(self, most: int = MOST_IN_A_BOOK) -> CompanionBook:
        """The book in so many bytes of JSON: the changes that it forgets how to undo are the oldest."""
        size = len(msgspec.json.encode(self))
        undo = list(self.undo)
        while undo and size > most:
            size -= len(msgspec.json.encode(undo.pop(0))) + 1
        return self if len(undo) == len(self.undo) else msgspec.structs.replace(self, undo=tuple(undo))


def changed_game(game: CompanionGame, change: GameChange) -> CompanionGame:
    """The game after a change; an EntryError if it can't be made."""
    match change:
        case PutEntry(entry=entry, at=at):
            CompanionTable.of(game.setup).check(entry)
            return msgspec.structs.replace(game, entries=_with(game.entries, entry, at))
        case TakeOutEntry(entry=gone):
            return msgspec.structs.replace(game, entries=tuple(one for one in game.entries if one.id != gone))
        case ChangeSetup(setup=setup):
            return checked_game(msgspec.structs.replace(game, setup=setup))
        case ImportGame(game=imported):
            return checked_game(imported)
    assert_never(change)


def _inverse(game: CompanionGame, change: GameChange) -> GameChange:
    """The change that leads back to this game."""
    match change:
        case PutEntry(entry=entry):
            replaced = next((one for one in game.entries if one.id == entry.id), None)
            if replaced is None:
                return TakeOutEntry(id=change.id, entry=entry.id)
            return PutEntry(id=change.id, entry=replaced)
        case TakeOutEntry(entry=gone):
            place, entry = next((at, one) for at, one in enumerate(game.entries) if one.id == gone)
            return PutEntry(id=change.id, entry=entry, at=place)
        case ChangeSetup():
            return ChangeSetup(id=change.id, setup=game.setup)
        case ImportGame():
            return ImportGame(id=change.id, game=game)
    assert_never(change)


def _with(entries: tuple[CompanionEntry, ...], entry: CompanionEntry, at: int | None) -> tuple[CompanionEntry, ...]:
    if any(one.id == entry.id for one in entries):
        return tuple(entry if one.id == entry.id else one for one in entries)
    if len(entries) == MOST_ENTRIES:
        raise EntryError("too many entries", most=MOST_ENTRIES)
    place = len(entries) if at is None else at
    return (*entries[:place], entry, *entries[place:])


def overwritten_by(game: CompanionGame, change: CompanionChange) -> OverwrittenEdit | None:
    """What a change replaces or takes out that its maker had not seen."""
    match change:
        case PutEntry(entry=entry, was=was):
            replaced, known = entry.id, was
        case TakeOutEntry(entry=replaced, was=known):
            pass
        case _:
            return None
    now = next((one for one in game.entries if one.id == replaced), None)
    return OverwrittenEdit(change.id, now) if now is not None and known is not None and now != known else None


def checked_game(game: CompanionGame) -> CompanionGame:
    """The game, if all its entries are possible at its table and have unique ids; else an EntryError."""
    table = CompanionTable.of(game.setup)
    for entry in game.entries:
        table.check(entry)
    ids = [entry.id for entry in game.entries]
    if len(set(ids)) < len(ids):
        raise EntryError("id twice")
    return game


def read_game(text: str | bytes) -> CompanionGame:
    """The game in a companion file; an EntryError says what is wrong with it."""
    try:
        game = msgspec.json.decode(text, type=CompanionGame)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
        raise EntryError("no file", what=str(error)) from None
    return checked_game(game)


def is_game(text: str) -> bool:
    """Whether a JSON text is meant as a companion file."""
    try:
        return "companion" in msgspec.json.decode(text, type=dict[str, msgspec.Raw])
    except (msgspec.DecodeError, RecursionError):
        return False


def write_game(game: CompanionGame) -> bytes:
    """The game as a file: JSON, one entry to a line."""
    return msgspec.json.format(msgspec.json.encode(game), indent=1) + b"\n"
