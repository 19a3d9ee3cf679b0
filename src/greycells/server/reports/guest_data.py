"""What reports keep of guests: who reported whom, and the words around it."""

from __future__ import annotations

from functools import partial

from msgspec.structs import replace

from greycells.protocol.guest_data import GuestData, ReportData
from greycells.server.reports.report_words import forget_in_reports
from greycells.server.reports.store import ReportStore
from greycells.server.service.feature_guest_data import Asking, Forget, KeptOfGuests
from greycells.server.service.service import Service


class KeptReports(KeptOfGuests):
    """A guest is told what they reported, and not who reported them."""

    columns = (("reports", "reporter"), ("reports", "reported"))

    async def told(self, service: Service, asking: Asking, data: GuestData) -> GuestData:
        found = await ReportStore(service.store).of(asking.guest)
        reports = (ReportData(at=at, table=table, reason=reason) for at, table, reason in found)
        return replace(data, reports=tuple(reports))

    async def forget(self, service: Service, guest: str) -> Forget:
        """By the guest's words at tables it is known which words in other reports are theirs."""
        del service
        return partial(forget_in_reports, guest=guest)
