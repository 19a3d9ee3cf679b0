"""Names of editions and bots come from one place: the server tells the page in the reader's language."""

from __future__ import annotations

import re
from pathlib import Path

import httpx
import msgspec
from tests.server.running_server import guest, quick, running

import greycells
from greycells.editions import load, names
from greycells.editions.translation import title
from greycells.language.sentences import using_language
from greycells.players.bot_levels import LADDER, STARTERS, bot_name
from greycells.players.player_specs import levels
from greycells.protocol.offer_messages import Offer
from greycells.protocol.plans import ChairPlan, TablePlan

STATIC = Path(greycells.__file__).parent / "server" / "static"


async def test_the_offer_names_every_edition_and_level_in_the_readers_language(tmp_path: Path) -> None:
    async with running(quick(tmp_path)) as (address, _), httpx.AsyncClient(timeout=None) as browser:
        offers = {
            tag: msgspec.json.decode(
                (await browser.get(f"{address}/api/offer", headers={"Accept-Language": tag})).content, type=Offer
            )
            for tag in ("en", "de")
        }
    for tag, offer in offers.items():
        with using_language(tag):
            assert {edition.key: edition.title for edition in offer.editions} == {
                name: title(load(name)) for name in names()
            }
            assert offer.level_names == {level: bot_name(level) for level in levels()}
            assert [(one.key, one.number, one.character, one.rank, one.way) for one in offer.characters] == [
                (level.id, level.number, level.character, level.rank, level.way) for level in LADDER
            ]
            assert offer.levels == tuple(level.id for level in LADDER)
            assert offer.starters == STARTERS
    assert offers["de"].level_names["constable"] == "Wachtmeister"


async def test_a_newcomer_plays_against_low_levels_and_old_levels_are_still_accepted(tmp_path: Path) -> None:
    """`chief` and `stroller` are no levels of the ladder, but stored tables and older pages ask for them."""
    async with running(quick(tmp_path)) as (address, _):
        ada = await guest(address, "Ada")
        async with httpx.AsyncClient(timeout=None, cookies={"greycells": ada.cookie or ""}) as browser:
            await browser.post(f"{address}/play")
        (listed,) = (await ada.games()).tables
        now = [chair.bot for chair in (await ada.table(listed.id)).chairs]
        plan = TablePlan(chairs=(ChairPlan(), ChairPlan(bot="chief"), ChairPlan(bot="stroller")))
        old = [chair.bot for chair in (await ada.open(plan)).chairs]
    assert now == [None, "constable", "senior-constable", "leading-constable"]
    assert old == [None, "chief", "stroller"]


def test_the_page_has_no_names_of_its_own() -> None:
    """They stood in the words of the page too, and could differ from those of the server."""
    words = "\n".join(file.read_text(encoding="utf-8") for file in (STATIC / "words").rglob("*.js"))
    assert re.findall(r'"(?:edition|level)\.[^"]+":', words) == []
    texts = re.findall(r'": *"([^"]*)"', words)
    assert len(texts) > 500
    with using_language("de"):
        german = {title(load(name)) for name in names()} | {bot_name(level) for level in levels()}
    assert german.isdisjoint(texts)
