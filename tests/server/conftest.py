"""Databases for the server's tests."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import replace
from pathlib import Path

import pytest
from tests.server.postgres import Postgres
from tests.server.running_server import quick

from greycells.server.service.config import Config


@pytest.fixture(scope="session")
def postgres() -> Generator[Postgres]:
    """A PostgreSQL server, started for the first test that needs one."""
    server = Postgres()
    yield server
    server.stop()


@pytest.fixture
def postgres_url(postgres: Postgres) -> str:
    """An empty PostgreSQL database."""
    return postgres.url(postgres.new_schema())


@pytest.fixture(params=["sqlite", "postgres"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Path | str:
    """Where a store can be opened: a file that is not there yet, or an empty PostgreSQL database."""
    if request.param == "sqlite":
        return tmp_path / "log.db"
    url: str = request.getfixturevalue("postgres_url")
    return url


@pytest.fixture(params=["sqlite", "postgres"])
def anywhere(request: pytest.FixtureRequest, tmp_path: Path) -> Config:
    """The settings of a server for tests that keeps its data in a file, or in an empty PostgreSQL database."""
    database: str | None = request.getfixturevalue("postgres_url") if request.param == "postgres" else None
    return replace(quick(tmp_path), database=database)
