"""The review of a record in the terminal: a table, sparklines, and turning points in sentences."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn
from rich.table import Table
from rich.text import Text

from greycells.analysis.review.game_review import GameReview, NoSeat, review_events
from greycells.analysis.review.message import review_message
from greycells.analysis.review.reviewed_game import NotOver
from greycells.analysis.review.seat_knowledge import Contradictory
from greycells.analysis.review.text import (
    points_of,
    rest_of,
    said,
    said_cost,
    said_proof,
    scorecard,
    signed,
    signed_points,
    whole_points,
)
from greycells.deduction.problem import TooHard
from greycells.language.sentences import Sentence, addressed, called, number_text
from greycells.protocol.review_messages import FullReview, ReviewDecision, ReviewedSeat
from greycells.rules.seats import Seat
from greycells.terminal.board_text import FINE, chip, pawn_codes
from greycells.terminal.record_files import BadRecord, checked_file
from greycells.terminal.screen import Screen

BARS = "▁▂▃▄▅▆▇█"
PLAIN_BARS = "_.-=+*#@"
"""From nothing to everything."""

WIDTH, MIN_WIDTH = 40, 8
"""The most and the fewest characters of a sparkline."""
GAPS = 4
"""The characters between the columns of a table."""

MOST_DECISIONS = 3
"""How many decisions of each seat are told: those that cost most."""


@contextmanager
def watched() -> Generator[Callable[[float], None]]:
    """A progress bar on stderr; silent where nobody looks."""
    console = Console(stderr=True)
    if not console.is_terminal:
        yield lambda _part: None
        return
    columns = TextColumn("{task.description}"), BarColumn(), TaskProgressColumn()
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task(str(Sentence("reviewing.progress")), total=1.0)
        yield lambda part: bar.update(task, completed=part)


def reviewed_file(
    file: Path, seat: str | None, *, edition: str | None = None, progress: Callable[[float], None] | None = None
) -> tuple[GameReview, FullReview]:
    """The review of the record in a file, of all seats or of one; a `BadRecord` says why there is none."""
    record = checked_file(file, edition=edition)
    named = {str(each).casefold(): each for each in record.table.seats}
    only: Seat | None = None
    if seat is not None:
        only = named.get(seat.casefold())
        if only is None:
            raise BadRecord(file, f" {Sentence('verdict.unknown seat', word=seat)}")
    viewer = None if record.copy is None else record.copy.seat
    if record.copy is not None and only is not None and only is not viewer:
        raise BadRecord(file, f" {Sentence('verdict.copy of another', seat=str(viewer or 'nobody'))}")
    try:
        review = review_events(record.table, record.events, viewer=viewer, progress=progress)
    except (NotOver, NoSeat, Contradictory, TooHard) as error:
        raise BadRecord(file, f" {error}") from None
    return review, review_message(review, seat=only)


def print_review(review: GameReview, message: FullReview, screen: Screen, *, reader: Seat | None = None) -> None:
    """Print the review; `reader` is who is called *you*, if the message has more than one seat."""
    if len(message.seats) == 1:
        reader = next(seat for seat in review.table.seats if str(seat) == message.seats[0].seat)
    screen.say(message.ending, "bold")
    if message.decided is not None:
        screen.say(message.decided.text)
    if review.viewer is not None:
        screen.say(Sentence("reviewing.of a copy", seat=review.viewer))
    screen.gap()
    screen.show(_table(review, message, screen))
    screen.say(scorecard("points", par=whole_points(1 / len(review.table.seats))), "dim")
    screen.gap()
    _print_lines(review, message, screen)
    screen.say(scorecard("chances"), "dim")
    if message.turning_points:
        screen.gap()
        screen.say(scorecard("turning points"), "bold")
        for point in message.turning_points:
            screen.say(point.text, indent=2)
    screen.gap()
    screen.say(scorecard("decisions"), "bold")
    costly = [(decision, bool(one.result)) for one in message.seats for decision in _costly(one)]
    for decision, won in costly:
        screen.say(said_cost(decision, won=won), indent=2)
    if not costly:
        screen.say(Sentence("reviewing.none costly"), indent=2)
    _print_proofs(review, message, screen, reader)
    screen.gap()
    screen.say(scorecard("explained"), "dim")


def _print_proofs(review: GameReview, message: FullReview, screen: Screen, reader: Seat | None) -> None:
    """From when on each seat could have proved the case; the proof itself where one seat alone is reviewed."""
    screen.gap()
    screen.say(Sentence("reviewing.proofs"), "bold")
    told = {str(one.seat): one for one in review.seats}
    for one in message.seats:
        screen.say(said(addressed(said_proof(review, told[one.seat]), reader)), indent=2)
    if len(message.seats) > 1:
        if any(one.proof for one in message.seats):
            screen.say(Sentence("reviewing.proof of one"), "dim", indent=2)
        return
    for line in (line for one in message.seats for line in one.proof):
        if not line[:1].isdigit():
            screen.gap()  # The proof of the next card of the case file.
        screen.say(line, indent=2)


def _costly(one: ReviewedSeat) -> Sequence[ReviewDecision]:
    """The decisions with a label that cost most, in the order in which they were made."""
    labelled = [decision for decision in one.decisions if decision.label]
    worst = sorted(labelled, key=lambda each: (each.loss, each.best_win - each.win), reverse=True)[:MOST_DECISIONS]
    return sorted(worst, key=lambda decision: decision.event)


def _table(review: GameReview, message: FullReview, screen: Screen) -> Table:
    titles = ("seat", "result", "accuracy", "proof", "luck", "cards", "dice", "answers", "skill", "rest")
    codes = pawn_codes(review.table.edition, screen.glyphs)
    seats = [next(seat for seat in review.table.seats if str(seat) == one.seat) for one in message.seats]
    rows = [_row(seat, one) for seat, one in zip(seats, message.seats, strict=True)]
    lines = Table(box=None, pad_edge=False, padding=(0, 1, 0, 0))
    lines.add_column("")
    for title, *cells in zip(titles, *rows, strict=True):
        heading = str(scorecard(title))
        # Headings are wrapped between words, so that the table fits into 80 columns and nothing is cut off.
        width = max(map(len, (*heading.split(), *cells)))
        lines.add_column(heading, justify="left" if title == "seat" else "right", width=width)
    for seat, row in zip(seats, rows, strict=True):
        lines.add_row(Text(codes[seat.suspect], chip(seat.suspect)), *row)
    return lines


def _row(seat: Seat, one: ReviewedSeat) -> tuple[str, ...]:
    turn, luck = one.provable_turn, one.luck
    return (
        called(seat),
        str(scorecard("won" if one.result else "lost")),
        number_text(one.accuracy, 1),
        str(scorecard("never") if turn is None else scorecard("on turn", turn=turn)),
        signed_points(points_of(luck)),
        signed(luck.deal),
        signed(luck.dice),
        signed(luck.answers),
        signed(one.skill),
        signed_points(rest_of(one.result, one.par, luck, one.skill)),
    )


def _print_lines(review: GameReview, message: FullReview, screen: Screen) -> None:
    """Two sparklines for each seat, turn by turn: winning chances, and what was still unknown."""
    ends = list({moment.turn: moment for moment in message.timeline}.values())
    rows: list[tuple[str, list[float], list[float]]] = []
    for index, seat in enumerate(review.table.seats):
        wins = [moment.seats[index].win for moment in ends]
        bits = [moment.seats[index].bits for moment in ends]
        rows.append((called(seat), wins, [each for each in bits if each is not None]))
    screen.show(sparklines(rows, screen))


def sparklines(rows: Sequence[tuple[str, Sequence[float], Sequence[float]]], screen: Screen) -> Table:
    """A name and two lines in each row, as wide as the window allows."""
    bars = BARS if screen.glyphs is FINE else PLAIN_BARS
    names = max(len(name) for name, _, _ in rows)
    turns = max(len(wins) for _, wins, _ in rows)
    width = max(MIN_WIDTH, min(max(turns, WIDTH), (screen.width - names - GAPS) // 2))
    lines = Table(box=None, pad_edge=False)
    lines.add_column("", no_wrap=True)
    lines.add_column(str(scorecard("winning")), width=width)
    lines.add_column(str(scorecard("bits")), width=width)
    for name, wins, known in rows:
        second = sparkline(known, max(known), bars, width) if known else ""
        lines.add_row(name, sparkline(wins, 1.0, bars, width), second)
    return lines


def sparkline(values: Sequence[float], most: float, bars: str, width: int = WIDTH) -> str:
    """Numbers from 0 to `most` as a line of bars: where several share one, the greatest, so that no peak is lost."""
    if not values:
        return ""
    count = min(width, len(values))
    edges = [round(place * len(values) / count) for place in range(count + 1)]
    chosen = [max(values[start:end]) for start, end in pairwise(edges)]
    top = len(bars) - 1
    return "".join(bars[round(top * min(1.0, max(0.0, value / most)))] if most else bars[0] for value in chosen)
