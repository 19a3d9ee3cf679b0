"""`greycells admin`: tools for whoever runs a server."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

import msgspec
import typer

from greycells.cli.help_pages import Group, HelpCommand
from greycells.cli.hosting_commands import tell_archive
from greycells.cli.online import settings_in_effect
from greycells.cli.shared_options import AsJson, Mistake
from greycells.language.sentences import Sentence

if TYPE_CHECKING:
    from greycells.server.operator.commands import AnyOperatorCommand, OperatorAnswer
    from greycells.server.operator.tables import Cell
    from greycells.server.service.settings import SettingValue

admin_app = typer.Typer(cls=Group, rich_markup_mode=None)

DataPath = Annotated[Path | None, typer.Option("--data")]
DatabaseUrl = Annotated[str | None, typer.Option("--database", metavar="URL")]
ConfigFile = Annotated[Path | None, typer.Option("--config")]
Limit = Annotated[int, typer.Option("--limit", min=1, max=100_000)]
GuestNumber = Annotated[str, typer.Argument(metavar="GUEST")]
GuestOrAddress = Annotated[str, typer.Argument(metavar="WHO")]
TIMES = ("at", "touched")
"""Columns that hold a time."""
SPANS = ("waiting",)
"""Columns that hold seconds."""
TABLE_ID = re.compile(r"-[\w-]{11}")
"""A table's id that looks like an option, because it begins with a hyphen."""


TAKEN_AS_IT_IS = "\0"


class CommandOnTable(HelpCommand):
    """A command about a table: an id that begins with a hyphen is no option, wherever it stands."""

    def parse_args(self, ctx: object, args: list[str]) -> list[str]:
        return super().parse_args(ctx, [f"{TAKEN_AS_IT_IS}{one}" if TABLE_ID.fullmatch(one) else one for one in args])


def _id(text: str) -> str:
    return text.removeprefix(TAKEN_AS_IT_IS)


TableName = Annotated[str, typer.Argument(metavar="TABLE", callback=_id)]


@admin_app.callback(invoke_without_command=True)
def admin(context: typer.Context) -> None:
    """Look after a server."""
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


class Target(NamedTuple):
    """Which server is meant: where the options say, or the server's own settings."""

    data: Path | None
    database: str | None
    config: Path | None


def _ask(target: Target, command: AnyOperatorCommand) -> OperatorAnswer:
    """Have a command carried out: by the running server, on the folder of a stopped one, or on a database."""
    from greycells.server.operator.admin_socket import ask_server
    from greycells.server.service.config import Config
    from greycells.server.storage.database import StoreError

    given = {name: value for name, value in target._asdict().items() if value is not None and name != "config"}
    values = settings_in_effect(given, target.config).values
    config = Config(
        Path(str(values["data"])),
        key=_text(values["key"]),
        database=_text(values["database"]),
        archive=None if values["archive"] is None else Path(str(values["archive"])),
    )
    try:
        answer = ask_server(config, command, directly=target.database is not None)
    except StoreError as error:
        raise Mistake(str(error)) from error
    if answer.refused:
        raise Mistake(answer.sentence)
    return answer


def _text(value: SettingValue) -> str | None:
    return None if value is None else str(value)


def _show(rows: Sequence[Mapping[str, Cell]], *, as_json: bool) -> None:
    """A list in columns, or as JSON for programs."""
    if as_json:
        typer.echo(json.dumps(list(rows), indent=2, ensure_ascii=False))
        return
    if not rows:
        typer.echo(Sentence("cli.nothing listed"))
        return
    lines = [tuple(rows[0]), *(tuple(_cell(name, value) for name, value in row.items()) for row in rows)]
    widths = [max(len(line[column]) for line in lines) for column in range(len(lines[0]))]
    for line in lines:
        typer.echo("  ".join(text.ljust(width) for text, width in zip(line, widths, strict=True)).rstrip())


def _cell(name: str, value: Cell) -> str:
    """A value in a column. Whatever players wrote loses the characters that could steer a terminal."""
    from greycells.server.operator.table_report import duration

    if value is None:
        return ""
    if name in SPANS and isinstance(value, float):
        return duration(value)
    if name in TIMES and isinstance(value, float):
        return datetime.fromtimestamp(value).astimezone().strftime("%Y-%m-%d %H:%M")
    return "".join(letter if letter.isprintable() else " " for letter in str(value))


@admin_app.command("tables", cls=HelpCommand)
def list_tables(
    *,
    limit: Limit = 100,
    as_json: AsJson = False,
    data: DataPath = None,
    database: DatabaseUrl = None,
    config: ConfigFile = None,
) -> None:
    """List the tables."""
    from greycells.server.operator.commands import ListTables

    _show(_ask(Target(data, database, config), ListTables(limit=limit)).rows, as_json=as_json)


@admin_app.command("table", cls=CommandOnTable)
def show_table(
    table: TableName,
    *,
    as_json: AsJson = False,
    data: DataPath = None,
    database: DatabaseUrl = None,
    config: ConfigFile = None,
) -> None:
    """Explain why a table doesn't go on."""
    from greycells.server.operator.commands import ShowTable
    from greycells.server.operator.table_report_text import report_lines

    report = _ask(Target(data, database, config), ShowTable(table=table)).table
    assert report is not None
    if as_json:
        typer.echo(msgspec.json.format(msgspec.json.encode(report)).decode())
        return
    for line in report_lines(report):
        typer.echo(line)


@admin_app.command("guests", cls=HelpCommand)
def list_guests(
    *,
    limit: Limit = 100,
    as_json: AsJson = False,
    data: DataPath = None,
    database: DatabaseUrl = None,
    config: ConfigFile = None,
) -> None:
    """List the guests."""
    from greycells.server.operator.commands import ListGuests

    _show(_ask(Target(data, database, config), ListGuests(limit=limit)).rows, as_json=as_json)


@admin_app.command("reports", cls=HelpCommand)
def list_reports(
    *,
    limit: Limit = 100,
    as_json: AsJson = False,
    data: DataPath = None,
    database: DatabaseUrl = None,
    config: ConfigFile = None,
) -> None:
    """List what players reported."""
    from greycells.server.operator.commands import ListReports

    _show(_ask(Target(data, database, config), ListReports(limit=limit)).rows, as_json=as_json)


@admin_app.command("bans", cls=HelpCommand)
def list_bans(
    *, as_json: AsJson = False, data: DataPath = None, database: DatabaseUrl = None, config: ConfigFile = None
) -> None:
    """List who is banned."""
    from greycells.server.operator.commands import ListBans

    _show(_ask(Target(data, database, config), ListBans()).rows, as_json=as_json)


@admin_app.command("export-table", cls=CommandOnTable)
def export_table(
    table: TableName,
    file: Annotated[Path, typer.Argument(metavar="FILE")],
    *,
    data: DataPath = None,
    database: DatabaseUrl = None,
    config: ConfigFile = None,
) -> None:
    """Save the log of a table in a file that only its owner can read."""
    from greycells.server.operator.commands import ExportTable

    log = _ask(Target(data, database, config), ExportTable(table=table)).log
    try:
        with os.fdopen(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as saved:
            saved.writelines(f"{line}\n" for line in log)
    except OSError as error:
        raise Mistake(str(Sentence("cli.cannot write", file=str(file), why=error.strerror or ""))) from None
    typer.echo(Sentence("cli.table exported", entries=len(log), file=str(file)))


@admin_app.command("close", cls=CommandOnTable)
def close_table(
    table: TableName, *, data: DataPath = None, database: DatabaseUrl = None, config: ConfigFile = None
) -> None:
    """Close a table."""
    from greycells.server.operator.commands import CloseTable

    typer.echo(_ask(Target(data, database, config), CloseTable(table=table)).sentence)


@admin_app.command("ban", cls=HelpCommand)
def ban(
    who: GuestOrAddress,
    *,
    why: str = "",
    data: DataPath = None,
    database: DatabaseUrl = None,
    config: ConfigFile = None,
) -> None:
    """Ban a guest or an address."""
    from greycells.server.operator.commands import BanGuest

    typer.echo(_ask(Target(data, database, config), BanGuest(who=who, why=why)).sentence)


@admin_app.command("unban", cls=HelpCommand)
def unban(
    who: GuestOrAddress, *, data: DataPath = None, database: DatabaseUrl = None, config: ConfigFile = None
) -> None:
    """Lift a ban on a guest or an address."""
    from greycells.server.operator.commands import BanGuest

    typer.echo(_ask(Target(data, database, config), BanGuest(who=who, lift=True)).sentence)


@admin_app.command("maintenance", cls=HelpCommand)
def maintenance(
    minutes: Annotated[float, typer.Argument(min=0, max=10_080)] = 5.0,
    *,
    off: Annotated[bool, typer.Option("--off")] = False,
    data: DataPath = None,
    database: DatabaseUrl = None,
    config: ConfigFile = None,
) -> None:
    """Announce maintenance."""
    from greycells.server.operator.commands import SetMaintenance

    typer.echo(_ask(Target(data, database, config), SetMaintenance(minutes=None if off else minutes)).sentence)


@admin_app.command("erase", cls=HelpCommand)
def erase(
    guest: GuestNumber,
    *,
    yes: Annotated[bool, typer.Option("--yes")] = False,
    data: DataPath = None,
    database: DatabaseUrl = None,
    config: ConfigFile = None,
) -> None:
    """Delete everything stored about a guest."""
    from greycells.server.operator.commands import EraseGuest

    if not yes:
        typer.confirm(str(Sentence("cli.erase sure", guest=guest)), abort=True)
    typer.echo(_ask(Target(data, database, config), EraseGuest(guest=guest)).sentence)


@admin_app.command("export", cls=HelpCommand)
def export(
    guest: GuestNumber, *, data: DataPath = None, database: DatabaseUrl = None, config: ConfigFile = None
) -> None:
    """Print everything stored about a guest, as JSON."""
    from greycells.server.operator.commands import ExportGuest

    file = _ask(Target(data, database, config), ExportGuest(guest=guest)).file
    typer.echo(msgspec.json.format(msgspec.json.encode(file)).decode())


@admin_app.command("copy", cls=HelpCommand)
def copy_all(
    source: str,
    target: str,
    *,
    archive: Annotated[Path | None, typer.Option("--archive")] = None,
    target_archive: Annotated[Path | None, typer.Option("--target-archive")] = None,
) -> None:
    """Copy a whole server to another database."""
    from greycells.server.storage.copying import copy_server
    from greycells.server.storage.database import StoreError

    try:
        report = copy_server(source, target, archive=archive, target_archive=target_archive)
    except StoreError as error:
        raise Mistake(str(error)) from error
    typer.echo(Sentence("cli.server copied", tables=report.tables))
    tell_archive(report.archived, report.lost)
