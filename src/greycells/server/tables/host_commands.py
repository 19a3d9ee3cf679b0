"""What the host of a table does: change its plan, start, remove and mute, fill a lost seat, close and reopen."""

from __future__ import annotations

from collections.abc import Sequence

from greycells.language.sentences import Sentence
from greycells.protocol.commands import Change, Fill, Mute, Remove
from greycells.protocol.plans import TablePlan
from greycells.server.errors.declined import Declined, DeclineReason
from greycells.server.tables.log_entries import AnyEntry, Muted, PlanChanged, Reopened, SteppedIn, Stood, TableClosed
from greycells.server.tables.permissions import CommandContext, chair_at, check_plan, host_only, only_when
from greycells.server.tables.table_state import Table

ABANDONED = "abandoned"
"""The reason for closing an abandoned table."""


def change(table: Table, context: CommandContext, command: Change) -> Sequence[AnyEntry]:
    plan = command.plan
    only_when(table, "open")
    check_plan(plan, context.policy)
    _fits_who_sits(table, plan)
    _fits_practice(table, plan)
    passed = host_only(table, context)
    return passed if plan == table.plan else (*passed, PlanChanged(context.now, plan=plan))


def ready_to_start(table: Table, context: CommandContext) -> Sequence[AnyEntry]:
    """Every chair is taken and everybody is ready; the host is, by starting."""
    only_when(table, "open")
    passed = host_only(table, context)
    for number, chair in enumerate(table.chairs):
        if not chair.taken:
            raise Declined("empty chair", chair=number + 1)
    for chair in table.chairs:
        if chair.bot is None and not chair.ready and context.guest.id not in chair.guests:
            raise Declined("not ready", name=chair.name or "")
    check_plan(table.plan, context.policy)
    return passed


def remove(table: Table, context: CommandContext, command: Remove) -> Sequence[AnyEntry]:
    only_when(table, "open")
    passed = host_only(table, context)
    if not chair_at(table, command.chair).guests:
        raise Declined("nobody there", chair=command.chair + 1)
    return (*passed, Stood(context.now, chair=command.chair, removed=True))


def mute(table: Table, context: CommandContext, command: Mute) -> Sequence[AnyEntry]:
    chair = chair_at(table, command.chair)
    passed = host_only(table, context)
    if chair.muted == command.muted:
        return passed
    return (*passed, Muted(context.now, chair=command.chair, muted=command.muted))


def fill(table: Table, context: CommandContext, command: Fill) -> Sequence[AnyEntry]:
    only_when(table, "running")
    passed = host_only(table, context)
    chair = chair_at(table, command.chair)
    if command.bot not in context.policy.levels:
        raise Declined("no such level", DeclineReason.INVALID, level=command.bot, levels=context.policy.levels)
    if not chair.guests or chair.driver is not None:
        raise Declined("nobody missing", chair=command.chair + 1)
    wait = context.policy.grace - context.away_for(command.chair)
    if wait > 0:
        raise Declined("grace", name=chair.name or "", seconds=int(wait) + 1)
    return (*passed, SteppedIn(context.now, chair=command.chair, bot=command.bot))


def close(table: Table, context: CommandContext) -> Sequence[AnyEntry]:
    if table.state in ("over", "closed"):
        raise Declined("not now", state=Sentence(f"standing.{table.state}"))
    return (*host_only(table, context), TableClosed(context.now, reason="host"))


def reopen(table: Table, context: CommandContext) -> Sequence[AnyEntry]:
    """Reopen a table that was closed as abandoned, for a guest who sat there."""
    if not table.held_by(context.guest.id) and table.host != context.guest.id:
        raise Declined("not seated", DeclineReason.FORBIDDEN)
    if table.state in ("open", "running"):
        return ()
    if table.reason != ABANDONED:
        raise Declined("not now", state=Sentence(f"standing.{table.state}"))
    return (Reopened(context.now),)


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
