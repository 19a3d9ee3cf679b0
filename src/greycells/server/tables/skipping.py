"""Skipping to the end, once only bots play for the win and everybody who is still here wants it."""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet

from greycells.rules.scene import Scene
from greycells.server.errors.declined import Declined, DeclineReason
from greycells.server.tables.log_entries import AnyEntry, Skipped, SkipWanted
from greycells.server.tables.permissions import CommandContext, only_when
from greycells.server.tables.table_state import Table


def only_bots_play(table: Table, scene: Scene) -> bool:
    """Whether only bots still play for the win: every person at the table is eliminated or has resigned."""
    if table.state != "running" or table.lesson is not None:
        return False
    chairs = ((seat, table.chairs[table.chair_of(seat)]) for seat in scene.seats)
    return all(chair.bot is not None or chair.resigned or scene.is_out(seat) for seat, chair in chairs)


def entries_for_skip(
    table: Table, scene: Scene | None, context: CommandContext, *, here: AbstractSet[int], on: bool
) -> Sequence[AnyEntry]:
    """A player wants to skip to the end, or no longer does; once everybody `here` wants it, it happens."""
    only_when(table, "running")
    own = table.held_by(context.guest.id)
    if not own:
        raise Declined("not seated", DeclineReason.FORBIDDEN)
    if scene is None or not only_bots_play(table, scene):
        raise Declined("still playing")
    if table.skipped:
        return ()
    if on and here <= {*own, *table.skip_wanted}:
        return (Skipped(context.now, bot=context.policy.stand_in),)
    changed = [chair for chair in own if (chair in table.skip_wanted) != on]
    return tuple(SkipWanted(context.now, chair=chair, on=on) for chair in changed)


def skip_without(table: Table, here: AbstractSet[int], *, now: float, bot: str) -> Sequence[AnyEntry]:
    """A player who has left no longer wants to skip to the end, and no longer keeps the others from it."""
    if table.state != "running" or table.skipped:
        return ()
    left = [chair for chair in table.skip_wanted if chair not in here]
    if here and here <= set(table.skip_wanted):
        return (Skipped(now, bot=bot),)
    return tuple(SkipWanted(now, chair=chair, on=False) for chair in left)
