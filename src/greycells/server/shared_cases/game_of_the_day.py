"""The day's game: its players, and the secret from which deal, dice and bots' choices follow alike for everybody."""

from __future__ import annotations

import hmac
from datetime import date
from hashlib import blake2b, sha256

import msgspec

from greycells.editions import load
from greycells.players.bot_levels import LADDER
from greycells.protocol.plans import ChairPlan, TablePlan
from greycells.server.shared_cases.shared_case import SharedCase
from greycells.server.shared_cases.store import CaseRow, CaseStore
from greycells.server.tables.log_entries import CaseScript
from greycells.server.tables.permissions import TablePolicy
from greycells.server.tables.quick_game import DEFAULT_EDITION, TAKE_BACKS

OPPONENTS = 3


class DailySecrets:
    """The secret of each day's game, from the server's signing key: the date alone says nothing about the deal."""

    def __init__(self, key: str) -> None:
        self._key = blake2b(key.encode(), digest_size=32, person=b"daily game").digest()

    def of(self, day: date) -> str:
        return hmac.new(self._key, day.isoformat().encode(), sha256).hexdigest()


def daily_plan(day: date, policy: TablePolicy) -> TablePlan:
    """A day's game: another seat every day, and stronger opponents as the week goes on.

    The strongest level is left out: it thinks by the clock, and might choose differently on a busy machine.
    """
    levels = tuple(level.id for level in LADDER[day.weekday() : day.weekday() + OPPONENTS])
    bots = levels if set(levels) <= set(policy.levels) else policy.starters[:OPPONENTS]
    edition = load(DEFAULT_EDITION)
    suspects = edition.deck.suspects
    words = [suspects[(day.toordinal() + step) % len(suspects)].word for step in range(len(bots) + 1)]
    return TablePlan(
        edition=edition.key,
        chairs=tuple(ChairPlan(suspect=word, bot=bot) for word, bot in zip(words, (None, *bots), strict=True)),
        spectators=False,
        house_rules=(TAKE_BACKS,) if TAKE_BACKS in edition.offered_house_rules else (),
    )


def daily_case(day: date, secrets: DailySecrets, policy: TablePolicy) -> SharedCase:
    """The game of a day, as nobody has begun it yet."""
    return SharedCase(daily_plan(day, policy), 0, secrets.of(day), CaseScript(day.isoformat()))


async def keep_daily_case(cases: CaseStore, case: SharedCase) -> SharedCase:
    """The day's game as the first player began it: it stays the same if the key or the levels change meanwhile."""
    await cases.keep_case(CaseRow(case.id, "", "", cases.now(), msgspec.json.encode(case)))
    kept = await cases.case(case.id)
    return msgspec.json.decode(kept.body, type=SharedCase) if kept is not None else case
