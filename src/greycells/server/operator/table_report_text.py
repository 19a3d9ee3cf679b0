"""The operator's report on a table in words, in the language of the operator."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from greycells.language.sentences import Sentence
from greycells.server.operator.table_report import ChairReport, EntryReport, TableReport, duration

WIDTH = 12


def report_lines(report: TableReport) -> Iterator[str]:
    """The report, one line after another: first why the table doesn't go on, then what is known of it."""
    facts = {"table": report.id, "code": report.code, "edition": report.edition, "state": report.state}
    yield str(Sentence("stuck.table", **facts))
    yield ""
    for reason in report.why:
        yield str(Sentence(f"stuck.{reason.key}", **reason.arguments))
    yield ""
    yield from _facts(report)
    if report.chairs:
        yield ""
    yield from (_chair(chair) for chair in report.chairs)
    if report.last:
        yield ""
        yield str(Sentence("stuck.last entries"))
        yield from map(_entry, report.last)


def _facts(report: TableReport) -> Iterator[str]:
    trouble = report.running.trouble
    if report.since is not None:
        ago = duration(report.asked_at - report.since)
        yield str(Sentence("stuck.since", time=_moment(report.since), ago=ago, turn=report.turn, phase=report.phase))
    if report.limit is not None:
        yield str(Sentence("stuck.limit", limit=duration(report.limit)))
    if report.due is not None:
        yield str(Sentence("stuck.due", time=_moment(report.due)))
    if report.node:
        left = report.lease_left
        key = "stuck.node" if left is not None and left > 0 else "stuck.node without lease"
        yield str(Sentence(key, node=report.node, address=report.address, epoch=report.epoch, left=duration(left or 0)))
    running = report.running
    if running.loaded:
        sockets = sum(running.sockets)
        yield str(Sentence("stuck.loaded", sockets=sockets, spectators=running.spectators, waiting=running.inbox))
    elif report.answers:
        yield str(Sentence("stuck.not loaded"))
    if trouble is not None:
        yield str(Sentence("stuck.trouble", time=_moment(trouble.at), what=trouble.what, cause=trouble.cause))
    else:
        yield str(Sentence("stuck.no trouble"))


def _chair(chair: ChairReport) -> str:
    """One chair in columns. Whatever players wrote loses the characters that could steer a terminal."""
    name = "".join(letter if letter.isprintable() else " " for letter in chair.name or "")
    if chair.guests:
        name = str(Sentence("stuck.guest", name=name, guest=", ".join(chair.guests)))
    who = {"number": str(chair.chair), "suspect": chair.suspect or "-", "name": name or "-", "bot": chair.bot or "-"}
    if chair.sockets:
        return str(Sentence("stuck.chair here", **who, sockets=chair.sockets))
    if chair.away is not None:
        return str(Sentence("stuck.chair away", **who, away=duration(chair.away)))
    return str(Sentence("stuck.chair", **who))


def _entry(entry: EntryReport) -> str:
    if entry.at is None:
        return f"{entry.number:>6}  {Sentence('stuck.unreadable entry')}"
    whose = "-" if entry.chair is None else str(entry.chair)
    events = " ".join(entry.events)
    return f"{entry.number:>6}  {_moment(entry.at)}  {whose:>2}  {entry.kind:{WIDTH}}  {entry.by:7}  {events}".rstrip()


def _moment(at: float) -> str:
    return datetime.fromtimestamp(at).astimezone().strftime("%Y-%m-%d %H:%M:%S")
