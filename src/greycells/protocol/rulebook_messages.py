"""An edition as it is printed in its box, its rules with drawings, how to play it, and where editions differ."""

from __future__ import annotations

from typing import Literal

from greycells.protocol.vocabulary import Message


class SuspectView(Message, frozen=True):
    """A suspect's card and pawn."""

    word: str
    name: str
    colour: str
    symbol: str
    dossier: str
    start: str


class CardView(Message, frozen=True):
    """A weapon's or a room's card."""

    word: str
    name: str


class AreaView(Message, frozen=True):
    """What a letter of the drawing is: a room, with its card if it has one, or a single space."""

    name: str
    kind: str
    card: str | None


class BoardView(Message, frozen=True):
    """The board: its drawing, the legend, doors as square, side and room, and where passages lead.

    `outside` is the room that each square is named after; the name is under *outside* and the room in `names`.
    """

    rows: tuple[str, ...]
    letters: dict[str, AreaView]
    scenery: dict[str, str]
    starts: dict[str, str]
    doors: tuple[tuple[str, str, str], ...]
    passages: tuple[tuple[str, str], ...]
    spyglasses: tuple[str, ...]
    outside: dict[str, str]


class RuleView(Message, frozen=True):
    """A rule as this edition has it."""

    id: str
    section: str
    text: str


class EditionView(Message, frozen=True):
    """Everything that is printed in the box, in the reader's language.

    `everyone_answers` is whether a suggestion goes on round the table after a card was shown (SHOW-5).
    `names` has every card by its word and every place by its name, in the forms that sentences ask for.
    """

    key: str
    title: str
    rulebook: str
    suspects: tuple[SuspectView, ...]
    weapons: tuple[CardView, ...]
    rooms: tuple[CardView, ...]
    board: BoardView
    rules: tuple[RuleView, ...]
    answers: tuple[tuple[str, str], ...]
    dice: int
    everyone_answers: bool
    names: dict[str, dict[str, str]]


class Differences(Message, frozen=True):
    """On which questions the rulebooks differ: the editions, and a row for every question."""

    editions: tuple[tuple[str, str], ...]
    questions: tuple[tuple[str, tuple[str, ...]], ...]


class RuleDiagram(Message, frozen=True):
    """A cut-out of the board that shows a rule, and the sentence that says the same."""

    name: str
    title: str
    words: str
    rules: tuple[str, ...]
    pawns: dict[str, str]
    lit: tuple[str, ...]
    barred: tuple[str, ...]
    way: tuple[str, ...]


class RuleDiagrams(Message, frozen=True):
    """The drawings beside the rules of an edition, and how to play it step by step."""

    drawings: tuple[RuleDiagram, ...]
    steps: tuple[HowToStep, ...] = ()


Picture = Literal["file", "cards", "roll", "passage", "snoop", "suggestion", "answer", "notebook", "accusation"]
"""What is drawn beside a step: cards, or the drawing of that name on the edition's own board."""


class HowToStep(Message, frozen=True):
    """One step of how to play: a heading, a few sentences, what to draw, and the rules that say it exactly."""

    title: str
    words: str
    picture: Picture
    rules: tuple[str, ...]
