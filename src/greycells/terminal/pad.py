"""The pad: what a person writes down about a game, and nobody else sees (SET-18)."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import NamedTuple

from greycells.deduction.facts import CASE_FILE, Holder
from greycells.deduction.telling import name_of
from greycells.rules.board import plain
from greycells.rules.cards import Card
from greycells.rules.scene import Table
from greycells.rules.sentences import Sentence
from greycells.terminal.spelling import Unclear, card_names, seat_names, significant

CALLED = ("case", "file", "casefile", "envelope", "solution")
"""What people call the case file."""


class Mark(Enum):
    """What is written into a box of the sheet, and the words for it."""

    YES = "yes y has +"
    NO = "no n not -"
    MAYBE = "maybe m perhaps ?"
    BLANK = "blank clear erase"

    @property
    def word(self) -> str:
        return self.value.split()[0]


WORDS = {word: mark for mark in Mark for word in mark.value.split()}
NEXT = dict(zip((Mark.BLANK, Mark.YES, Mark.NO, Mark.MAYBE), (Mark.YES, Mark.NO, Mark.MAYBE, Mark.BLANK), strict=True))


class Box(NamedTuple):
    """A box of the sheet: does this holder have this card?"""

    card: Card
    holder: Holder


class Pad:
    """One person's marks by box, and notes in free words."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.marks: dict[Box, Mark] = {}
        self.notes: list[str] = []

    def mark(self, words: Sequence[str]) -> Sentence:
        """Write what was typed, `rope knife white no`; without a mark each box goes on to the next one."""
        cards, holder, written = self._understand([word.lower() for word in words])
        for card in cards:
            box = Box(card, holder)
            self.write(box, written or NEXT[self.marks.get(box, Mark.BLANK)])
        mark = self.marks.get(Box(cards[0], holder), Mark.BLANK)
        return Sentence(f"pad.{mark.word}", cards=tuple(cards), holder=name_of(holder))

    def write(self, box: Box, mark: Mark) -> None:
        """Put a mark into a box, or rub it out."""
        if mark is Mark.BLANK:
            self.marks.pop(box, None)
        else:
            self.marks[box] = mark

    def holder_of(self, card: Card) -> Holder | None:
        """Who has this card according to the marks."""
        for box, mark in self.marks.items():
            if box.card == card and mark is Mark.YES:
                return box.holder
        return None

    def _understand(self, words: list[str]) -> tuple[list[Card], Holder, Mark | None]:
        written = WORDS.get(words[-1]) if words else None
        if written is not None:
            words = words[:-1]
        elif words and (written := WORDS.get(words[0])) is not None:
            words = words[1:]
        box_words = significant(words)
        if len(box_words) < 2:
            raise Unclear("mark what")
        return *self.box(box_words), written

    def box(self, words: Sequence[str]) -> tuple[list[Card], Holder]:
        """The cards that the first words name, and the holder that the last one names."""
        if plain(words[-1]) in CALLED:
            two = len(words) > 2 and plain(words[-2]) == "case"
            return self._cards(words[: -1 - two]), CASE_FILE
        return self._cards(words[:-1]), seat_names(self.table.seats).one(words[-1])

    def _cards(self, words: Sequence[str]) -> list[Card]:
        names, found, rest = card_names(self.table.edition.deck), list[Card](), list(words)
        while rest:
            likely, count = names.first(rest)
            if len(likely) > 1:
                raise Unclear("several names", text=rest[0], names=tuple(likely[:8]))
            if not likely:
                raise Unclear("no such card", text=rest[0])
            found += likely
            rest = rest[count:]
        return found
