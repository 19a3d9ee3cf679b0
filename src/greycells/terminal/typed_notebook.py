"""A notebook that is written by typing, and that nobody else sees (SET-18)."""

from __future__ import annotations

from collections.abc import Sequence

from greycells.deduction.facts import CASE_FILE, Holder
from greycells.deduction.notebook import Box, Mark, Notebook
from greycells.deduction.proof_text import name_of
from greycells.free_text.name_matching import Unclear, card_names, seat_names, significant, ways
from greycells.language.sentences import Sentence
from greycells.rules.board import plain
from greycells.rules.cards import Card
from greycells.rules.scene import GameTable

MARKS = {"yes": Mark.YES, "no": Mark.NO, "maybe": Mark.MAYBE, "blank": None}
"""The marks, and the rubber, by what they are called in the catalogue."""

NEXT = {None: Mark.YES, Mark.YES: Mark.NO, Mark.NO: Mark.MAYBE, Mark.MAYBE: None}


class TypedNotebook:
    """One person's notebook at one table."""

    def __init__(self, table: GameTable) -> None:
        self.table = table
        self._notebook = Notebook()

    @property
    def notebook(self) -> Notebook:
        """What is written in it now."""
        return self._notebook

    @property
    def trouble(self) -> str:
        """Why something isn't kept, once, in a sentence; empty where everything is."""
        return ""

    def write(self, box: Box, mark: Mark | None) -> None:
        """Write a mark in a box, or erase the one that is there."""
        self._notebook = self._notebook.write(box, mark)

    def note(self, text: str) -> None:
        """Add a note."""
        self._notebook = self._notebook.note(text)

    def mark(self, words: Sequence[str]) -> Sentence:
        """Write what was typed, `rope knife white no`; without a mark each box goes on to the next one."""
        rest = [word.lower() for word in words]
        written = {word: mark for key, mark in MARKS.items() for word in reversed(ways(key))}
        typed = next((word for word in (*rest[-1:], *rest[:1]) if word in written), None)
        if typed is not None:
            rest.remove(typed)
        cards, holder = self.box(significant(rest))
        mark: Mark | None = None
        for card in cards:
            box = Box(card, holder)
            mark = written[typed] if typed is not None else NEXT[self.notebook.marks.get(box)]
            self.write(box, mark)
        key = mark.value if mark is not None else "blank"
        return Sentence(f"pad.{key}", cards=tuple(cards), holder=name_of(holder))

    def box(self, words: Sequence[str]) -> tuple[list[Card], Holder]:
        """The cards that the first words name, and the holder that the last one names."""
        if len(words) < 2:
            raise Unclear("mark what")
        if plain(words[-1]) in ways("case file"):
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
