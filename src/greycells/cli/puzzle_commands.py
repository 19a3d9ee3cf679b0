"""`greycells puzzle`: the daily case, or a puzzle for practice, in the terminal or as JSON."""

from __future__ import annotations

import json
import sys
from datetime import datetime
from shutil import get_terminal_size
from textwrap import fill
from typing import TYPE_CHECKING, Annotated

import typer

from greycells.cli.shared_options import AsJson, Mistake
from greycells.language.sentences import Sentence, called

if TYPE_CHECKING:
    from greycells.analysis.puzzles.case_puzzle import CasePuzzle
    from greycells.rules.cards import Card


def print_puzzle(
    date: Annotated[str | None, typer.Option(metavar="YYYY-MM-DD")] = None,
    grade: Annotated[int | None, typer.Option(metavar="1-7")] = None,
    edition: Annotated[str, typer.Option("--edition", "-e")] = "classic",
    seed: Annotated[int | None, typer.Option()] = None,
    *,
    as_json: AsJson = False,
) -> None:
    """Print a puzzle; in a terminal, let the user solve it."""
    from greycells.analysis.puzzles.sources import PuzzleError

    try:
        puzzle = _wanted(date, grade, edition, seed)
    except PuzzleError as error:
        raise Mistake(str(error)) from None
    if as_json:
        typer.echo(json.dumps(puzzle.form(), ensure_ascii=False, indent=2))
        return
    _tell(puzzle)
    if sys.stdin.isatty():
        _solve(puzzle)


def _wanted(date: str | None, grade: int | None, edition: str, seed: int | None) -> CasePuzzle:
    """The puzzle that the options ask for: without a grade, a seed or an edition, it's the daily case."""
    from secrets import randbelow

    from greycells.analysis.puzzles.sources import LARGEST_SEED, daily_case, practice_case, read_day

    if grade is None and seed is None and edition == "classic":
        return daily_case(datetime.now().astimezone().date() if date is None else read_day(date))
    if date is not None:
        raise Mistake(str(Sentence("case.a day has its grade")))
    return practice_case(edition, 3 if grade is None else grade, randbelow(LARGEST_SEED) if seed is None else seed)


def isatty() -> bool:
    """Whether somebody reads along; a pipe gets every sentence in one line."""
    return sys.stdout.isatty()


def _say(text: Sentence | str = "", *, indent: int = 0) -> None:
    """A line; in a terminal it is broken between words, and goes on so far from the left."""
    line = str(text)
    if isatty():
        width = max(20, get_terminal_size().columns)
        line = fill(line, width, subsequent_indent=" " * indent, break_long_words=False, break_on_hyphens=False)
    typer.echo(line)


def _tell(puzzle: CasePuzzle) -> None:
    key = "case.heading of a day" if puzzle.day else "case.heading"
    _say(Sentence(key, id=puzzle.id, day=str(puzzle.day), grade=puzzle.grade))
    sizes = puzzle.cut.table.sizes
    players = tuple(
        Sentence("case.player", seat=called(seat), size=size) for seat, size in zip(puzzle.seats, sizes, strict=True)
    )
    _say(Sentence("case.you are", you=called(puzzle.you), players=players))
    _say(Sentence("case.you hold", cards=puzzle.hand))
    _say()
    for event in puzzle.cut.events:
        _say(f"{event.turn:>3}. {' '.join(map(str, puzzle.story(event)))}", indent=5)
    _say()
    _say(puzzle.question)


def _solve(puzzle: CasePuzzle) -> None:
    """Ask until the answer is right: hints on request, and nothing but right or wrong for a guess."""
    from greycells.analysis.puzzles.hints import hints_for

    told = [text for hint in hints_for(puzzle) for text in (hint.look, hint.think, hint.answer)]
    solution = {card.index for card in puzzle.solution}
    _say(Sentence("case.how to answer"))
    while True:
        typed = typer.prompt("", prompt_suffix="> ", default="", show_default=False).strip()
        if typed == str(Sentence("case.typed to stop")):
            return
        if typed == str(Sentence("case.typed for the answer")):
            _say(Sentence("case.answer", cards=puzzle.solution))
            return
        if typed in ("", str(Sentence("case.typed for help"))):
            _say(Sentence("case.how to answer"))
            continue
        if typed == str(Sentence("case.typed for a hint")):
            _say(told.pop(0) if told else Sentence("case.no more hints"))
            continue
        named = [puzzle.deck.find(word) or _by_name(puzzle, word) for word in typed.split(",")]
        unknown = next((word.strip() for word, card in zip(typed.split(","), named, strict=True) if card is None), None)
        if unknown is not None:
            _say(Sentence("case.no card", name=unknown))
        elif {card.index for card in named if card} == solution:
            _say(Sentence("case.right"))
            return
        else:
            _say(Sentence("case.wrong"))


def _by_name(puzzle: CasePuzzle, word: str) -> Card | None:
    folded = word.strip().casefold()
    return next((card for card in puzzle.deck if called(card).casefold() == folded), None)
