"""`greycells serve`, `join` and `bot`: run a server, or play at a table of one."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from inspect import Parameter, Signature
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Optional, cast

import typer

from greycells.cli.shared_options import Mistake, Plain
from greycells.language.sentences import Sentence
from greycells.server.service.settings import SETTINGS, SettingError, Settings, SettingValue, resolve

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

    from greycells.client.remote_seat import Chooser, RemoteSeat
    from greycells.client.seat_notebook import SeatNotebook
    from greycells.protocol.frames import AnyFrame


def serve(context: typer.Context, *, config: Path | None, print_config: bool, **typed: SettingValue) -> None:
    """Serve the game to browsers, terminals and bots."""
    from greycells.server.app.serving import run
    from greycells.server.service.config import Config
    from greycells.server.storage.database import StoreError
    from greycells.server.system.systemd import tell_ready
    from greycells.server.web.log_format import set_up_logs, start_log

    given = {name: value for name, value in typed.items() if _was_typed(context, name)}
    settings = _resolved(given, config)
    values = settings.values
    in_json = values["log_format"] == "json"
    if print_config or not in_json:
        _warn(settings)
    if print_config:
        typer.echo(settings)
        return
    open_page = values.pop("open")
    running = cast("Callable[..., Config]", Config)(**values)
    if in_json:
        set_up_logs(running.log_format, running.log_level)
        for warning in settings.warnings:
            start_log.warning("%s", warning)

    def ready(sentence: str) -> None:
        if in_json:
            start_log.info("%s", sentence)
        else:
            typer.echo(sentence)
        tell_ready(os.environ)
        if open_page:
            _open_in_browser(f"{running.local_url}/")

    try:
        run(running, ready=ready)
    except StoreError as error:
        if not in_json:
            raise Mistake(str(error)) from error
        start_log.critical("%s", error)
        raise typer.Exit(1) from error


def _was_typed(context: typer.Context, name: str) -> bool:
    """Whether an option stands on the command line. By the name of its source: Typer has a click of its own."""
    source = context.get_parameter_source(name)
    return source is not None and source.name == "COMMANDLINE"


def settings_in_effect(given: Mapping[str, SettingValue], config: Path | None) -> Settings:
    """What holds on this machine; what is odd about it is said on stderr."""
    settings = _resolved(given, config)
    _warn(settings)
    return settings


def _resolved(given: Mapping[str, SettingValue], config: Path | None) -> Settings:
    try:
        return resolve(given, os.environ, config=config)
    except SettingError as error:
        raise Mistake(str(error)) from error


def _warn(settings: Settings) -> None:
    for warning in settings.warnings:
        typer.echo(warning, err=True)


def _declare_options() -> None:
    """Give `serve` an option for every setting, as if they were written in its head."""
    options = [
        Parameter(
            setting.field,
            Parameter.KEYWORD_ONLY,
            default=setting.default,
            annotation=Annotated[
                setting.kind if setting.default is not None else Optional[setting.kind],  # noqa: UP045
                typer.Option(f"--{setting.name}", min=setting.least, max=setting.most),
            ],
        )
        for setting in SETTINGS
        if setting.option
    ]
    own = [
        Parameter("config", Parameter.KEYWORD_ONLY, default=None, annotation=Annotated[Path | None, typer.Option()]),
        Parameter(
            "print_config",
            Parameter.KEYWORD_ONLY,
            default=False,
            annotation=Annotated[bool, typer.Option("--print-config")],
        ),
    ]
    context = Parameter("context", Parameter.POSITIONAL_OR_KEYWORD, annotation=typer.Context)
    head = Signature([context, *options, *own])
    vars(serve)["__signature__"] = head
    serve.__annotations__ = {name: parameter.annotation for name, parameter in head.parameters.items()}


_declare_options()


def _open_in_browser(address: str) -> None:
    """Open a page in a graphical browser; one that runs inside the terminal would be in the way."""
    import webbrowser

    if sys.platform in ("darwin", "win32") or os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"):
        webbrowser.open(address)


def join_table(
    url: str,
    name: str | None = None,
    *,
    plain: Plain = False,
) -> None:
    """Play at a server's table from this terminal."""
    from greycells.analysis.help.notebook_help import HelpLevel
    from greycells.client import SeatNotebook, in_foreground, play_at
    from greycells.terminal.online_console import OnlineConsole
    from greycells.terminal.player_console import Leave

    notebook = SeatNotebook()
    desk = OnlineConsole(notebook, plain=plain)
    guest = name or str(Sentence("cli.guest"))

    def catch_up(place: RemoteSeat, _: AnyFrame) -> None:
        if place.table is not None:
            desk.help_level = HelpLevel(place.table.plan.help)
        desk.catch_up(place.view)

    def playing(choose: Chooser) -> Coroutine[None, None, RemoteSeat]:
        return play_at(url, choose, name=guest, on_frame=catch_up, say=typer.echo, notebook=notebook)

    try:
        _play(lambda: in_foreground(playing, desk.choose))
    except (Leave, EOFError):
        _left(notebook)
    except KeyboardInterrupt:
        typer.echo()
        _left(notebook)
        raise typer.Exit(130) from None
    finally:
        if trouble := notebook.trouble:
            typer.echo(trouble, err=True)


def _left(notebook: SeatNotebook) -> None:
    """Leave the table once the last marks are saved; who can't wait for that presses Ctrl-C again."""
    typer.echo(Sentence("cli.kept at the table"))
    if notebook.unsaved:
        typer.echo(Sentence("cli.saving notebook"))
        notebook.wait_closed()


def bring_bot(
    url: str,
    player: str = "inspector",
    name: str | None = None,
) -> None:
    """Let a bot play at a server's table, over the same protocol as people."""
    import asyncio

    from greycells.client import in_thread, play_at
    from greycells.players.guarded_player import Guarded
    from greycells.players.player_specs import PlayerError, check
    from greycells.players.player_specs import player as player_called

    try:
        check(player)
        bot = player_called(player)
    except PlayerError as error:
        raise Mistake(str(error)) from error
    playing = play_at(url, in_thread(bot.choose), name=name or player[:24], on_frame=lambda _, __: None, say=typer.echo)
    try:
        _play(lambda: asyncio.run(playing))
    except KeyboardInterrupt:
        raise typer.Exit(130) from None
    finally:
        if isinstance(bot, Guarded):
            bot.close()
            if bot.faults:
                told = Sentence("cli.bot faults", player=player, faults=len(bot.faults))
                typer.echo(f"{told}\n{(bot.trace or bot.faults[0]).rstrip()}", err=True)


def _play(play: Callable[[], RemoteSeat]) -> None:
    """Play a game at a server's table to its end, and print who won."""
    from greycells.client import ConnectionClosed, NotDone, ServerError

    try:
        place = play()
    except (ConnectionClosed, NotDone, ServerError) as error:
        raise Mistake(str(error)) from error
    if place.table is not None:
        winner = place.table.winner
        typer.echo(Sentence("cli.won", winner=winner) if winner else Sentence("cli.nobody won"))
