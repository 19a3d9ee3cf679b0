"""The command line: every command a few lines over the layers below.

A mistake of the person at the keyboard is a sentence on stderr and exit code 1; wrong usage is exit code 2. A command
imports the layers that it needs when it runs, so that every other one starts at once.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping
from typing import Annotated

import typer

from greycells import __version__
from greycells.cli.admin_commands import admin_app
from greycells.cli.arena_commands import arena, study_games
from greycells.cli.board_commands import print_perft, print_reach
from greycells.cli.bot_commands import bot_app
from greycells.cli.companion_command import keep_company
from greycells.cli.completion_command import prepare_completion, print_completion
from greycells.cli.edition_commands import editions_app, print_rules, print_sheet
from greycells.cli.help_pages import Group, HelpCommand, WrongUsage, wrong
from greycells.cli.hosting_commands import back_up_server, check_installation, restore_server
from greycells.cli.local_play import play_here
from greycells.cli.online import join_table, serve
from greycells.cli.puzzle_commands import print_puzzle
from greycells.cli.record_commands import (
    check_record,
    convert_record,
    replay_record,
    review_record,
    show_record,
    solve_file,
    verify_record,
)
from greycells.cli.research_commands import evaluate_bot, serve_models, write_games
from greycells.cli.shared_options import Mistake
from greycells.editions.catalogue import UnknownRule
from greycells.editions.toml_reader import EditionError
from greycells.extras import MissingExtra, extra_with
from greycells.language.languages import ABROAD, known, languages, preferred
from greycells.language.sentences import Sentence, set_language
from greycells.language.sentences import language as spoken_now
from greycells.rules.edition import UnknownHouseRule
from greycells.rules.refusals import Refusal

VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")
"""The environment variables with the language of a terminal."""

app = typer.Typer(
    cls=Group,
    invoke_without_command=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
COMMANDS: Mapping[str, Callable[..., None]] = {
    "rules": print_rules,
    "sheet": print_sheet,
    "reach": print_reach,
    "perft": print_perft,
    "play": play_here,
    "check": check_record,
    "verify": verify_record,
    "convert": convert_record,
    "show": show_record,
    "replay": replay_record,
    "review": review_record,
    "solve": solve_file,
    "companion": keep_company,
    "puzzle": print_puzzle,
    "arena": arena,
    "study": study_games,
    "evaluate": evaluate_bot,
    "dataset": write_games,
    "mcp": serve_models,
    "serve": serve,
    "backup": back_up_server,
    "restore": restore_server,
    "doctor": check_installation,
    "join": join_table,
    "completion": print_completion,
}
for name, command in COMMANDS.items():
    app.command(name, cls=HelpCommand)(command)
app.add_typer(bot_app, name="bot")
app.add_typer(editions_app, name="editions")
app.add_typer(admin_app, name="admin")


def main() -> None:
    """Run a command; mistakes of the user are reported in a sentence."""
    set_language(preferred(map(os.environ.get, VARIABLES, ("",) * len(VARIABLES))))
    prepare_completion()
    try:
        sys.exit(app(prog_name="greycells", standalone_mode=False) or 0)
    except (Mistake, EditionError, UnknownHouseRule, UnknownRule, Refusal, MissingExtra) as error:
        typer.echo(error, err=True)
        sys.exit(1)
    except typer.Abort:
        sys.exit(1)
    except ModuleNotFoundError as error:
        if (extra := extra_with(error.name)) is None:
            raise
        typer.echo(MissingExtra(error.name or "", extra), err=True)
        sys.exit(1)
    except Exception as error:
        if not isinstance(error, WrongUsage):
            raise
        typer.echo(wrong(error), err=True)
        sys.exit(error.exit_code)


def _version(asked: bool) -> None:  # noqa: FBT001
    if asked:
        typer.echo(f"greycells {__version__}")
        raise typer.Exit


def _language(asked: str | None) -> None:
    """Use the requested language from now on, for the help pages too."""
    if asked is None:
        return
    tag = known(asked)
    if tag is None:
        raise Mistake(str(Sentence("cli.no such language", language=asked, languages=tuple(languages()))))
    set_language(tag)


@app.callback()
def options(
    context: typer.Context,
    *,
    language: Annotated[
        str | None, typer.Option(metavar="|".join(languages()), callback=_language, is_eager=True)
    ] = None,
    names: Annotated[str, typer.Option(metavar="own|abroad")] = "own",
    version: Annotated[bool, typer.Option("--version", callback=_version, is_eager=True)] = False,
) -> None:
    """The options before any command."""
    del language, version
    if names not in ("own", "abroad"):
        raise Mistake(str(Sentence("cli.no such names", names=names)))
    if names == "abroad":
        set_language(spoken_now().removesuffix(ABROAD) + ABROAD)
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())
