"""What a page fetches of the client: all of its screen at once, kept for good, and never half of another version."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

import httpx
import pytest
from tests.server.running_server import quick, running

from greycells.server.web.assets import SHEET, asset_prefix, needed, version

STATIC = Path(__file__).parents[3] / "src" / "greycells" / "server" / "static"
LINK = re.compile(r'(?:href|src)="(/static/[^"]+)"')
FOR_GOOD = "immutable"


def fetched(tmp_path: Path, *paths: str) -> dict[str, httpx.Response]:
    async def fetch() -> dict[str, httpx.Response]:
        async with (
            running(quick(tmp_path)) as (address, _),
            httpx.AsyncClient(timeout=None, base_url=address) as client,
        ):
            return {path: await client.get(path) for path in paths}

    return asyncio.run(fetch())


@pytest.mark.parametrize("screen", ["home/home", "game/game", "replay/replay", "rulebook/rules"])
def test_nothing_is_missing_among_what_a_screen_needs(screen: str) -> None:
    modules = needed("app.js", f"{screen}.js")
    assert len(modules) == len(set(modules))
    for module in modules:
        for path in re.findall(r'(?:from|^import) "(\.[^"]+)";', (STATIC / module).read_text("utf-8"), re.MULTILINE):
            assert (STATIC / module).parent.joinpath(path).resolve().relative_to(STATIC).as_posix() in modules


def test_home_does_not_fetch_the_game() -> None:
    assert "board/board.js" not in needed("app.js", "home/home.js")
    assert "board/board.js" in needed("app.js", "game/game.js")
    assert "board/manor_rooms.js" not in needed("app.js", "game/game.js")


def test_what_a_page_links_to_is_there_and_kept_for_good(tmp_path: Path) -> None:
    links = LINK.findall(fetched(tmp_path, "/")["/"].text)
    assert f"{asset_prefix()}app.js" in links
    for path, answer in fetched(tmp_path, *links).items():
        assert answer.status_code == httpx.codes.OK, path
        assert (FOR_GOOD in answer.headers["cache-control"]) == path.startswith(asset_prefix())


def test_another_version_is_not_there(tmp_path: Path) -> None:
    old = asset_prefix().replace(version(), "0123456789abcdef")
    for answer in fetched(tmp_path, f"{old}app.js", f"{old}{SHEET}", f"{asset_prefix()}nothing.js").values():
        assert answer.status_code == httpx.codes.NOT_FOUND
        assert FOR_GOOD not in answer.headers["cache-control"]


def test_every_sheet_is_joined_in_its_layer_with_sizes_in_full(tmp_path: Path) -> None:
    joined = fetched(tmp_path, asset_prefix() + SHEET)[asset_prefix() + SHEET].text
    assert joined.lstrip().startswith("@layer tokens, base, ui, board, features, states;")
    assert not re.search(r"@import|@custom-media|@media[^{]*\(--", joined)
    assert joined.count("@layer features {") > joined.count("@layer ui {") > 1
    assert "@media (width >= 60rem)" in joined
    for sheet in STATIC.rglob("*.css"):
        lines = [line for line in sheet.read_text("utf-8").splitlines() if line.strip() and "*" not in line]
        stands_alone = sheet.name in {"page.css", "sheet.css"}
        assert stands_alone or all(line in joined for line in lines if "@media" not in line), sheet


def test_modules_are_served_without_comments(tmp_path: Path) -> None:
    paths = [
        asset_prefix() + name for name in ("session/session.js", "words/en/common.js", "nowhere.js", "../assets.js")
    ]
    answers = fetched(tmp_path, *paths)
    module, words = answers[paths[0]].text, answers[paths[1]].text
    source = (STATIC / "session/session.js").read_text("utf-8")
    assert "/**" in source
    assert "/*" not in module
    assert len(module) < 0.9 * len(source)
    code = [line for line in source.splitlines() if line.startswith(("export ", "import "))]
    assert all(line in module for line in code)
    assert "One moment, the lamps are being lit." in words
    assert [answers[path].status_code for path in paths[2:]] == [404, 404]
