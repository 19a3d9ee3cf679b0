"""Deleting everything that is stored about a guest, over all features, for good."""

from __future__ import annotations

from collections.abc import Sequence

from greycells.server.my_data.keeping_features import COLUMNS, FEATURES
from greycells.server.service.feature_guest_data import ALL, Forget
from greycells.server.service.service import Service
from greycells.server.storage.database import Database, SqlConnection


async def erase_guest(service: Service, guest: str) -> None:
    """Delete everything stored about a guest, for good.

    If a seat can't be given up, nothing is deleted, the cookie is still good, and it can be tried again. Once the rows
    are gone nothing can fail any more: a table that can't be shown without the guest is unloaded.
    """
    service.guests.turn_away(guest)
    try:
        rows = await service.store.games_of(guest, limit=ALL)
        forgetting = [await feature.forget(service, guest) for feature in FEATURES]
        await delete_rows(service.store.database, guest, forgetting)
    except BaseException:
        service.guests.let_back(guest)
        raise
    service.to_sweep.set()
    service.guests.forget_name(guest)
    service.forget_guests({guest})
    for row in rows:
        await service.lobby.reread(row.id)


async def delete_rows(database: Database, guest: str, forgetting: Sequence[Forget] = ()) -> None:
    """Forget all that features have prepared, and delete every row of a guest, in one transaction."""

    def work(connection: SqlConnection) -> None:
        for forget in forgetting:
            forget(connection)
        for table, column in COLUMNS:
            connection.execute(f"DELETE FROM {table} WHERE {column} = ?", (guest,))

    await database.write(work)
