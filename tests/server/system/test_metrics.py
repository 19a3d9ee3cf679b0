"""Metrics by Prometheus's conventions, on a server with either kind of database, and as the hosting page lists them."""

from __future__ import annotations

import os
import re
import sys
import time
from pathlib import Path

import httpx
import pytest
from tests.deadline import until
from tests.server.running_server import quick, running
from tests.server.scraped import Scraped, scraped
from tests.server.seated_table import seated
from tests.server.spoiled_tables import spoil
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from greycells import __version__
from greycells.client import NotDone
from greycells.protocol.commands import Say, Start
from greycells.server.service.config import Config
from greycells.server.system import process_figures as process_figures_module
from greycells.server.system.metrics import COUNTERS, LEASE_COUNTERS, RESULTS, Metrics
from greycells.server.system.process_figures import process_figures
from greycells.server.web.request_log import NO_ROUTE

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")
ROW = re.compile(r"^\| `((?:greycells|process)_\w+)` \| (\w+) \| ([^|]*) \| ([^|]*) \|$", re.MULTILINE)


async def scrape(address: str) -> dict[str, Scraped]:
    async with httpx.AsyncClient(timeout=None, base_url=address) as client:
        answer = await client.get("/metrics")
    assert answer.headers["content-type"] == "text/plain; version=0.0.4; charset=utf-8"
    return scraped(answer.text)


def by_route(family: Scraped) -> dict[tuple[str, str, str], float]:
    """How many requests there were by method, route and status, without what never happened."""
    found = dict[tuple[str, str, str], float]()
    for (_, labels), value in family.samples.items():
        fields = dict(labels)
        if value:
            found[fields["method"], fields["route"], fields["status"]] = value
    return found


async def test_counters_are_there_before_anything_happens(anywhere: Config) -> None:
    async with running(anywhere) as (address, service):
        found = await scrape(address)
        nodes = LEASE_COUNTERS if anywhere.database else {}
        for counter in (*COUNTERS, *nodes, "bot processes lost", "bot choices failed"):
            name = f"greycells_{counter.replace(' ', '_')}_total"
            assert found[name].kind == "counter"
            assert counter == "lease renewals" or set(found[name].samples.values()) == {0.0}, name
        requests = found["greycells_requests_total"].samples
        labels = (("method", "POST"), ("route", "/api/tables"), ("status", "201"))
        assert requests["greycells_requests_total", labels] == 0
        commands = found["greycells_command_seconds"].samples
        results = {dict(labels)["result"] for _, labels in commands}
        assert (results, sum(commands.values())) == (set(RESULTS), 0)
        (build,) = found["greycells_build_info"].samples
        kind = "postgresql" if service.config.database else "sqlite"
        assert dict(build[1]) == {
            "version": __version__,
            "python": ".".join(map(str, sys.version_info[:3])),
            "database": kind,
        }


def test_every_counter_that_is_counted_is_declared() -> None:
    counted = set[str]()
    for file in (ROOT / "src" / "greycells" / "server").rglob("*.py"):
        text = file.read_text(encoding="utf-8")
        for found in re.finditer(r"\bcounts\[([^\]]+)\] \+=|counts\.update\(\[([^\]]+)\]\)", text):
            counted |= set(re.findall(r'"([^"]+)"', found[1] or found[2]))
    assert counted == COUNTERS.keys() | LEASE_COUNTERS.keys()


async def test_every_request_is_counted_by_route_and_status(tmp_path: Path) -> None:
    """Pages, files, addresses that don't exist, sockets that were refused, and what the server could not do."""
    async with running(quick(tmp_path)) as (address, _):
        _, _, broken = await seated(address)
        ada, _, table = await seated(address)
    spoil(tmp_path, broken, wake=0.0)
    async with running(quick(tmp_path)) as (address, _):
        ada.url = address
        async with httpx.AsyncClient(timeout=None, base_url=address) as client:
            for path in ("/health", "/static/app.js", "/static/nothing.js", "/seat/secret", "/nowhere", "/metrics"):
                await client.get(path)
            await client.post("/api/guest", headers={"Origin": "http://elsewhere.example"})
            await client.request("PURGE", "/about")
            await client.get(f"/api/tables/{broken}", headers={"Cookie": f"greycells={ada.cookie}"})
        with pytest.raises(InvalidStatus):
            await connect(f"ws{address[4:]}/api/tables/{table}/live")
        async with ada.line(table, 0) as line:
            await line.say("hello")
        found = await scrape(address)
        requests = found["greycells_requests_total"]
        assert by_route(requests) == {
            ("GET", "/health", "200"): 1,
            ("GET", "/static/{file}", "200"): 1,
            ("GET", "/static/{file}", "404"): 1,
            ("GET", "/seat/{link}", "404"): 1,
            ("GET", NO_ROUTE, "404"): 1,
            ("GET", "/metrics", "200"): 1,
            ("POST", NO_ROUTE, "403"): 1,
            ("other", "/about", "405"): 1,
            ("GET", "/api/tables/{table}", "503"): 1,
            ("GET", "/api/tables/{table}/live", "403"): 1,
            ("GET", "/api/tables/{table}/live", "101"): 1,
        }
        assert found["greycells_request_seconds"].labels == {"method", "route"}


async def test_commands_that_fail_are_timed_too(tmp_path: Path) -> None:
    async with running(quick(tmp_path)) as (address, service):
        ada, _, table = await seated(address)
        async with ada.line(table, 0) as line:
            await line.ask(Say(text="hello"))
            with pytest.raises(NotDone):
                await line.ask(Start())
        series = service.metrics.command_seconds.series
        assert {result: sum(found.counts) for (result,), found in series.items()} == {
            "done": 1,
            "refused": 1,
            "failed": 0,
            "unanswered": 0,
        }


async def test_a_blocked_event_loop_is_measured(tmp_path: Path) -> None:
    async with running(quick(tmp_path)) as (_, service):
        lag = service.metrics.loop_lag.series[()]
        await until(lambda: sum(lag.counts), "the lag to be measured")
        before = lag.total
        time.sleep(1.0)
        await until(lambda: lag.total - before > 0.5, "the lag of the block")


@pytest.mark.skipif(sys.platform != "linux", reason="read from /proc")
def test_the_figures_of_the_process(tmp_path: Path) -> None:
    metrics = Metrics(others=list(process_figures()))

    def figures() -> dict[str, float]:
        found = scraped(metrics.text())
        return {name: value for (name, _), value in (item for one in found.values() for item in one.samples.items())}

    before = figures()
    with (tmp_path / "file").open("w"):
        after = figures()
    assert after["process_open_fds"] == before["process_open_fds"] + 1
    assert after["process_cpu_seconds_total"] > before["process_cpu_seconds_total"] > 0
    assert 10e6 < before["process_resident_memory_bytes"] < before["process_virtual_memory_bytes"]
    assert before["process_open_fds"] < before["process_max_fds"]
    assert time.time() - 86400 < before["process_start_time_seconds"] <= time.time() + 1
    assert abs(before["process_start_time_seconds"] - Path(f"/proc/{os.getpid()}").stat().st_ctime) < 86400


@pytest.mark.skipif(sys.platform != "linux", reason="read from /proc")
def test_the_figures_need_nothing_of_proc_but_the_process(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A hardened service sees no more (`ProcSubset=pid` in the unit of the hosting page)."""
    (tmp_path / "self").symlink_to("/proc/self")
    monkeypatch.setattr(process_figures_module, "PROC", tmp_path)
    assert all([*found.lines()] for found in process_figures())


async def test_the_page_lists_what_is_measured(anywhere: Config) -> None:
    """Every metric with its type and labels, and nothing else. Some are there with one kind of database only."""
    async with running(anywhere) as (address, _):
        found = await scrape(address)
        await scrape(address)
        found = await scrape(address)
    other = "SQLite" if anywhere.database else "PostgreSQL"
    rows = {row[0]: row[1:] for row in ROW.findall(PAGE) if not row[3].startswith(f"{other}: ")}
    listed = {name: (kind, set(re.findall(r"`(\w+)`", labels))) for name, (kind, labels, _) in rows.items()}
    assert {name: (family.kind, family.labels) for name, family in found.items()} == listed
