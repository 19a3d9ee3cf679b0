"""The guest's cookie: renewed while it is used, bound to the host behind TLS, and accepted under one name only."""

from __future__ import annotations

from dataclasses import replace
from http.cookies import Morsel, SimpleCookie
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest
from tests.server.moved_clock import MovedClock
from tests.server.running_server import guest, quick, running

from greycells.client import ServerClient
from greycells.protocol.guest_messages import GuestView
from greycells.server.identity.guest_cookies import Guests
from greycells.server.storage.table_store import Store
from greycells.server.system.durations import YEAR

PUBLIC = "https://play.example"
NAMES = {"greycells", "__Host-greycells", "__Secure-greycells"}


async def _name(address: str, cookies: dict[str, str]) -> str:
    async with httpx.AsyncClient(timeout=None, cookies=cookies) as browser:
        return str((await browser.get(f"{address}/api/guest")).json()["name"])


async def _set(address: str, path: str, **cookies: str) -> dict[str, Morsel[str]]:
    """The cookies that an answer sets."""
    async with httpx.AsyncClient(timeout=None, cookies=cookies) as browser:
        found: SimpleCookie = SimpleCookie()
        for value in (await browser.get(address + path)).headers.get_list("set-cookie"):
            found.load(value)
        return dict(found)


async def test_a_cookie_is_renewed_while_it_is_used(tmp_path: Path) -> None:
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


async def test_behind_tls_the_cookie_is_bound_to_the_host(tmp_path: Path) -> None:
    async with running(quick(tmp_path)) as (address, _):
        ada = await guest(address, "Ada")
    async with running(replace(quick(tmp_path), public_url=PUBLIC)) as (address, _):
        (morsel,) = (await _set(address, "/api/guest")).values()
        assert morsel.key == "__Host-greycells"
        assert (morsel["secure"], morsel["path"], morsel["domain"], morsel["httponly"]) == (True, "/", "", True)
        own = {"__Host-greycells": ada.cookie or ""}
        assert await _name(address, own) == "Ada"
        (renewed,) = (await _set(address, "/", **own)).values()
        assert (renewed.key, renewed.value) == ("__Host-greycells", ada.cookie)


@pytest.mark.parametrize(
    ("public", "own"),
    [(None, "greycells"), (PUBLIC, "__Host-greycells"), (f"{PUBLIC}/clue", "__Secure-greycells")],
)
async def test_a_cookie_of_another_name_is_nobodys(tmp_path: Path, public: str | None, own: str) -> None:
    """A neighbouring host, or a page without TLS, can set every name but the server's own."""
    async with running(replace(quick(tmp_path), public_url=public)) as (address, _):
        home = f"{address}{urlsplit(public or '').path}"
        ada, mallory = await guest(home, "Ada"), await guest(home, "Mallory")
        assert ada.cookie
        assert mallory.cookie
        for name in NAMES - {own}:
            planted = {name: mallory.cookie}
            assert await _name(home, {own: ada.cookie, **planted}) == "Ada"
            assert await _name(home, planted) not in ("Ada", "Mallory")
            (given,) = (await _set(home, "/api/guest", **planted)).values()
            assert given.key == own
            assert given.value != mallory.cookie


async def test_the_client_keeps_a_cookie_of_either_name(tmp_path: Path) -> None:
    async with running(replace(quick(tmp_path), public_url=PUBLIC)) as (address, _):
        ada = ServerClient(address)
        assert await ada.meet("Ada") == "Ada"
        assert ada.cookie
        assert (await ServerClient(address, cookie=ada.cookie).get("/api/guest", GuestView)).name == "Ada"


class ListeningStore(Store):
    """Keeps from when on it was asked for guests who are gone."""

    asked: list[float]

    async def erased_since(self, at: float) -> list[str]:
        self.asked.append(at)
        return await super().erased_since(at)


async def test_whoever_was_deleted_long_ago_is_read_once_and_later_ones_as_they_come(tmp_path: Path) -> None:
    store, clock = ListeningStore(tmp_path / "log.db"), MovedClock()
    store.asked = []

    async def erased(guest: str) -> None:
        at = clock.now()
        await store.database.write(
            lambda connection: connection.execute("INSERT INTO erased (game, guest, at) VALUES ('', ?, ?)", (guest, at))
        )

    await erased("ada")
    await clock.advance(YEAR)
    guests = Guests("key", store, clock=clock)
    assert await guests.look_up_gone() == {"ada"}
    await clock.advance(3600.0)
    await erased("eve")
    assert await guests.look_up_gone() == {"eve"}
    assert await guests.look_up_gone() == set()
    assert [guests.is_gone(name) for name in ("ada", "eve", "grace")] == [True, True, False]
    assert store.asked[-1] > clock.now() - 3600.0
    store.close()
