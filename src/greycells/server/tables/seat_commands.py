"""What guests do with seats: sit down, leave, come back, and look after the seat's link and devices."""

from __future__ import annotations

from collections.abc import Sequence

from greycells.protocol.commands import NewLink, Ready, RemoveDevices, Resign, ReturnToSeat, Reveal, Sit, Stand
from greycells.rules.fair_dealing import nonce_hash
from greycells.server.errors.declined import Declined, DeclineReason
from greycells.server.tables.log_entries import (
    AnyEntry,
    CameBack,
    Claimed,
    DevicesRemoved,
    GotReady,
    HostPassed,
    LinkRenewed,
    NonceRevealed,
    Resigned,
    Sat,
    SteppedIn,
    Stood,
)
from greycells.server.tables.permissions import CommandContext, chair_at, may_play, only_when, own_chair
from greycells.server.tables.table_state import Chair, Table, suspect_of


def sit(table: Table, context: CommandContext, command: Sit) -> Sequence[AnyEntry]:
    only_when(table, "open")
    guest, chair = context.guest, chair_at(table, command.chair)
    if table.case_id is not None and guest.id != table.host:
        raise Declined("case of one guest", DeclineReason.FORBIDDEN)
    if chair.taken and guest.id not in chair.guests:
        raise Declined("chair taken", chair=command.chair + 1, name=chair.name or chair.bot or "")
    suspect = command.suspect or chair.suspect
    if suspect is not None:
        if suspect_of(table.edition, suspect) is None:
            raise Declined("no such suspect", DeclineReason.INVALID, suspect=suspect)
        if table.practice is not None and suspect != chair.suspect:
            raise Declined("practice is fixed")
        others = (*table.chairs[: command.chair], *table.chairs[command.chair + 1 :])
        if any(other.suspect == suspect for other in others):
            raise Declined("suspect taken", suspect=suspect)
    sat = _sat(chair, context, command, suspect)
    fixed = nonce_hash(sat.nonce) if sat.nonce else sat.nonce_hash
    if chair.guests and (chair.suspect, chair.nonce_hash, chair.name) == (suspect, fixed, sat.name):
        return ()
    devices = [one for one in chair.guests if one != sat.guest]
    return (sat, *(Claimed(context.now, chair=command.chair, guest=one) for one in devices))


def _sat(chair: Chair, context: CommandContext, command: Sit, suspect: str | None) -> Sat:
    """Who sits there then. Whichever device asks, it's still the guest who sat down first, with the nonce they gave."""
    guest, nonces = context.guest, (command.nonce, "" if command.nonce else command.nonce_hash)
    owner, name = guest.id, guest.name
    if chair.guests and chair.guests[0] != guest.id:
        owner, name = chair.guests[0], chair.name or ""
        if chair.nonce_hash:
            nonces = (chair.nonce, "" if chair.nonce else chair.nonce_hash)
    nonce, hashed = nonces
    return Sat(
        context.now,
        chair=command.chair,
        guest=owner,
        name=name,
        suspect=suspect,
        nonce=nonce,
        nonce_hash=hashed,
    )


def stand(table: Table, context: CommandContext, command: Stand) -> Sequence[AnyEntry]:
    """Leaving frees the chair, or lets a bot play on; the host's rights pass to the next guest at the table."""
    chair = own_chair(table, context.guest, command.chair)
    entries: list[AnyEntry] = []
    if table.state == "open":
        only_when(table, "open")
        entries.append(Stood(context.now, chair=command.chair))
    elif table.state == "running" and chair.stand_in is None:
        entries += [
            SteppedIn(context.now, chair=command.chair, bot=context.policy.stand_in),
            LinkRenewed(context.now, chair=command.chair),
        ]
    if table.host == context.guest.id and table.held_by(context.guest.id) == (command.chair,):
        heirs = [other.guests[0] for other in table.chairs if other.guests and context.guest.id not in other.guests]
        entries += [HostPassed(context.now, guest=heir) for heir in heirs[:1]]
    return entries


def ready(table: Table, context: CommandContext, command: Ready) -> Sequence[AnyEntry]:
    """A player is ready, or not yet; one who comes back to a table where the cards are being dealt is."""
    if not (table.asking and command.ready):
        only_when(table, "open")
    chair = own_chair(table, context.guest, command.chair)
    return (
        ()
        if table.asking or chair.ready == command.ready
        else (GotReady(context.now, chair=command.chair, ready=command.ready),)
    )


def reveal(table: Table, context: CommandContext, command: Reveal) -> Sequence[AnyEntry]:
    """A guest tells the nonce that they had given the hash of: not before all others are fixed."""
    chair = own_chair(table, context.guest, command.chair)
    if chair.nonce and chair.nonce == command.nonce:
        return ()
    if table.state != "open":
        raise Declined("nonce too late", stale=True)
    if not table.asking:
        raise Declined("nonce too early", stale=True)
    if nonce_hash(command.nonce) != chair.nonce_hash:
        raise Declined("other nonce", DeclineReason.INVALID)
    return (NonceRevealed(context.now, chair=command.chair, nonce=command.nonce),)


def resign(table: Table, context: CommandContext, command: Resign) -> Sequence[AnyEntry]:
    only_when(table, "running")
    chair = own_chair(table, context.guest, command.chair)
    return () if chair.resigned else (Resigned(context.now, chair=command.chair, bot=context.policy.stand_in),)


def return_to_seat(table: Table, context: CommandContext, command: ReturnToSeat) -> Sequence[AnyEntry]:
    may_play(table, context.guest, command.chair)
    away = table.chairs[command.chair].stand_in is not None
    return (CameBack(context.now, chair=command.chair),) if away else ()


def new_link(table: Table, context: CommandContext, command: NewLink) -> Sequence[AnyEntry]:
    own_chair(table, context.guest, command.chair)
    return (LinkRenewed(context.now, chair=command.chair),)


def remove_devices(table: Table, context: CommandContext, command: RemoveDevices) -> Sequence[AnyEntry]:
    chair = own_chair(table, context.guest, command.chair)
    if chair.guests[0] != context.guest.id:
        raise Declined("owner only", DeclineReason.FORBIDDEN)
    return (DevicesRemoved(context.now, chair=command.chair),)
