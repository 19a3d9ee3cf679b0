"""The data folder: private, used by one server at a time, and whole after a kill at any moment of the first start."""

from __future__ import annotations

import functools
import os
import shutil
import signal
import sqlite3
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from greycells.server.storage.data_folder import KEY_LENGTH, DataFolder
from greycells.server.storage.database import StoreError
from greycells.server.storage.sqlite_database import APPLICATION, inspect, migrations
from greycells.server.storage.table_store import Store

KILLED_AT_EACH_STATEMENT = """
import os, signal, sqlite3, sys
from pathlib import Path
from greycells.server.storage.table_store import Store

connect, left = sqlite3.connect, 0

def traced(*given, **named):
    def count(statement):
        global left
        left -= 1
        if left < 0:
            os.kill(os.getpid(), signal.SIGKILL)
    connection = connect(*given, **named)
    connection.set_trace_callback(count)
    return connection

sqlite3.connect = traced
for number in range(1000):
    folder = Path(sys.argv[1]) / str(number)
    folder.mkdir()
    if not (child := os.fork()):
        left = number
        Store(folder / "greycells.db")
        os._exit(0)
    if os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0:
        break
    print(number)
"""


def _mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def _opened(path: Path) -> None:
    """A database that can be used, in the present form."""
    Store(path).close()
    assert inspect(path) == len(migrations())


def test_a_first_start_killed_at_any_statement_is_finished_by_the_next(tmp_path: Path) -> None:
    command = [sys.executable, "-c", KILLED_AT_EACH_STATEMENT, str(tmp_path)]
    killed = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()
    assert len(killed) > len(migrations()) + 10
    for number in killed:
        _opened(tmp_path / number / "greycells.db")


def test_a_first_start_killed_while_its_journal_was_hot_is_finished_by_the_next(tmp_path: Path) -> None:
    """A process that is killed inside a write leaves pages and the journal to undo them."""
    first, second = tmp_path / "first.db", tmp_path / "second.db"
    connection = sqlite3.connect(first, isolation_level=None)
    connection.execute("PRAGMA cache_size = 1")
    connection.execute("BEGIN IMMEDIATE")
    connection.execute("CREATE TABLE half (made BLOB)")
    connection.executemany("INSERT INTO half VALUES (?)", [(b"x" * 4000,)] * 200)
    for end in ("", "-journal"):
        shutil.copy(f"{first}{end}", f"{second}{end}")
    connection.close()
    assert second.stat().st_size
    _opened(second)


def test_a_database_that_an_older_server_left_unfinished_is_finished(tmp_path: Path) -> None:
    for number, statements in enumerate(
        (
            ["PRAGMA journal_mode = WAL"],
            ["PRAGMA journal_mode = WAL", f"PRAGMA application_id = {APPLICATION}"],
        )
    ):
        path = tmp_path / f"{number}.db"
        connection = sqlite3.connect(path, isolation_level=None)
        for statement in statements:
            connection.execute(statement)
        connection.close()
        assert path.stat().st_size
        _opened(path)


def test_a_failing_migration_leaves_the_database_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "log.db"
    whole = migrations()
    for broken in range(len(whole)):
        steps = [*whole[:broken], f"{whole[broken]}\nCREATE TABLE tables (again TEXT);"]
        monkeypatch.setattr("greycells.server.storage.sqlite_database.migrations", functools.partial(list[str], steps))
        with pytest.raises(StoreError, match="can't be used"):
            Store(path)
        assert inspect(path) == 0
    monkeypatch.undo()
    _opened(path)


def test_everything_in_the_folder_is_the_owners_alone(tmp_path: Path) -> None:
    for name in ("new", "old"):
        data = tmp_path / name
        if name == "old":
            shutil.copytree(tmp_path / "new", data)
            data.chmod(0o755)
            for file in data.iterdir():
                file.chmod(0o644)
        folder = DataFolder(data)
        folder.signing_key()
        store = Store(folder.database)
        try:
            assert _mode(data) == 0o700
            modes = {file.name: _mode(file) for file in data.iterdir() if file.name != "lock"}
            assert modes == dict.fromkeys(("key", "greycells.db", "greycells.db-wal", "greycells.db-shm"), 0o600)
        finally:
            store.close()
            folder.close()


def test_a_shared_folder_stays_shared(tmp_path: Path) -> None:
    shared = tmp_path / "tmp"
    shared.mkdir()
    shared.chmod(0o1777)
    DataFolder(shared).close()
    assert _mode(shared) == 0o1777


def test_the_key_is_made_once(tmp_path: Path) -> None:
    folder = DataFolder(tmp_path)
    (tmp_path / "key.new").write_text("left by a kill", encoding="ascii")
    key = folder.signing_key()
    assert (len(key), key) == (KEY_LENGTH, folder.signing_key())
    assert not (tmp_path / "key.new").exists()
    folder.close()


@pytest.mark.parametrize("key", [b"", b"\n", b"0123456789abcdef", b"\xff" * KEY_LENGTH])
def test_a_key_that_anybody_could_guess_is_refused_and_left_alone(tmp_path: Path, key: bytes) -> None:
    (tmp_path / "key").write_bytes(key)
    folder = DataFolder(tmp_path)
    with pytest.raises(StoreError, match=r"signing key .* backup.*delete"):
        folder.signing_key()
    assert (tmp_path / "key").read_bytes() == key
    folder.close()


def test_no_key_is_left_half_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A full disk, or a kill, before the key is on disk: the next start makes one."""
    folder = DataFolder(tmp_path)

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(StoreError, match="No space left"):
        folder.signing_key()
    assert not (tmp_path / "key").exists()
    monkeypatch.undo()
    assert len(folder.signing_key()) == KEY_LENGTH
    folder.close()


def test_a_second_server_on_the_folder_is_refused_until_the_first_is_killed(tmp_path: Path) -> None:
    script = f"import time; from greycells.server.storage.data_folder import *; f = DataFolder(Path({str(tmp_path)!r}))"
    with subprocess.Popen(
        [sys.executable, "-c", f"{script}; print('open', flush=True); time.sleep(60)"], stdout=subprocess.PIPE
    ) as first:
        assert first.stdout is not None
        assert first.stdout.readline() == b"open\n"
        try:
            with pytest.raises(StoreError, match=r"Another greycells server .* --data"):
                DataFolder(tmp_path)
        finally:
            first.send_signal(signal.SIGKILL)
    DataFolder(tmp_path).close()
