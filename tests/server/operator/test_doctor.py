"""`greycells doctor` finds what is wrong with an installation, says it in a sentence, and changes nothing."""

from __future__ import annotations

import asyncio
import os
import shutil
import socket
import sqlite3
import threading
import time
import urllib.request
from collections.abc import Mapping
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import SimpleNamespace

import pytest
from tests.cli import conftest as cli
from tests.cli.conftest import Run
from tests.server.nodes.two_nodes import node
from tests.server.running_server import guest, quick, running

from greycells.protocol.plans import TablePlan
from greycells.server.operator import doctor, network_checks
from greycells.server.operator.doctor import examine
from greycells.server.service.settings import SettingValue, resolve
from greycells.server.storage.data_folder import UNFINISHED
from greycells.server.storage.database import StoreError
from greycells.server.storage.table_store import open_database

run = cli.run


def wrong(given: Mapping[str, SettingValue], environment: Mapping[str, str] | None = None) -> list[str]:
    found = examine(resolve(given, environment or {}, config=None), environment or {})
    return [str(finding.sentence) for finding in found if finding.is_wrong]


def notes(given: Mapping[str, SettingValue], environment: Mapping[str, str] | None = None) -> str:
    found = examine(resolve(given, environment or {}, config=None), environment or {})
    return "\n".join(str(finding.sentence) for finding in found if finding.verdict == "note")


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """The data folder of a server that has stopped."""

    async def evening() -> None:
        async with running(quick(tmp_path / "data")) as (address, _):
            await (await guest(address, "Ada")).open(TablePlan())

    asyncio.run(evening())
    return tmp_path / "data"


def test_a_good_installation_is_well(data: Path, run: Run) -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    assert wrong({"data": data, "port": port}) == []
    os.environ["GREYCELLS_PORT"] = str(port)
    try:
        ran = run("doctor", "--data", str(data))
    finally:
        del os.environ["GREYCELLS_PORT"]
    assert (ran.code, ran.err) == (0, "")
    assert "ok      The database is intact: 1 game, schema version" in ran.out
    assert "ok      The signing key is in place." in ran.out


async def test_a_running_server_is_found(data: Path) -> None:
    async with running(quick(data)) as (_, service):
        settings = resolve({"data": data, "port": service.config.port}, {}, config=None)
        found = await asyncio.to_thread(examine, settings, {})
        assert [str(one) for one in found if one.is_wrong] == []
        assert any("A greycells server is running on port" in str(one) for one in found)


async def test_a_server_that_is_not_well_is_no_other_program(tmp_path: Path, postgres_url: str) -> None:
    async with running(node(tmp_path, postgres_url)) as (_, service):
        assert service.cluster is not None
        service.cluster.leases.leaving = True
        given: dict[str, SettingValue] = {"data": tmp_path, "port": service.config.port, "one_machine": True}
        (told,) = await asyncio.to_thread(wrong, {**given, "database": postgres_url})
        service.cluster.leases.leaving = False
    port = service.config.port
    assert told == f"A greycells server is running on port {port}, and isn't well. It says: this node is leaving."


async def test_a_frozen_server_is_named_by_its_process(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its loop answers nothing while it is asked from within."""
    monkeypatch.setattr(network_checks, "ANSWER_TIME_LIMIT", 0.2)
    async with running(quick(data)) as (_, service):
        (told,) = wrong({"data": data, "port": service.config.port})
    assert told.startswith(f"The server that uses this folder (process {os.getpid()}) doesn't answer")


async def test_the_public_address_is_asked(data: Path) -> None:
    async with running(quick(data)) as (address, service):

        def told(url: str) -> str:
            settings = resolve({"data": data, "port": service.config.port, "public_url": url}, {}, config=None)
            return next(str(one) for one in examine(settings, {}) if url in str(one))

        assert await asyncio.to_thread(told, address) == f"ok      Players use {address}, and it leads here."
        elsewhere = await asyncio.to_thread(told, f"{address}/clue")
        assert elsewhere.startswith(f"PROBLEM {address}/clue/health answers with status 404, although the server runs.")
        away = "http://127.0.0.1:9"
        assert (await asyncio.to_thread(told, away)).startswith(
            f"note    Players use {away}, and nothing answers there from this machine (Connection refused)."
        )


async def test_a_proxy_that_is_not_trusted_is_noticed(data: Path, caplog: pytest.LogCaptureFixture) -> None:
    """It speaks for others, and the server takes all of them for it."""
    async with running(replace(quick(data), trusted_proxies="10.0.0.2")) as (address, service):
        given: dict[str, SettingValue] = {"data": data, "port": service.config.port}
        assert await asyncio.to_thread(wrong, given) == []
        for _ in range(2):
            forwarded = urllib.request.Request(f"{address}/health", headers={"X-Forwarded-For": "203.0.113.9"})
            await asyncio.to_thread(urllib.request.urlopen, forwarded)
        (told,) = await asyncio.to_thread(wrong, given)
    assert told.startswith("Requests come through a proxy that isn't in --trusted-proxies, so all players count as one")
    assert caplog.text.count("requests come through the proxy 127.0.0.1, which isn't in --trusted-proxies") == 1


def test_another_program_is_not_taken_for_a_server_of_ours(data: Path) -> None:
    """Its health check says `ok` too."""

    class Other(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.end_headers()
            self.wfile.write(b"ok\n")

    with ThreadingHTTPServer(("127.0.0.1", 0), Other) as other:
        threading.Thread(target=other.serve_forever, daemon=True).start()
        found = wrong({"data": data, "host": "127.0.0.1", "port": other.server_port})
        other.shutdown()
    assert f"Another program is using port {other.server_port}." in "".join(found)


def test_what_is_wrong_with_the_folder(data: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    key, database = data / "key", data / "greycells.db"
    signed = key.read_text(encoding="ascii")
    key.write_text("short", encoding="ascii")
    assert [words.partition(":")[0] for words in wrong({"data": data})] == [f"The signing key {key} is cut short"]
    key.unlink()
    assert wrong({"data": data})[0].startswith("There's a database, but no signing key")
    assert wrong({"data": data, "key": "k"})[0].startswith("The signing key in the settings has 1 character,")
    key.write_text(signed, encoding="ascii")
    key.chmod(0o644)
    assert f"Other users can read files in {data}: key." in notes({"data": data})
    connection = sqlite3.connect(database)
    connection.execute("UPDATE tables SET touched = ?", (time.time() + 3660,))
    connection.commit()
    assert wrong({"data": data})[0].startswith("The database has a timestamp 60 minutes in the future.")
    connection.execute("UPDATE tables SET touched = 0")
    connection.execute("PRAGMA user_version = 99")
    connection.commit()
    connection.close()
    assert "was written by a newer version of greycells" in wrong({"data": data})[0]
    database.write_bytes(b"no database at all" * 100)
    assert "isn't a database" in wrong({"data": data})[0]
    (data / UNFINISHED).touch()
    assert any("was interrupted" in words for words in wrong({"data": data}))
    ran = run("doctor", "--data", str(data))
    assert (ran.code, "PROBLEM " in ran.out) == (1, True)

    def nearly_full(_: Path) -> SimpleNamespace:
        return SimpleNamespace(free=5_000_000)

    monkeypatch.setattr(shutil, "disk_usage", nearly_full)
    assert any(words.startswith("Only 0.0 GB free") for words in wrong({"data": data}))


def test_what_is_wrong_with_the_network(tmp_path: Path) -> None:
    given = {"data": tmp_path / "data"}
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert wrong({**given, "port": port}) == [
            f"Another program is using port {port}. Stop it, or choose another port with --port."
        ]
    assert "can't listen on 192.0.2.1" in wrong({**given, "host": "192.0.2.1"})[0]
    assert "neither an address nor a network" in wrong({**given, "trusted-proxies".replace("-", "_"): "proxy"})[0]
    told = notes({**given, "host": "0.0.0.0", "public_url": "http://nowhere.invalid/clue"}, {"GREYCELLS_PROT": "1"})
    for words in (
        "without TLS: anyone on their network can read the traffic",
        "The host nowhere.invalid in --public-url can't be found",
        "listens on 0.0.0.0, but trusts forwarded headers only from 127.0.0.1",
        "there's no setting for the environment variable GREYCELLS_PROT. Did you mean GREYCELLS_PORT?",
    ):
        assert words in told
    assert "trusted from everywhere" in notes({**given, "trusted_proxies": "*"})
    assert "--public-url isn't set" in notes({**given, "host": "0.0.0.0"})


def test_a_database_that_cannot_be_reached_is_told_without_its_password(tmp_path: Path, run: Run) -> None:
    url = "postgresql://ada:secret@127.0.0.1:9/clue"
    (told,) = wrong({"data": tmp_path / "data", "database": url, "one_machine": True})
    assert told.startswith("The PostgreSQL database can't be reached: connection failed: connection to server at")
    assert "Connection refused. Check --database" in told
    assert "secret" not in told
    os.environ["GREYCELLS_DATABASE"] = url
    try:
        ran = run("backup", str(tmp_path / "copy"))
    finally:
        del os.environ["GREYCELLS_DATABASE"]
    assert (ran.code, ran.err.startswith("This server keeps its data in PostgreSQL: back it up with pg_dump")) == (
        1,
        True,
    )


def test_a_server_that_cannot_listen_says_why_in_a_sentence(tmp_path: Path, run: Run) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        ran = run("serve", "--data", str(tmp_path / "one"), "--port", str(port))
    assert (ran.code, ran.err) == (
        1,
        f"Another program is using port {port}. Stop it, or choose another port with --port.\n",
    )
    ran = run("serve", "--data", str(tmp_path / "one"), "--host", "192.0.2.1")
    assert ran.code == 1
    assert ran.err == (
        "The server can't listen on 192.0.2.1: Cannot assign requested address."
        " Choose an address of this machine with --host.\n"
    )


@pytest.mark.parametrize(
    "url",
    [
        "postgres//ada:secret@127.0.0.1/clue",
        "postgresql:ada:secret@127.0.0.1/clue",
        "postgresql://ada:secret/slash@127.0.0.1/clue",
        "postgresql://ada:secret%zz@127.0.0.1/clue",
        "postgresql://ada:sec@secret@127.0.0.1/clue",
        "postgresql://ada:secret#@127.0.0.1/clue",
        "host=127.0.0.1 user=ada password=secret",
    ],
)
def test_a_mistyped_database_is_told_without_its_password(url: str, tmp_path: Path, run: Run) -> None:
    os.environ["GREYCELLS_DATABASE"] = url
    try:
        ran = [run(command, "--data", str(tmp_path / "data")) for command in ("serve", "doctor")]
    finally:
        del os.environ["GREYCELLS_DATABASE"]
    for one in ran:
        assert (one.code, "secret" in one.out + one.err) == (1, False)
        assert one.err.startswith("GREYCELLS_DATABASE must be an address such as postgresql://user:password@host/")
    with pytest.raises(StoreError, match=r"^The database must be an address"):
        open_database(url)


def test_a_node_that_others_cannot_reach_is_a_problem(tmp_path: Path) -> None:
    given: dict[str, SettingValue] = {"data": tmp_path / "data", "database": "postgresql://127.0.0.1:9/clue"}
    for address in ("127.0.0.1:0", "localhost:8001", "[::1]:8001", "0.0.0.0:8001"):
        told = wrong({**given, "node_address": address})[1]
        assert told.startswith(f"Other machines can't reach this node at {address}. Set --node-address")
    fine: SettingValue
    for name, fine in (("one_machine", True), ("node_address", "192.0.2.7:8001")):
        assert len(wrong({**given, name: fine})) == 1


def test_what_is_wrong_with_the_machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    given = {"data": tmp_path / "data"}
    monkeypatch.setattr(doctor, "OLDEST_PYTHON", (9, 9))
    monkeypatch.setattr(doctor, "MADE", time.time() + 1e6)
    monkeypatch.setattr(doctor, "FILES", 10**9)

    def installed(name: str) -> bool:
        return name != "starlette"

    monkeypatch.setattr(doctor, "_installed", installed)
    found = wrong(given)
    assert found[0].endswith("is too old: greycells needs 3.11 or later.")
    assert found[1].startswith("The clock shows")
    assert found[2] == "These packages are missing: starlette. Install greycells again."
    told = notes(given, {"NUMBA_CACHE_DIR": "/proc/nothing"})
    assert "files and sockets can be open at once. For a busy server" in told
    assert os.geteuid() == 0 or "Set NUMBA_CACHE_DIR" in told
    assert "GREYCELLS_KERNEL=off" in notes(given, {"GREYCELLS_KERNEL": "off"})


def test_a_secret_that_everybody_can_read_is_a_problem(data: Path, tmp_path: Path) -> None:
    """Where the settings come from is said in any case."""
    file = tmp_path / "greycells.toml"
    given: dict[str, SettingValue] = {"data": data}

    def found(text: str, mode: int) -> list[str]:
        file.write_text(text, encoding="utf-8")
        file.chmod(mode)
        return [str(one) for one in examine(resolve(given, {}, config=file), {}) if str(file) in str(one)]

    assert found("pace = 2", 0o644) == [f"ok      The settings come from {file}."]
    key = f'key = "{"k" * 64}"'
    assert found(key, 0o640) == [f"ok      The settings come from {file}."]
    (problem,) = found(key, 0o644)
    assert problem.startswith(f"PROBLEM Every user of this machine can read the secrets in {file}. Protect it: chown")
    assert "kkk" not in problem
