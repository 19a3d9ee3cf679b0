"""`greycells backup`, `restore`, `doctor`: more tools for whoever runs a server."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from greycells.cli.online import settings_in_effect
from greycells.cli.shared_options import Mistake
from greycells.rules.sentences import Sentence, number_text

ConfigFile = Annotated[Path | None, typer.Option("--config")]
DataPath = Annotated[Path | None, typer.Option("--data")]


def _folders(data: Path | None, config: Path | None) -> tuple[Path, Path | None]:
    """The server's data folder and its archive, from the same places as the server's own settings."""
    settings = settings_in_effect({} if data is None else {"data": data}, config)
    if settings["database"] is not None and data is None:
        raise Mistake(str(Sentence("cli.backup of postgresql")))
    archive = settings["archive"]
    return Path(str(settings["data"])), archive if isinstance(archive, Path) else None


def back_up_server(
    target: Annotated[Path, typer.Argument(metavar="DEST")], data: DataPath = None, config: ConfigFile = None
) -> None:
    """Copy the database and the key into a new folder, while the server runs."""
    from greycells.server.storage.backups import back_up
    from greycells.server.storage.database import StoreError

    try:
        folder, archive = _folders(data, config)
        report = back_up(folder, target, archive=archive)
    except StoreError as error:
        raise Mistake(str(error)) from error
    size = number_text(report.size / 1e6, 1)
    typer.echo(
        Sentence("cli.backup made", folder=str(report.folder), tables=report.tables, entries=report.entries, size=size)
    )
    if not report.has_key:
        typer.echo(Sentence("cli.backup without key"))
    tell_archive(report.archived, report.lost)


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

    folder, archive = _folders(data, config)
    try:
        report, replaced = restore(source, folder, archive=archive, force=force)
    except StoreError as error:
        raise Mistake(str(error)) from error
    typer.echo(Sentence("cli.restored", folder=str(folder), tables=report.tables, entries=report.entries))
    if replaced is not None:
        typer.echo(Sentence("cli.replaced", folder=str(replaced)))
    tell_archive(report.archived, report.lost)


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
