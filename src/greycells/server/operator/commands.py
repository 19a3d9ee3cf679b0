"""What the operator can do to a server: list tables, guests and reports, close, ban, announce maintenance, erase.

The same function does it in a running server, asked through its admin socket, and on the data folder of a stopped one.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, TypeAlias, assert_never

from msgspec import Meta, Struct

from greycells.language.sentences import Sentence, language, number_text
from greycells.protocol.guest_data import GuestData
from greycells.server.errors.causes import cause_of
from greycells.server.errors.declined import Declined, DeclineReason
from greycells.server.identity.guest_cookies import made_up_name
from greycells.server.limits.address_networks import named_network
from greycells.server.limits.ban_store import BanRow
from greycells.server.my_data.deletion import erase_guest
from greycells.server.my_data.download import data_of
from greycells.server.operator.store import OperatorStore
from greycells.server.operator.table_report import TableReport, table_report
from greycells.server.operator.tables import Cell, close_table, export_table, list_tables
from greycells.server.reports.store import ReportStore
from greycells.server.service.service import Service
from greycells.server.storage.database import DatabaseError

Who = Annotated[str, Meta(min_length=1, max_length=100)]
Count = Annotated[int, Meta(ge=1, le=100_000)]


class OperatorCommand(Struct, frozen=True, tag_field="do", forbid_unknown_fields=True):
    """Something that the operator asks for."""


class ListTables(OperatorCommand, frozen=True, tag="tables"):
    """The tables, those that wait longest first."""

    limit: Count = 100


class ShowTable(OperatorCommand, frozen=True, tag="table"):
    """Everything about a table that explains why it doesn't go on, by its id or room code."""

    table: Who


class ListGuests(OperatorCommand, frozen=True, tag="guests"):
    """The guests who sat at tables, the latest first; with the address of those who are connected."""

    limit: Count = 100


class ListReports(OperatorCommand, frozen=True, tag="reports"):
    """What players reported, the latest first."""

    limit: Count = 100


class ListBans(OperatorCommand, frozen=True, tag="bans"):
    """Who is banned."""


class CloseTable(OperatorCommand, frozen=True, tag="close"):
    """Close a table, by its id or room code."""

    table: Who


class ExportTable(OperatorCommand, frozen=True, tag="export table"):
    """The log of a table that isn't running or can't be read, by its id or room code."""

    table: Who


class BanGuest(OperatorCommand, frozen=True, tag="ban"):
    """Ban a guest or an address, or lift the ban."""

    who: Who
    why: Annotated[str, Meta(max_length=400)] = ""
    lift: bool = False


class SetMaintenance(OperatorCommand, frozen=True, tag="maintenance"):
    """Stop new tables from being opened and show a countdown on every page, or end maintenance."""

    minutes: Annotated[float, Meta(ge=0, le=10_080)] | None = None


class EraseGuest(OperatorCommand, frozen=True, tag="erase"):
    """Delete everything stored about a guest."""

    guest: Who


class ExportGuest(OperatorCommand, frozen=True, tag="export"):
    """Everything stored about a guest."""

    guest: Who


AnyOperatorCommand: TypeAlias = (
    ListTables
    | ShowTable
    | ListGuests
    | ListReports
    | ListBans
    | CloseTable
    | ExportTable
    | BanGuest
    | SetMaintenance
    | EraseGuest
    | ExportGuest
)


class OperatorAnswer(Struct, frozen=True, omit_defaults=True):
    """What came of it: a sentence, rows of a list, a table's report or log, or a file. `refused` if it was not done."""

    sentence: str = ""
    rows: tuple[dict[str, Cell], ...] = ()
    table: TableReport | None = None
    log: tuple[str, ...] = ()
    file: GuestData | None = None
    refused: bool = False


async def carry_out(service: Service, command: AnyOperatorCommand, *, served: bool = True) -> OperatorAnswer:
    """Do what the operator asks for; a refusal is an answer too. `served` is whether this process serves players."""
    try:
        return await _carried_out(service, command, served=served)
    except Declined as why_not:
        return OperatorAnswer(str(why_not), refused=True)
    except DatabaseError as error:
        return OperatorAnswer(str(Sentence("operator.no database", cause=cause_of(error))), refused=True)


async def _carried_out(service: Service, command: AnyOperatorCommand, *, served: bool) -> OperatorAnswer:
    match command:
        case ListTables(limit=limit):
            return OperatorAnswer(rows=tuple(await list_tables(service, limit, served=served)))
        case ShowTable(table=name):
            report = await table_report(service, name, served=served)
            if report is None:
                raise Declined("no such table", DeclineReason.NOT_FOUND)
            return OperatorAnswer(table=report)
        case ListGuests(limit=limit):
            return OperatorAnswer(rows=tuple(await _guests(service, limit)))
        case ListReports(limit=limit):
            reports = await ReportStore(service.store).latest(limit=limit)
            return OperatorAnswer(rows=tuple({**row._asdict(), "lines": row.lines} for row in reports))
        case ListBans():
            return OperatorAnswer(rows=tuple(row._asdict() for row in await service.admissions.store.bans()))
        case CloseTable(table=name):
            closed = await close_table(service, name)
            return OperatorAnswer(str(Sentence("operator.closed", table=closed)))
        case ExportTable(table=name):
            return OperatorAnswer(log=await export_table(service, name))
        case BanGuest():
            return await _ban(service, command)
        case SetMaintenance(minutes=minutes):
            return await _maintain(service, minutes)
        case EraseGuest(guest=guest):
            await _known(service, guest)
            await erase_guest(service, guest)
            return OperatorAnswer(str(Sentence("operator.erased", guest=guest)))
        case ExportGuest(guest=guest):
            await _known(service, guest)
            return OperatorAnswer(file=await data_of(service, guest, address="operator"))
    assert_never(command)


async def _guests(service: Service, limit: int) -> Iterable[dict[str, Cell]]:
    here = service.lobby.addresses()
    return [
        {
            "guest": row.guest,
            "name": row.name or made_up_name(row.guest, language()),
            "games": row.games,
            "touched": row.touched,
            "address": ", ".join(sorted(here.get(row.guest, ()))),
        }
        for row in await OperatorStore(service.store).guests(limit=limit)
    ]


async def _known(service: Service, guest: str) -> None:
    if not await OperatorStore(service.store).knows(guest):
        raise Declined("no such guest", DeclineReason.NOT_FOUND)


async def _ban(service: Service, command: BanGuest) -> OperatorAnswer:
    """An address has dots or colons in it; the number of a guest has neither."""
    kind = "address" if "." in command.who or ":" in command.who else "guest"
    network = named_network(command.who)
    if kind == "address" and network is None and not command.lift:
        raise Declined("no such address", DeclineReason.INVALID, address=command.who)
    who = network or command.who
    if command.lift:
        if not await service.admissions.store.unban(kind, who):
            raise Declined("not banned", DeclineReason.NOT_FOUND, who=who)
    else:
        if kind == "guest":
            await _known(service, who)
        await service.admissions.store.ban(BanRow(kind, who, service.config.clock.now(), command.why))
    await service.look_at_admissions()
    return OperatorAnswer(str(Sentence("operator.unbanned" if command.lift else "operator.banned", who=who)))


async def _maintain(service: Service, minutes: float | None) -> OperatorAnswer:
    begins = None if minutes is None else service.config.clock.now() + 60 * minutes
    await service.admissions.store.set_maintenance(begins)
    await service.look_at_admissions()
    if minutes is None:
        return OperatorAnswer(str(Sentence("operator.usual")))
    told = int(minutes) if minutes.is_integer() else number_text(minutes, 1)
    return OperatorAnswer(str(Sentence("operator.maintenance", minutes=told)))
