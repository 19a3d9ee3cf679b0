"""Shared cases over HTTP: the game of a day and challenges, who may begin them, and how everybody did."""

from __future__ import annotations

from greycells.protocol.vocabulary import Help, Message


class CaseStart(Message, frozen=True):
    """Begin a day's game with this help. A challenge is played with the help that the challenger had."""

    help: Help = "direct facts"


class CaseTable(Message, frozen=True):
    """The table of your try."""

    table: str


class CaseShown(Message, frozen=True):
    """Whether the others who have finished a day's game see your name and your replay."""

    shown: bool


class CaseOpponent(Message, frozen=True):
    """A bot of a shared case: its suspect and its level."""

    suspect: str
    bot: str


class CaseTry(Message, frozen=True):
    """How somebody did. `name` is null for those who don't show theirs, `replay` is the table if you may see it.

    `accuracy` is null until the review has been worked out. `hints` is null where they weren't counted, `by_bot` is how
    many choices a bot made for the player. `challenger` is who made the challenge.
    """

    name: str | None
    you: bool
    won: bool
    turns: int
    suggestions: int
    accuracy: float | None
    help: Help
    hints: int | None
    by_bot: int
    replay: str | None
    challenger: bool


class SharedCaseView(Message, frozen=True):
    """A shared case as a guest sees it: `day` is its date, or `by` the name of the challenger.

    `table` is where you play it; you have `finished` when that game is over. Until then, and until a day has `ended`
    everywhere on Earth, there are no `results`. `players` is how many have begun it. While `open`, you can begin it.
    """

    id: str
    day: str | None
    by: str | None
    yours: bool
    edition: str
    suspect: str
    opponents: tuple[CaseOpponent, ...]
    help: Help
    open: bool
    ended: bool
    finished: bool
    shown: bool
    players: int
    table: str | None
    results: tuple[CaseTry, ...]
