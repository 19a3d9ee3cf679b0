"""Guests who all ask for reviews of long games at once."""

from __future__ import annotations

import sys
import time
from pathlib import Path

from tests.deadline import until

from greycells.server.workers.review_jobs import ReviewJob, ReviewJobs

RECORDS = Path(__file__).parents[3] / "records"


WORK = """
import os, signal, sys, time
time.sleep(float(os.environ.get("SLOW_START", "0")))
signal.signal(signal.SIGHUP, signal.SIG_DFL)
os.setpgid(0, 0)
print('{"part": 0.0}', flush=True)
seconds, _ = eval(sys.stdin.readline()).split(" ", 1)
print('{"part": 0.1}', flush=True)
for _ in range(int(float(seconds) * 50)):
    time.sleep(0.02)
print('{"part": 1.0, "facts": "aGk="}')
"""


FOR_SECONDS = (sys.executable, "-c", WORK)
"""Works for as many seconds as the record begins with, those in which it is paused not counted."""


LONG, SHORT = 1000.0, 1.0


class Party:
    """Guests who ask for reviews that take so many seconds."""

    def __init__(self) -> None:
        self.jobs = ReviewJobs(FOR_SECONDS)

    async def ask(self, name: str, seconds: float, *, address: str, guest: str = "") -> ReviewJob:
        async def record() -> str:
            return f"{seconds} {name}"

        return await self.jobs.ask(name, record, guest=guest or address, address=address)

    async def honest(self) -> float:
        """How long somebody waits who asks for one short review."""
        began = time.monotonic()
        job = await self.ask("honest", SHORT, address="192.0.2.99")
        await until(lambda: job.done, "an honest review")
        assert job.facts == b"hi"
        return time.monotonic() - began
