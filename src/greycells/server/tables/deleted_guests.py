"""A guest leaves for good: what is written at their tables, and which of their chairs hold what is theirs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from msgspec import json
from msgspec.structs import replace

from greycells.server.tables.guest_words import NEUTRAL
from greycells.server.tables.log_entries import AnyEntry, GuestErased, TableClosed
from greycells.server.tables.permissions import TablePolicy
from greycells.server.tables.summaries import decode_summary
from greycells.server.tables.table_log import LobbyRow
from greycells.server.tables.table_state import Table


class OwnChairs(NamedTuple):
    """A guest's chairs at a table: those that carry the guest's name, and those that nobody else holds as well."""

    named: frozenset[int]
    alone: frozenset[int]


def entries_for_leaving(table: Table, guest: str, *, now: float, policy: TablePolicy) -> Sequence[AnyEntry]:
    """A guest's chairs become free, or a bot's for good; another person is the host, or the table is closed."""
    if table.state not in ("open", "running") or not (table.held_by(guest) or table.host == guest):
        return ()
    sitting = [other for chair in table.chairs for other in chair.guests if other != guest]
    people = [table.host, *sitting] if table.host not in (guest, "") else sitting
    left = GuestErased(now, guest=guest, bot=policy.stand_in, host=people[0] if people else "")
    return (left,) if people else (left, TableClosed(now, reason="host"))


def own_chairs(chairs: Sequence[Sequence[str]], guest: str) -> OwnChairs:
    """A guest's chairs, by the guests who hold each chair. The first of them sat down, and gave the chair its name."""
    return OwnChairs(
        frozenset(number for number, guests in enumerate(chairs) if guests and guests[0] == guest),
        frozenset(number for number, guests in enumerate(chairs) if tuple(guests) == (guest,)),
    )


def holders(row: LobbyRow) -> list[tuple[str, ...]] | None:
    """Who holds each chair of a table, as the lobby knows it; None if it has no summary."""
    drawn = decode_summary(row.sketch)
    return [sitter.guests for sitter in drawn.sitters] if drawn.sitters else None


def sketch_without(row: LobbyRow, guest: str, own: OwnChairs) -> str:
    """A table's summary in which a guest has no name and holds nothing."""
    drawn = decode_summary(row.sketch)
    sitters = tuple(
        replace(
            sitter,
            name=NEUTRAL if number in own.named and sitter.name else sitter.name,
            guests=tuple(other for other in sitter.guests if other != guest),
        )
        for number, sitter in enumerate(drawn.sitters)
    )
    return json.encode(replace(drawn, sitters=sitters)).decode() if sitters else ""
