"""`greycells serve`, `join`, `bot`: tables for friends, and a seat at somebody's table."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from greycells.cli.given import Mistake, Plain
from greycells.rules.sentences import Sentence

if TYPE_CHECKING:
    from greycells.client.seat import Chooser, Hearer


def serve(
    host: str = "127.0.0.1",
    port: Annotated[int, typer.Option(min=1, max=65535)] = 8000,
    data: Path = Path("data"),
    public_url: str | None = None,
    trusted_proxies: str = "127.0.0.1",
    pace: Annotated[float, typer.Option(min=0)] = 1.0,
    grace: Annotated[float, typer.Option(min=0)] = 60.0,
    bot_workers: Annotated[int, typer.Option(min=0)] = 0,
    limits_factor: Annotated[float, typer.Option(min=0.01)] = 1.0,
    *,
    open_page: Annotated[bool, typer.Option("--open")] = False,
) -> None:
    """Keep tables for friends: serve the game to browsers, terminals and bots."""
    from greycells.server.app import run
    from greycells.server.service import Config
    from greycells.server.store import StoreError

    config = Config(
        data,
        host=host,
        port=port,
        public_url=public_url,
        trusted_proxies=trusted_proxies,
        pace=pace,
        grace=grace,
        bot_workers=bot_workers,
        limits_factor=limits_factor,
    )

    def ready(sentence: str) -> None:
        typer.echo(sentence)
        if open_page:
            _open_in_browser(f"http://{host}:{port}/")

    try:
        run(config, ready=ready)
    except StoreError as error:
        raise Mistake(str(error)) from error


def _open_in_browser(address: str) -> None:
    """Open a page where somebody can see it: a browser that runs inside a terminal would only be in the way."""
    import webbrowser

    if sys.platform in ("darwin", "win32") or os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"):
        webbrowser.open(address)


def join_table(
    url: str,
    name: str | None = None,
    *,
    plain: Plain = False,
) -> None:
    """Play at somebody's table from this terminal."""
    from greycells.client import in_thread
    from greycells.terminal.desk import Leave
    from greycells.terminal.remote import RemoteDesk

    desk = RemoteDesk(plain=plain)
    try:
        _visit(
            url,
            in_thread(desk.choose),
            name=name or str(Sentence("cli.guest")),
            hear=lambda place, _: desk.catch_up(place.view),
        )
    except Leave:
        typer.echo(Sentence("cli.kept at the table"))


def bring_bot(
    url: str,
    player: str = "inspector",
    name: str | None = None,
) -> None:
    """Bring a bot to somebody's table, through the same door as people."""
    from greycells.client import in_thread
    from greycells.players.registry import PlayerError
    from greycells.players.registry import player as player_called

    try:
        bot = player_called(player)
    except PlayerError as error:
        raise Mistake(str(error)) from error
    _visit(url, in_thread(bot.choose), name=name or player[:24], hear=lambda _, __: None)


def _visit(url: str, choose: Chooser, *, name: str, hear: Hearer) -> None:
    import asyncio

    from greycells.client import Closed, NotDone, ServerError, visit

    try:
        place = asyncio.run(visit(url, choose, name=name, hear=hear, tell=typer.echo))
    except (Closed, NotDone, ServerError) as error:
        raise Mistake(str(error)) from error
    except KeyboardInterrupt:
        raise typer.Exit(130) from None
    if place.table is not None:
        winner = place.table.winner
        typer.echo(Sentence("cli.won", winner=winner) if winner else Sentence("cli.nobody won"))
