"""A request that reaches a node that doesn't run its table is passed on to the one that does."""

from __future__ import annotations

import asyncio
import json
import logging
from http import HTTPStatus
from pathlib import Path
from secrets import token_hex

import msgspec
import pytest
from tests.deadline import until_told, waiting_for
from tests.server.bare_requests import ask
from tests.server.nodes.two_nodes import PLAN, two_nodes
from tests.server.running_server import frame_of, guest, refused, stop_listening
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from greycells.client import ServerClient, ServerError
from greycells.protocol.commands import Ready, Sit, Start
from greycells.protocol.frames import Choose, Hello, Present, Said
from greycells.server.nodes.node_messages import HEADER, SIGNATURE, NodeKey, PassedRequest, digest
from greycells.server.service.service import Service
from greycells.server.web.log_format import JsonLines


async def test_any_node_takes_any_request_for_any_table(tmp_path: Path, postgres_url: str) -> None:
    async with two_nodes(tmp_path, postgres_url) as ((here, one), (there, other)):
        ada = await guest(here, "Ada")
        table = await ada.open(PLAN)
        also = ServerClient(there, cookie=ada.cookie)
        assert (await also.table(table.id)).id == table.id
        assert (await also.with_code(table.code)).id == table.id
        await also.ask(table.id, Sit(chair=0))
        assert (await also.meet()) == "Ada"
        async with also.line(table.id, 0) as far, ada.line(table.id) as near:
            hello = await frame_of(far, Hello)
            assert hello.yours == (0,)
            assert (await frame_of(near, Present)).chairs == (0,)
            await far.say("good evening")
            assert (await frame_of(near, Said)).text == "good evening"
            await far.ask(Ready(chair=0))
            await near.ask(Start())
            assert (await frame_of(far, Choose)).decision
        assert (len(one.lobby), len(other.lobby)) == (1, 0)
        link = await also.seat_link(table.id, 0)
        eve = await guest(there, "Eve")
        assert (await eve.claim(link)).id == table.id
        with refused(404):
            await eve.table("nowhere")
        with refused(409):
            await eve.ask(table.id, Start())


async def test_a_request_for_the_headers_alone_is_passed_on_too(tmp_path: Path, postgres_url: str) -> None:
    async with two_nodes(tmp_path, postgres_url) as ((here, one), (there, other)):
        ada = await guest(here, "Ada")
        path = f"/api/tables/{(await ada.open(PLAN)).id}"
        await ada.text(path)
        answers = [
            await asyncio.to_thread(ask, node, path, method="HEAD", headers={"Cookie": f"greycells={ada.cookie}"})
            for node in (here, there)
        ]
        assert [(status, body) for status, _, body in answers] == [(200, b"")] * 2
        told = [{name.lower(): value for name, value in headers.items()} for _, headers, _ in answers]
        assert told[0]["content-type"] == told[1]["content-type"]
        assert told[1].get("content-length") != "0"
        assert (len(one.lobby), len(other.lobby)) == (1, 0)


async def test_a_request_that_is_passed_on_keeps_its_id(
    tmp_path: Path, postgres_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    """So that the lines of both nodes' logs can be matched."""
    caplog.set_level("INFO", "greycells.access")
    lines = list[dict[str, object]]()

    class Kept(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            lines.append(json.loads(JsonLines().format(record)))

    logging.getLogger("greycells.access").addHandler(kept := Kept())
    try:
        async with two_nodes(tmp_path, postgres_url) as ((here, _), (there, _)):
            ada = await guest(here, "Ada")
            table = (await ada.open(PLAN)).id
            also = ServerClient(there, cookie=ada.cookie, headers={"X-Request-ID": "from-the-proxy"})
            await also.table(table)
            async with also.line(table) as line:
                await frame_of(line, Hello)
    finally:
        logging.getLogger("greycells.access").removeHandler(kept)
    requests, sockets = (
        [line["request"] for line in lines if (line["route"], line.get("status")) == about]
        for about in (("/api/tables/{table}", 200), ("/api/tables/{table}/live", 101))
    )
    assert requests == ["from-the-proxy"] * 2
    assert (len(sockets), len(set(sockets))) == (2, 1)


async def test_forged_node_messages_and_identity_headers_are_refused(tmp_path: Path, postgres_url: str) -> None:
    async with two_nodes(tmp_path, postgres_url) as ((here, one), (there, other)):
        ada, eve = await guest(here, "Ada"), await guest(there, "Eve")
        table = await ada.open(PLAN)
        await ada.ask(table.id, Sit(chair=0))
        assert one.cluster is not None
        assert other.cluster is not None
        leases, door = one.cluster.leases, f"http://{one.cluster.leases.address}"
        target = f"/api/tables/{table.id}"
        made = PassedRequest(leases.node, "GET", target, "10.1.1.1", (), digest(b""), leases.now())

        async def knock(headers: dict[str, str], path: str = target, to: str = door) -> int:
            try:
                await ServerClient(to, headers=headers).text(path)
            except ServerError as error:
                return error.status
            return HTTPStatus.OK

        key = other.cluster.key
        assert await knock(key.sign(made)) == HTTPStatus.OK
        fresh = replace_in(made)
        for forged in (
            {},
            {"X-Forwarded-For": "10.1.1.1", "Cookie": f"greycells={ada.cookie}"},
            NodeKey("another key" * 9).sign(fresh),
            {**key.sign(fresh), SIGNATURE: "0" * 64},
            {**key.sign(fresh), HEADER: key.sign(replace_in(made, client="10.9.9.9"))[HEADER]},
            key.sign(made),
            key.sign(replace_in(made, at=leases.now() - 60)),
            key.sign(replace_in(made, target="/api/games")),
            key.sign(replace_in(made, method="POST")),
            key.sign(replace_in(made, body=digest(b"another"))),
        ):
            assert await knock(forged) == HTTPStatus.FORBIDDEN
        assert await knock(key.sign(replace_in(made, to=other.cluster.leases.node))) == HTTPStatus.MISDIRECTED_REQUEST
        # On the public address they mean nothing: whose cookie comes is who asks.
        claims = key.sign(replace_in(made, headers=(("cookie", f"greycells={ada.cookie}"),)))
        stranger = ServerClient(here, cookie=eve.cookie, headers=claims)
        assert (await stranger.table(table.id)).yours == ()
        with refused(403):
            await stranger.seat_link(table.id, 0)
        with pytest.raises(InvalidStatus):
            await connect(f"ws://{leases.address}{target}/live", additional_headers=key.sign(made))


def replace_in(request: PassedRequest, **changes: object) -> PassedRequest:
    """The same message with something else in it, and a nonce of its own."""
    return msgspec.structs.replace(request, nonce=token_hex(8), **changes)


async def test_a_node_that_does_not_run_a_table_passes_a_passed_request_no_further(
    tmp_path: Path, postgres_url: str
) -> None:
    async with two_nodes(tmp_path, postgres_url) as ((here, one), (_, other)):
        table = await (await guest(here, "Ada")).open(PLAN)
        assert one.cluster is not None
        assert other.cluster is not None
        leases, target = other.cluster.leases, f"/api/tables/{table.id}"
        made = PassedRequest(leases.node, "GET", target, "10.1.1.1", (), digest(b""), leases.now())
        with refused(421):
            await ServerClient(f"http://{leases.address}", headers=one.cluster.key.sign(made)).text(target)


def reviews_at(service: Service) -> int:
    return len(service.reviews._jobs)  # pyright: ignore[reportPrivateUsage]


async def test_an_upload_is_reviewed_by_one_node_whichever_is_asked(tmp_path: Path, postgres_url: str) -> None:
    record = (Path(__file__).parents[3] / "records" / "classic" / "solved-seen-by-peacock.case").read_bytes()

    async with two_nodes(tmp_path, postgres_url) as ((here, one), (there, other)):
        nodes = (one, other)
        ada = await guest(here, "Ada")
        also = ServerClient(there, cookie=ada.cookie)
        path = f"/api/records/{(await ada.bring(record)).id}/analysis"
        parts: list[float] = []
        with waiting_for("the review by either node"):
            while not (told := msgspec.json.decode(await (ada, also)[len(parts) % 2].text(path)))["review"]:
                assert told["problem"] is None
                parts.append(told["part"])
                await asyncio.sleep(0.02)
        assert parts == sorted(parts)
        assert await ada.text(path) == await also.text(path)
        away, home = sorted(nodes, key=reviews_at)
        assert (reviews_at(away), reviews_at(home)) == (0, 1)
        stop_listening(home)
        asker = ada if away is one else also
        lost = asyncio.create_task(home.hand_over())

        async def reviewed() -> bool:
            return msgspec.json.decode(await asker.text(path))["review"] is not None

        await until_told(reviewed, "the review by the node that is left")
        await lost
        assert (reviews_at(away), reviews_at(home)) == (1, 1), "nobody else is left to do it"
