"""Backups are taken while people play, opened and checked, and put back without losing what was there."""

from __future__ import annotations

import asyncio
import os
import shutil
import sqlite3
import stat
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.cli import conftest as cli
from tests.cli.conftest import Run
from tests.server.running_server import guest, quick, running
from tests.server.seated_table import seated
from tests.server.spoiled_tables import spoil

from greycells.protocol.commands import Say
from greycells.protocol.plans import TablePlan
from greycells.server.operator.log_check import unreadable_tables
from greycells.server.storage.backups import BackupReport, back_up, restore, verify
from greycells.server.storage.data_folder import UNFINISHED, DataFolder
from greycells.server.storage.database import StoreError

run = cli.run


def kept(folder: Path) -> list[str]:
    """What was said at the tables of a folder."""
    connection = sqlite3.connect(folder / "greycells.db")
    said = " ".join(said for (said,) in connection.execute("SELECT said FROM guest_words"))
    connection.close()
    return [word for word in ("one", "two", "three") if f'"{word}"' in said]


def talked(data: Path, *words: str, then: Path) -> BackupReport:
    """A server runs, and somebody says something at a table; meanwhile a backup is taken, and can't be put back."""

    async def evening() -> BackupReport:
        async with running(quick(data)) as (address, _):
            ada = await guest(address, "Ada")
            table = (await ada.open(TablePlan())).id
            for word in words:
                await ada.ask(table, Say(text=word))
            report = await asyncio.to_thread(back_up, data, then)
            with pytest.raises(StoreError, match="Another greycells server is using"):
                restore(then, data, force=True)
            return report

    return asyncio.run(evening())


def modes(folder: Path) -> set[str]:
    return {oct(stat.S_IMODE(path.stat().st_mode)) for path in folder.iterdir()}


def test_a_backup_is_taken_while_the_server_runs(tmp_path: Path) -> None:
    data, copy, other = tmp_path / "data", tmp_path / "copy", tmp_path / "other"
    report = talked(data, "one", "two", then=copy)
    assert (report.folder, report.tables, report.has_key) == (copy, 1, True)
    assert sorted(path.name for path in copy.iterdir()) == ["greycells.db", "key"]
    assert (oct(stat.S_IMODE(copy.stat().st_mode)), modes(copy)) == ("0o700", {"0o600"})
    assert kept(copy) == ["one", "two"]
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".")] == []
    told, replaced = restore(copy, other)
    assert (told.entries, replaced) == (report.entries, None)
    assert (other / "key").read_bytes() == (data / "key").read_bytes()
    assert kept(other) == ["one", "two"]
    assert "0o644" not in modes(other)


def test_restoring_keeps_what_was_there(tmp_path: Path) -> None:
    data, copy = tmp_path / "data", tmp_path / "copy"
    talked(data, "one", then=copy)
    talked(data, "two", then=tmp_path / "later")
    with pytest.raises(StoreError, match="To replace it, add --force"):
        restore(copy, data)
    assert kept(data) == ["one", "two"]
    _, replaced = restore(copy, data, force=True)
    assert replaced is not None
    assert (kept(data), kept(replaced)) == (["one"], ["one", "two"])
    assert not (data / UNFINISHED).exists()
    talked(data, "three", then=tmp_path / "last")
    assert kept(tmp_path / "last") == ["one", "three"]


def test_a_restore_that_is_cut_short_is_found_and_can_be_repeated(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    data, copy = tmp_path / "data", tmp_path / "copy"
    talked(data, "one", then=copy)
    rename = Path.rename
    for whole in range(4):
        left = iter(range(whole))

        def cut(path: Path, target: Path, left: Iterator[int] = left) -> Path:
            if next(left, None) is None:
                raise KeyboardInterrupt
            return rename(path, target)

        monkeypatch.setattr(Path, "rename", cut)
        with pytest.raises(KeyboardInterrupt):
            restore(copy, data, force=True)
        monkeypatch.setattr(Path, "rename", rename)
        with pytest.raises(StoreError, match=r"A restore into .* was interrupted"):
            DataFolder(data)
        restore(copy, data)
        assert kept(data) == ["one"]
        DataFolder(data).close()


@pytest.mark.parametrize("harm", ["damaged", "cut", "no database", "short key", "nothing"])
def test_a_backup_that_cannot_be_used_is_refused_and_changes_nothing(harm: str, tmp_path: Path) -> None:
    data, copy = tmp_path / "data", tmp_path / "copy"
    talked(data, *("word",) * 30, "one", then=copy)
    database = copy / "greycells.db"
    whole = database.read_bytes()
    match harm:
        case "damaged":
            database.write_bytes(whole[:4096] + b"\xff" * (len(whole) - 4096))
        case "cut":
            database.write_bytes(whole[: len(whole) // 2])
        case "no database":
            database.unlink()
        case "short key":
            (copy / "key").write_text("abc", encoding="ascii")
        case _:
            copy = tmp_path / "nowhere"
    before = (data / "greycells.db").read_bytes()
    with pytest.raises(StoreError):
        verify(copy)
    with pytest.raises(StoreError):
        restore(copy, data, force=True)
    assert (data / "greycells.db").read_bytes() == before
    assert not (data / UNFINISHED).exists()


def test_the_commands_say_what_they_did(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data, copy, other = tmp_path / "data", tmp_path / "copy", tmp_path / "other"
    talked(data, "one", then=tmp_path / "first")
    monkeypatch.setenv("GREYCELLS_DATA", str(data))
    made = run("backup", str(copy))
    assert (made.code, made.err) == (0, "")
    assert made.out.startswith("Backed up 1 game with ")
    assert "opened and checked" in made.out
    again = run("backup", str(copy))
    assert (again.code, again.err) == (
        1,
        f"{copy} already exists. A backup goes into a new folder: choose another name.\n",
    )
    assert run("backup", str(tmp_path / "x"), "--data", str(other)).err.startswith("There's no database in")
    assert run("restore", str(copy)).err.startswith(f"{data} already has a database. To replace it, add --force")
    forced = run("restore", str(copy), "--force")
    assert (forced.code, "What was there before is in" in forced.out) == (0, True)
    assert run("restore", str(copy), "--data", str(other)).out.startswith("Restored 1 game with")


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() == 0, reason="root may write everywhere")
def test_a_place_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    talked(tmp_path / "data", "one", then=tmp_path / "copy")
    closed = tmp_path / "closed"
    closed.mkdir(mode=0o500)
    with pytest.raises(StoreError, match="can't be written: Permission denied"):
        back_up(tmp_path / "data", closed / "copy")


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() != 0, reason="only root can own another user's folder")
def test_root_does_not_restore_into_the_folder_of_another_user(tmp_path: Path) -> None:
    """The server couldn't open what root leaves there."""
    data, copy = tmp_path / "data", tmp_path / "copy"
    talked(data, "one", then=copy)
    os.chown(data, 65534, 65534)
    with pytest.raises(
        StoreError, match=r"belongs to nobody\. Run this command as that user: sudo -u nobody greycells"
    ):
        restore(copy, data, force=True)
    os.chown(data, 0, 0)
    assert restore(copy, data, force=True)[0].tables == 1


def test_a_table_that_cannot_be_read_fails_the_check_by_name(run: Run, tmp_path: Path) -> None:
    """All the rest is in the backup; once the table is closed, the check is content."""
    data = tmp_path / "data"

    async def evening() -> list[str]:
        async with running(quick(data)) as (address, _):
            return [(await seated(address))[2] for _ in range(3)]

    _, broken, _ = asyncio.run(evening())
    spoil(data, broken, wake=0.0)
    said = run("backup", str(tmp_path / "copy"), "--data", str(data))
    assert (said.code, said.out.startswith("Backed up 3 games")) == (1, True), said
    assert said.err.startswith(
        f"Table {broken} can't be read: DecodeError\nEverything is there, but 1 of 3 tables can't"
    )
    assert len(said.err.splitlines()) == 2
    said = run("restore", str(tmp_path / "copy"), "--data", str(tmp_path / "new"))
    assert (said.code, f"Table {broken} can't be read" in said.err) == (1, True)
    assert run("admin", "close", broken, "--data", str(tmp_path / "new")).code == 0
    said = run("backup", str(tmp_path / "second"), "--data", str(tmp_path / "new"))
    assert (said.code, said.err) == (0, "")


def test_the_backup_of_an_older_version_is_read_too(tmp_path: Path) -> None:
    shutil.copy(Path(__file__).parent / "old_data" / "version-2.db", tmp_path / "greycells.db")
    assert list(unreadable_tables(tmp_path)) == []
