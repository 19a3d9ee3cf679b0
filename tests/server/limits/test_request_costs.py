"""Every request is charged to its address with what it costs, whatever it asks for; what never changes is made once."""

from __future__ import annotations

import asyncio
import re
import threading
from http import HTTPStatus
from pathlib import Path

import httpx
import pytest
from starlette.middleware.gzip import GZipResponder
from starlette.routing import Mount, Route, WebSocketRoute
from tests.deadline import until
from tests.server.running_server import guest, quick, running
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from greycells.server.app.application import application
from greycells.server.app.features import API, HTML_PAGES
from greycells.server.errors.declined import Declined
from greycells.server.limits import event_loop_shares
from greycells.server.limits.event_loop_shares import AT_ONCE, EXPECTED, OVERHEAD, SHARE, LoopShares, MeteredRun
from greycells.server.service.service import Service
from greycells.server.web.assets import asset_prefix

HERE = "127.0.0.1"
FIXED = [
    *(f"/rules/classic{language}" for language in ("", "?language=de", "?language=en")),
    *("/rules", "/about", "/explained", "/daily/2026-01-01", "/replay/nothing", "/nowhere", "/openapi.json"),
    *(f"{asset_prefix()}{file}" for file in ("app.js", "app/page.css", "words/de/common.js", "boards/classic.svg")),
    *(f"{asset_prefix()}print/sheet.css", "/worker.js", "/api/offer", "/api/rules", "/api/editions/classic"),
    "/api/editions/classic/drawings",
]


def all_routes(service: Service) -> list[tuple[str, str]]:
    """Method and path of everything that the server answers, and of what it doesn't know."""
    found = [("GET", "/nowhere"), ("GET", "/api/nowhere"), ("POST", "/nowhere"), ("GET", "/about/")]
    for route in application(service).routes:
        match route:
            case Route(methods=methods, path=path):
                method = next(iter((methods or {"GET"}) - {"HEAD"}))
                found.append((method, re.sub(r"{.*?}", "1", path)))
            case Mount(path=path):
                found += [("GET", f"{path}/icon.svg"), ("GET", f"{path}/nowhere.png")]
            case WebSocketRoute(path=path):
                found.append(("socket", re.sub(r"{.*?}", "1", path)))
            case _:
                raise AssertionError(route)
    return found


async def status_of(address: str, method: str, path: str) -> int:
    if method != "socket":
        async with httpx.AsyncClient(timeout=None, base_url=address) as client:
            return (await client.request(method, path, content=b"{}")).status_code
    try:
        async with connect(f"ws{address.removeprefix('http')}{path}"):
            return HTTPStatus.OK
    except InvalidStatus as refused:
        return refused.response.status_code


async def test_every_route_is_charged_to_its_address(tmp_path: Path) -> None:
    async with running(quick(tmp_path)) as (address, service):
        service.loop_shares = LoopShares(factor=1e6, now=lambda: 0.0)  # Nothing is ever paid off.
        for method, path in all_routes(service):
            before = service.loop_shares.owed(HERE)
            assert await status_of(address, method, path) != HTTPStatus.TOO_MANY_REQUESTS

            def charged(before: float = before) -> bool:
                return service.loop_shares.owed(HERE) >= before + OVERHEAD

            await until(charged, f"{path} to cost")


async def test_no_route_is_open_to_an_address_without_a_share(tmp_path: Path) -> None:
    async with running(quick(tmp_path)) as (address, service):
        service.loop_shares = LoopShares(most_waiting=0, now=lambda: 0.0)
        service.loop_shares.charge(HERE, 1.0)
        routes = all_routes(service)
        assert len(routes) > 120
        refused = {route: await status_of(address, *route) for route in routes}
        assert {route: told for route, told in refused.items() if told != HTTPStatus.TOO_MANY_REQUESTS} == {}
        async with httpx.AsyncClient(
            timeout=None, base_url=address, headers={"X-Forwarded-For": "203.0.113.9"}
        ) as other:
            assert (await other.get("/rules")).status_code == HTTPStatus.OK


class LoopTime:
    """Time that passes only while a request is at work, or when the test says so."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def __call__(self) -> float:
        return self.seconds


async def test_a_flood_gets_its_share_and_no_more() -> None:
    """Five hundred at once, ten milliseconds each: in ten seconds they get their share, in the order of asking."""
    now, done = LoopTime(), list[int]()

    async def request(shares: LoopShares, number: int) -> None:
        await shares.turn("192.0.2.1")
        done.append(number)
        shares.charge("192.0.2.1", 0.01)

    shares = LoopShares(now=now)
    asked = [asyncio.create_task(request(shares, number)) for number in range(500)]
    for _ in range(1000):
        await asyncio.sleep(0)
        now.seconds += 0.01
        for account in shares._accounts.values():  # pyright: ignore[reportPrivateUsage]
            shares._look_again(account)  # pyright: ignore[reportPrivateUsage]
    await asyncio.sleep(0)
    assert done == sorted(done)
    assert (AT_ONCE + 10 * SHARE) / 0.01 - 10 <= len(done) <= (AT_ONCE + 10 * SHARE + EXPECTED) / 0.01 + 20
    await shares.turn("192.0.2.2")
    for task in asked:
        task.cancel()
    await asyncio.gather(*asked, return_exceptions=True)
    assert shares.waiting == 0


async def test_whoever_would_wait_for_long_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(event_loop_shares, "LONGEST_WAIT", 0.01)
    shares = LoopShares(most_waiting=3, now=lambda: 0.0)
    shares.charge("192.0.2.1", 1000.0)
    refused = await asyncio.gather(*(shares.turn("192.0.2.1") for _ in range(5)), return_exceptions=True)
    assert all(isinstance(one, Declined) for one in refused)
    assert (shares.waiting, len(shares)) == (0, 1)


def test_accounts_that_owe_nothing_are_forgotten() -> None:
    now = LoopTime()
    shares = LoopShares(now=now)
    for number in range(3000):
        shares.charge(f"198.51.{number // 250}.{number % 250}", 0.01)
        now.seconds += 1.0
    assert len(shares) <= 1001


async def test_work_is_measured_and_what_it_raises_comes_through() -> None:
    async def busy() -> None:
        for _ in range(3):
            sum(range(200_000))
            await asyncio.sleep(0.01)
        raise KeyError("over")

    async def _waits() -> None:
        await MeteredRun(asyncio.sleep(60))

    run = MeteredRun(busy())
    with pytest.raises(KeyError):
        await run
    assert run.seconds > 0.0005
    task = asyncio.ensure_future(_waits())
    await asyncio.sleep(0.01)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task


@pytest.mark.parametrize("path", FIXED)
async def test_what_never_changes_is_compressed_once(
    tmp_path: Path, path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    packed: list[int] = []

    def pack(responder: GZipResponder, body: bytes, more_body: bool) -> bytes:  # noqa: FBT001
        packed.append(threading.get_ident())
        return original(responder, body, more_body)

    original = GZipResponder._compress_body  # pyright: ignore[reportPrivateUsage]
    monkeypatch.setattr(GZipResponder, "_compress_body", pack)

    async with (
        running(quick(tmp_path)) as (address, service),
        httpx.AsyncClient(timeout=None, base_url=address) as client,
    ):
        plain = await client.get(path, headers={"Accept-Encoding": "identity"})
        kept = len(service.fixed_bodies)
        for _ in range(3):
            packed_answer = await client.get(path)
            assert packed_answer.headers["content-encoding"] == "gzip"
            assert (packed_answer.status_code, packed_answer.text) == (plain.status_code, plain.text)
            assert "Accept-Encoding" in packed_answer.headers["vary"]
        assert kept == len(service.fixed_bodies) == 1
    assert packed == []


async def test_what_is_kept_has_a_bound(tmp_path: Path) -> None:
    """Nothing is kept for a path or a language that a stranger thinks up, so there are as many bodies as pages."""
    async with (
        running(quick(tmp_path)) as (address, service),
        httpx.AsyncClient(timeout=None, base_url=address) as client,
    ):
        fixed = [endpoint for endpoint in (*API, *HTML_PAGES) if endpoint.fixed != "no"]
        assert {endpoint.fixed for endpoint in fixed} == {"by route", "by path"}
        kept = list[int]()
        for turn in range(3):
            for endpoint in fixed:
                path = re.sub(r"{.*?}", f"thought-up-{turn}", endpoint.path)
                await client.get(path, params={"language": ("en", "de", f"xx{turn}")[turn]})
                await client.get(path, params={"language": f"y{turn}"})
            await client.get(f"/nowhere/{turn}")
            await client.get(f"{asset_prefix()}nowhere-{turn}.js")
            kept.append(len(service.fixed_bodies))
        by_route = sum(endpoint.fixed == "by route" for endpoint in fixed)
        assert kept[1] == kept[2] <= 2 * (by_route + 1)


async def test_what_changes_is_compressed_off_the_event_loop_if_it_is_large(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    packed: list[int] = []

    def pack(responder: GZipResponder, body: bytes, more_body: bool) -> bytes:  # noqa: FBT001
        packed.append(threading.get_ident())
        return original(responder, body, more_body)

    original = GZipResponder._compress_body  # pyright: ignore[reportPrivateUsage]
    monkeypatch.setattr(GZipResponder, "_compress_body", pack)

    async with running(quick(tmp_path)) as (address, _), httpx.AsyncClient(timeout=None, base_url=address) as client:
        for path in ("/rules/classic?anything=else", "/api/editions/classic?anything=else"):
            assert (await client.get(path)).headers["content-encoding"] == "gzip"
    assert len(packed) == 2
    assert threading.get_ident() not in packed


async def test_a_page_that_is_kept_still_makes_a_guest_of_each_stranger(tmp_path: Path) -> None:
    async with running(quick(tmp_path)) as (address, _):
        cookies: set[str] = set()
        for _ in range(3):
            async with httpx.AsyncClient(timeout=None, base_url=address) as client:
                cookies.add((await client.get("/rules/classic")).cookies["greycells"])
                assert "greycells" not in (await client.get("/api/rules")).cookies
        assert len(cookies) == 3
        ada = await guest(address, "Ada")
        async with httpx.AsyncClient(timeout=None, base_url=address, cookies={"greycells": ada.cookie or ""}) as client:
            assert (await client.get("/about")).cookies["greycells"] == ada.cookie
        async with httpx.AsyncClient(timeout=None, base_url=address) as client:
            refused = await client.get("/rules/nonsense")
            assert (refused.status_code, "greycells" in refused.cookies) == (422, True)
            assert (await client.get("/api/editions/nonsense")).status_code == 422


async def test_a_file_that_a_browser_has_is_not_sent_again(tmp_path: Path) -> None:
    async with running(quick(tmp_path)) as (address, _), httpx.AsyncClient(timeout=None, base_url=address) as client:
        first = await client.get("/static/icon-192.png")
        assert (first.status_code, first.headers["content-type"]) == (200, "image/png")
        again = await client.get("/static/icon-192.png", headers={"If-None-Match": first.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")
        other = await client.get("/static/icon-192.png", headers={"If-None-Match": '"other"'})
        assert other.content == first.content
        assert (await client.head("/static/icon.svg")).status_code == 200
        assert (await client.post("/static/icon.svg")).status_code == 405
        for path in ("/static/../service.py", "/static/..%2fservice.py", "/static/style", "/static//etc/passwd"):
            assert (await client.get(path)).status_code == 404
