"""`greycells serve`, `join`, `bot`: tables for friends, and a seat at somebody's table."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from greycells.cli.shared_options import Mistake, Plain
from greycells.rules.sentences import Sentence

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

    from greycells.client.remote_seat import Chooser, RemoteSeat


def serve(
    host: str = "127.0.0.1",
    port: Annotated[int, typer.Option(min=1, max=65535)] = 8000,
    data: Path = Path("data"),
    database: str | None = None,
    node_address: str = "127.0.0.1:0",
    node_listen: str | None = None,
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
    from greycells.server.http.app import run
    from greycells.server.service import Config
    from greycells.server.storage.store import StoreError

    config = Config(
        data,
        host=host,
        port=port,
        database=database,
        node_address=node_address,
        node_listen=node_listen,
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
            _open_in_browser(f"{config.local_url}/")

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
    from greycells.client import in_foreground, visit
    from greycells.terminal.online_console import OnlineConsole
    from greycells.terminal.player_console import Leave

    desk = OnlineConsole(plain=plain)
    guest = name or str(Sentence("cli.guest"))

    def visiting(choose: Chooser) -> Coroutine[None, None, RemoteSeat]:
        return visit(url, choose, name=guest, hear=lambda place, _: desk.catch_up(place.view), tell=typer.echo)

    try:
        _play(lambda: in_foreground(visiting, desk.choose))
    except (Leave, EOFError):
        typer.echo(Sentence("cli.kept at the table"))
    except KeyboardInterrupt:
        typer.echo(f"\n{Sentence('cli.kept at the table')}")
        raise typer.Exit(130) from None


def bring_bot(
    url: str,
    player: str = "inspector",
    name: str | None = None,
) -> None:
    """Bring a bot to somebody's table, through the same door as people."""
    import asyncio

    from greycells.client import in_thread, visit
    from greycells.players.registry import PlayerError
    from greycells.players.registry import player as player_called

    try:
        bot = player_called(player)
    except PlayerError as error:
        raise Mistake(str(error)) from error
    visiting = visit(url, in_thread(bot.choose), name=name or player[:24], hear=lambda _, __: None, tell=typer.echo)
    try:
        _play(lambda: asyncio.run(visiting))
    except KeyboardInterrupt:
        raise typer.Exit(130) from None


def _play(play: Callable[[], RemoteSeat]) -> None:
    """Play to the end of a game at somebody's table, and say who won."""
    from greycells.client import ConnectionClosed, NotDone, ServerError

    try:
        place = play()
    except (ConnectionClosed, NotDone, ServerError) as error:
        raise Mistake(str(error)) from error
    if place.table is not None:
        winner = place.table.winner
        typer.echo(Sentence("cli.won", winner=winner) if winner else Sentence("cli.nobody won"))
