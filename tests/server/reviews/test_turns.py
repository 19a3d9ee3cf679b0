"""One review for each record, and turns by time used: nobody's reviews make the others wait."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from tests.deadline import until, waiting_for
from tests.margin import at_most
from tests.server.moved_clock import MovedClock
from tests.server.processes import is_running
from tests.server.reviews.review_party import LONG, RECORDS, SHORT, Party
from tests.server.reviews.reviewed import reviewed
from tests.server.running_server import guest, quick, running

from greycells.server.errors.declined import Declined
from greycells.server.workers import review_jobs
from greycells.server.workers.review_jobs import (
    A_GUEST,
    AN_ADDRESS,
    FAILED_FOR,
    MOST_STARTED,
    MOST_WAITING,
    SLICE,
    ReviewJob,
    ReviewJobs,
)

SOON = 30.0


def test_a_review_runs_on_the_event_loop_of_a_server() -> None:
    """Which isn't that of the other tests: uvloop starts processes in its own way. So it has a process of its own."""
    pytest.importorskip("uvloop")
    script = """
import asyncio, uvloop
from tests.server.reviews.review_party import Party

async def one():
    party = Party()
    await party.honest()
    await party.jobs.close()

asyncio.Runner(loop_factory=uvloop.new_event_loop).run(one())
"""
    subprocess.run([sys.executable, "-c", script], check=True, cwd=Path(__file__).parents[3])


@pytest.mark.parametrize("addresses", [1, 4])
def test_an_honest_review_is_done_soon_beside_endless_ones(addresses: int) -> None:
    async def evening() -> float:
        party = Party()
        for number in range(addresses * AN_ADDRESS):
            home = f"192.0.2.{number % addresses}"
            await party.ask(f"long {number}", LONG, address=home, guest=f"guest {number}")
        try:
            return await party.honest()
        finally:
            await party.jobs.close()

    seconds = asyncio.run(evening())
    print(f"{seconds:.1f} s beside {addresses} addresses")
    assert seconds < at_most(SOON)


async def test_an_address_that_waits_for_nothing_is_admitted_from_the_place_of_whoever_waits_for_most() -> None:
    party = Party()
    for number in range(MOST_WAITING):
        await party.ask(f"long {number}", LONG, address=f"192.0.2.{number % 4}", guest=f"guest {number}")
    assert len(party.jobs) == MOST_WAITING
    with pytest.raises(Declined):
        await party.ask("one more", LONG, address="192.0.2.0", guest="somebody else")
    assert not (await party.ask("ada", LONG, address="192.0.2.50")).done
    assert len(party.jobs) == MOST_WAITING
    with pytest.raises(Declined):
        await party.ask("grace", LONG, address="192.0.2.50")
    await party.jobs.close()


async def test_a_guest_asks_for_a_few_reviews_and_joins_those_of_others() -> None:
    party = Party()
    for number in range(A_GUEST):
        await party.ask(f"{number}", LONG, address="192.0.2.1")
    with pytest.raises(Declined):
        await party.ask("more", LONG, address="192.0.2.1")
    other = await party.ask("other", LONG, address="192.0.2.2")
    assert await party.ask("other", LONG, address="192.0.2.1") is other
    await party.jobs.close()


async def test_a_review_without_end_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(review_jobs, "REVIEW_TIME_LIMIT", 0.5)
    party = Party()
    job = await party.ask("long", LONG, address="192.0.2.1")
    await until(lambda: job.failed, "a review to be given up")
    await party.jobs.close()


async def test_a_review_that_failed_is_tried_again_after_a_while() -> None:
    clock = MovedClock(running=True)
    jobs = ReviewJobs((sys.executable, "-c", "print('no review')"), clock=clock)

    async def record() -> str:
        return "1.0 record"

    async def ask() -> ReviewJob:
        return await jobs.ask("game", record, guest="ada", address="192.0.2.1")

    first = await ask()
    await until(lambda: first.failed, "a review to fail")
    assert await ask() is first, "not at once"
    await clock.advance(FAILED_FOR)
    assert await ask() is not first
    await jobs.close()


async def test_a_review_that_began_before_a_deletion_is_kept_only_if_its_record_has_not_changed() -> None:
    party = Party()
    same = await party.ask("same", SHORT, address="192.0.2.1")
    changed = await party.ask("Ada", SHORT, address="192.0.2.2")
    party.jobs.forget()
    assert await party.ask("same", SHORT, address="192.0.2.1") is same, "it goes on"
    await until(lambda: same.done and changed.done, "both reviews")
    await until(lambda: len(party.jobs) == 1, "the one with the old name to be dropped")
    assert await party.ask("same", SHORT, address="192.0.2.1") is same
    await party.jobs.close()


async def test_uploads_with_one_record_have_one_review_for_every_reader(tmp_path: Path) -> None:
    async with running(quick(tmp_path)) as (address, service):
        text = (RECORDS / "classic" / "solved-seen-by-peacock.case").read_bytes()
        guests = [await guest(address, name) for name in ("Ada", "Grace")]
        drawn = set[str]()
        for server in guests:
            record = await server.bring(text)
            for query in ("", "?seat=Peacock", "?you=Peacock", "?coordinates=1", "?language=de", "?seat=x1"):
                answer = await reviewed(server, f"/api/records/{record.id}/analysis{query}")
                assert answer.review is not None
                drawn.add(answer.review.ending)
        assert len(service.reviews) == 1
        assert len(drawn) == 2, "in both languages"


DONE_AND_STILL_THERE = """
import time
print('{"part": 0.0}', flush=True)
print('{"part": 1.0, "facts": "aGk="}', flush=True)
time.sleep(1000)
"""


async def test_a_server_that_stops_while_a_process_ends_waits_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its review is done, and it was killed just when the server stopped; it takes a while to be gone."""
    monkeypatch.setattr(review_jobs, "SLICE", 0.01)
    jobs = ReviewJobs((sys.executable, "-c", DONE_AND_STILL_THERE))
    endings: list[int] = []

    async def record() -> str:
        return "a record"

    async def wait_long(process: asyncio.subprocess.Process) -> None:
        await asyncio.sleep(0.1)
        endings.append(await waited(process))

    waited = asyncio.subprocess.Process.wait
    monkeypatch.setattr(asyncio.subprocess.Process, "wait", wait_long)
    job = await jobs.ask("game", record, guest="ada", address="192.0.2.1")
    with waiting_for("the process of a review to start, and to be killed"):
        for there in (True, False):
            while (job.process is not None) is not there:
                await asyncio.sleep(0)
    assert job.facts == b"hi"
    assert not endings
    await jobs.close()
    assert -signal.SIGKILL in endings


LEFT_BEHIND = """
import asyncio
from tests.server.reviews.review_party import LONG, Party

async def evening():
    party = Party()
    jobs = [await party.ask(str(number), LONG, address=f"192.0.2.{number}") for number in range(3)]
    while not all(job.process for job in jobs):
        await asyncio.sleep(0.01)
    print(*(job.process.pid for job in jobs), flush=True)
    await asyncio.sleep(1000)

asyncio.run(evening())
"""


@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
@pytest.mark.parametrize("slow_start", [0.0, 1.5 * SLICE])
async def test_a_paused_review_ends_with_its_server(slow_start: float) -> None:
    """Also one that had hardly begun when its first turn was over: it is not paused before it can be woken."""
    server = await asyncio.create_subprocess_exec(
        sys.executable,
        "-c",
        LEFT_BEHIND,
        stdout=asyncio.subprocess.PIPE,
        env={**os.environ, "SLOW_START": str(slow_start)},
    )
    assert server.stdout is not None
    with waiting_for("three reviews to be started"):
        reviews = [int(each) for each in (await server.stdout.readline()).split()]
    assert len(reviews) == MOST_STARTED
    server.send_signal(signal.SIGKILL)
    await server.wait()
    try:
        # The one that runs ends when it can't tell any more how far it is, which these never do.
        await until(lambda: sum(map(is_running, reviews)) <= 1, "paused reviews to end")
    finally:
        for each in filter(is_running, reviews):
            os.kill(each, signal.SIGKILL)
