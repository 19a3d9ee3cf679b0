"""The guest's cookie: renewed while it is used, bound to the host behind TLS, and never lost to a change of name."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from http.cookies import Morsel, SimpleCookie
from pathlib import Path

import httpx
from tests.server.house import guest, quick, running

from greycells.client import ServerClient
from greycells.protocol.responses import GuestView

PUBLIC = "https://play.example"


async def _set(address: str, path: str, **cookies: str) -> dict[str, Morsel[str]]:
    """The cookies that an answer sets."""
    async with httpx.AsyncClient(base_url=address, cookies=cookies) as browser:
        found: SimpleCookie = SimpleCookie()
        for value in (await browser.get(path)).headers.get_list("set-cookie"):
            found.load(value)
        return dict(found)


def test_a_cookie_is_renewed_while_it_is_used(tmp_path: Path) -> None:
    async def evening() -> None:
        async with running(quick(tmp_path)) as (address, _):
            ada = await guest(address, "Ada")
            cookie = ada.cookie or ""
            for path in ("/", "/games", "/rules", "/api/guest"):
                renewed = await _set(address, path, greycells=cookie)
                assert list(renewed) == ["greycells"], path
                assert (renewed["greycells"].value, renewed["greycells"]["max-age"]) == (cookie, "31536000")
            for path in ("/api/offer", "/api/games", "/health", "/static/app.js"):
                assert await _set(address, path, greycells=cookie) == {}, path
            forged = await _set(address, "/api/guest", greycells=cookie[:-2] + "..")
            assert forged["greycells"].value != cookie

    asyncio.run(evening())


def test_behind_tls_the_cookie_is_bound_to_the_host(tmp_path: Path) -> None:
    async def evening() -> None:
        async with running(quick(tmp_path)) as (address, _):
            ada = await guest(address, "Ada")
        async with running(replace(quick(tmp_path), public_url=PUBLIC)) as (address, _):
            (morsel,) = (await _set(address, "/api/guest")).values()
            assert morsel.key == "__Host-greycells"
            assert (morsel["secure"], morsel["path"], morsel["domain"], morsel["httponly"]) == (True, "/", "", True)
            old = ada.cookie or ""
            (renewed,) = (await _set(address, "/", greycells=old)).values()
            assert (renewed.key, renewed.value) == ("__Host-greycells", old)
            for name in ("greycells", "__Host-greycells"):
                async with httpx.AsyncClient(base_url=address, cookies={name: old}) as browser:
                    assert (await browser.get("/api/guest")).json()["name"] == "Ada"
            both = {"__Host-greycells": old, "greycells": morsel.value}
            async with httpx.AsyncClient(base_url=address, cookies=both) as browser:
                assert (await browser.get("/api/guest")).json()["name"] == "Ada"

    asyncio.run(evening())


def test_the_client_keeps_a_cookie_of_either_name(tmp_path: Path) -> None:
    async def evening() -> None:
        async with running(replace(quick(tmp_path), public_url=PUBLIC)) as (address, _):
            ada = ServerClient(address)
            assert await ada.meet("Ada") == "Ada"
            assert ada.cookie
            assert (await ServerClient(address, cookie=ada.cookie).get("/api/guest", GuestView)).name == "Ada"

    asyncio.run(evening())
