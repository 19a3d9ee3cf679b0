"""`greycells admin`: what whoever runs a server needs beside it."""

from __future__ import annotations

import typer

from greycells.cli.help_pages import Group, HelpCommand
from greycells.cli.shared_options import Mistake
from greycells.rules.sentences import Sentence

admin_app = typer.Typer(cls=Group, rich_markup_mode=None, no_args_is_help=True)


@admin_app.callback()
def admin() -> None:
    """Look after a server."""


@admin_app.command("copy", cls=HelpCommand)
def copy_all(source: str, target: str) -> None:
    """Copy a whole server to another database."""
    from greycells.server.storage.copying import copy_server
    from greycells.server.storage.database import StoreError

    try:
        games = copy_server(source, target)
    except StoreError as error:
        raise Mistake(str(error)) from error
    typer.echo(Sentence("cli.server copied", tables=games))
