"""The command line: every command a few lines over the layers below.

A mistake of the person at the keyboard is a sentence on stderr and exit code 1; wrong usage is exit code 2. A command
imports the layers that it needs when it runs, so that every other one starts at once.
"""

from __future__ import annotations

import os
import sys
from typing import Annotated

import typer

from greycells import __version__
from greycells.cli.arena import arena, study_games
from greycells.cli.board import print_perft, print_reach
from greycells.cli.editions import editions_app, print_rules
from greycells.cli.given import Mistake
from greycells.cli.play import play_here
from greycells.cli.records import check_record, convert_record, replay_record, show_record, solve_file, verify_record
from greycells.cli.tables import bring_bot, join_table, serve
from greycells.editions.catalogue import UnknownRule
from greycells.editions.reading import EditionError
from greycells.rules.edition import UnknownHouseRule
from greycells.rules.languages import ABROAD, known, languages, preferred
from greycells.rules.sentences import Refusal, Sentence, speak

VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")
"""Where a terminal says which language is spoken at it."""

app = typer.Typer(
    help="The open home of the great detective board game.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
app.command("rules")(print_rules)
app.command("reach")(print_reach)
app.command("perft")(print_perft)
app.command("play")(play_here)
app.command("check")(check_record)
app.command("verify")(verify_record)
app.command("convert")(convert_record)
app.command("show")(show_record)
app.command("replay")(replay_record)
app.command("solve")(solve_file)
app.command("arena")(arena)
app.command("study")(study_games)
app.command("serve")(serve)
app.command("join")(join_table)
app.command("bot")(bring_bot)
app.add_typer(editions_app, name="editions")


def main() -> None:
    """Run a command; whatever a person got wrong is told in a sentence."""
    try:
        app(prog_name="greycells")
    except (Mistake, EditionError, UnknownHouseRule, UnknownRule, Refusal) as error:
        typer.echo(error, err=True)
        sys.exit(1)


def _version(asked: bool) -> None:  # noqa: FBT001
    if asked:
        typer.echo(f"greycells {__version__}")
        raise typer.Exit


@app.callback()
def options(
    *,
    language: Annotated[
        str | None, typer.Option(metavar="|".join(languages()), help="Default: the language of this terminal (LANG).")
    ] = None,
    names: Annotated[
        str, typer.Option(metavar="own|abroad", help="Suspects as the edition has them, or as in other countries.")
    ] = "own",
    version: Annotated[  # noqa: ARG001
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version and exit.")
    ] = False,
) -> None:
    """What goes before every command."""
    tag = known(language) if language is not None else preferred(map(os.environ.get, VARIABLES, ("",) * len(VARIABLES)))
    if tag is None:
        raise Mistake(str(Sentence("cli.no such language", language=language or "", languages=tuple(languages()))))
    if names not in ("own", "abroad"):
        raise Mistake(str(Sentence("cli.no such names", names=names)))
    speak(tag if names == "own" else tag.removesuffix(ABROAD) + ABROAD)
