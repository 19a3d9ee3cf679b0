"""What a server measures of itself, in the text format of Prometheus: counts, gauges and latency histograms.

Nothing here tells one table or one guest from another: a route is counted by its pattern, `/table/{table}`.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.2, 0.5, 1.0, 2.5, 10.0)
"""The upper bounds of a histogram's buckets, in seconds."""


@dataclass(slots=True)
class Histogram:
    """How often something took how long."""

    counts: list[int] = field(default_factory=lambda: [0] * (len(BUCKETS) + 1))
    total: float = 0.0

    def add(self, seconds: float) -> None:
        """Something took so long."""
        self.counts[bisect_left(BUCKETS, seconds)] += 1
        self.total += seconds

    def lines(self, name: str, labels: str = "") -> Iterator[str]:
        """The lines of Prometheus; `labels` are those beside `le`."""
        running = 0
        for bound, count in zip((*map(str, BUCKETS), "+Inf"), self.counts, strict=True):
            running += count
            yield f'{name}_bucket{{{labels}{"," if labels else ""}le="{bound}"}} {running}'
        braces = f"{{{labels}}}" if labels else ""
        yield f"{name}_sum{braces} {self.total:.6f}"
        yield f"{name}_count{braces} {running}"


@dataclass(frozen=True, slots=True)
class Gauge:
    """Something that is read when it is asked for, such as the length of a queue."""

    name: str
    about: str
    read: Callable[[], float]


@dataclass(slots=True)
class Metrics:
    """Everything that is measured. A part of the server adds its own gauges with `watch`."""

    requests: dict[tuple[str, str], Histogram] = field(default_factory=dict[tuple[str, str], Histogram])
    commands: Histogram = field(default_factory=Histogram)
    gauges: list[Gauge] = field(default_factory=list[Gauge])

    def watch(self, name: str, about: str, read: Callable[[], float]) -> None:
        """Report this from now on, as `greycells_NAME`."""
        self.gauges.append(Gauge(f"greycells_{name}", about, read))

    def request(self, method: str, route: str, seconds: float) -> None:
        """A request to this route was answered after so many seconds."""
        self.requests.setdefault((method, route), Histogram()).add(seconds)

    def text(self, counts: dict[str, int], thoughts: Histogram) -> str:
        """All of it, for a scrape."""
        return "\n".join([*self._lines(counts, thoughts), ""])

    def _lines(self, counts: dict[str, int], thoughts: Histogram) -> Iterator[str]:
        for gauge in self.gauges:
            yield from _head(gauge.name, "gauge", gauge.about)
            yield f"{gauge.name} {gauge.read():g}"
        for name, count in sorted(counts.items()):
            full = f"greycells_{name.replace(' ', '_')}_total"
            yield from _head(full, "counter", name.capitalize())
            yield f"{full} {count}"
        yield from _head("greycells_request_seconds", "histogram", "Time to answer a request")
        for (method, route), histogram in sorted(self.requests.items()):
            yield from histogram.lines("greycells_request_seconds", f'method="{method}",route="{route}"')
        yield from _head("greycells_command_seconds", "histogram", "Time from a command on a socket to its answer")
        yield from self.commands.lines("greycells_command_seconds")
        yield from _head("greycells_bot_seconds", "histogram", "Time that bots take to choose, waiting included")
        yield from thoughts.lines("greycells_bot_seconds")


def _head(name: str, kind: str, about: str) -> Iterator[str]:
    yield f"# HELP {name} {about}"
    yield f"# TYPE {name} {kind}"
