"""Names and chat are kept beside the log, so that erasing a guest never rewrites it.

An entry is written without its guests' words, and gets them back when it is read. Logs of earlier versions have the
words inside: there, those of an erased guest are covered when the log is read.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from msgspec import Struct
from msgspec.json import Decoder, Encoder
from msgspec.structs import replace

from greycells.protocol.vocabulary import Phrase, Reaction
from greycells.server.tables.log_entries import (
    AnyEntry,
    ChatSaid,
    GuestErased,
    NoticePosted,
    Rematched,
    Sat,
    Started,
    Stood,
)
from greycells.server.tables.table_log import GuestWords
from greycells.server.tables.table_state import Table

NEUTRAL = "Guest"
"""What an erased guest is called from then on, in every language and in records."""


class ChatWords(Struct, frozen=True, omit_defaults=True):
    """What a guest said: in words of their own, with a quick phrase, or with a reaction."""

    text: str = ""
    phrase: Phrase | None = None
    reaction: Reaction | None = None


_encode = Encoder().encode
decode_chat = Decoder(ChatWords).decode


def apart(table: Table, first: int, entries: Sequence[AnyEntry]) -> tuple[list[AnyEntry], list[GuestWords]]:
    """Entries as the log keeps them, from number `first` on, and the words that are kept beside it.

    `table` is the table after these entries.
    """
    plain: list[AnyEntry] = []
    words: list[GuestWords] = []
    for seq, entry in enumerate(entries, first):
        match entry:
            case Sat(guest=guest, name=name):
                words.append(GuestWords(seq, 0, guest, name, ""))
                plain.append(replace(entry, name=""))
            case ChatSaid(guest=guest, name=name, text=text, phrase=phrase, reaction=reaction):
                said = _encode(ChatWords(text, phrase, reaction)).decode()
                words.append(GuestWords(seq, 0, guest, name, said))
                plain.append(replace(entry, name="", text="", phrase=None, reaction=None))
            case Rematched(guest=guest, name=name) if guest:
                words.append(GuestWords(seq, 0, guest, name, ""))
                plain.append(replace(entry, name=""))
            case Started(seats=seats, suspects=suspects):
                people = [table.chairs[suspects.index(word)].guests for word, _ in seats]
                words += [
                    GuestWords(seq, place, guests[0], seats[place][1], "")
                    for place, guests in enumerate(people)
                    if guests
                ]
                named = tuple(
                    (word, "" if guests else name) for (word, name), guests in zip(seats, people, strict=True)
                )
                plain.append(replace(entry, seats=named))
            case _:
                plain.append(entry)
    return plain, words


def together(
    entries: Iterable[AnyEntry], words: Iterable[GuestWords], *, hidden: Collection[str] = ()
) -> list[AnyEntry]:
    """The entries of a log with their guests' words; those of `hidden` guests are left out."""
    known = {(row.seq, row.place): row for row in words if row.guest not in hidden}
    reading = _Reading(known, hidden)
    return [reading.filled(seq, entry) for seq, entry in enumerate(entries, 1)]


def writers(entries: Iterable[AnyEntry], words: Iterable[GuestWords]) -> frozenset[str]:
    """Everybody who wrote something at a table, inside its log or beside it."""
    inside = {entry.guest for entry in entries if isinstance(entry, Sat | ChatSaid | Rematched)}
    return frozenset(inside | {row.guest for row in words})


class _Reading:
    """A log that is read from its first entry: who holds which chair, and which old names are not to be shown."""

    def __init__(self, known: dict[tuple[int, int], GuestWords], hidden: Collection[str]) -> None:
        self._known = known
        self._hidden = hidden
        self._holders: dict[int, str] = {}
        self._covered: set[str] = set()

    def filled(self, seq: int, entry: AnyEntry) -> AnyEntry:
        match entry:
            case Sat(guest=guest, chair=chair):
                self._holders[chair] = guest
                return replace(entry, name=self._name(seq, 0, guest, entry.name))
            case Stood(chair=chair):
                self._holders.pop(chair, None)
            case GuestErased(guest=guest):
                self._holders = {chair: holder for chair, holder in self._holders.items() if holder != guest}
            case ChatSaid():
                return self._said(seq, entry)
            case Started(seats=seats, suspects=suspects):
                holders = [self._holders.get(suspects.index(word)) for word, _ in seats]
                return replace(
                    entry,
                    seats=tuple(
                        (word, name if holder is None and name else self._name(seq, place, holder or "", name))
                        for place, ((word, name), holder) in enumerate(zip(seats, holders, strict=True))
                    ),
                )
            case Rematched(guest=guest, name=name):
                if guest:
                    return replace(entry, name=self._name(seq, 0, guest, name))
                return replace(entry, name=self._uncovered(name))
            case NoticePosted(arguments=arguments) if self._covered:
                told = {key: self._uncovered(value) for key, value in arguments.items()}
                return replace(entry, arguments=told)
            case _:
                pass
        return entry

    def _name(self, seq: int, place: int, guest: str, inside: str) -> str:
        """A guest's name: beside the log, or in an old one inside it; neutral if it is gone."""
        if (row := self._known.get((seq, place))) is not None:
            return row.name
        if inside and guest not in self._hidden:
            return inside
        if inside:
            self._covered.add(inside)
        return NEUTRAL

    def _uncovered(self, text: str) -> str:
        return NEUTRAL if text in self._covered else text

    def _said(self, seq: int, entry: ChatSaid) -> ChatSaid:
        name = self._name(seq, 0, entry.guest, entry.name)
        if (row := self._known.get((seq, 0))) is not None:
            said = decode_chat(row.said)
            return replace(entry, name=name, text=said.text, phrase=said.phrase, reaction=said.reaction)
        if entry.guest in self._hidden:
            return replace(entry, name=name, text="", phrase=None, reaction=None)
        return replace(entry, name=name)


def without(table: Table, guests: Collection[str]) -> Table:
    """The table without these guests: a chair of a finished game stays, and nobody holds it."""
    if not guests:
        return table
    chairs = tuple(
        replace(chair, guests=tuple(guest for guest in chair.guests if guest not in guests)) for chair in table.chairs
    )
    return replace(table, chairs=chairs)
