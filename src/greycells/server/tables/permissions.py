"""Commands other than moves: who may give them, and the log entries that they lead to."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple, assert_never

from greycells.language.sentences import Sentence
from greycells.players.bot_levels import STARTERS
from greycells.protocol.commands import (
    AnyCommand,
    AutoAnswer,
    Challenge,
    Change,
    Close,
    Fill,
    Hurry,
    Mute,
    NewLink,
    Play,
    Ready,
    Rematch,
    Remove,
    RemoveDevices,
    Reopen,
    Resign,
    ReturnToSeat,
    Reveal,
    Say,
    Sit,
    Skip,
    Stand,
    Start,
)
from greycells.protocol.plans import TablePlan
from greycells.rules.fair_dealing import nonce_hash
from greycells.rules.refusals import Refusal
from greycells.rules.setup import sit_down
from greycells.server.errors.declined import Declined, DeclineReason
from greycells.server.tables.log_entries import (
    AnyEntry,
    CameBack,
    ChatSaid,
    DevicesRemoved,
    GotReady,
    HostPassed,
    Hurried,
    LinkRenewed,
    Muted,
    NonceRevealed,
    PlanChanged,
    Reopened,
    Resigned,
    Sat,
    SteppedIn,
    Stood,
    TableClosed,
)
from greycells.server.tables.table import Chair, Table, edition_of, suspect_of

ABANDONED = "abandoned"
"""The reason for closing an abandoned table."""


class Guest(NamedTuple):
    """A player with a cookie and a name."""

    id: str
    name: str


@dataclass(frozen=True, slots=True)
class CommandContext:
    """A command, who asks, when, and how long the guest of a chair and the host have been away (0 when connected)."""

    guest: Guest
    command: AnyCommand
    id: str
    now: float
    away_for: Callable[[int], float]
    host_away: float


@dataclass(frozen=True, slots=True)
class TablePolicy:
    """What this server allows: the levels of its bots, the one that steps in, and the grace time in seconds.

    `starters` are the levels that play against a guest who hasn't chosen.
    """

    levels: tuple[str, ...]
    stand_in: str
    grace: float
    starters: tuple[str, ...] = STARTERS


def entries_for(table: Table, asked: CommandContext, *, policy: TablePolicy) -> Sequence[AnyEntry]:
    """The log entries for a command that isn't a move; raises Declined."""
    command, guest, now = asked.command, asked.guest, asked.now
    match command:
        case Play() | Start() | Rematch() | Challenge() | AutoAnswer() | Skip():
            raise TypeError("the live table does these")
        case Say():
            return _say(table, asked, command)
        case Change(plan=plan):
            only_when(table, "open")
            check_plan(plan, policy)
            _fits_who_sits(table, plan)
            _fits_practice(table, plan)
            passed = _host_only(table, asked, policy)
            return passed if plan == table.plan else (*passed, PlanChanged(now, plan=plan))
        case Sit():
            return _sit(table, asked, command)
        case Stand(chair=number):
            return _stand(table, asked, number, policy)
        case Ready(chair=number, ready=ready):
            return _ready(table, asked, number, ready=ready)
        case Reveal():
            return _reveal(table, asked, command)
        case Remove(chair=number):
            only_when(table, "open")
            passed = _host_only(table, asked, policy)
            if not _chair(table, number).guests:
                raise Declined("nobody there", chair=number + 1)
            return (*passed, Stood(now, chair=number, removed=True))
        case Mute(chair=number, muted=muted):
            chair = _chair(table, number)
            passed = _host_only(table, asked, policy)
            return passed if chair.muted == muted else (*passed, Muted(now, chair=number, muted=muted))
        case Fill():
            return _fill(table, asked, command, policy)
        case Resign(chair=number):
            only_when(table, "running")
            chair = _own(table, guest, number)
            return () if chair.resigned else (Resigned(now, chair=number, bot=policy.stand_in),)
        case ReturnToSeat(chair=number):
            may_play(table, guest, number)
            return () if table.chairs[number].stand_in is None else (CameBack(now, chair=number),)
        case Hurry(on=on):
            only_when(table, "running")
            if not table.held_by(guest.id):
                raise Declined("not seated", DeclineReason.FORBIDDEN)
            return () if table.hurried == on else (Hurried(now, on=on),)
        case Close():
            if table.state in ("over", "closed"):
                raise Declined("not now", state=Sentence(f"standing.{table.state}"))
            return (*_host_only(table, asked, policy), TableClosed(now, reason="host"))
        case Reopen():
            return _reopen(table, asked)
        case NewLink(chair=number):
            _own(table, guest, number)
            return (LinkRenewed(now, chair=number),)
        case RemoveDevices(chair=number):
            chair = _own(table, guest, number)
            if chair.guests[0] != guest.id:
                raise Declined("owner only", DeclineReason.FORBIDDEN)
            return (DevicesRemoved(now, chair=number),)
    assert_never(command)


def _reopen(table: Table, asked: CommandContext) -> Sequence[AnyEntry]:
    """Reopen a table that was closed as abandoned, for a guest who sat there."""
    if not table.held_by(asked.guest.id) and table.host != asked.guest.id:
        raise Declined("not seated", DeclineReason.FORBIDDEN)
    if table.state in ("open", "running"):
        return ()
    if table.reason != ABANDONED:
        raise Declined("not now", state=Sentence(f"standing.{table.state}"))
    return (Reopened(asked.now),)


def check_plan(plan: TablePlan, policy: TablePolicy) -> None:
    """A plan names an edition, suspects, house rules and levels that exist, and a possible number of chairs."""
    try:
        edition = edition_of(plan.edition, plan.house_rules)
    except Refusal:
        raise
    except ValueError as error:
        raise Declined("no such plan", DeclineReason.INVALID, what=str(error)[:200]) from error
    for chair in plan.chairs:
        if chair.suspect is not None and suspect_of(edition, chair.suspect) is None:
            raise Declined("no such suspect", DeclineReason.INVALID, suspect=chair.suspect)
        if chair.bot is not None and chair.bot not in policy.levels:
            raise Declined("no such level", DeclineReason.INVALID, level=chair.bot, levels=policy.levels)
    sit_down(edition, [("", suspect_of(edition, chair.suspect or "")) for chair in plan.chairs])


def ready_to_start(table: Table, asked: CommandContext, *, policy: TablePolicy) -> Sequence[AnyEntry]:
    """Every chair is taken and everybody is ready; the host is, by starting."""
    only_when(table, "open")
    passed = _host_only(table, asked, policy)
    for number, chair in enumerate(table.chairs):
        if not chair.taken:
            raise Declined("empty chair", chair=number + 1)
    for chair in table.chairs:
        if chair.bot is None and not chair.ready and asked.guest.id not in chair.guests:
            raise Declined("not ready", name=chair.name or "")
    check_plan(table.plan, policy)
    return passed


def may_play(table: Table, guest: Guest, number: int) -> None:
    """Only the guest who holds a chair may play for it, and not after resigning."""
    only_when(table, "running")
    if _own(table, guest, number).resigned:
        raise Declined("has resigned")


def may_look(table: Table, guest: Guest, chair: int | None) -> None:
    """A guest may look from a chair that they hold; spectators need the table's permission once the game has begun.

    A shared case is its players' own: who else may see it when it is over is known by `shared_cases.check_reader`.
    """
    if chair is not None:
        _own(table, guest, chair)
    elif table.case_id is not None and not table.held_by(guest.id):
        raise Declined("case not finished", DeclineReason.FORBIDDEN)
    elif not table.plan.spectators and table.state != "open" and not table.held_by(guest.id):
        raise Declined("not watching", DeclineReason.FORBIDDEN)


def sees(table: Table, guest: Guest, chair: int | None) -> bool:
    """Whether a guest may look from there."""
    try:
        may_look(table, guest, chair)
    except Declined:
        return False
    return True


def only_when(table: Table, state: str) -> None:
    if table.state != state:
        raise Declined("not now", stale=True, state=Sentence(f"standing.{table.state}"))
    if state == "open" and table.asking:
        raise Declined("being dealt", stale=True)


def _chair(table: Table, number: int) -> Chair:
    if number >= len(table.chairs):
        raise Declined("no such chair", DeclineReason.NOT_FOUND, chair=number + 1)
    return table.chairs[number]


def _own(table: Table, guest: Guest, number: int) -> Chair:
    chair = _chair(table, number)
    if guest.id not in chair.guests:
        raise Declined("not your chair", DeclineReason.FORBIDDEN, chair=number + 1)
    return chair


def _host_only(table: Table, asked: CommandContext, policy: TablePolicy) -> Sequence[AnyEntry]:
    """The host may; so may any seated guest once the host has been away too long, and is the host from then on.

    A host who has not sat down yet is expected: nobody takes over before the start.
    """
    if asked.guest.id == table.host:
        return ()
    on_the_way = table.state == "open" and not table.held_by(table.host)
    if on_the_way or not table.held_by(asked.guest.id) or asked.host_away < policy.grace:
        raise Declined("host only", DeclineReason.FORBIDDEN)
    return (HostPassed(asked.now, guest=asked.guest.id),)


def _say(table: Table, asked: CommandContext, command: Say) -> Sequence[AnyEntry]:
    chairs = table.held_by(asked.guest.id)
    if table.state == "closed":
        raise Declined("not now", state=Sentence(f"standing.{table.state}"))
    if not chairs and table.host != asked.guest.id:
        raise Declined("not seated", DeclineReason.FORBIDDEN)
    if any(table.chairs[chair].muted for chair in chairs):
        raise Declined("muted", DeclineReason.FORBIDDEN)
    text = " ".join("".join(letter if letter.isprintable() else " " for letter in command.text).split())
    if not text and command.phrase is None and command.reaction is None:
        raise Declined("nothing said")
    return (
        ChatSaid(
            asked.now,
            guest=asked.guest.id,
            name=asked.guest.name,
            chair=chairs[0] if chairs else None,
            id=asked.id,
            text=text,
            phrase=command.phrase,
            reaction=command.reaction,
        ),
    )


def _sit(table: Table, asked: CommandContext, command: Sit) -> Sequence[AnyEntry]:
    only_when(table, "open")
    guest, chair = asked.guest, _chair(table, command.chair)
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
    sat = Sat(
        asked.now,
        chair=command.chair,
        guest=guest.id,
        name=guest.name,
        suspect=suspect,
        nonce=command.nonce,
        nonce_hash="" if command.nonce else command.nonce_hash,
    )
    fixed = nonce_hash(sat.nonce) if sat.nonce else sat.nonce_hash
    if chair.guests and (chair.suspect, chair.nonce_hash, chair.name) == (suspect, fixed, guest.name):
        return ()
    return (sat,)


def _ready(table: Table, asked: CommandContext, number: int, *, ready: bool) -> Sequence[AnyEntry]:
    """A player is ready, or not yet; one who comes back to a table where the cards are being dealt is."""
    if not (table.asking and ready):
        only_when(table, "open")
    chair = _own(table, asked.guest, number)
    return () if table.asking or chair.ready == ready else (GotReady(asked.now, chair=number, ready=ready),)


def _reveal(table: Table, asked: CommandContext, command: Reveal) -> Sequence[AnyEntry]:
    """A guest tells the nonce that they had given the hash of: not before all others are fixed."""
    chair = _own(table, asked.guest, command.chair)
    if chair.nonce and chair.nonce == command.nonce:
        return ()
    if table.state != "open":
        raise Declined("nonce too late", stale=True)
    if not table.asking:
        raise Declined("nonce too early", stale=True)
    if nonce_hash(command.nonce) != chair.nonce_hash:
        raise Declined("other nonce", DeclineReason.INVALID)
    return (NonceRevealed(asked.now, chair=command.chair, nonce=command.nonce),)


def _stand(table: Table, asked: CommandContext, number: int, policy: TablePolicy) -> Sequence[AnyEntry]:
    """Leaving frees the chair, or lets a bot play on; the host's rights pass to the next guest at the table."""
    chair = _own(table, asked.guest, number)
    entries: list[AnyEntry] = []
    if table.state == "open":
        only_when(table, "open")
        entries.append(Stood(asked.now, chair=number))
    elif table.state == "running" and chair.stand_in is None:
        entries += [
            SteppedIn(asked.now, chair=number, bot=policy.stand_in),
            LinkRenewed(asked.now, chair=number),
        ]
    if table.host == asked.guest.id and table.held_by(asked.guest.id) == (number,):
        heirs = [other.guests[0] for other in table.chairs if other.guests and asked.guest.id not in other.guests]
        entries += [HostPassed(asked.now, guest=heir) for heir in heirs[:1]]
    return entries


def _fill(table: Table, asked: CommandContext, command: Fill, policy: TablePolicy) -> Sequence[AnyEntry]:
    only_when(table, "running")
    passed = _host_only(table, asked, policy)
    chair = _chair(table, command.chair)
    if command.bot not in policy.levels:
        raise Declined("no such level", DeclineReason.INVALID, level=command.bot, levels=policy.levels)
    if not chair.guests or chair.driver is not None:
        raise Declined("nobody missing", chair=command.chair + 1)
    wait = policy.grace - asked.away_for(command.chair)
    if wait > 0:
        raise Declined("grace", name=chair.name or "", seconds=int(wait) + 1)
    return (*passed, SteppedIn(asked.now, chair=command.chair, bot=command.bot))


def _fits_who_sits(table: Table, plan: TablePlan) -> None:
    """Refuse a change of plan that would take a guest's chair."""
    for number, chair in enumerate(table.chairs):
        if not chair.guests:
            continue
        if number >= len(plan.chairs) or plan.chairs[number].bot is not None:
            raise Declined("chair taken", chair=number + 1, name=chair.name or "")


def _fits_practice(table: Table, plan: TablePlan) -> None:
    """At a practice table only bots, clock and help can be changed: the cards are dealt, and nobody may look on."""
    before = table.plan
    fixed = [(each.edition, each.house_rules, [chair.suspect for chair in each.chairs]) for each in (before, plan)]
    if table.practice is not None and (fixed[0] != fixed[1] or plan.public or plan.spectators):
        raise Declined("practice is fixed")
