"""Options that several commands share, and their errors."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

import typer

from greycells.errors import GreycellsError
from greycells.language.sentences import Sentence

AsJson = Annotated[bool, typer.Option("--json")]
EditionName = Annotated[str, typer.Argument(metavar="EDITION")]
HouseRules = Annotated[list[str] | None, typer.Option()]
OwnEdition = Annotated[str | None, typer.Option("--edition", "-e")]
Plain = Annotated[bool, typer.Option("--plain")]
LastFile = Annotated[Path | None, typer.Argument(metavar="[FILE]")]
"""A record; without one, the game that was played last in this terminal."""
RecordFile = Annotated[Path, typer.Argument(metavar="FILE")]
SeatName = Annotated[str | None, typer.Option("--seat")]


class Mistake(GreycellsError):
    """A mistake of the user, in a sentence."""


def write_pages(folder: Path, pages: Mapping[str, str]) -> None:
    """Write texts into a folder, each under its name."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in pages.items():
            (folder / name).write_text(text, encoding="utf-8")
    except OSError as error:
        raise Mistake(str(Sentence("cli.cannot write", file=str(folder), why=error.strerror or ""))) from None
