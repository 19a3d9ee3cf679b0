"""PostgreSQL as the source or the target of a copied server."""

from __future__ import annotations

import contextlib
from collections.abc import Generator, Iterable, Iterator, Sequence

import psycopg
from psycopg import sql

from greycells.language.sentences import Sentence
from greycells.server.storage.copying import PASSING
from greycells.server.storage.database import StoreError, Value
from greycells.server.storage.postgres_database import Connection, shared_key


class PostgresStorage:
    """A schema of a PostgreSQL database, in one transaction."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    def _columns(self) -> list[tuple[str, str, str]]:
        query = (
            "SELECT table_name, column_name, data_type FROM information_schema.columns"
            " WHERE table_schema = current_schema() ORDER BY table_name, ordinal_position"
        )
        rows = self._connection.execute(query).fetchall()
        return [(str(table), str(name), str(kind)) for table, name, kind in rows if table not in PASSING]

    def tables(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for table, name, _ in self._columns():
            found.setdefault(table, []).append(name)
        return found

    def rows(self, table: str, columns: Sequence[str]) -> Iterator[Sequence[Value]]:
        query = sql.SQL("SELECT {} FROM {}").format(
            sql.SQL(", ").join(map(sql.Identifier, columns)), sql.Identifier(table)
        )
        with self._connection.cursor("copying") as cursor:  # On the server: a whole log is more than memory holds.
            cursor.itersize = 1000
            cursor.execute(query)
            for row in cursor:
                yield [_value(value) for value in row]

    def add(self, table: str, columns: Sequence[str], rows: Iterable[Sequence[Value]]) -> None:
        kinds = {name: kind for where, name, kind in self._columns() if where == table}
        truths = [kinds[name] == "boolean" for name in columns]
        query = sql.SQL("COPY {} ({}) FROM STDIN").format(
            sql.Identifier(table), sql.SQL(", ").join(map(sql.Identifier, columns))
        )
        with self._connection.cursor() as cursor, cursor.copy(query) as copy:
            for row in rows:
                copy.write_row([bool(value) if truth else value for value, truth in zip(row, truths, strict=True)])

    def key(self) -> str:
        return shared_key(self._connection)

    def set_key(self, key: str) -> None:
        self._connection.execute("UPDATE shared SET body = %s WHERE name = 'signing key'", (key,))


def _value(value: object) -> Value:
    if isinstance(value, bool):
        return int(value)
    assert value is None or isinstance(value, str | int | float | bytes)
    return value


@contextlib.contextmanager
def opened_postgres(url: str) -> Generator[PostgresStorage]:
    """Everything in one transaction; refused while nodes run on it."""
    try:
        with psycopg.connect(url) as connection:
            query = "SELECT count(*) FROM nodes WHERE until > extract(epoch FROM clock_timestamp())"
            (running,) = connection.execute(query).fetchone() or (0,)
            if running:
                raise StoreError(Sentence("store.nodes running", nodes=int(str(running))))
            yield PostgresStorage(connection)
    except psycopg.Error as error:
        raise StoreError(Sentence("store.unreachable", why=str(error).strip())) from error
