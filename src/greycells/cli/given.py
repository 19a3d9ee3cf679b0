"""What many commands are given, and what they say when it cannot be."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

import typer

from greycells.rules.sentences import Sentence

AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]
EditionName = Annotated[str, typer.Argument(metavar="EDITION", help="The key of an edition, or the path of a folder.")]
HouseRules = Annotated[list[str] | None, typer.Option(help="A house rule of the table; may be given again.")]
OwnEdition = Annotated[str | None, typer.Option("--edition", "-e", help="The folder of an edition of one's own.")]
Plain = Annotated[bool, typer.Option("--plain", help="No colours, and ASCII letters only.")]
RecordFile = Annotated[Path, typer.Argument(metavar="FILE", help="A record: .case, or JSON Lines.")]
SeatName = Annotated[str | None, typer.Option("--seat", help="As this seat saw it; nobody for a spectator.")]


class Mistake(Exception):
    """What somebody asked for that cannot be: a sentence to them."""


def write_pages(folder: Path, pages: Mapping[str, str]) -> None:
    """Write texts into a folder, each under its name."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in pages.items():
            (folder / name).write_text(text, encoding="utf-8")
    except OSError as error:
        raise Mistake(str(Sentence("play.cannot write", file=str(folder), why=error.strerror or ""))) from None
