"""Invitations, challenges and shared games have a preview in a messenger: what anybody may know, and nothing else."""

from __future__ import annotations

import asyncio
import struct
import zlib
from collections.abc import Awaitable, Callable
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import httpx
import pytest
from tests.server.running_server import guest, loaded, plays_until_over, quick, running

from greycells.client import ServerClient
from greycells.editions import names
from greycells.players.bot_levels import LEVELS
from greycells.protocol.commands import Challenge, Sit, Start
from greycells.protocol.plans import ChairPlan, TablePlan
from greycells.protocol.record_messages import ShareLink, ShareWish
from greycells.rules.events import Dealt
from greycells.server.rulebook.preview_pictures import preview_picture
from greycells.server.service.service import Service
from greycells.server.web.link_previews import HIGH, WIDE

PUBLIC = "https://example.org/clue"
RUDE = 'Ada "><script>'


class Head(HTMLParser):
    """The tags of a page that messengers read, by their names."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.told: dict[str, str] = {}
        self.scripts = 0
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        self.scripts += tag == "script"
        if tag == "meta" and (name := found.get("property") or found.get("name")):
            self.told[name] = found.get("content") or ""


def evening(folder: Path, visit: Callable[[str, Service], Awaitable[None]]) -> None:
    async def there() -> None:
        async with running(replace(quick(folder), public_url=PUBLIC)) as (address, service):
            await visit(address, service)

    asyncio.run(there())


async def head(address: str, path: str, language: str = "") -> Head:
    """What a messenger reads, which is no guest."""
    async with httpx.AsyncClient(timeout=None, base_url=address, headers={"Accept-Language": language}) as client:
        page = await client.get(path)
        found = Head(page.text)
        picture = found.told.get("og:image", "")
        if picture:
            assert picture.startswith(f"{PUBLIC}/static/")
            file = await client.get(picture.removeprefix(PUBLIC))
            assert (file.status_code, file.headers["content-type"]) == (200, "image/png")
            assert "immutable" in file.headers["cache-control"]
        return found


async def finished(ada: ServerClient) -> str:
    """A game against bots, played to its end."""
    bot = next(iter(LEVELS))
    plan = TablePlan(edition="classic", chairs=(ChairPlan(), ChairPlan(bot=bot), ChairPlan(bot=bot)))
    table = (await ada.open(plan)).id
    await ada.ask(table, Sit(chair=0))
    await ada.ask(table, Start())
    await plays_until_over(ada, table, 0)
    return table


def test_an_invitation_tells_the_edition_and_who_invites(tmp_path: Path) -> None:
    async def visit(address: str, service: Service) -> None:
        ada = await guest(address, RUDE)
        table = (await ada.open(TablePlan(edition="luxury", chairs=(ChairPlan(),) * 3))).id
        nobody = (await head(address, f"/table/{table}")).told
        assert "Ada" not in str(nobody)
        await ada.ask(table, Sit(chair=0))
        live = await loaded(service, table)
        name, code = live.table.chairs[0].name, live.table.code
        assert name is not None
        page = await head(address, f"/table/{table}")
        assert page.scripts == 1
        assert page.told["og:title"] == f"{name} invites you to a game of Luxury"
        assert page.told["og:url"] == f"{PUBLIC}/table/{table}"
        assert page.told["twitter:card"] == "summary_large_image"
        assert page.told["og:image"].endswith("/previews/luxury.png")
        assert code not in str(page.told), "the code is for the page"
        german = (await head(address, f"/table/{table}", "de")).told
        assert german["og:title"].startswith(f"{name} lädt dich")
        assert german["og:locale"] == "de_DE"
        await ada.ask(table, Sit(chair=0))
        assert "og:title" not in (await head(address, "/table/nowhere12345")).told

    evening(tmp_path, visit)


def test_challenges_and_shared_games_tell_nothing_of_the_case(tmp_path: Path) -> None:
    async def visit(address: str, service: Service) -> None:
        ada = await guest(address, "Ada")
        table = await finished(ada)
        assert (await head(address, f"/table/{table}")).told["og:title"] == "A game of Classic"
        url = (await ada.send("POST", f"/api/tables/{table}/shares", ShareWish(hide_names=True), ShareLink)).url
        assert url is not None
        shared = (await head(address, url.removeprefix(PUBLIC))).told
        assert shared["og:title"] == "Watch a game of Classic"
        assert "Ada" not in str(shared)
        assert table not in str(shared), "whose game it was is not told by its address, either"
        await ada.ask(table, Challenge())
        case = (await ada.table(table)).case
        challenge = (await head(address, f"/challenge/{case}")).told
        assert challenge["og:title"] == "Ada challenges you to a game of Classic"
        live = await loaded(service, table)
        assert live.history.game is not None
        dealt = next(event for event in live.history.game.events if isinstance(event, Dealt))
        cards = {card.name for hand in dealt.hands for card in hand or ()} | {
            card.name for card in live.history.game.edition.deck.cards
        }
        told = " ".join((*shared.values(), *challenge.values()))
        assert not [card for card in cards if card in told]
        for dead in ("/shared/" + "x" * 32, "/challenge/nowhere", '/challenge/"><script>'):
            assert "og:title" not in (await head(address, dead)).told
        await ada.send("DELETE", "/api/my-data", ShareWish(), dict)
        assert "og:title" not in (await head(address, url.removeprefix(PUBLIC))).told
        assert "og:title" not in (await head(address, f"/challenge/{case}")).told

    evening(tmp_path, visit)


@pytest.mark.parametrize("key", names())
def test_a_preview_picture_is_a_small_png_that_can_be_read(key: str) -> None:
    data = preview_picture(key)
    assert len(data) < 20_000
    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    at = 8
    parts: dict[bytes, bytes] = {}
    while at < len(data):
        (length,) = struct.unpack(">I", data[at : at + 4])
        kind, body = data[at + 4 : at + 8], data[at + 8 : at + 8 + length]
        assert struct.unpack(">I", data[at + 8 + length : at + 12 + length]) == (zlib.crc32(kind + body),)
        parts[kind] = body
        at += 12 + length
    assert struct.unpack(">II", parts[b"IHDR"][:8]) == (WIDE, HIGH)
    rows = zlib.decompress(parts[b"IDAT"])
    assert len(rows) == HIGH * (WIDE + 1)
    assert max(rows) < len(parts[b"PLTE"]) // 3


def test_bots_of_one_level_are_told_apart_on_the_plain_page(tmp_path: Path) -> None:
    async def visit(address: str, _: Service) -> None:
        ada = await guest(address, "Ada")
        bots = (ChairPlan(bot="constable"),) * 3
        table = (await ada.open(TablePlan(edition="classic", chairs=(ChairPlan(), *bots)))).id
        async with httpx.AsyncClient(timeout=None, base_url=address) as client:
            page = (await client.get(f"/table/{table}")).text
        assert [f"Constable{number} (bot)" in page for number in ("", " 2", " 3")] == [True] * 3

    evening(tmp_path, visit)
