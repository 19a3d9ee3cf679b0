"""What Prometheus wants to know of any process, under the names that all its clients use (`process_...`).

Memory, files and the start are read from `/proc`: elsewhere only the processor time is known.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from greycells.server.system.metrics import Family, Read
from greycells.server.system.open_files import most_open_files

PROC = Path("/proc")


def process_figures() -> Iterator[Family]:
    """The figures of this process, each read when it is asked for."""
    cpu = "Processor time of this process in seconds, without its bots and reviews"
    yield Read("process_cpu_seconds_total", "counter", cpu, time.process_time)
    if sys.platform == "linux":
        yield Read("process_resident_memory_bytes", "gauge", "Resident memory in bytes", lambda: _pages(1))
        yield Read("process_virtual_memory_bytes", "gauge", "Virtual memory in bytes", lambda: _pages(0))
        yield Read("process_open_fds", "gauge", "Open files and sockets", _open_files)
        yield Read("process_max_fds", "gauge", "How many may be open", most_open_files)
        started = _started()
        yield Read("process_start_time_seconds", "gauge", "When it started, in seconds since 1970", lambda: started)


def _pages(column: int) -> int:
    return int((PROC / "self" / "statm").read_text().split()[column]) * os.sysconf("SC_PAGE_SIZE")


def _open_files() -> int:
    return sum(1 for _ in (PROC / "self" / "fd").iterdir())


def _started() -> float:
    """The system counts in ticks since it was booted. The name of a process may hold spaces and brackets.

    When it was booted is worked out: a hardened service sees no more of `/proc` than processes (`ProcSubset=pid`).
    """
    ticks = int((PROC / "self" / "stat").read_text().rpartition(")")[2].split()[19])
    booted = time.time() - time.clock_gettime(time.CLOCK_BOOTTIME)
    return booted + ticks / os.sysconf("SC_CLK_TCK")
