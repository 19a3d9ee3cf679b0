"""*Delete my data* leaves no byte of a guest's words in the data folder: in free space, a log, or others' reports."""

from __future__ import annotations

import contextlib
import random
import sqlite3
from dataclasses import replace
from pathlib import Path

from tests.deadline import until
from tests.server.my_data.deleting import delete, writes
from tests.server.records.golden_records import SOLVED
from tests.server.running_server import guest, quick, running

from greycells.client import ServerClient
from greycells.protocol.commands import Ready, Say, Sit, Start
from greycells.protocol.plans import ChairPlan, TablePlan
from greycells.protocol.report_messages import PlayerReport, ReportKept
from greycells.server.reports.report_words import without_lines, without_words
from greycells.server.reports.store import ReportStore
from greycells.server.service.config import Config
from greycells.server.storage.sqlite_database import SqliteDatabase, connect, migrate
from greycells.server.storage.sqlite_sweep import FileSweep

NAME, SAID = "Zyxandra", "quibblewock"


def found_in(folder: Path, *words: str) -> dict[str, list[str]]:
    """Which of these words stand in which files of a folder, whatever kind of file it is."""
    files = {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    found = {file: [word for word in words if word.encode() in text] for file, text in files.items()}
    return {file: words for file, words in found.items() if words}


async def _evening(address: str) -> tuple[ServerClient, ServerClient, str]:
    """Three people at a table; Grace reports Hedy, and what she quotes was said by the one who will be gone."""
    gone, grace, hedy = await guest(address, NAME), await guest(address, "Grace"), await guest(address, "Hedy")
    table = (await grace.open(TablePlan(public=True, chairs=(ChairPlan(),) * 3))).id
    for chair, somebody in enumerate((gone, grace, hedy)):
        await somebody.ask(table, Sit(chair=chair))
    for chair, somebody in ((0, gone), (2, hedy)):
        await somebody.ask(table, Ready(chair=chair))
    await grace.ask(table, Start())
    await gone.ask(table, Say(text=f"{SAID} one"))
    await hedy.ask(table, Say(text="how rude"))
    path = f"/api/tables/{table}/chairs/2/report"
    await grace.send("POST", path, PlayerReport(reason=f"Hedy mocks {NAME} for '{SAID} one'"), ReportKept)
    return gone, grace, table


async def test_no_byte_of_a_deleted_guest_is_left_in_the_data_folder(tmp_path: Path) -> None:
    async with running(quick(tmp_path)) as (address, service):
        gone, grace, table = await _evening(address)
        await writes(service, gone, table, 0, SAID)
        record = SOLVED.decode().replace('"Ada"', f'"{NAME}"', 1).rsplit("stamp", 1)[0]
        await gone.bring(record.encode())
        assert found_in(tmp_path, NAME, SAID)
        (report,) = await ReportStore(service.store).latest()
        assert NAME in report.lines
        await delete(gone)
        (report,) = await ReportStore(service.store).latest()
        assert report.reason == "Hedy mocks Guest for '…'", "the report itself stays"
        assert (SAID in report.lines, NAME in report.lines, "how rude" in report.lines) == (False, False, True)
        await until(lambda: not found_in(tmp_path, NAME, SAID), "the files to be swept")
        await grace.ask(table, Say(text="Who was that?"))
    assert found_in(tmp_path, NAME, SAID) == {}, "nor after the server has stopped"


async def test_the_rows_of_a_deleted_guest_are_gone_in_either_database(anywhere: Config) -> None:
    async with running(anywhere) as (address, service):
        gone, _, _ = await _evening(address)
        told = await delete(gone)
        (report,) = await ReportStore(service.store).latest()
        assert (NAME in report.lines + report.reason, SAID in report.lines + report.reason) == (False, False)
        assert any("Backups" in line for line in told.deleting)
        assert any("VACUUM" in line for line in told.deleting) == (service.config.database is not None)


async def test_what_a_process_left_that_ended_too_early_is_swept_at_the_next_start(tmp_path: Path) -> None:
    async with running(quick(tmp_path)) as (_, service):
        await service.store.rename("x", NAME, at=1.0)
    with contextlib.closing(connect(tmp_path / "greycells.db")) as killed:
        await _copied_while_open(tmp_path, killed)
        assert found_in(tmp_path / "copy", NAME), "a killed server leaves its write-ahead log"
        async with running(quick(tmp_path / "copy")):
            await until(lambda: not found_in(tmp_path / "copy", NAME), "the files to be swept")


async def _copied_while_open(folder: Path, database: sqlite3.Connection) -> None:
    """Delete a guest, and copy the data folder as it is at that moment."""
    database.execute("UPDATE guests SET name = name || ' II'")
    database.execute("DELETE FROM guests")
    copy = folder / "copy"
    copy.mkdir()
    for name in ("greycells.db", "greycells.db-wal", "key"):
        (copy / name).write_bytes((folder / name).read_bytes())


def _filled(path: Path, seed: int) -> tuple[sqlite3.Connection, list[str]]:
    """A database in which many guests wrote and some are deleted, with an empty write-ahead log; and who is gone."""
    whim, gone = random.Random(seed), list[str]()
    database = connect(path)
    database.execute("PRAGMA synchronous = OFF")
    migrate(database, 0)
    kept: list[str] = []
    for number in range(1500):
        name = f"<{whim.getrandbits(60):015x}>"
        database.execute("INSERT INTO guests (id, name) VALUES (?, ?)", (name, name))
        pages = (name * whim.randint(5, 60)).encode()
        database.execute("INSERT INTO notebooks VALUES (?, 0, 1, ?)", (name, pages[:50]))
        database.execute("UPDATE notebooks SET pages = ? WHERE game = ?", (pages, name))
        kept.append(name)
        if number % 4 == 3:
            gone.append(kept.pop(whim.randrange(len(kept))))
            database.execute("DELETE FROM guests WHERE id = ?", (gone[-1],))
            database.execute("DELETE FROM notebooks WHERE game = ?", (gone[-1],))
    assert database.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0] == 0
    return database, gone


def _swept(sweep: FileSweep, database: sqlite3.Connection) -> None:
    page: int | None = 0
    while page is not None:
        page = sweep.step(database, page)


def test_copies_in_the_unused_middle_of_pages_are_overwritten_and_stay_so(tmp_path: Path) -> None:
    """`secure_delete` leaves them, whatever its documentation says: in one of these databases at least."""
    left = 0
    for seed in range(8):
        folder = tmp_path / str(seed)
        folder.mkdir()
        database, gone = _filled(folder / "greycells.db", seed)
        left += len(found_in(folder, *gone).get("greycells.db", []))
        sweep = FileSweep(folder / "greycells.db")
        with contextlib.closing(database), contextlib.closing(sweep):
            rows = database.execute("SELECT * FROM notebooks").fetchall()
            _swept(sweep, database)
            assert found_in(folder, *gone) == {}
            database.execute("UPDATE guests SET name = name || ' the second'")
            database.execute("UPDATE notebooks SET version = 2")
            _swept(sweep, database)
            assert found_in(folder, *gone) == {}, "pages in SQLite's cache still had them"
            assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
            assert [(*row[:2], 1, row[3]) for row in database.execute("SELECT * FROM notebooks")] == rows
    assert left


async def test_a_sweep_waits_until_nobody_reads_and_never_holds_up_the_writer(tmp_path: Path) -> None:
    async with running(replace(quick(tmp_path))) as (address, service):
        assert isinstance(service.store.database, SqliteDatabase)
        gone = await guest(address, NAME)
        with contextlib.closing(connect(tmp_path / "greycells.db")) as backup:
            backup.execute("BEGIN")
            assert backup.execute("SELECT count(*) FROM guests").fetchone() == (1,)
            await delete(gone)
            await guest(address, "Grace")  # Is written meanwhile.
            assert found_in(tmp_path, NAME)
            backup.execute("ROLLBACK")
        await until(lambda: not found_in(tmp_path, NAME), "the files to be swept")


def test_words_are_taken_out_whole() -> None:
    assert without_words("Ada said: Adam, I have it", {"Ada"}, {"I have it"}) == "Guest said: Adam, …"
    assert without_words("a (b) c", {"(b)"}, {""}) == "a Guest c"
    quoted = '[[1.0,0,"Ada","no"],[2.0,null,"Grace","Ada said no"]]'
    assert without_lines(quoted, {"Ada"}, {"no"}) == '[[2.0,null,"Grace","Guest said …"]]'
