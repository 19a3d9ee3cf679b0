"""One tap starts a game: the chosen edition and opponents, gentle ones for a newcomer, and a picture of every board."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from pathlib import Path

import httpx
import msgspec
import pytest
from tests.server.running_server import loaded, quick, running

from greycells.editions import load, names
from greycells.players import levels
from greycells.players.bot_levels import LADDER, STARTERS
from greycells.protocol.frames import TableView
from greycells.protocol.offer_messages import Offer
from greycells.server.rulebook.board_pictures import board_picture
from greycells.server.tables.permissions import TablePolicy
from greycells.server.tables.quick_game import DEFAULT_HELP, quick_plan
from greycells.server.web.assets import asset_prefix

MOST_BYTES = 5000
HOUSE = TablePolicy(levels(), "inspector", 60.0)


def test_a_newcomer_meets_the_lowest_levels() -> None:
    assert tuple(level.id for level in LADDER[:3]) == STARTERS
    plan = quick_plan("classic", (), HOUSE)
    assert tuple(chair.bot for chair in plan.chairs) == (None, *STARTERS)
    assert plan.help == DEFAULT_HELP


@pytest.mark.parametrize("edition", names())
def test_every_edition_can_be_played_at_once(edition: str) -> None:
    rules = load(edition).rules
    for bots in ((), ("constable",) * (rules.fewest_seats - 1), ("inspector",) * (rules.most_seats - 1)):
        plan = quick_plan(edition, bots, HOUSE)
        assert rules.fewest_seats <= len(plan.chairs) <= rules.most_seats
        assert plan.edition == edition
        if bots:
            assert tuple(chair.bot for chair in plan.chairs[1:]) == bots


@pytest.mark.parametrize(
    ("edition", "bots"),
    [("nowhere", ()), ("classic", ("nobody",) * 3), ("classic", ("constable",) * 9), ("classic", ("constable",))],
)
def test_what_does_not_fit_is_replaced_by_the_default(edition: str, bots: tuple[str, ...]) -> None:
    plan = quick_plan(edition, bots, HOUSE)
    assert plan.edition == "classic"
    assert len(plan.chairs) == len(STARTERS) + 1


async def test_the_form_of_the_first_screen_starts_what_was_chosen(tmp_path: Path) -> None:
    async with (
        running(quick(tmp_path)) as (address, _),
        httpx.AsyncClient(timeout=None, base_url=address, follow_redirects=True) as browser,
    ):
        chosen = {"edition": "getaway", "bot": ["sergeant", "constable"]}
        page = await browser.post("/play", data=chosen)
        opened = await browser.get(f"/api/tables/{page.url.path.rsplit('/', 1)[-1]}")
        offered = await browser.get("/api/offer")
    table = msgspec.json.decode(opened.content, type=TableView)
    offer = msgspec.json.decode(offered.content, type=Offer)
    assert (table.state, table.plan.edition, table.plan.help) == ("running", "getaway", offer.help)
    assert sorted(chair.bot or "" for chair in table.chairs) == ["", "constable", "sergeant"]
    assert tuple(one.key for one in offer.characters) == offer.levels == tuple(level.id for level in LADDER)
    assert all(one.character and one.rank and one.way for one in offer.characters)
    assert set(offer.starters) <= set(offer.levels)


@pytest.mark.parametrize(("given", "waits"), [("ab" * 32, True), ("", False), ("no hash", False), ("AB" * 32, False)])
async def test_a_page_that_sent_the_hash_of_a_nonce_is_asked_for_it_before_the_deal(
    tmp_path: Path, given: str, *, waits: bool
) -> None:
    async with (
        running(quick(tmp_path)) as (address, service),
        httpx.AsyncClient(timeout=None, base_url=address, follow_redirects=True) as browser,
    ):
        page = await browser.post("/play", data={"nonce_hash": given})
        live = await loaded(service, page.url.path.rsplit("/", 1)[-1])
        assert live.table.asked_hashes == ((given, "", "", "") if waits else ())
        assert live.table.state == ("open" if waits else "running")
        assert "game/game.js" in page.text


@pytest.mark.parametrize("edition", names())
def test_the_picture_of_a_board_is_small_and_has_every_suspect(edition: str) -> None:
    text = board_picture(edition)
    assert len(text) < MOST_BYTES
    drawn = ET.fromstring(text)
    starts = len(load(edition).board.starts)
    assert len(drawn.findall("{http://www.w3.org/2000/svg}circle")) == starts


async def test_a_browser_keeps_the_pictures(tmp_path: Path) -> None:
    async with running(quick(tmp_path)) as (address, _), httpx.AsyncClient(timeout=None, base_url=address) as browser:
        there, missing = (
            await browser.get(f"{asset_prefix()}boards/classic.svg"),
            await browser.get(f"{asset_prefix()}boards/nowhere.svg"),
        )
    assert there.headers["content-type"].startswith("image/svg+xml")
    assert "immutable" in there.headers["cache-control"]
    assert missing.status_code == httpx.codes.UNPROCESSABLE_ENTITY
