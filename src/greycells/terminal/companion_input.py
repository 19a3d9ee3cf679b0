"""What is typed at the companion: a line becomes a change to the game, by any part of the names at this table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from secrets import token_hex
from typing import assert_never

from greycells.analysis.companion.tables import CompanionTable
from greycells.free_text.name_matching import NameIndex, Unclear, card_names, number_in, ways
from greycells.protocol.companion_entries import (
    CASE_FILE_NUMBER,
    AccusationEntry,
    CompanionEntry,
    KnownEntry,
    OpenCardEntry,
    ShownEntry,
    SnoopEntry,
    SuggestionEntry,
    SuspicionEntry,
)
from greycells.rules.board import plain
from greycells.rules.cards import Card

ENTRIES = ("suggest", "accuse", "snoop", "open", "know", "think")
"""What can be entered, by its key among the typed words."""

USUAL_WEIGHT = 4


def fresh_id() -> str:
    return token_hex(8)


def kind_of_entry(entry: CompanionEntry) -> str:
    """What an entry is called at the keyboard."""
    match entry:
        case SuggestionEntry():
            return "suggest"
        case AccusationEntry():
            return "accuse"
        case SnoopEntry():
            return "snoop"
        case OpenCardEntry():
            return "open"
        case KnownEntry():
            return "know"
        case SuspicionEntry():
            return "think"
        case _:
            assert_never(entry)


class CompanionLine:
    """Reads one line word by word: players by their names, cards by any part of theirs."""

    def __init__(self, table: CompanionTable, words: Sequence[str]) -> None:
        self._table = table
        self._rest = [word.strip(",;:") for word in words if plain(word) and plain(word) not in ways("fillers")]
        self._cards: NameIndex[Card] = card_names(table.deck)

    def __bool__(self) -> bool:
        return bool(self._rest)

    def player(self) -> int | None:
        """The player that the next word names, if it names one: whole, or the beginning of one name only."""
        if not self._rest:
            return None
        wanted = plain(self._rest[0])
        names = [plain(seat.name) for seat in self._table.seats]
        found = [at for at, name in enumerate(names) if name == wanted] or [
            at for at, name in enumerate(names) if name.startswith(wanted)
        ]
        if len(found) != 1 or (names[found[0]] != wanted and self._cards.like(self._rest[0], slips=False)):
            return None
        self._rest.pop(0)
        return found[0]

    def need_player(self) -> int:
        found = self.player()
        if found is None:
            raise Unclear("no such name", text=" ".join(self._rest[:1]))
        return found

    def holder(self) -> int:
        """A player or the case file."""
        if self._rest and plain(self._rest[0]) in ways("case file"):
            first = plain(self._rest.pop(0))
            if first == "case" and self._rest and plain(self._rest[0]) == "file":
                self._rest.pop(0)
            return CASE_FILE_NUMBER
        return self.need_player()

    def card(self) -> int:
        """The card that the next words name."""
        if not self._rest:
            raise Unclear("no such card", text="")
        found, count = self._cards.first(self._rest)
        if not found:
            raise Unclear("no such card", text=self._rest[0])
        if len(found) > 1:
            raise Unclear("several names", text=self._rest[0], names=tuple(found[:8]))
        del self._rest[:count]
        return found[0].index

    def three(self) -> tuple[int, int, int]:
        """Three cards in any order, as a theory names them."""
        suspect, weapon, room = sorted((self.card(), self.card(), self.card()))
        return suspect, weapon, room

    def flag(self, key: str) -> bool:
        """Whether the next word is one of these."""
        if self._rest and plain(self._rest[0]) in map(plain, ways(key)):
            self._rest.pop(0)
            return True
        return False

    def number(self) -> int | None:
        found = number_in(self._rest[0]) if self._rest else None
        if found is not None:
            self._rest.pop(0)
        return found

    def answers(self) -> Iterator[ShownEntry]:
        """Who showed a card, each with the card if it is named; or nobody."""
        if self.flag("nobody"):
            return
        while self._rest:
            player = self.need_player()
            seen = self._rest and self._cards.like(self._rest[0], slips=False) and not self._is_player()
            yield ShownEntry(player, self.card() if seen else None)

    def _is_player(self) -> bool:
        return any(plain(seat.name) == plain(self._rest[0]) for seat in self._table.seats)

    def entry(self, kind: str, *, turn: int, ident: str | None = None) -> CompanionEntry:
        """The entry of this kind that the line says; `turn` is who suggests if nobody is named."""
        name = ident or fresh_id()
        match kind:
            case "suggest" | "accuse":
                by = self.player()
                by = turn if by is None else by
                cards = self.three()
                if kind == "accuse":
                    return AccusationEntry(id=name, by=by, cards=cards)
                return SuggestionEntry(id=name, by=by, cards=cards, shown=tuple(self.answers()))
            case "snoop":
                by, of = self.need_player(), self.need_player()
                return SnoopEntry(id=name, by=by, of=of, card=self.card() if self else None)
            case "open":
                return OpenCardEntry(id=name, card=self.card(), of=self.player())
            case "know":
                return KnownEntry(id=name, holder=self.holder(), card=self.card(), has=not self.flag("no"))
            case _:
                holder, card, has = self.holder(), self.card(), not self.flag("no")
                weight = min(max(self.number() or USUAL_WEIGHT, 2), 100)
                return SuspicionEntry(id=name, holder=holder, card=card, has=has, weight=weight)
