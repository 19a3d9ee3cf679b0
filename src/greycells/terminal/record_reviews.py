"""The review of a record in the terminal: a table, sparklines, and turning points in sentences."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn
from rich.table import Table
from rich.text import Text

from greycells.analysis.review.accuracy import Label
from greycells.analysis.review.deciding_turn import decided, headline
from greycells.analysis.review.decisions import Decision
from greycells.analysis.review.game_review import NO_REVIEW, GameReview, SeatReview, review_record
from greycells.analysis.review.points import DIGITS
from greycells.analysis.review.text import (
    TABLE,
    ending,
    said,
    said_cost,
    said_more,
    said_proof,
    scorecard,
    table_row,
)
from greycells.analysis.review.turning_points import TurningPoint, turning_points
from greycells.language.sentences import Sentence, addressed, called
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

MOST_DECISIONS, MOST_OWN = 3, 6
"""How many decisions of each seat, and of the reader, are told: those that cost most."""


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
) -> GameReview:
    """The review of the record in a file, of all seats or of one; a `BadRecord` says why there is none."""
    record = checked_file(file, edition=edition)
    named = {str(each).casefold(): each for each in record.table.seats}
    only = None if seat is None else named.get(seat.casefold())
    if seat is not None and only is None:
        raise BadRecord(file, f" {Sentence('verdict.unknown seat', word=seat)}")
    viewer = None if record.copy is None else record.copy.seat
    if record.copy is not None and only is not None and only is not viewer:
        raise BadRecord(file, f" {Sentence('verdict.copy of another', seat=str(viewer or 'nobody'))}")
    try:
        return review_record(record, only, progress=progress)
    except NO_REVIEW as error:
        raise BadRecord(file, f" {error}") from None


def print_review(review: GameReview, screen: Screen, *, proofs: bool = False) -> None:
    """Print the review, its summary first; with `proofs`, how each seat could have proved the case, step by step."""
    screen.say(str(ending(review)), "bold")
    if (main := decided(review)) is not None:
        screen.say(headline(review, main.by_rooms(review.table.edition.board)))
    if review.viewer is not None:
        screen.say(Sentence("reviewing.of a copy", seat=review.viewer))
    screen.gap()
    screen.show(_table(review, screen))
    screen.say(scorecard("points"), "dim")
    screen.gap()
    _print_lines(review, screen)
    screen.say(scorecard("chances"), "dim")
    screen.say(Sentence("reviewing.columns"), "dim")
    points = turning_points(review)
    if points:
        screen.gap()
        screen.say(scorecard("turning points"), "bold")
        for point in points:
            screen.say(point.by_rooms(review.table.edition.board).text(), indent=2)
    _print_decisions(review, points, screen)
    _print_proofs(review, screen, in_full=proofs)
    screen.gap()
    screen.say(scorecard("explained"), "dim")


def _print_decisions(review: GameReview, points: Sequence[TurningPoint], screen: Screen) -> None:
    """The decisions of each seat that cost most, those among the turning points in short, and what all others cost."""
    screen.gap()
    screen.say(scorecard("decisions"), "bold")
    costly = [(one, _costly(review, one)) for one in review.told]
    for one, worst in costly:
        for decision, label in worst:
            above = any(point.decision is decision for point in points)
            screen.say(said_cost(review, decision, label, above=above), indent=2)
        more = said_more(one, [decision for decision, _ in worst]) if worst else None
        if more is not None:
            screen.say(said(addressed(more, review.reader)), indent=2)
    if not any(worst for _, worst in costly):
        screen.say(Sentence("reviewing.none costly"), indent=2)


def _print_proofs(review: GameReview, screen: Screen, *, in_full: bool) -> None:
    """From when on each seat could have proved the case, and the proofs themselves if they are wanted in full."""
    screen.gap()
    screen.say(Sentence("reviewing.proofs"), "bold")
    for one in review.told:
        screen.say(said(addressed(said_proof(review, one), review.reader)), indent=2)
    if not in_full:
        if any(one.provable_turn is not None for one in review.told):
            screen.say(Sentence("reviewing.proof in full"), "dim", indent=2)
        return
    for title, proof in (each for one in review.told for each in one.knowledge.proofs(reader=review.reader)):
        screen.gap()
        for line in (title, *proof):
            screen.say(line, indent=2)


def _costly(review: GameReview, one: SeatReview) -> Sequence[tuple[Decision, Label]]:
    """The decisions with a label that cost most, in the order in which they were made."""

    def cost(decision: Decision) -> tuple[float, float]:
        return round(decision.loss, DIGITS), round(decision.given_away, DIGITS)

    seats, most = len(review.table.seats), MOST_OWN if one.seat == review.reader else MOST_DECISIONS
    labelled = [(each, label) for each in one.decisions if (label := each.label(seats)) is not None]
    worst = sorted(labelled, key=lambda each: cost(each[0]), reverse=True)[:most]
    return sorted(worst, key=lambda each: each[0].event)


def _table(review: GameReview, screen: Screen) -> Table:
    codes = pawn_codes(review.table.edition, screen.glyphs)
    rows = [(called(one.seat), *table_row(one)) for one in review.told]
    lines = Table(box=None, pad_edge=False, padding=(0, 1, 0, 0))
    lines.add_column("")
    for title, *cells in zip(("seat", *TABLE), *rows, strict=True):
        heading = str(scorecard(title))
        # Headings are wrapped between words, so that the table fits into 80 columns and nothing is cut off.
        width = max(map(len, (*heading.split(), *cells)))
        lines.add_column(heading, justify="left" if title == "seat" else "right", width=width)
    for one, row in zip(review.told, rows, strict=True):
        suspect = one.seat.suspect
        lines.add_row(Text(codes[suspect], chip(suspect)), *row)
    return lines


def _print_lines(review: GameReview, screen: Screen) -> None:
    """Two sparklines for each seat, turn by turn: winning chances, and what was still unknown."""
    turns = review.turns_by_event
    ends = {turns[at]: at for at in review.moments}.values()
    rows: list[tuple[str, list[float], list[float]]] = []
    for seat in review.table.seats:
        one = review.of(seat) if review.tells_of(seat) else None
        bits = [] if one is None else [abs(one.knowledge.at(at).bits) for at in ends]
        rows.append((called(seat), [review.chance(seat, at) for at in ends], bits))
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
    """Numbers from 0 to `most` as a line of bars: where several share one, the last, as in every other line."""
    if not values:
        return ""
    count = min(width, len(values))
    chosen = [values[round(place * len(values) / count) - 1] for place in range(1, count + 1)]
    top = len(bars) - 1
    return "".join(bars[round(top * min(1.0, max(0.0, value / most)))] if most else bars[0] for value in chosen)
