"""What the operator is told of one table: for what it waits, since when, who runs it, and why it doesn't go on.

No card, hand, cookie, link, address of a guest, nor anything that a player said is in it. Nothing is loaded or changed,
but that a table that can't be read counts as such from then on.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from http import HTTPStatus
from typing import NamedTuple

import msgspec
from msgspec import Struct

from greycells.server.errors.causes import cause_of
from greycells.server.nodes.leases import RunsElsewhere
from greycells.server.nodes.request_forwarding import NoAnswer, NotPassedOn
from greycells.server.operator.store import OperatorStore, TableFacts
from greycells.server.service.service import Service
from greycells.server.storage.archive_folder import ArchiveError
from greycells.server.storage.database import DatabaseError
from greycells.server.tables.clocks import time_limit
from greycells.server.tables.log_entries import Played, Started, decode
from greycells.server.tables.new_tables import load_history
from greycells.server.tables.table_state import Chair, Table
from greycells.server.tables.table_troubles import Trouble
from greycells.server.tables.viewer_frames import TableHistory

LATE = 30.0
"""So many seconds after its time something should have happened, however busy the machine is."""
SHOWN = 8
"""How many of the last entries are shown."""
NODE_PATH = "/nodes/tables/{table}"
"""Where nodes ask one another about a table that they run; the public address has no such path."""


class RunningFacts(Struct, frozen=True, omit_defaults=True):
    """What only the process that runs a table knows: its sockets by chair, how long the people in each chair have been
    away, commands that wait, until when a player has time, what last failed there, its bots' processes and its disk.
    """

    loaded: bool = False
    ended: bool = False
    sockets: tuple[int, ...] = ()
    spectators: int = 0
    away: tuple[float, ...] = ()
    inbox: int = 0
    due: float | None = None
    trouble: Trouble | None = None
    bots_waiting: int = 0
    bot_processes: int = 0
    bot_processes_most: int = 0
    bots_lost: int = 0
    disk_works: bool = True


class ChairReport(Struct, frozen=True, omit_defaults=True):
    """A chair: its suspect, who sits there by name, the bot that plays it now, its sockets, for how many seconds its
    people have been away, or None if they are here or nobody knows, and the guests' numbers, as `admin ban` takes them.
    """

    chair: int
    suspect: str | None = None
    name: str | None = None
    bot: str | None = None
    sockets: int = 0
    away: float | None = None
    guests: tuple[str, ...] = ()


class EntryReport(Struct, frozen=True, omit_defaults=True):
    """An entry of the log, without what was chosen or said: its kind, whose it is, and the kinds of events that every
    spectator saw. An entry without a time can't be read.
    """

    number: int
    kind: str
    at: float | None = None
    chair: int | None = None
    by: str = ""
    events: tuple[str, ...] = ()


class WaitReason(Struct, frozen=True, omit_defaults=True):
    """Why a table doesn't go on: a sentence of the section *stuck*, and its arguments."""

    key: str
    arguments: dict[str, str | int] = {}


class TableReport(Struct, frozen=True, omit_defaults=True):
    """Everything that is known of a table. `waits_for` is the chair that is to choose; `since` is the last choice.

    `lease_left` are the seconds for which its node's lease is still good, less than 0 if it has ended.
    """

    id: str
    code: str
    state: str
    edition: str
    asked_at: float
    touched: float
    entries: int = 0
    turn: int = 0
    phase: str = ""
    waits_for: int | None = None
    since: float | None = None
    due: float | None = None
    limit: float | None = None
    node: str = ""
    address: str = ""
    epoch: int = 0
    lease_left: float | None = None
    answers: bool = True
    running: RunningFacts = RunningFacts()
    chairs: tuple[ChairReport, ...] = ()
    last: tuple[EntryReport, ...] = ()
    unreadable: str = ""
    why: tuple[WaitReason, ...] = ()


class _Read(NamedTuple):
    """A table's log, as far as it can be read: its history, or why there is none, and its last entries."""

    history: TableHistory | None
    unreadable: str
    length: int
    last: tuple[EntryReport, ...]


async def table_report(service: Service, name: str, *, served: bool) -> TableReport | None:
    """The report on a table, by its id or room code; `served` is whether a server does more here than answer this."""
    facts = await OperatorStore(service.store).table(name)
    if facts is None:
        return None
    running, answers = await _asked(service, facts)
    facts = await OperatorStore(service.store).table(facts.row.id) or facts  # It may have changed hands meanwhile.
    read = await _read(service, facts.row.id)
    report = _report(service, facts, read, running, answers=answers)
    return msgspec.structs.replace(report, why=tuple(_reasons(report, read, served=served)))


async def running_facts(service: Service, table: str) -> RunningFacts:
    """What this process knows of a table that it runs, or last ran."""
    live, bots = service.lobby.loaded(table), service.bots
    common = RunningFacts(
        trouble=service.table_services.troubles.latest(table),
        bots_waiting=bots.waiting,
        bot_processes=bots.running,
        bot_processes_most=len(bots),
        bots_lost=bots.lost,
        disk_works=await service.disk_works(),
    )
    if live is None:
        return common
    chairs = live.table.chairs
    counted = [0] * len(chairs)
    for viewer in live.viewers:
        if viewer.chair is not None and viewer.chair < len(counted):
            counted[viewer.chair] += 1
    return msgspec.structs.replace(
        common,
        loaded=True,
        ended=live.task.done(),
        sockets=tuple(counted),
        spectators=len(live.viewers) - sum(counted),
        away=tuple(live.viewers.away_for(chair.guests) if chair.guests else 0.0 for chair in chairs),
        inbox=live.waiting,
        due=live.prompt.until if live.prompt is not None else None,
    )


async def _asked(service: Service, facts: TableFacts) -> tuple[RunningFacts, bool]:
    """What the process that runs a table says of it, and whether it answers."""
    leases = service.leases
    if facts.node in ("", leases.node) or service.passing is None:
        return await running_facts(service, facts.row.id), True
    here = msgspec.structs.replace(await running_facts(service, facts.row.id), trouble=None)
    if facts.address is None or facts.until is None or facts.until <= leases.now():
        return here, False
    elsewhere = RunsElsewhere(facts.node, facts.address)
    target = NODE_PATH.format(table=facts.row.id)
    try:
        answer = await service.passing.request(elsewhere, "GET", target, client="operator", headers={}, body=b"")
    except (NotPassedOn, NoAnswer):
        return here, False
    if answer.status != HTTPStatus.OK:
        return here, True  # A node of an earlier version.
    return msgspec.json.decode(answer.body, type=RunningFacts), True


async def _read(service: Service, table: str) -> _Read:
    live = service.lobby.loaded(table)
    if live is not None and not live.task.done():
        return _Read(live.history, "", live.history.seq, tuple(_last(live.history)))
    try:
        history = await load_history(service.table_services, table)
    except Exception as error:
        if isinstance(error, DatabaseError) and service.cluster is not None:
            raise
        service.lobby.set_aside.setdefault(table, type(error).__name__)  # `/health` and the list tell it from now on.
        log = await service.store.log(table)
        return _Read(None, cause_of(error), len(log), tuple(_last_of_unreadable(log, error)))
    assert history is not None
    return _Read(history, "", history.seq, tuple(_last(history)))


def _last(history: TableHistory) -> Iterator[EntryReport]:
    seen = history.game.view(None).sightings if history.game is not None else ()
    for number in range(max(0, history.seq - SHOWN), history.seq):
        entry, (first, count) = history.log[number], history.spans[number]
        events = () if isinstance(entry, Started) else seen[first : first + count]
        yield EntryReport(
            number + 1,
            str(entry.__struct_config__.tag),
            entry.at,
            getattr(entry, "chair", None),
            entry.by if isinstance(entry, Played) else "",
            tuple(type(sighting.event).__name__ for sighting in events),
        )


def _last_of_unreadable(log: Sequence[bytes], error: Exception) -> Iterator[EntryReport]:
    """The first entry that can't be read, if it is an entry and not the game, and those before it."""
    readable = 0 if isinstance(error, ArchiveError) else len(log)
    known = list[EntryReport]()
    for number, text in enumerate(log[:readable], 1):
        try:
            entry = decode(text)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
            known.append(EntryReport(number, ""))
            break
        by = entry.by if isinstance(entry, Played) else ""
        known.append(EntryReport(number, str(entry.__struct_config__.tag), entry.at, getattr(entry, "chair", None), by))
    yield from known[-SHOWN:]


def _report(service: Service, facts: TableFacts, read: _Read, running: RunningFacts, *, answers: bool) -> TableReport:
    row, leases = facts.row, service.leases
    left = None if facts.until is None else facts.until - leases.now()
    report = TableReport(
        row.id,
        row.code,
        row.state,
        row.edition,
        service.config.clock.now(),
        row.touched,
        entries=read.length,
        node=facts.node,
        address=facts.address or "",
        epoch=facts.epoch,
        lease_left=left,
        answers=answers,
        running=running,
        last=read.last,
        unreadable=read.unreadable,
    )
    return report if read.history is None else _with_game(report, read.history, running, wake=row.wake)


def _with_game(report: TableReport, history: TableHistory, running: RunningFacts, *, wake: float | None) -> TableReport:
    table, scene = history.table, history.game.scene if history.game is not None else None
    asked = scene.to_act if scene is not None and table.state == "running" else None
    chair = None if asked is None else table.chair_of(asked)
    limit = time_limit(table.plan.clock)
    waits_for_person = chair is not None and table.driver(chair) is None
    due = running.due if running.loaded or not waits_for_person or limit is None else wake
    return msgspec.structs.replace(
        report,
        turn=scene.turn.number if scene is not None else 0,
        phase=scene.turn.phase if scene is not None else "",
        waits_for=chair,
        since=table.decided if table.state == "running" else table.touched,
        due=due if waits_for_person else None,
        limit=limit,
        chairs=tuple(_chair(table, number, chair, running) for number, chair in enumerate(table.chairs)),
    )


def _chair(table: Table, number: int, chair: Chair, running: RunningFacts) -> ChairReport:
    sockets = running.sockets[number] if number < len(running.sockets) else 0
    away = running.away[number] if number < len(running.away) else None
    bot = table.driver(number) if table.state == "running" else chair.driver
    return ChairReport(
        number, chair.suspect, chair.name, bot, sockets, away if chair.guests and away else None, chair.guests
    )


def _reasons(report: TableReport, read: _Read, *, served: bool) -> Iterator[WaitReason]:
    """Why it doesn't go on, the most likely first; what is certain stands before what is usual."""
    if report.unreadable:
        yield WaitReason("unreadable", {"table": report.id, "cause": report.unreadable})
        return
    if report.state in ("over", "closed"):
        reason = read.history.table.reason if read.history is not None else None
        yield WaitReason(report.state, {} if report.state == "over" else {"reason": reason or ""})
        return
    yield from _of_its_process(report, served=served)
    if report.state == "open":
        yield from _before_the_start(read)
    elif report.waits_for is not None:
        yield from _of_the_chooser(report, report.chairs[report.waits_for])


def _of_its_process(report: TableReport, *, served: bool) -> Iterator[WaitReason]:
    trouble, left = report.running.trouble, report.lease_left
    if report.node and not report.answers:
        place: dict[str, str | int] = {"node": report.node, "address": report.address}
        if left is not None and left > 0:
            yield WaitReason("node silent", {**place, "left": duration(left)})
        else:
            yield WaitReason("node gone", {**place, "ago": duration(-left) if left is not None else ""})
    elif not served and not report.running.loaded and not report.node:
        yield WaitReason("no server")
    if not report.running.disk_works:
        yield WaitReason("disk")
    if trouble is not None and trouble.what != "bot" and trouble.at >= report.touched:
        ago = duration(report.asked_at - trouble.at)
        yield WaitReason(trouble.what, {"cause": trouble.cause, "ago": ago})


def _before_the_start(read: _Read) -> Iterator[WaitReason]:
    table = read.history.table if read.history is not None else None
    if table is not None and table.asking:
        yield WaitReason("nonces")
    elif free := sum(not chair.taken for chair in table.chairs) if table is not None else 0:
        yield WaitReason("free chairs", {"free": free})
    else:
        yield WaitReason("not started")


def _of_the_chooser(report: TableReport, chair: ChairReport) -> Iterator[WaitReason]:
    since = duration(report.asked_at - (report.since or report.asked_at))
    who = chair.suspect or ""
    if chair.bot is not None:
        running, trouble = report.running, report.running.trouble
        counts = {"waiting": running.bots_waiting, "running": running.bot_processes, "most": running.bot_processes_most}
        yield WaitReason("bot chooses", {"who": who, "level": chair.bot, "since": since, **counts})
        if trouble is not None and trouble.what == "bot":
            yield WaitReason("bot", {"cause": trouble.cause, "ago": duration(report.asked_at - trouble.at)})
        elif running.bots_lost:
            yield WaitReason("bots lost", {"lost": running.bots_lost})
        return
    is_here = chair.sockets or (report.running.loaded and chair.away is None)
    key = "person here" if is_here else "person away"
    name = chair.name or ""
    if report.due is None:
        yield WaitReason(key, {"who": who, "name": name, "since": since})
        return
    left = report.due - report.asked_at
    if left > -LATE:
        yield WaitReason(f"{key}, clock", {"who": who, "name": name, "left": duration(max(0.0, left))})
    else:
        yield WaitReason("late", {"who": who, "name": name, "ago": duration(-left)})


def duration(seconds: float) -> str:
    """A time span in units that are the same in every language: *45 s*, *12 min*, *3 h 5 min*, *4 d 2 h*."""
    whole = max(0, round(seconds))
    if whole < 60:
        return f"{whole} s"
    minutes, hours, days = whole // 60, whole // 3600, whole // 86400
    if minutes < 60:
        return f"{minutes} min"
    return f"{hours} h {minutes % 60} min" if hours < 24 else f"{days} d {hours % 24} h"
