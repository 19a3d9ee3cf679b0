"""Without a script: the rules and the about page are whole, and every other page says kindly what it needs."""

from __future__ import annotations

import asyncio
import re
from html import unescape
from pathlib import Path

import pytest
from tests.languages.english import english_in
from tests.server.running_server import guest, quick, running

from greycells.editions import load
from greycells.editions.catalogue import rules
from greycells.editions.loader import BY_THE_BOOK, shelf
from greycells.editions.translation import title
from greycells.language.sentences import Sentence, using_language
from greycells.protocol.plans import ChairPlan, TablePlan
from greycells.server.home.about_text import ABOUT
from greycells.server.rulebook.diagrams import moments

READABLE = ("/rules", "/about", *(f"/rules/{key}" for key in BY_THE_BOOK))
NEEDING = ("/", "/new", "/games", "/first", "/replay/nothing", "/record/nothing")


def visited(tmp_path: Path, *paths: str) -> dict[str, str]:
    """What pages say to a browser that runs no script; `/table` is one that has just been opened."""

    async def visit() -> dict[str, str]:
        async with running(quick(tmp_path)) as (address, _):
            ada = await guest(address, "Ada")
            table = (await ada.open(TablePlan(edition="classic", chairs=(ChairPlan(),) * 3))).id
            found = {path: await ada.text(f"/table/{table}" if path == "/table" else path) for path in paths}
        return {path: unescape(re.sub(r"<[^>]*>", " ", page.split("<body>")[1])) for path, page in found.items()}

    return asyncio.run(visit())


def told(page: str) -> str:
    return " ".join(page.split())


def test_every_rule_can_be_read_as_it_is(tmp_path: Path) -> None:
    for path, page in visited(tmp_path, *READABLE[2:]).items():
        edition, text = load(path.rpartition("/")[2]), told(page).replace(" ", "")
        for rule in rules():
            words = rule.as_in(edition)
            assert words is None or f"{rule.id}{words}".replace(" ", "") in text
        for moment in moments(edition.key):
            assert str(moment.sentence).replace(" ", "") in text
        for card in edition.deck:
            assert card.name.replace(" ", "") in text


def test_editions_are_offered_in_the_order_in_which_they_are_compared(tmp_path: Path) -> None:
    (page,) = visited(tmp_path, "/rules").values()
    assert told(page).count(" ".join(title(load(key)) for key in shelf(BY_THE_BOOK))) == 2


def test_every_point_about_the_project_can_be_read_as_it_is(tmp_path: Path) -> None:
    (page,) = visited(tmp_path, "/about").values()
    for heading, points in ABOUT:
        for key in (heading, *points):
            assert str(Sentence(f"about.{key}")) in told(page)


@pytest.mark.parametrize("tag", ["en", "de"])
def test_a_page_that_needs_a_script_says_so(tmp_path: Path, tag: str) -> None:
    with using_language(tag):
        pages = visited(tmp_path, *NEEDING, *READABLE, "/table")
        pleas = [str(Sentence(f"page.{start}needs script")) for start in ("", "table ", "first case ")]
        ways = [str(Sentence(f"page.{key}")) for key in ("home", "tutorial", "all rules", "about")]
    for path, page in pages.items():
        assert any(plea in told(page) for plea in pleas) == (path not in READABLE), path
        assert all(way in page for way in ways)
        assert tag == "en" or not english_in(re.sub(r"http\S+|greycells join", "", page)), path
