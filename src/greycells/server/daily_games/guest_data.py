"""What shared cases keep of guests: their tries, and the challenges that they made."""

from __future__ import annotations

from msgspec.structs import replace

from greycells.language.sentences import Sentence
from greycells.protocol.guest_data import CaseData, GuestData, GuestDataSummary
from greycells.server.service.feature_guest_data import Asking, KeptOfGuests
from greycells.server.service.service import Service
from greycells.server.tables.guest import Guest


class KeptCases(KeptOfGuests):
    """What is dealt in a case is nobody's data."""

    columns = (("case_tries", "guest"), ("shared_cases", "guest"))

    async def told(self, service: Service, asking: Asking, data: GuestData) -> GuestData:
        made = {row.id for row in await service.cases.cases_of(asking.guest)}
        tries = [
            CaseData(
                case=row.case,
                table=row.game,
                at=row.at,
                shown=row.shown,
                hints=row.hints,
                result=row.result,
                made=row.case in made,
            )
            for row in await service.cases.tries_of(asking.guest)
        ]
        return replace(data, cases=tuple(tries))

    async def summed_up(self, service: Service, guest: Guest, summary: GuestDataSummary) -> GuestDataSummary:
        cases = len(await service.cases.tries_of(guest.id))
        return replace(summary, kept=(*summary.kept, str(Sentence("mydata.cases", cases=cases)))) if cases else summary
