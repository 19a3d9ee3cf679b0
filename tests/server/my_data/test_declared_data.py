"""Each feature declares what it keeps of guests: a column or a kind of document that nobody declares fails here."""

from __future__ import annotations

import ast
import sqlite3
from pathlib import Path

import pytest

import greycells.server
from greycells.server.my_data.keeping_features import COLUMNS, FEATURES
from greycells.server.storage.sqlite_database import connect, migrate

SERVER = Path(greycells.server.__file__).parent
BESIDES = {
    ("bans", "who"): "the operator's, who keeps somebody out for good",
    ("erased", "guest"): "that this guest is gone: without it the cookie would be good again",
    ("log", "entry"): "the numbers of those who sat there, without a word of theirs",
    ("tables", "sketch"): "written anew without the guest",
}
"""Where a guest's id stays or is changed and not deleted, and why."""
OF_NO_GUEST = {
    "auto_answers": {"game", "chair"},
    "bans": {"kind", "at", "why"},
    "case_tries": {"case_id", "game", "at", "shown", "hints", "result"},
    "device_codes": {"hash", "expires"},
    "documents": {"kind", "name", "version", "changed", "body"},
    "erased": {"game", "at"},
    "guest_words": {"game", "seq", "place", "name", "said"},
    "guests": {"name", "named"},
    "heartbeat": {"id", "at"},
    "leases": {"game", "epoch", "node", "since"},
    "log": {"game", "seq", "epoch"},
    "maintenance": {"id", "begins"},
    "nodes": {"id", "address", "until", "counts"},
    "notebooks": {"game", "chair", "version", "pages"},
    "reports": {"id", "at", "game", "reason", "lines"},
    "secrets": {"game", "secret"},
    "shared": {"name", "body"},
    "shared_cases": {"id", "game", "at", "body"},
    "sitting": {"game"},
    "tables": {
        *("id", "code", "state", "edition", "public", "watched", "touched", "wake", "idle", "node", "epoch"),
        *("archive_file", "archive_hash", "origin"),
    },
    "uploads": {"id", "at", "edition", "record", "size", "used", "origin"},
}
"""The other columns: they go with the row of a guest, or say nothing of one."""


def columns_of(connection: sqlite3.Connection) -> set[tuple[str, str]]:
    """Every table of a database with each of its columns."""
    tables = [name for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
    return {(table, column) for table in tables for _, column, *_ in connection.execute(f"PRAGMA table_info({table})")}


@pytest.fixture
def database(tmp_path: Path) -> sqlite3.Connection:
    connection = connect(tmp_path / "greycells.db")
    migrate(connection, 0)
    return connection


def undeclared(connection: sqlite3.Connection) -> set[tuple[str, str]]:
    """The columns of which nobody has said whether they hold a guest."""
    others = {(table, column) for table, columns in OF_NO_GUEST.items() for column in columns}
    return columns_of(connection) - {*COLUMNS, *BESIDES, *others}


def test_every_column_that_holds_a_guest_is_declared_by_a_feature(database: sqlite3.Connection) -> None:
    assert undeclared(database) == set()
    assert columns_of(database) >= {*COLUMNS, *BESIDES}
    assert len(COLUMNS) == len(set(COLUMNS))


def test_a_new_column_fails_until_somebody_declares_it(database: sqlite3.Connection) -> None:
    database.execute("CREATE TABLE friends (guest TEXT, friend TEXT)")
    database.execute("ALTER TABLE tables ADD COLUMN invited TEXT")
    assert undeclared(database) == {("friends", "guest"), ("friends", "friend"), ("tables", "invited")}


def writers_of_documents() -> set[str]:
    """The packages of the server that keep documents."""
    return {
        path.relative_to(SERVER).parts[0]
        for path in SERVER.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Attribute) and node.attr == "write_document"
    }


def package(feature: object) -> str:
    """The package of the server that a class is from."""
    return type(feature).__module__.split(".")[2]


def test_whoever_keeps_documents_declares_their_kinds() -> None:
    declaring = {package(feature) for feature in FEATURES if feature.kinds}
    shared_links = {"game_sources"}  # Declared by records, and kept below them, where every game is found.
    assert writers_of_documents() - shared_links == declaring - {"records"}
    kinds = [kind for feature in FEATURES for kind in feature.kinds]
    assert len(kinds) == len(set(kinds))


def test_every_feature_that_declares_something_is_gathered() -> None:
    declaring = {path.parent.name for path in SERVER.glob("*/guest_data.py")} - {"service"}
    assert declaring == {package(feature) for feature in FEATURES}
