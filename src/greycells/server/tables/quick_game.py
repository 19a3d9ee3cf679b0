"""The game that *Play* starts, with defaults for whatever the player hasn't chosen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from greycells.editions import load, names
from greycells.protocol.plans import ChairPlan, TablePlan
from greycells.protocol.vocabulary import Help
from greycells.server.tables.permissions import TablePolicy

DEFAULT_HELP: Final[Help] = "direct facts"
"""Every new game begins with this help, whether it was opened by *Play* or as a table for friends."""
DEFAULT_EDITION = "classic"
TAKE_BACKS = "take-backs"


def quick_plan(edition: str, bots: Sequence[str], policy: TablePolicy) -> TablePlan:
    """A game against these bots. What this server doesn't offer, or what doesn't fit, is replaced by the default."""
    key = edition if edition in names() else DEFAULT_EDITION
    rules = load(key).rules
    fits = rules.fewest_seats <= len(bots) + 1 <= rules.most_seats
    sitting = bots if fits and set(bots) <= set(policy.levels) else policy.starters[: rules.most_seats - 1]
    return TablePlan(
        edition=key,
        chairs=(ChairPlan(), *(ChairPlan(bot=bot) for bot in sitting)),
        spectators=False,
        help=DEFAULT_HELP,
        house_rules=(TAKE_BACKS,) if TAKE_BACKS in load(key).offered_house_rules else (),
    )
