"""Who may see a shared case: until it is open to everybody, those who have finished it."""

from __future__ import annotations

from greycells.server.errors.declined import Declined, DeclineReason
from greycells.server.shared_cases.shared_case import day_of
from greycells.server.shared_cases.store import CaseStore
from greycells.server.system.earth_dates import has_ended
from greycells.server.tables.guest import Guest
from greycells.server.tables.permissions import may_look
from greycells.server.tables.table_state import Table


def ended(case: str, now: float) -> bool:
    """Whether a case is open to everybody: a day's, when its date has ended everywhere. A challenge never is."""
    day = day_of(case)
    return day is not None and has_ended(day, now)


async def check_reader(cases: CaseStore, table: Table, guest: Guest) -> None:
    """Record, replay and review of a shared case are for its player, and for those who have finished it themselves.

    Others may see a game only if its player shows it.
    """
    if table.case_id is None or table.held_by(guest.id):
        may_look(table, guest, None)
        return
    await check_finished(cases, table, guest)
    played = await cases.try_at(table.id)
    if played is None or not played.shown:
        raise Declined("not watching", DeclineReason.FORBIDDEN)


async def check_finished(cases: CaseStore, table: Table, guest: Guest) -> None:
    """A shared case that is played at a table is a secret for all but its player who have not finished it."""
    if table.case_id is not None and not table.held_by(guest.id):
        await check_case(cases, table.case_id, guest)


async def check_case(cases: CaseStore, case: str, guest: Guest) -> None:
    """Until its date has ended everywhere, a shared case is a secret for all who have not finished it themselves."""
    if ended(case, cases.now()):
        return
    own = await cases.try_of(case, guest.id)
    if own is None or own.state != "over":
        raise Declined("case not finished", DeclineReason.FORBIDDEN)
