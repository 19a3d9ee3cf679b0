"""Logs and metrics: every line has its time and request id, latencies are counted, and no secret is in them."""

from __future__ import annotations

import json
import logging
import re
from contextvars import copy_context
from dataclasses import replace
from pathlib import Path

import httpx
import pytest
from tests.deadline import until
from tests.server.faulty_database import faulty
from tests.server.running_server import frame_of, guest, plays_until_over, quick, refused, running
from tests.server.seated_table import seated
from websockets.asyncio.client import connect

from greycells.protocol.commands import Say, Sit, Start
from greycells.protocol.frames import Hello
from greycells.protocol.plans import ChairPlan, TablePlan
from greycells.server.limits.trusted_proxies import TrustedProxies
from greycells.server.system.metrics import BUCKETS, Histogram
from greycells.server.web.log_format import JsonLines, LoggedLine, TextLines
from greycells.server.web.request_ids import naming

ID = re.compile(r"[0-9a-f]{16}")
GIVEN = "from-the-proxy.1"


@pytest.mark.parametrize(
    ("trusted", "taken"), [("127.0.0.1", True), ("10.0.0.0/8,127.0.0.0/8", True), ("10.0.0.1", False)]
)
async def test_every_response_has_the_id_of_its_request(trusted: str, taken: bool, tmp_path: Path) -> None:  # noqa: FBT001
    async with running(replace(quick(tmp_path), trusted_proxies=trusted)) as (address, _):
        async with httpx.AsyncClient(timeout=None, base_url=address) as client:
            for path in ("/", "/api/guest", "/nowhere", "/static/app.js", "/health"):
                own = (await client.get(path)).headers.get_list("x-request-id")
                assert len(own) == 1
                assert ID.fullmatch(own[0]), path
                given = (await client.get(path, headers={"X-Request-ID": GIVEN})).headers["x-request-id"]
                assert (given == GIVEN) == taken, path
            for odd in ("a" * 65, "two words", 'quote"', ""):
                answer = await client.get("/health", headers={"X-Request-ID": odd})
                assert ID.fullmatch(answer.headers["x-request-id"])
        ada = await guest(address, "Ada")
        table = (await ada.open(TablePlan())).id
        headers = {"Cookie": f"greycells={ada.cookie}", "X-Request-ID": GIVEN}
        async with connect(f"ws{address[4:]}/api/tables/{table}/live", additional_headers=headers) as line:
            assert line.response is not None
            assert (line.response.headers["x-request-id"] == GIVEN) == taken


def test_trusted_proxies_are_addresses_and_networks() -> None:
    trusted = TrustedProxies("127.0.0.1, 10.0.0.0/8, fd00::/8, odd")
    assert [host in trusted for host in ("127.0.0.1", "10.9.8.7", "fd00::1", "192.0.2.1", "odd")] == [True] * 3 + [
        False
    ] * 2
    assert "anything" in TrustedProxies("*")


def test_a_line_has_its_time_and_request() -> None:
    record = logging.LogRecord("greycells.server", logging.ERROR, "", 1, "failed: %s", ("disk\nfull",), None)
    with naming("abc"):
        inherited = copy_context()
        line = JsonLines().format(record)
        assert "\n" not in line
        fields = json.loads(line)
        assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", fields.pop("time"))
        assert fields == {
            "level": "error",
            "logger": "greycells.server",
            "message": "failed: disk\nfull",
            "request": "abc",
        }
        assert TextLines("%(message)s").format(record) == "failed: disk\nfull [abc]"
    assert "request" not in json.loads(JsonLines().format(record))
    assert inherited.run(TextLines("%(message)s").format, record) == "failed: disk\nfull"


async def test_requests_are_logged_by_their_route_never_by_their_secret(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with running(replace(quick(tmp_path), log_level="info")) as (address, _):
        caplog.set_level(logging.INFO, "greycells.access")
        ada, _, table = await seated(address)
        async with httpx.AsyncClient(timeout=None, base_url=address) as client:
            await client.get("/seat/very-secret-link")
            await client.get("/very-secret")
            await client.get("/static/app.js")
            await client.get("/api/guest?x=very-secret")
        async with ada.line(table, 0) as line:
            await frame_of(line, Hello)
        closed = "GET /api/tables/{table}/live closed after "
        await until(lambda: closed in caplog.text, "the socket's end in the log")
    records = [record for record in caplog.records if record.name == "greycells.access"]
    lines = [record.getMessage() for record in records]
    for route in (
        "/seat/{link} 404",
        "none 404",
        "/static/{file} 200",
        "/api/guest 200",
        "/api/tables/{table}/live 101",
    ):
        assert any(re.fullmatch(rf"GET {re.escape(route)} [\d.]+ ms", line) for line in lines), route
    assert not any("secret" in line for line in lines)
    fields = [json.loads(JsonLines().format(record)) for record in records]
    (opened,) = (one for one in fields if one.get("status") == 101)
    assert (opened["method"], opened["route"]) == ("GET", "/api/tables/{table}/live")
    assert {one["table"] for one in fields if "{table}" in one["route"]} == {opened["table"]}
    assert all(one["duration"] >= 0 for one in fields)


async def test_what_the_server_could_not_do_is_logged_at_any_level(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with running(quick(tmp_path)) as (address, service):
        ada, _, table = await seated(address)
        with faulty(service.store).failing("COMMIT"), refused(503):
            await ada.ask(table, Say(text="hello"))
    (line,) = (record for record in caplog.records if record.name == "greycells.access")
    fields = json.loads(JsonLines().format(line))
    assert (fields["level"], fields["status"], fields["route"]) == ("warning", 503, "/api/tables/{table}")


def test_the_page_lists_every_field_of_a_line() -> None:
    page = (Path(__file__).parents[3] / "docs" / "hosting.md").read_text(encoding="utf-8")
    rows = page.partition("| field | what it says |")[2].partition("\n\n")[0].splitlines()
    listed = [name for row in rows for name in re.findall(r"`(\w+)`", row.split("|")[1] if row else "")]
    assert sorted(listed) == sorted(LoggedLine.__struct_fields__)


def test_a_histogram_counts_what_is_at_most_its_bounds() -> None:
    histogram = Histogram()
    for seconds in (0.001, 0.005, 0.006, 0.2, 99.0):
        histogram.add(seconds)
    lines = list(histogram.lines("x", ("a",), ("b",)))
    assert lines[0] == 'x_bucket{a="b",le="0.005"} 2'
    assert lines[1] == 'x_bucket{a="b",le="0.01"} 3'
    assert lines[len(BUCKETS)] == 'x_bucket{a="b",le="+Inf"} 5'
    assert lines[-1] == 'x_count{a="b"} 5'


async def test_a_scrape_tells_latency_queues_disk_and_bots(tmp_path: Path) -> None:
    async with running(quick(tmp_path)) as (address, service):
        service.metrics.watch("leases_held", "Tables that this node runs", lambda: 3)
        ada = await guest(address, "Ada")
        bots = (ChairPlan(bot="sergeant"),) * 2
        table = (await ada.open(TablePlan(chairs=(ChairPlan(), *bots)))).id
        await ada.ask(table, Sit(chair=0))
        await ada.ask(table, Start())
        await plays_until_over(ada, table, 0)
        text = await ada.text("/metrics")
        number = {
            line.rpartition(" ")[0]: float(line.rpartition(" ")[2]) for line in text.splitlines() if line[0] != "#"
        }
        assert number["greycells_leases_held"] == 3
        assert number["greycells_tables_live"] == 1
        assert number["greycells_disk_free_bytes"] > 0
        assert number["greycells_database_bytes"] > 0
        assert number["greycells_bot_workers_running"] == 1
        for waiting in ("writes", "reads", "inbox", "library", "study"):
            assert number[f"greycells_{waiting}_waiting"] >= 0
        assert number["greycells_bot_seconds_count"] > 5
        assert number['greycells_command_seconds_count{result="done"}'] > 2
        assert number['greycells_request_seconds_count{method="POST",route="/api/tables"}'] == 1
        assert number['greycells_request_seconds_bucket{method="POST",route="/api/tables",le="+Inf"}'] == 1
        assert table not in text
        helped = {line.split()[2] for line in text.splitlines() if line.startswith("# HELP")}
        names = {re.sub(r"_(bucket|sum|count)$", "", re.sub(r"[{ ].*", "", name)) for name in number}
        assert names - helped == set()
