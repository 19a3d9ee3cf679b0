"""What the operator can do to a server: list tables, guests and reports, close, ban, announce maintenance, erase.

The same function does it in a running server, asked through its admin socket, and on the data folder of a stopped one.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, TypeAlias, assert_never

from msgspec import Meta, Struct

from greycells.protocol.data_export import GuestData
from greycells.rules.sentences import Sentence, number_text
from greycells.server.guests.data import data_of, erase_guest
from greycells.server.nodes.leases import RunsElsewhere
from greycells.server.operator.store import BanRow
from greycells.server.service import Service
from greycells.server.tables.live_table import LiveTable
from greycells.server.tables.permissions import Declined, DeclineReason
from greycells.server.tables.summaries import decode_summary
from greycells.server.web.address_networks import address_network

ATTEMPTS = 10
"""How often a table is taken from another node that takes it back."""
Cell: TypeAlias = str | int | float | bool | None
Who = Annotated[str, Meta(min_length=1, max_length=100)]
Count = Annotated[int, Meta(ge=1, le=100_000)]


class OperatorCommand(Struct, frozen=True, tag_field="do", forbid_unknown_fields=True):
    """Something that the operator asks for."""


class ListTables(OperatorCommand, frozen=True, tag="tables"):
    """The tables, the latest first."""

    limit: Count = 100


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
    ListTables | ListGuests | ListReports | ListBans | CloseTable | BanGuest | SetMaintenance | EraseGuest | ExportGuest
)


class OperatorAnswer(Struct, frozen=True, omit_defaults=True):
    """What came of it: a sentence, rows of a list, or a file. `refused` if it was not done."""

    sentence: str = ""
    rows: tuple[dict[str, Cell], ...] = ()
    file: GuestData | None = None
    refused: bool = False


async def carry_out(service: Service, command: AnyOperatorCommand) -> OperatorAnswer:
    """Do what the operator asks for; a refusal is an answer too."""
    try:
        return await _carried_out(service, command)
    except Declined as why_not:
        return OperatorAnswer(str(why_not), refused=True)


async def _carried_out(service: Service, command: AnyOperatorCommand) -> OperatorAnswer:
    match command:
        case ListTables(limit=limit):
            return OperatorAnswer(rows=tuple(await _tables(service, limit)))
        case ListGuests(limit=limit):
            return OperatorAnswer(rows=tuple(await _guests(service, limit)))
        case ListReports(limit=limit):
            reports = await service.operator_store.reports(limit=limit)
            return OperatorAnswer(rows=tuple({**row._asdict(), "lines": row.lines} for row in reports))
        case ListBans():
            return OperatorAnswer(rows=tuple(row._asdict() for row in await service.operator_store.bans()))
        case CloseTable(table=name):
            return await _close(service, name)
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


async def _tables(service: Service, limit: int) -> Iterable[dict[str, Cell]]:
    return [
        {
            "id": row.id,
            "code": row.code,
            "state": row.state,
            "edition": row.edition,
            "public": row.public,
            "touched": row.touched,
            "players": ", ".join(sitter.name or sitter.bot or "-" for sitter in decode_summary(row.sketch).sitters),
            "connected": service.lobby.connected(row.id),
        }
        for row in await service.operator_store.tables(limit=limit)
    ]


async def _guests(service: Service, limit: int) -> Iterable[dict[str, Cell]]:
    here = service.lobby.addresses()
    return [
        {
            "guest": row.guest,
            "name": row.name or "",
            "games": row.games,
            "touched": row.touched,
            "address": ", ".join(sorted(here.get(row.guest, ()))),
        }
        for row in await service.operator_store.guests(limit=limit)
    ]


async def _known(service: Service, guest: str) -> None:
    if not await service.operator_store.knows(guest):
        raise Declined("no such guest", DeclineReason.NOT_FOUND)


async def _close(service: Service, name: str) -> OperatorAnswer:
    live = await _taken(service, name)
    if live is None and (number := await service.store.with_code(name.upper()[:6])) is not None:
        live = await _taken(service, number)
    if live is None:
        raise Declined("no such table", DeclineReason.NOT_FOUND)
    await live.close_for_operator()
    return OperatorAnswer(str(Sentence("operator.closed", table=live.table.id)))


async def _taken(service: Service, number: str) -> LiveTable | None:
    """A table, taken from another node if one runs it; its players connect again, perhaps before we have it."""
    for _ in range(ATTEMPTS):
        await service.table_services.leases.recall(number)
        try:
            return await service.lobby.table(number)
        except RunsElsewhere:
            await service.config.clock.sleep(0.1)
    raise Declined("disk", DeclineReason.UNAVAILABLE)


async def _ban(service: Service, command: BanGuest) -> OperatorAnswer:
    """An address has dots or colons in it; the number of a guest has neither."""
    kind = "address" if "." in command.who or ":" in command.who else "guest"
    who = address_network(command.who) if kind == "address" else command.who
    if kind == "address" and "/" not in who and who == command.who and not _is_address(who):
        raise Declined("no such address", DeclineReason.INVALID, address=who)
    if command.lift:
        if not await service.operator_store.unban(kind, who):
            raise Declined("not banned", DeclineReason.NOT_FOUND, who=who)
    else:
        if kind == "guest":
            await _known(service, who)
        await service.operator_store.ban(BanRow(kind, who, service.config.clock.now(), command.why))
    await service.look_at_admissions()
    return OperatorAnswer(str(Sentence("operator.unbanned" if command.lift else "operator.banned", who=who)))


def _is_address(text: str) -> bool:
    return address_network(text) != text or all(part.isdigit() and int(part) < 256 for part in text.split("."))


async def _maintain(service: Service, minutes: float | None) -> OperatorAnswer:
    begins = None if minutes is None else service.config.clock.now() + 60 * minutes
    await service.operator_store.set_maintenance(begins)
    await service.look_at_admissions()
    if minutes is None:
        return OperatorAnswer(str(Sentence("operator.usual")))
    told = int(minutes) if minutes.is_integer() else number_text(minutes, 1)
    return OperatorAnswer(str(Sentence("operator.maintenance", minutes=told)))
