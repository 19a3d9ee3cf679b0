"""Who may do what at a table, and what this server allows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from greycells.language.sentences import Sentence
from greycells.players.bot_levels import STARTERS
from greycells.protocol.plans import TablePlan
from greycells.rules.refusals import Refusal
from greycells.rules.setup import sit_down
from greycells.server.errors.declined import Declined, DeclineReason
from greycells.server.tables.guest import Guest
from greycells.server.tables.log_entries import AnyEntry, HostPassed
from greycells.server.tables.table_state import Chair, Table, edition_of, suspect_of


@dataclass(frozen=True, slots=True)
class TablePolicy:
    """What this server allows: the levels of its bots, the one that steps in, and the grace time in seconds.

    `starters` are the levels that play against a guest who hasn't chosen.
    """

    levels: tuple[str, ...]
    stand_in: str
    grace: float
    starters: tuple[str, ...] = STARTERS


@dataclass(frozen=True, slots=True)
class CommandContext:
    """What a command depends on besides the table: who asks, with which id and when, what this server allows, and how
    long the guest of a chair and the host have been away (0 when connected).
    """

    guest: Guest
    id: str
    now: float
    policy: TablePolicy
    away_for: Callable[[int], float]
    host_away: float


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


def only_when(table: Table, state: str) -> None:
    if table.state != state:
        raise Declined("not now", stale=True, state=Sentence(f"standing.{table.state}"))
    if state == "open" and table.asking:
        raise Declined("being dealt", stale=True)


def chair_at(table: Table, number: int) -> Chair:
    if number >= len(table.chairs):
        raise Declined("no such chair", DeclineReason.NOT_FOUND, chair=number + 1)
    return table.chairs[number]


def own_chair(table: Table, guest: Guest, number: int) -> Chair:
    chair = chair_at(table, number)
    if guest.id not in chair.guests:
        raise Declined("not your chair", DeclineReason.FORBIDDEN, chair=number + 1)
    return chair


def host_only(table: Table, context: CommandContext) -> Sequence[AnyEntry]:
    """The host may; so may any seated guest once the host has been away too long, and is the host from then on.

    A host who has not sat down yet is expected: nobody takes over before the start.
    """
    if context.guest.id == table.host:
        return ()
    on_the_way = table.state == "open" and not table.held_by(table.host)
    if on_the_way or not table.held_by(context.guest.id) or context.host_away < context.policy.grace:
        raise Declined("host only", DeclineReason.FORBIDDEN)
    return (HostPassed(context.now, guest=context.guest.id),)


def may_play(table: Table, guest: Guest, number: int) -> None:
    """Only the guest who holds a chair may play for it, and not after resigning."""
    only_when(table, "running")
    if own_chair(table, guest, number).resigned:
        raise Declined("has resigned")


def may_look(table: Table, guest: Guest, chair: int | None) -> None:
    """A guest may look from a chair that they hold; spectators need the table's permission once the game has begun.

    A shared case is its players' own: who else may see it when it is over is known by `shared_cases.check_reader`.
    """
    if chair is not None:
        own_chair(table, guest, chair)
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
