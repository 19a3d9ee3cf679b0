"""`greycells check`, `verify`, `convert`, `show`, `replay`, `review` and `solve`: commands that read a record."""

from __future__ import annotations

import json
import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from greycells.cli.shared_options import AsJson, LastFile, Mistake, OwnEdition, Plain, RecordFile, SeatName, write_pages
from greycells.editions import load
from greycells.language.sentences import Sentence


@contextmanager
def _reporting(*, err: bool = False) -> Generator[None]:
    """Print the errors of a record, one per line, and exit with code 1."""
    from greycells.terminal.record_files import BadRecord

    try:
        yield
    except BadRecord as wrong:
        typer.echo(wrong, err=err)
        raise typer.Exit(1) from None


def check_record(file: RecordFile, edition: OwnEdition = None) -> None:
    """Replay a record through the referee."""
    from greycells.terminal.record_files import checked_file, summary

    with _reporting():
        typer.echo(f"{file}: {summary(checked_file(file, edition=edition))}")


def verify_record(file: RecordFile, edition: OwnEdition = None) -> None:
    """Prove from a record alone that deal and dice were not chosen."""
    from greycells.terminal.record_files import verified_file

    with _reporting():
        typer.echo(f"{file}: {verified_file(file, edition=edition)}")


def convert_record(
    file: RecordFile,
    to: Annotated[str | None, typer.Option(metavar="case|json")] = None,
    output: Annotated[Path | None, typer.Option("--output", "-o")] = None,
    seat: SeatName = None,
    edition: OwnEdition = None,
) -> None:
    """Turn a record into its other form, or into the copy of a seat."""
    from greycells.terminal.record_files import converted

    if to not in (None, "case", "json"):
        raise Mistake(str(Sentence("cli.case or json", to=to or "")))
    with _reporting(err=True):
        text = converted(file, to=to, viewer=seat, edition=edition)
    if output is None:
        sys.stdout.buffer.write(text.encode())
    else:
        write_pages(output.parent, {output.name: text})


def show_record(
    file: RecordFile,
    at: Annotated[int | None, typer.Option(min=0)] = None,
    seat: SeatName = None,
    edition: OwnEdition = None,
    *,
    plain: Plain = False,
) -> None:
    """Print the board as it stood, and what a seat had seen."""
    from greycells.terminal.record_files import seen_file
    from greycells.terminal.replay_viewer import show
    from greycells.terminal.screen import Screen

    with _reporting(err=True):
        record = seen_file(file, seat, edition=edition)
    show(record, Screen.here(plain=plain), at=at)


def _last_game(file: Path | None) -> Path:
    """The file that was named, or the game that was over last in this terminal."""
    from greycells.terminal.saved_games import folder, last_finished

    found = file or last_finished()
    if found is None:
        raise Mistake(str(Sentence("cli.no last game", folder=str(folder()))))
    return found


def replay_record(
    file: LastFile = None, seat: SeatName = None, edition: OwnEdition = None, *, plain: Plain = False
) -> None:
    """Step through a record, turn by turn."""
    from greycells.terminal.record_files import seen_file
    from greycells.terminal.replay_viewer import step_through
    from greycells.terminal.screen import Screen

    with _reporting(err=True):
        record = seen_file(_last_game(file), seat, edition=edition)
    step_through(record, Screen.here(plain=plain))


def review_record(
    file: LastFile = None,
    seat: SeatName = None,
    html: Path | None = None,
    edition: OwnEdition = None,
    *,
    proofs: Annotated[bool, typer.Option("--proofs")] = False,
    as_json: AsJson = False,
    plain: Plain = False,
) -> None:
    """Review a finished game."""
    import msgspec

    from greycells.analysis.review.html_page import review_page
    from greycells.server.reviews.message import review_message
    from greycells.terminal.record_reviews import print_review, reviewed_file, watched
    from greycells.terminal.screen import Screen

    with _reporting(err=True), watched() as progress:
        review = reviewed_file(_last_game(file), seat, edition=edition, progress=progress)
    if html is not None:
        write_pages(html.parent, {html.name: review_page(review)})
    if as_json:
        typer.echo(msgspec.json.encode(review_message(review)).decode())
    elif html is None:
        print_review(review, Screen.here(plain=plain), proofs=proofs)


def solve_file(
    file: Annotated[Path, typer.Argument(metavar="FILE")],
    why: Annotated[tuple[str, str] | None, typer.Option(metavar="CARD HOLDER")] = None,
    seat: SeatName = None,
    edition: OwnEdition = None,
    *,
    as_json: AsJson = False,
) -> None:
    """Everything that follows from what a seat has seen, and how likely the rest is."""
    from greycells.cli.solve import ClashingEntries, Contradicting, Unsolvable, evidence_in, solve

    try:
        evidence = evidence_in(file, seat=seat, edition=None if edition is None else load(edition))
        typer.echo(solve(evidence, as_json=as_json, why=why))
    except (ClashingEntries, Contradicting) as error:
        typer.echo(json.dumps(error.form) if as_json else error, err=not as_json)
        raise typer.Exit(1) from None
    except Unsolvable as error:
        raise Mistake(str(error)) from None
