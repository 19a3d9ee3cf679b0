"""What a page fetches of the client: all of its screen at once, kept for good, and never half of another version."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

import httpx
import pytest
from tests.server.house import quick, running

from greycells.server.shell import SHEET, kept, needed, version

STATIC = Path(__file__).parents[2] / "src" / "greycells" / "server" / "static"
LINK = re.compile(r'(?:href|src)="(/static/[^"]+)"')
FOR_GOOD = "immutable"


def fetched(tmp_path: Path, *paths: str) -> dict[str, httpx.Response]:
    async def fetch() -> dict[str, httpx.Response]:
        async with running(quick(tmp_path)) as (address, _), httpx.AsyncClient(base_url=address) as client:
            return {path: await client.get(path) for path in paths}

    return asyncio.run(fetch())


@pytest.mark.parametrize("screen", ["home", "game", "replay", "rules"])
def test_nothing_is_missing_among_what_a_screen_needs(screen: str) -> None:
    modules = needed("app.js", f"screens/{screen}.js")
    assert len(modules) == len(set(modules))
    for module in modules:
        for path in re.findall(r'(?:from|^import) "(\.[^"]+)";', (STATIC / module).read_text("utf-8"), re.MULTILINE):
            assert (STATIC / module).parent.joinpath(path).resolve().relative_to(STATIC).as_posix() in modules


def test_home_does_not_fetch_the_game() -> None:
    assert "board/board.js" not in needed("app.js", "screens/home.js")
    assert "board/board.js" in needed("app.js", "screens/game.js")
    assert "board/manor.js" not in needed("app.js", "screens/game.js")


def test_what_a_page_links_to_is_there_and_kept_for_good(tmp_path: Path) -> None:
    links = LINK.findall(fetched(tmp_path, "/")["/"].text)
    assert f"{kept()}app.js" in links
    for path, answer in fetched(tmp_path, *links).items():
        assert answer.status_code == httpx.codes.OK, path
        assert (FOR_GOOD in answer.headers["cache-control"]) == path.startswith(kept())


def test_another_version_is_not_there(tmp_path: Path) -> None:
    old = kept().replace(version(), "0123456789abcdef")
    for answer in fetched(tmp_path, f"{old}app.js", f"{old}{SHEET}", f"{kept()}nothing.js").values():
        assert answer.status_code == httpx.codes.NOT_FOUND
        assert FOR_GOOD not in answer.headers["cache-control"]


def test_every_leaf_of_the_style_is_on_the_one_sheet(tmp_path: Path) -> None:
    sheet = fetched(tmp_path, kept() + SHEET)[kept() + SHEET].text
    assert "@import" not in sheet
    for leaf in (STATIC / SHEET).parent.glob("*.css"):
        assert leaf.name == "page.css" or leaf.read_text("utf-8") in sheet
        assert len(leaf.read_text("utf-8").splitlines()) <= 400
