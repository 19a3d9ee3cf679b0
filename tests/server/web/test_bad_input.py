"""Bad input: a clear status, a sentence, and every game as it was."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec import inspect
from tests.server.bare_requests import ask
from tests.server.moved_clock import MovedClock
from tests.server.records.golden_records import SOLVED
from tests.server.running_server import guest, quick, refused, running
from tests.server.seated_table import started
from tests.server.storage.rows import NO_QUOTAS
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus
from websockets.typing import Origin

from greycells.client import ServerClient
from greycells.protocol.commands import CommandRequest, Say, Sit
from greycells.protocol.guest_messages import Rename
from greycells.protocol.notebook_messages import NotebookPages
from greycells.protocol.plans import TablePlan
from greycells.server.app.features import API
from greycells.server.game_sources.upload_quotas import Upload, keep_upload
from greycells.server.records.api import CASE
from greycells.server.service.config import Config

LIVE = "/api/tables/{}/live?chair=0"


async def test_cookies_that_are_forged_or_foreign_open_nothing(tmp_path: Path) -> None:
    async with running(quick(tmp_path / "one")) as (address, _), running(quick(tmp_path / "two")) as (other, _):
        ada, table = await started(address)
        foreign = await guest(other, "Ada")
        assert ada.cookie is not None
        forged = ada.cookie[:-2] + ("AA" if ada.cookie[-2:] != "AA" else "BB")
        socket = f"ws{address.removeprefix('http')}{LIVE.format(table)}"
        for cookie in (None, "", "nonsense", forged, foreign.cookie):
            headers = {} if cookie is None else {"Cookie": f"greycells={cookie}"}
            with pytest.raises(InvalidStatus, match="403"):
                async with connect(socket, additional_headers=headers):
                    pass
            status, _, body = await asyncio.to_thread(
                ask, address, f"/api/tables/{table}/chairs/0/notebook", headers=headers
            )
            assert (status, b"isn't yours" in body) == (403, True)
        with pytest.raises(InvalidStatus, match="403"):
            async with connect(
                socket,
                additional_headers={"Cookie": f"greycells={ada.cookie}"},
                origin=Origin("https://evil.example"),
            ):
                pass
        async with connect(socket, additional_headers={"Cookie": f"greycells={ada.cookie}"}, origin=Origin(address)):
            pass


def bodies() -> list[object]:
    return [CommandRequest, *(endpoint.body for endpoint in API if endpoint.body is not None and endpoint.body != CASE)]


def unbounded(kind: inspect.Type, seen: set[type], path: str) -> Iterator[str]:
    """Every number in a type that has no least or no greatest value, every text and list that may be of any length."""
    match kind:
        case inspect.IntType() | inspect.FloatType() if kind.ge is None or kind.le is None:
            yield path
        case inspect.StrType() if kind.max_length is None and kind.pattern is None:
            yield path
        case inspect.StructType(cls=cls) if cls not in seen:
            seen.add(cls)
            for field in kind.fields:
                yield from unbounded(field.type, seen, f"{path}.{field.name}")
        case inspect.UnionType():
            for one in kind.types:
                yield from unbounded(one, seen, path)
        case inspect.VarTupleType() | inspect.ListType():
            if kind.max_length is None:
                yield path
            yield from unbounded(kind.item_type, seen, f"{path}[]")
        case inspect.DictType():
            if kind.max_length is None:
                yield path
            yield from unbounded(kind.key_type, seen, f"{path} key")
            yield from unbounded(kind.value_type, seen, f"{path} value")
        case inspect.TupleType():
            for one in kind.item_types:
                yield from unbounded(one, seen, f"{path}[]")
        case _:
            pass


def test_everything_that_comes_from_outside_has_bounds_in_its_type() -> None:
    seen: set[type] = set()
    assert [path for kind in bodies() for path in unbounded(inspect.type_info(kind), seen, str(kind))] == []
    assert NotebookPages in seen


async def test_a_notebook_that_no_database_can_hold_harms_nobody(tmp_path: Path) -> None:
    """A version of 2^63 once took every job of its batch with it, and showed the case file to whoever had accused."""
    async with running(quick(tmp_path)) as (address, service):
        ada, table = await started(address)
        headers = {"Cookie": f"greycells={ada.cookie}"}
        path = f"/api/tables/{table}/chairs/0/notebook"
        for version in (2**63, -1, 10**7):
            body = json.dumps({"version": version}).encode()
            status, _, _ = await asyncio.to_thread(ask, address, path, method="PUT", body=body, headers=headers)
            assert status == 400
        others = [guest(address, f"Guest {number}") for number in range(20)]
        bad = service.store.write_notebook("nowhere", 0, version=2**63, pages=b"")
        *met, broken = await asyncio.gather(*others, bad, return_exceptions=True)
        assert isinstance(broken, OverflowError)
        assert all(isinstance(one, ServerClient) for one in met)


async def test_another_site_cannot_ask_in_a_guests_name(tmp_path: Path) -> None:
    async with running(quick(tmp_path)) as (address, _):
        ada, _ = await started(address)
        cookie = {"Cookie": f"greycells={ada.cookie}"}
        for headers in ({"Origin": "https://evil.example"}, {"Origin": "null"}, {"Sec-Fetch-Site": "cross-site"}):
            status, _, body = await asyncio.to_thread(
                ask, address, "/play", method="POST", body=b"", headers={**cookie, **headers}
            )
            assert (status, b"Reload the page" in body) == (403, True)
        assert len((await ada.games()).tables) == 1


async def test_every_answer_has_strict_headers(tmp_path: Path) -> None:
    config = Config(tmp_path, pace=0.0, public_url="https://play.example")
    async with running(config) as (address, _):
        for path in ("/", "/api/guest", "/health", "/metrics", "/openapi.json", "/static/plain.css", "/nowhere"):
            _, headers, _ = await asyncio.to_thread(ask, address, path)
            known = {name.lower(): value for name, value in headers.items()}
            assert "script-src 'self'" in known["content-security-policy"], path
            assert "unsafe" not in known["content-security-policy"]
            assert known["x-content-type-options"] == "nosniff"
            assert "max-age" in known["strict-transport-security"]
            assert "server" not in known
            if "set-cookie" in known:
                assert {"HttpOnly", "Secure", "SameSite=lax"} <= set(known["set-cookie"].split("; "))


async def test_the_home_page_starts_a_game_without_any_script(tmp_path: Path) -> None:
    async with running(quick(tmp_path)) as (address, _):
        _, _, page = await asyncio.to_thread(ask, address, "/")
        assert b'action="/play"' in page
        assert b"Play now" in page
        ada = await guest(address, "Ada")
        status, _, page = await asyncio.to_thread(
            ask, address, "/play", method="POST", body=b"", headers={"Cookie": f"greycells={ada.cookie}"}
        )
        assert status == 200
        (listed,) = (await ada.games()).tables
        assert (listed.state, listed.edition) == ("running", "classic")
        assert len((await ada.table(listed.id)).chairs) == 4


@pytest.mark.parametrize("name", ["\u202eAda", "A\x00da", "A" + "\u0301" * 9, "\u3164"])
async def test_names_that_hide_something_are_refused(tmp_path: Path, name: str) -> None:
    async with running(quick(tmp_path)) as (address, _):
        ada = await guest(address, "Ada")
        with refused(422, "Your name can't"):
            await ada.meet(name)
        assert await ada.meet() == "Ada"


@pytest.mark.parametrize("name", ["<b onclick=x()>A</b>", "  ", "\n\t", "é" * 24, "💃"])
async def test_hostile_names_are_harmless(tmp_path: Path, name: str) -> None:
    async with running(quick(tmp_path)) as (address, _):
        ada = await guest(address, "Ada")
        if not name.strip():
            with refused(422, "at least one letter"):
                await ada.send("POST", "/api/guest", Rename(name=name), Rename)
            return
        called = await ada.meet(name)
        assert called.isprintable()
        table = (await ada.open(TablePlan(public=True))).id
        await ada.ask(table, Sit(chair=0))
        status, _, page = await asyncio.to_thread(ask, address, f"/table/{table}")
        assert status == 200
        assert b"<b onclick" not in page


async def test_floods_are_slowed_down(tmp_path: Path) -> None:
    clock = MovedClock()
    async with running(Config(tmp_path, pace=0.0, clock=clock)) as (address, _):
        ada, table = await started(address)
        with refused(429, "going too fast"):
            for _ in range(40):
                await ada.ask(table, Say(text="spam"))
        with refused(429, "going too fast"):
            for _ in range(40):
                await ada.open(TablePlan())
        headers = {"Cookie": f"greycells={ada.cookie}"}
        socket = f"ws{address.removeprefix('http')}{LIVE.format(table)}"
        await clock.advance(60)
        lines = [await connect(socket, additional_headers=headers, close_timeout=0.2) for _ in range(20)]
        with pytest.raises(InvalidStatus, match="429"):
            await connect(socket, additional_headers=headers)
        await asyncio.gather(*(line.close() for line in lines))
        status, _, _ = await asyncio.to_thread(
            ask, address, "/api/tables", method="POST", body=b"[" * 100_000, headers=headers
        )
        assert status in (400, 413)


RECORD = b"case 1\nedition  classic\n"
CHANGED = SOLVED.replace(b'stamp    "', b'stamp    "0')


@pytest.mark.parametrize(
    ("record", "status", "words"),
    [
        (b"", 422, "isn't a game file"),
        (b"\xff\xfe\x00", 422, "isn't a game file"),
        (RECORD + b"\xff\xfe\x00", 422, "column"),
        (RECORD, 422, "line"),
        (b"case 1\nedition  /etc/passwd\nseats    a\n", 422, "line"),
        (b"case 1\nedition  ../../classic\n", 422, "line"),
        (b"{" * 5000, 422, "isn't a game file"),
        (b"x" * 600_000, 413, "too large"),
        (RECORD + b'seats    Scarlett "' + b"A" * 100_000 + b'"\n', 422, "line"),
        (CHANGED, 422, "stamp"),
        (SOLVED.replace(b'"Ada"', '"Ada\u202e"'.encode(), 1), 422, "direction of writing"),
    ],
)
async def test_hostile_uploads_are_refused_with_line_and_column(
    tmp_path: Path, record: bytes, status: int, words: str
) -> None:
    async with running(quick(tmp_path)) as (address, _):
        found, _, body = await asyncio.to_thread(ask, address, "/api/records", method="POST", body=record)
        assert (found, words in body.decode()) == (status, True), body[:200]
        assert b"root:" not in body


async def test_a_record_can_be_brought_and_replayed_and_a_changed_one_cannot(tmp_path: Path) -> None:
    async with running(quick(tmp_path)) as (address, _):
        ada, table = await started(address)
        text = await ada.text(f"/api/tables/{table}/record?chair=0")
        cookie = {"Cookie": f"greycells={ada.cookie}"}
        status, _, body = await asyncio.to_thread(
            ask, address, "/api/records", method="POST", body=text.encode(), headers=cookie
        )
        assert status == 201, body
        number = json.loads(body)["id"]
        replay = json.loads(await ada.text(f"/api/records/{number}/replay?at=3"))
        assert len(replay["sightings"]) == 3
        assert number in await ada.text("/api/records")
        changed = text.replace("begins   Scarlett", "begins   White")
        status, _, body = await asyncio.to_thread(
            ask, address, "/api/records", method="POST", body=changed.encode(), headers=cookie
        )
        assert (status, json.loads(body)["rule"]) == (422, "SET-11")


async def test_a_record_that_was_uploaded_before_its_names_were_checked_is_shown_without_their_controls(
    tmp_path: Path,
) -> None:
    async with running(quick(tmp_path)) as (address, service):
        old = SOLVED.decode().replace('"Ada"', '"\u202eAda\u2028"', 1)
        await keep_upload(service.store.database, Upload("old", "x", 1.0, "classic", old), NO_QUOTAS)
        text = await (await guest(address, "Grace")).text("/api/records/old")
        assert ('"Ada"' in text, "\u202e" in text) == (True, False)


COMMANDS = [
    {"type": kind, "chair": chair}
    for kind in ("sit", "stand", "ready", "remove", "fill", "resign", "mute")
    for chair in (-1, 0, 1, 9, 11)
] + [{"type": kind} for kind in ("start", "close", "rematch", "hurry", "say", "change", "nothing")]
PLAYS = [
    {"type": "play", "chair": chair, "decision": decision, "action": action}
    for chair in (0, 1, 7)
    for decision in (-1, 0, 4, 5, 10**9)
    for action in ({"do": "roll"}, {"do": "show", "card": "Rope"}, {"do": "accuse", "theory": ["Rope"]}, {"do": 1})
]
NONSENSE = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=10), inner, max_size=4),
)
MESSAGES = st.one_of(
    st.text(max_size=200),
    NONSENSE.map(json.dumps),
    st.sampled_from([json.dumps({"id": "x", "command": command}) for command in (*COMMANDS, *PLAYS)]),
)


def test_no_message_of_a_stranger_changes_a_game(tmp_path: Path) -> None:
    """A stranger on a socket says anything at all: the line answers or closes, and the game is as it was."""
    loop = asyncio.new_event_loop()
    house = running(quick(tmp_path))
    address, service = loop.run_until_complete(house.__aenter__())

    async def shout(messages: list[str]) -> None:
        stranger = await guest(address, "Stranger")
        socket = f"ws{address.removeprefix('http')}/api/tables/{table}/live"
        async with connect(socket, additional_headers={"Cookie": f"greycells={stranger.cookie}"}) as line:
            for message in messages:
                await line.send(message)
            answers = 0
            while answers < len(messages):
                frames = json.loads(await line.recv())
                answers += sum(frame["type"] == "refused" for frame in frames)
                assert not any(frame["type"] == "done" for frame in frames)

    @settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
    @given(st.lists(MESSAGES, min_size=1, max_size=10))
    def anything(messages: list[str]) -> None:
        loop.run_until_complete(shout(messages))

    try:
        _, table = loop.run_until_complete(started(address))
        before = loop.run_until_complete(service.store.log(table))
        anything()
        assert loop.run_until_complete(service.store.log(table)) == before
    finally:
        loop.run_until_complete(house.__aexit__(None, None, None))
        loop.close()


def test_a_request_is_read_to_the_letter() -> None:
    """JSON calls 8.0 an integer; the protocol does not."""
    import msgspec

    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(b'{"command":{"type":"ready","chair":1.5}}', type=CommandRequest)
    with pytest.raises(msgspec.ValidationError, match="unknown field"):
        msgspec.json.decode(b'{"command":{"type":"ready","chair":1,"x":1}}', type=CommandRequest)
