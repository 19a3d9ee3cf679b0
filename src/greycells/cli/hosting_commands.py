"""`greycells backup`, `restore`, `doctor`: more tools for whoever runs a server."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from greycells.cli.online import settings_in_effect
from greycells.cli.shared_options import Mistake
from greycells.language.sentences import Sentence, number_text

if TYPE_CHECKING:
    from greycells.server.storage.backups import BackupReport

ConfigFile = Annotated[Path | None, typer.Option("--config")]
DataPath = Annotated[Path | None, typer.Option("--data")]


def _folders(data: Path | None, config: Path | None) -> tuple[Path, Path | None, Path | None]:
    """The server's data folder, archive and own editions, from the same places as the server's own settings."""
    settings = settings_in_effect({} if data is None else {"data": data}, config)
    if settings["database"] is not None and data is None:
        raise Mistake(str(Sentence("cli.backup of postgresql")))
    archive, editions = (path if isinstance(path := settings[name], Path) else None for name in ("archive", "editions"))
    return Path(str(settings["data"])), archive, editions


def back_up_server(
    target: Annotated[Path, typer.Argument(metavar="DEST")], data: DataPath = None, config: ConfigFile = None
) -> None:
    """Copy the database and the key into a new folder, while the server runs."""
    from greycells.server.storage.backups import back_up
    from greycells.server.storage.database import StoreError

    try:
        folder, archive, editions = _folders(data, config)
        report = back_up(folder, target, archive=archive)
    except StoreError as error:
        raise Mistake(str(error)) from error
    size = number_text(report.size / 1e6, 1)
    typer.echo(
        Sentence("cli.backup made", folder=str(report.folder), tables=report.tables, entries=report.entries, size=size)
    )
    if not report.has_key:
        typer.echo(Sentence("cli.backup without key"))
    _tell(report, editions)


def restore_server(
    source: Annotated[Path, typer.Argument(metavar="SRC")],
    data: DataPath = None,
    config: ConfigFile = None,
    *,
    force: Annotated[bool, typer.Option("--force")] = False,
) -> None:
    """Put a backup into the data folder of a server that isn't running."""
    from greycells.server.storage.backups import restore
    from greycells.server.storage.database import StoreError

    folder, archive, editions = _folders(data, config)
    try:
        report, replaced = restore(source, folder, archive=archive, force=force)
    except StoreError as error:
        raise Mistake(str(error)) from error
    typer.echo(Sentence("cli.restored", folder=str(folder), tables=report.tables, entries=report.entries))
    if replaced is not None:
        typer.echo(Sentence("cli.replaced", folder=str(replaced)))
    _tell(report, editions)


def _tell(report: BackupReport, editions: Path | None) -> None:
    """Read every table of a backup and name those that can't be read; then the same for the archived games."""
    from greycells.editions.loader import use_own_editions
    from greycells.server.operator.log_check import unreadable_tables

    if editions is not None:
        use_own_editions(editions)
    unreadable = list(unreadable_tables(report.folder))
    for table, cause in unreadable:
        typer.echo(Sentence("cli.unreadable table", table=table, cause=cause), err=True)
    tell_archive(report.archived, report.lost)
    if unreadable:
        raise Mistake(str(Sentence("cli.unreadable tables", count=len(unreadable), tables=report.tables)))


def tell_archive(archived: int, lost: Sequence[str]) -> None:
    """Say that the archived games are there too; a Mistake names one of those that aren't."""
    if lost:
        raise Mistake(str(Sentence("cli.archive lost", lost=len(lost), archived=archived, file=lost[0])))
    if archived:
        typer.echo(Sentence("cli.archive whole", archived=archived))


def check_installation(data: DataPath = None, config: ConfigFile = None) -> None:
    """Check this installation and say what is wrong with it."""
    from greycells.server.operator.doctor import examine

    settings = settings_in_effect({} if data is None else {"data": data}, config)
    findings = examine(settings, os.environ)
    for finding in findings:
        typer.echo(finding)
    if any(finding.is_wrong for finding in findings):
        raise typer.Exit(1)
