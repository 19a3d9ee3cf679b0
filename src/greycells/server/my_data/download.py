"""What is stored about a guest, over all features: how much, and everything."""

from __future__ import annotations

from msgspec.structs import replace

from greycells.language.sentences import Sentence
from greycells.protocol.guest_data import GuestData, GuestDataSummary
from greycells.server.my_data.keeping_features import FEATURES
from greycells.server.service.feature_guest_data import Asking
from greycells.server.service.service import Service
from greycells.server.tables.guest import Guest


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
