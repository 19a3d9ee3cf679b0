"""Opening a table, dealing its game, and reading both back from the log."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from functools import partial, reduce
from secrets import choice, token_urlsafe
from typing import TypeAlias

import msgspec

from greycells.notation import read as read_record
from greycells.notation.sighting_json import Reader, encode_sighting
from greycells.protocol.plans import TablePlan
from greycells.rules.events import Began, Dealt, Event
from greycells.rules.fair_dealing import commitment_to, dealer_nonce
from greycells.rules.game import Game
from greycells.rules.seats import Seat
from greycells.rules.setup import set_up, sit_down
from greycells.rules.views import Sighting
from greycells.server.tables.archived_logs import with_archived_events
from greycells.server.tables.guest import Guest
from greycells.server.tables.guest_words import apart, together, without
from greycells.server.tables.lesson_game import dealer_at
from greycells.server.tables.log_entries import (
    AnyEntry,
    CaseScript,
    Claimed,
    NoncesAsked,
    Played,
    PracticeStart,
    Sat,
    Started,
    TableOpened,
    decode,
    encode,
)
from greycells.server.tables.permissions import check_plan
from greycells.server.tables.seat_streams import SeatStreams, SharedGame
from greycells.server.tables.summaries import lobby_row
from greycells.server.tables.table_log import GuestWords, StoredLog, TableLog
from greycells.server.tables.table_services import TableServices
from greycells.server.tables.table_state import Chair, Table, after, suspect_of
from greycells.server.tables.viewer_frames import TableHistory

LETTERS = "BCDFGHJKLMNPQRSTVWXZ"
"""The letters of a room code: no vowels, which could make words, and none that look like another."""

SHORT_LOG = 100
"""A log of up to this many entries loads in a few milliseconds; a longer one where nobody waits for it."""

Rotation: TypeAlias = tuple[str, str, tuple[str, ...]] | None


def deal(table: Table, secret: str, *, now: float) -> Started:
    """Seat the players and deal (SET-8, SET-14, SET-17). A seat without a nonce has one that the commitment fixes."""
    if table.practice is not None:
        return _play_on(table, table.practice, secret, now=now)
    table = table.seated()
    edition = table.edition
    players = [(chair.name or chair.bot or "", suspect_of(edition, chair.suspect or "")) for chair in table.chairs]
    sat = sit_down(edition, players)
    by_suspect = {chair.suspect: chair for chair in table.chairs}
    nonces = _nonces([by_suspect[seat.suspect.word] for seat in sat.seats], secret)
    script = table.script
    if script is not None:
        events = script.deal or encode_events(0, set_up(sat, SeatStreams(secret, script)))
    else:
        dealt_by, last_starter = _rotated(table.rotation, sat.seats)
        dealt = set_up(sat, dealer_at(table, secret, nonces), dealt_by=dealt_by, last_starter=last_starter)
        events = encode_events(0, dealt)
    return Started(
        now,
        seats=tuple((seat.suspect.word, seat.name) for seat in sat.seats),
        suspects=tuple(chair.suspect or "" for chair in table.chairs),
        nonces=nonces,
        events=events,
    )


def _play_on(table: Table, practice: PracticeStart, secret: str, *, now: float) -> Started:
    """Take up the game of a practice table where it starts; only what comes then is left to the dealer."""
    by_suspect = {chair.suspect: chair for chair in table.chairs}
    chairs = [by_suspect[word] for word in practice.seats]
    return Started(
        now,
        seats=tuple((chair.suspect or "", chair.name or chair.bot or "") for chair in chairs),
        suspects=tuple(chair.suspect or "" for chair in table.chairs),
        nonces=_nonces(chairs, secret),
        events=practice.events,
    )


def _nonces(chairs: Iterable[Chair], secret: str) -> tuple[str, ...]:
    """The nonces of these chairs in turn order; a bot's is the dealer's, even if a guest who sat there gave one."""
    return tuple(
        (chair.nonce if chair.bot is None else "") or dealer_nonce(secret, seat) for seat, chair in enumerate(chairs)
    )


def _rotated(rotation: Rotation, seats: Sequence[Seat]) -> tuple[Seat | None, Seat | None]:
    """Who deals now, and who began the game before, if the seats are unchanged."""
    by_word = {seat.suspect.word: seat for seat in seats}
    if rotation is None or rotation[2] != tuple(by_word):
        return None, None
    dealt_by, starter = by_word[rotation[0]], by_word[rotation[1]]
    return seats[(dealt_by.index + 1) % len(seats)], starter


def encode_events(first: int, events: Iterable[Event]) -> tuple[msgspec.Raw, ...]:
    """Events as the log stores them, unredacted."""
    return tuple(
        msgspec.Raw(msgspec.json.encode(encode_sighting(Sighting(number, event))))
        for number, event in enumerate(events, first)
    )


def game_of(table: Table, entries: Iterable[AnyEntry], secret: str) -> Game:
    """The game that the log's entries describe."""
    sat = table.game_table()
    read = Reader(sat).sighting
    told = [text for entry in entries if isinstance(entry, Started | Played) for text in entry.events]
    events = [read(msgspec.json.decode(text)).event for text in told]
    if table.script is not None:
        return SharedGame(sat, SeatStreams(secret, table.script), events)
    return Game(sat, dealer_at(table, secret, table.nonces, events=events), events)


def read_history(
    log_entries: Iterable[bytes],
    secret: str,
    *,
    words: Iterable[GuestWords] = (),
    hidden: Collection[str] = (),
    archived: str | None = None,
) -> TableHistory:
    """A table and its game, loaded from the log.

    `words` are the names and the chat that are kept beside the log; nothing is told of guests who are `hidden`. An
    `archived` record has the events that the log no longer has.
    """
    entries = together(map(decode, log_entries), words, hidden=hidden)
    record = read_record(archived) if archived is not None else None
    if record is not None:
        entries = with_archived_events(entries, encode_events(0, record.events))
    opened = entries[0]
    assert isinstance(opened, TableOpened)
    table = Table.opened(opened)
    for entry in entries[1:]:
        table = after(table, entry)
    table = without(table, hidden)
    game = game_of(table, entries, secret) if table.players else None
    return TableHistory(table, entries, game, notes=None if record is None else record.notes)


def new_table_id() -> str:
    """A new table's id."""
    return token_urlsafe(9)


async def open_table(
    services: TableServices,
    host: Guest,
    plan: TablePlan,
    *,
    sitting: Sequence[AnyEntry] = (),
    rotation: Rotation = None,
    lesson: str | None = None,
    practice: PracticeStart | None = None,
    shared: tuple[str, CaseScript] | None = None,
    table_id: str = "",
    start: bool = False,
) -> TableHistory:
    """Open a table for a host; its dealer is committed before anybody sits down.

    A `shared` case comes with its secret; any other table has one of its own. One that is to `start` at once is opened
    and dealt in one write, so that whatever happens, there is never one of them without the other.
    """
    services.may_open()
    secret, script = shared or (services.new_secret(), None)
    table_id = table_id or new_table_id()
    code = await _free_code(services.log)
    now = services.now()
    opened = TableOpened(
        now,
        id=table_id,
        code=code,
        host=host.id,
        plan=plan,
        commitment=commitment_to(secret),
        rotation=rotation,
        lesson=lesson,
        practice=practice,
        case=script,
    )
    entries: list[AnyEntry] = [opened, *sitting]
    table = reduce(after, sitting, Table.opened(opened))
    if start:
        check_plan(plan, services.policy)
        entries.append(NoncesAsked(now) if table.keeps_nonces else deal(table, secret, now=now))
        table = after(table, entries[-1])
    game = game_of(table, entries, secret) if table.players else None
    row = lobby_row(table, game.scene if game is not None else None, wake=now if start else None)
    plain, words = apart(table, 1, entries)
    guests = {entry.guest for entry in sitting if isinstance(entry, Sat | Claimed)} | {host.id}
    first, fence = [encode(entry) for entry in plain], services.new_fence()
    await services.log.append(row, 1, first, words=words, guests=guests, secret=secret.encode(), fence=fence)
    return TableHistory(table, entries, game)


async def _free_code(log: TableLog) -> str:
    """A room code that no other table has."""
    while True:
        code = "".join(choice(LETTERS) for _ in range(6))
        if await log.with_code(code) is None:
            return code


async def open_again(services: TableServices, history: TableHistory, *, host: Guest) -> str:
    """Another table with the same people; it remembers who dealt and who began (SET-8, SET-17).

    At a practice table it is the same position again.
    """
    game, table = history.game, history.table
    assert game is not None
    dealer = next(event.dealer for event in game.events if isinstance(event, Dealt))
    starter = next(event.starter for event in game.events if isinstance(event, Began))
    rotation = (dealer.suspect.word, starter.suspect.word, tuple(seat.suspect.word for seat in game.seats))
    now = services.now()
    sitting = [
        Sat(now, chair=number, guest=guest, name=chair.name or "", suspect=chair.suspect, nonce="")
        if position == 0
        else Claimed(now, chair=number, guest=guest)
        for number, chair in enumerate(table.chairs)
        for position, guest in enumerate(chair.guests)
    ]
    again = await open_table(services, host, table.plan, sitting=sitting, rotation=rotation, practice=table.practice)
    await services.log.share_origin(again.table.id, of=table.id)
    return again.table.id


async def load_history(services: TableServices, table_id: str) -> TableHistory | None:
    """A table loaded from its log, or None if there is no such table."""
    return await history_of(services, await services.log.read(table_id))


async def history_of(services: TableServices, stored: StoredLog) -> TableHistory | None:
    """A table from what is kept of it, or None if that is nothing."""
    entries, archived, words, erased, secret, _ = stored
    if not entries:
        return None
    read = partial(read_history, entries, secret, words=words, hidden=erased, archived=archived)
    return read() if len(entries) <= SHORT_LOG and archived is None else await services.read_long(read)
