"""What a server measures of itself, by Prometheus's conventions: counters, gauges and latency histograms.

Nothing here tells one table or one guest from another: a route is counted by its pattern, `/table/{table}`. A name ends
with its unit, a counter's with `_total`, and a counter is there from the start, so that its first event can be seen.
"""

from __future__ import annotations

import asyncio
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Literal, Protocol, TypeAlias

BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.2, 0.5, 1.0, 2.5, 10.0)
"""The upper bounds of a histogram's buckets, in seconds."""
LAG_EVERY = 0.25
"""How often, in seconds, it is measured how late the event loop is."""
CommandResult: TypeAlias = Literal["done", "refused", "failed", "unanswered"]
"""Carried out; refused by the rules or the table; not possible by the server's own fault; or its sender or the table
was gone before there was an answer.
"""
RESULTS: tuple[CommandResult, ...] = ("done", "refused", "failed", "unanswered")
COUNTERS = {
    "commands": "Messages that came in on sockets",
    "refusals": "Messages on sockets that were refused",
    "messages sent": "Messages that were sent on sockets",
    "beats sent": "Empty messages sent on sockets, by which a page notices that its connection is good",
    "passed on": "Requests passed on to the node that runs their table",
    "sockets passed on": "Sockets passed through to the node that runs their table",
    "requests beyond a share": "Requests refused because their address had used its share of the event loop",
    "untrusted proxy requests": "Requests forwarded by a machine of the same network that isn't a trusted proxy",
    "games archived": "Games moved from the database to the archive",
}
"""What every server counts, and what each counter says; `games archived` becomes `greycells_games_archived_total`."""
LEASE_COUNTERS = {
    "lease renewals": "Renewals of this node's lease",
    "lease renewals failed": "Renewals that failed",
    "leases lost": "How often this node lost its lease",
    "tables taken": "Tables that this node has taken, free ones and those of nodes that are gone",
    "tables handed over": "Tables that this node has let go because it had more than its share",
}
"""What a node counts besides."""


class Family(Protocol):
    """Everything of one name: what it is, and its lines."""

    @property
    def name(self) -> str: ...

    @property
    def kind(self) -> str: ...

    @property
    def about(self) -> str: ...

    def lines(self) -> Iterator[str]:
        """One line per series."""
        ...


def _braces(names: Sequence[str], values: Sequence[str]) -> str:
    pairs = (f'{name}="{_escaped(value)}"' for name, value in zip(names, values, strict=True))
    return f"{{{','.join(pairs)}}}" if names else ""


def _escaped(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")


def _number(value: float) -> str:
    return str(int(value)) if value == int(value) else repr(value)


@dataclass(slots=True)
class Histogram:
    """How often something took how long."""

    counts: list[int] = field(default_factory=lambda: [0] * (len(BUCKETS) + 1))
    total: float = 0.0

    def add(self, seconds: float) -> None:
        """Something took so long."""
        self.counts[bisect_left(BUCKETS, seconds)] += 1
        self.total += seconds

    def lines(self, name: str, names: Sequence[str] = (), values: Sequence[str] = ()) -> Iterator[str]:
        """The lines of Prometheus; the labels are those beside `le`."""
        running = 0
        for bound, count in zip((*map(str, BUCKETS), "+Inf"), self.counts, strict=True):
            running += count
            yield f"{name}_bucket{_braces((*names, 'le'), (*values, bound))} {running}"
        labels = _braces(names, values)
        yield f"{name}_sum{labels} {self.total:.6f}"
        yield f"{name}_count{labels} {running}"


@dataclass(frozen=True, slots=True)
class Histograms:
    """A histogram for each set of labels."""

    name: str
    about: str
    labels: tuple[str, ...] = ()
    series: dict[tuple[str, ...], Histogram] = field(default_factory=dict[tuple[str, ...], Histogram])
    kind: str = "histogram"

    def add(self, seconds: float, *values: str) -> None:
        """Something with these labels took so long."""
        found = self.series.get(values)
        if found is None:
            found = self.series[values] = Histogram()
        found.add(seconds)

    def begin(self, *values: str) -> None:
        """Show these labels even while there is nothing to show."""
        self.series.setdefault(values, Histogram())

    def lines(self) -> Iterator[str]:
        for values, histogram in sorted(self.series.items()):
            yield from histogram.lines(self.name, self.labels, values)


@dataclass(frozen=True, slots=True)
class Counters:
    """A counter for each set of labels."""

    name: str
    about: str
    labels: tuple[str, ...]
    series: dict[tuple[str, ...], int] = field(default_factory=dict[tuple[str, ...], int])
    kind: str = "counter"

    def add(self, *values: str) -> None:
        """Something with these labels has happened."""
        self.series[values] = self.series.get(values, 0) + 1

    def begin(self, *values: str) -> None:
        """Show these labels even while nothing has happened."""
        self.series.setdefault(values, 0)

    def lines(self) -> Iterator[str]:
        for values, count in sorted(self.series.items()):
            yield f"{self.name}{_braces(self.labels, values)} {count}"


@dataclass(frozen=True, slots=True)
class Read:
    """Something that is read when it is asked for, such as the length of a queue. None: it can't be read here."""

    name: str
    kind: str
    about: str
    read: Callable[[], float | None]
    labels: tuple[tuple[str, str], ...] = ()

    def lines(self) -> Iterator[str]:
        if (value := self.read()) is not None:
            yield f"{self.name}{_braces(*zip(*self.labels, strict=True)) if self.labels else ''} {_number(value)}"


def _requests() -> Counters:
    return Counters("greycells_requests_total", "Requests answered", ("method", "route", "status"))


def _request_seconds() -> Histograms:
    return Histograms("greycells_request_seconds", "Time until a request's answer begins", ("method", "route"))


def _command_seconds() -> Histograms:
    found = Histograms("greycells_command_seconds", "Time from a command on a socket to its answer", ("result",))
    for result in RESULTS:
        found.begin(result)
    return found


def _loop_lag() -> Histograms:
    found = Histograms("greycells_event_loop_lag_seconds", "How late the event loop wakes who sleeps")
    found.begin()
    return found


@dataclass(slots=True)
class Metrics:
    """Everything that is measured. A part of the server adds its own with `watch` and `count`."""

    requests: Counters = field(default_factory=_requests)
    request_seconds: Histograms = field(default_factory=_request_seconds)
    command_seconds: Histograms = field(default_factory=_command_seconds)
    loop_lag: Histograms = field(default_factory=_loop_lag)
    others: list[Family] = field(default_factory=list[Family])

    def watch(
        self, name: str, about: str, read: Callable[[], float], *, labels: Mapping[str, str] | None = None
    ) -> None:
        """Report this from now on, as `greycells_NAME`."""
        self.others.append(Read(f"greycells_{name}", "gauge", about, read, tuple((labels or {}).items())))

    def count(self, name: str, about: str, read: Callable[[], float]) -> None:
        """Report a number that only grows, as `greycells_NAME_total`."""
        self.others.append(Read(f"greycells_{name.replace(' ', '_')}_total", "counter", about, read))

    def count_all(self, counters: Mapping[str, str], counts: Mapping[str, int]) -> None:
        """Report these counters, each with what it says."""
        for name, about in counters.items():
            self.count(name, about, partial(counts.__getitem__, name))

    def families(self) -> Iterable[Family]:
        """All that there is."""
        return *self.others, self.requests, self.request_seconds, self.command_seconds, self.loop_lag

    def text(self) -> str:
        """All of it, for a scrape."""
        return "\n".join([*self._lines(), ""])

    def _lines(self) -> Iterator[str]:
        for family in self.families():
            if lines := list(family.lines()):
                yield f"# HELP {family.name} {family.about}"
                yield f"# TYPE {family.name} {family.kind}"
                yield from lines

    async def keep_measuring_lag(self) -> None:
        """Measure how late the event loop is, in real time; for ever."""
        loop = asyncio.get_running_loop()
        while True:
            due = loop.time() + LAG_EVERY
            await asyncio.sleep(LAG_EVERY)
            self.loop_lag.add(max(0.0, loop.time() - due))
