"""Shared cases: a day's game, the same for everybody on this server, and challenges from one player to a friend.

Everybody plays at a table of their own, with the same deal, the same dice for each seat and the same bots. What is
played is kept once, in the database; a table has its part of it in its log, as a lesson has its script.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date
from secrets import token_urlsafe

import msgspec
from msgspec import structs

from greycells.protocol.plans import TablePlan
from greycells.protocol.vocabulary import Help
from greycells.rules.events import Suggested
from greycells.server.errors.declined import Declined, DeclineReason
from greycells.server.shared_cases.store import CaseRow, CaseStore, TryRow
from greycells.server.tables.guest import Guest
from greycells.server.tables.log_entries import AnyEntry, CaseScript, Challenged, Played, Sat, Started
from greycells.server.tables.new_tables import new_table_id, open_table
from greycells.server.tables.seat_streams import script_of
from greycells.server.tables.table_services import TableServices
from greycells.server.tables.viewer_frames import TableHistory

DATE = re.compile(r"\d{4}-\d{2}-\d{2}", re.ASCII)
LOST_AFTER = 60.0
"""A table that isn't there so many seconds after its try began was never opened: the server stopped in between."""


class SharedCase(msgspec.Struct, frozen=True):
    """What is played: the plan, the player's chair, the secret from which chance follows, and what is written down."""

    plan: TablePlan
    chair: int
    secret: str
    script: CaseScript

    @property
    def id(self) -> str:
        return self.script.id


class CaseResult(msgspec.Struct, frozen=True, omit_defaults=True):
    """How a try went. `by_bot` is how many choices a bot made for the player; the accuracy comes later, by a review."""

    won: bool
    turns: int
    suggestions: int
    help: Help
    by_bot: int = 0
    accuracy: float | None = None


def day_of(case: str) -> date | None:
    """The date of a day's game; None for a challenge."""
    return date.fromisoformat(case) if DATE.fullmatch(case) else None


async def known_case(cases: CaseStore, case: str) -> tuple[SharedCase, CaseRow] | None:
    """A case that a guest has begun or made, and who."""
    row = await cases.case(case)
    return (msgspec.json.decode(row.body, type=SharedCase), row) if row is not None else None


async def begin_try(
    services: TableServices, cases: CaseStore, case: SharedCase, guest: Guest, *, help_level: Help, shown: bool
) -> str:
    """The table of a guest's one try: opened now, or the one where it was begun.

    The try is kept before its table is opened, so that nobody gets two by asking twice at once.
    """
    services.may_open()
    now, table_id = cases.now(), new_table_id()
    wanted = TryRow(case.id, guest.id, table_id, now, shown=shown)
    if not await cases.begin(wanted):
        begun = await cases.try_of(case.id, guest.id)
        if begun is not None and begun.state is not None:
            return begun.game
        if begun is None or now - begun.at < LOST_AFTER or not await cases.begin_again(begun, game=table_id, at=now):
            raise Declined("meanwhile changed")
    suspect = case.plan.chairs[case.chair].suspect
    sat = Sat(now, chair=case.chair, guest=guest.id, name=guest.name, suspect=suspect, nonce="")
    plan = structs.replace(case.plan, help=help_level)
    shared = (case.secret, case.script)
    await open_table(services, guest, plan, sitting=[sat], shared=shared, table_id=table_id, start=True)
    return table_id


async def entries_for_challenge(
    cases: CaseStore, history: TableHistory, guest: Guest, secret: str
) -> Sequence[AnyEntry]:
    """Make a challenge of a finished game against bots; nothing if it is one already."""
    table, game = history.table, history.game
    if table.state != "over" or game is None:
        raise Declined("not over")
    own = table.held_by(guest.id)
    if not own:
        raise Declined("not seated", DeclineReason.FORBIDDEN)
    if table.lesson is not None or table.practice is not None:
        raise Declined("challenge against bots")
    if table.case_id is not None:
        if day_of(table.case_id) is not None:
            raise Declined("challenge of a day")
        return ()
    others = [chair for number, chair in enumerate(table.chairs) if number not in own]
    if len(own) != 1 or any(chair.bot is None for chair in others):
        raise Declined("challenge against bots")
    now, case = cases.now(), token_urlsafe(12)
    deal = next(entry.events for entry in history.log if isinstance(entry, Started))
    plan = structs.replace(table.plan, spectators=False, public=False)
    shared = SharedCase(plan, own[0], secret, script_of(game, case, deal=deal))
    await cases.keep_case(CaseRow(case, guest.id, table.id, now, msgspec.json.encode(shared)))
    await cases.begin(TryRow(case, guest.id, table.id, now, shown=True))
    return (Challenged(now, case=case),)


def result_of(history: TableHistory) -> CaseResult | None:
    """How a finished try went; None while it isn't over. A win that a bot played for a guest who gave up is none."""
    table, game = history.table, history.game
    if game is None or not game.over:
        return None
    number = next((at for at, chair in enumerate(table.chairs) if chair.bot is None), 0)
    seat = history.seat(number)
    return CaseResult(
        won=game.winner is seat and not table.chairs[number].resigned,
        turns=game.scene.turn.number,
        suggestions=sum(isinstance(event, Suggested) and event.seat is seat for event in game.events),
        help=table.plan.help,
        by_bot=sum(isinstance(entry, Played) and entry.chair == number and entry.by == "bot" for entry in history.log),
    )
