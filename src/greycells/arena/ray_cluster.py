"""Games on a Ray cluster: the same work units as on the cores of this machine, on many machines."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from typing import Protocol, cast

from greycells.arena.match import MatchResult
from greycells.arena.tournament import PlayedGame, Runner, WorkplaceError, WorkUnit, cut
from greycells.extras import need
from greycells.language.sentences import Sentence

LEAST, MOST, RETRIES = 20, 100, 5
"""How many games a task has, and how often Ray runs it again if its worker or machine was lost."""


class _Ray(Protocol):
    def init(self, address: str | None, *, log_to_driver: bool, logging_level: str) -> object: ...
    def shutdown(self) -> None: ...
    def cluster_resources(self) -> dict[str, float]: ...
    def remote(self, *, max_retries: int) -> Callable[[object], _RemoteTask]: ...
    def wait(self, refs: Sequence[object]) -> tuple[list[object], list[object]]: ...
    def get(self, ref: object) -> list[PlayedGame]: ...


class _RemoteTask(Protocol):
    def remote(self, work: WorkUnit, numbers: Sequence[int]) -> object: ...


@contextmanager
def ray_runner(address: str | None) -> Generator[Runner]:
    """Plays on the cluster at this address; without one on this machine's own, which is started if there is none."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    need("ray")
    try:
        ray = cast("_Ray", import_module("ray"))
        ray.init(address, log_to_driver=False, logging_level="ERROR")
    except Exception as error:  # Ray raises a plain one when a machine is too busy to start it.
        raise WorkplaceError(Sentence("arena.no cluster", address=address or "ray", reason=str(error))) from error
    try:
        yield lambda work, numbers: _played(ray, work, numbers)
    finally:
        ray.shutdown()


def _played(ray: _Ray, work: WorkUnit, numbers: Sequence[int]) -> Iterator[MatchResult]:
    task, cores = ray.remote(max_retries=RETRIES)(WorkUnit.play_elsewhere), int(ray.cluster_resources()["CPU"])
    batches, running = deque(cut(numbers, least=LEAST, most=MOST, workers=cores)), list[object]()
    while batches or running:
        while batches and len(running) < 2 * int(ray.cluster_resources().get("CPU", cores)):
            running.append(task.remote(work.for_elsewhere(), batches.popleft()))
        done, running = ray.wait(running)
        try:
            yield from map(work.keep, ray.get(done[0]))
        except Exception as error:
            cause: Exception | None = getattr(error, "cause", None)
            raise cause or WorkplaceError(Sentence("arena.games lost")) from error
