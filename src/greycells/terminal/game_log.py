"""The log: the story so far in lines, each with its turn and the pawn of whoever acted."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from rich.table import Table
from rich.text import Text

from greycells.language.sentences import Sentence
from greycells.notation.story import retell
from greycells.rules.edition import Edition
from greycells.rules.events import Began, Event, TurnEnded
from greycells.rules.seats import Seat
from greycells.rules.views import Sighting
from greycells.terminal.board_text import Glyphs, chip, pawn_codes


class LogLine(NamedTuple):
    """A line of the log; before the first turn the turn is 0."""

    turn: int
    sentence: Sentence


def entries(sightings: Sequence[Sighting], viewer: Seat | None, *, since: int = 0) -> Iterator[LogLine]:
    """The log from the sighting of that number on, in the words for this viewer."""
    turn = sum(isinstance(sighting.event, TurnEnded | Began) for sighting in sightings[:since])
    told: list[Event] = []
    for sighting in sightings[since:]:
        told.append(sighting.event)
        if isinstance(sighting.event, TurnEnded | Began):
            yield from (LogLine(turn, sentence) for sentence in retell(told, viewer))
            turn, told = turn + 1, []
    yield from (LogLine(turn, sentence) for sentence in retell(told, viewer))


def log_table(lines: Iterable[LogLine], edition: Edition, *, viewer: Seat | None, glyphs: Glyphs) -> Table:
    """Lines of the log, wrapped beside their turn and pawn."""
    codes, last = pawn_codes(edition, glyphs), 0
    table = Table.grid(padding=(0, 1))
    table.add_column(justify="right", style="dim", width=3)
    table.add_column(width=2)
    table.add_column()
    for turn, sentence in lines:
        seat = _actor(sentence, viewer)
        pawn = Text(codes[seat.suspect], chip(seat.suspect)) if seat is not None else Text()
        table.add_row(str(turn) if turn != last else "", pawn, Text(str(sentence), "bold" if seat == viewer else ""))
        last = turn
    return table


def _actor(sentence: Sentence, viewer: Seat | None) -> Seat | None:
    """The seat that a line is about, if any."""
    match sentence.arguments.get("who"):
        case Seat() as seat:
            return seat
        case Sentence():
            return viewer
        case (Seat() as seat,):
            return seat
        case (Sentence(),):
            return viewer
        case _:
            return None
