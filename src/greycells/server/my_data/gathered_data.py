"""Everything that the server keeps of a guest, of all features: summed up, to be downloaded, and deleted."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from greycells.language.sentences import Sentence
from greycells.protocol.guest_data import GuestData, GuestDataSummary
from greycells.server.companion.guest_data import KeptCompanions
from greycells.server.daily_games.guest_data import KeptCases
from greycells.server.lobby.guest_data import KeptGames
from greycells.server.my_data.guest_data import KeptDocuments, KeptNames
from greycells.server.puzzles.guest_data import KeptPuzzles
from greycells.server.records.guest_data import KeptRecords
from greycells.server.reports.guest_data import KeptReports
from greycells.server.service.feature_guest_data import ALL, Asking, Forget, KeptOfGuests
from greycells.server.service.service import Service
from greycells.server.storage.database import Database, SqlConnection
from greycells.server.tables.guest import Guest

FEATURES: tuple[KeptOfGuests, ...] = (
    KeptNames(),
    KeptGames(),
    KeptRecords(),
    KeptDocuments(),
    KeptPuzzles(),
    KeptCompanions(),
    KeptCases(),
    KeptReports(),
)
"""All features that keep something of guests. A test fails for a column of the database that none of them declares."""
COLUMNS = tuple(column for feature in FEATURES for column in feature.columns)
TRACES = tuple(column for column in COLUMNS if column != ("guests", "id"))
"""Where anything is kept of a guest who did something."""


async def summary_of(service: Service, guest: Guest) -> GuestDataSummary:
    """How much is stored about a guest, and what happens when it is deleted."""
    all_gone = (str(Sentence("mydata.all gone")),)
    summary = GuestDataSummary(guest.name, 0, 0, 0, 0, 0, kept=(), deleting=all_gone)
    for feature in FEATURES:
        summary = await feature.summed_up(service, guest, summary)
    vacuum = ("vacuum",) if service.config.database is not None else ()
    rest = (str(Sentence(f"mydata.{key}")) for key in ("copies", "backups", *vacuum, "for good"))
    return replace(summary, deleting=(*summary.deleting, *rest))


async def data_of(service: Service, guest: str, *, address: str) -> GuestData:
    """Everything stored about a guest."""
    data = GuestData(at=service.table_services.now(), guest=guest, name=None)
    for feature in FEATURES:
        data = await feature.told(service, Asking(guest, address), data)
    return data


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
