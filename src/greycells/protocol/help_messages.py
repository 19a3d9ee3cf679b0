"""Help at a table: marks for the notebook, and hints."""

from __future__ import annotations

from greycells.protocol.vocabulary import Help, Message


class HelpMark(Message, frozen=True):
    """What help writes into a notebook: this holder (a suspect's word, or CaseFile) has this card, or has not."""

    card: str
    holder: str
    has: bool


class Advice(Message, frozen=True):
    """What a seat may be told, as far as the table's help goes, from nothing but what that seat saw."""

    help: Help
    marks: tuple[HelpMark, ...]


class Hint(Message, frozen=True):
    """One thing that follows from what a seat saw, with its reason; or that there is none.

    `proof` has the steps of the reason in words, `turns` those turns that it rests on. `nudge` says only where to look:
    it is told first, then the sentence, then the proof.
    """

    sentence: str
    nudge: str = ""
    mark: HelpMark | None = None
    turns: tuple[int, ...] = ()
    proof: tuple[str, ...] = ()
