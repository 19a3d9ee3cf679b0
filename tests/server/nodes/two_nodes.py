"""Nodes of one server, over one PostgreSQL database."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncGenerator
from dataclasses import replace
from pathlib import Path

from tests.deadline import until
from tests.server.running_server import PatientClock, quick, running

from greycells.protocol.plans import ChairPlan, TablePlan
from greycells.server.service.config import Config
from greycells.server.service.service import Service
from greycells.server.system.system_clock import SystemClock

PLAN = TablePlan(chairs=(ChairPlan(), ChairPlan(bot="constable"), ChairPlan(bot="constable")))


UNENDING = 3600.0
"""Seconds of a lease that no busy machine lets run out."""


def node(folder: Path, url: str) -> Config:
    return replace(quick(folder), database=url, lease=UNENDING)


@contextlib.asynccontextmanager
async def two_nodes(
    folder: Path,
    url: str,
    *,
    archive: Path | None = None,
    limits_factor: float = 1000.0,
    clock: SystemClock | None = None,
) -> AsyncGenerator[tuple[tuple[str, Service], tuple[str, Service]]]:
    """Two nodes in the loop of the test."""
    one, other = (
        replace(node(folder / name, url), archive=archive, limits_factor=limits_factor, clock=clock or PatientClock())
        for name in ("one", "other")
    )
    async with running(one) as first, running(other) as second:
        # Each has to know the other, or both would think that they alone are asked.
        for _, service in (first, second):
            await until(lambda: service.cluster and len(service.cluster.leases.living) == 2, "both nodes to meet")  # noqa: B023
        yield first, second
