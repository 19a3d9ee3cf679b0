"""Compare how two revisions draw the same pages: every computed value of every element, and the pictures.

    python -m tools.compare_screens --keep            keep the pages of all albums, as they stand, in build/pages
    python -m tools.compare_screens --keep home new   only those whose names begin so
    python -m tools.compare_screens main              draw each kept page with the style of main and with this tree's
    python -m tools.compare_screens main game --pictures --sizes 360x640 1440x900

A kept page is what the browser held at that moment, without scripts: nothing on it moves, so two sheets that mean the
same draw the same picture. Pictures that differ lie in build/compared. For class names that have changed since the
revision, say `--renamed old=new`.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import tempfile
from base64 import b64encode
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Browser, Error, Page, Route, ViewportSize
from tests.browser.browser_server import WHAT_TO_INSTALL, House, browsing, chromium, free_port
from tools.screenshots import ALBUMS, DEVICES
from tools.visitor import Visitor

PAGES = Path("build/pages")
PICTURES = Path("build/compared")
STATIC = Path("src/greycells/server/static")
IN_PAGE = Path(__file__).with_suffix(".js")
SIZES = ("360x640", "390x844", "740x360", "820x1180", "1024x768", "1280x800", "1440x900")
HOST = "http://kept.test"
FONT = re.compile(r'url\("[^"]*fonts/')
SHEET = "from greycells.server.web.assets import style_sheet; print(style_sheet())"


def keep(browser: Browser, house: House, albums: Sequence[str]) -> Iterator[str]:
    """Go through the albums as the screenshots do, and keep each page as it stands; yields what failed."""
    PAGES.mkdir(parents=True, exist_ok=True)
    for name, album in ALBUMS.items():
        if not name.startswith(tuple(albums)):
            continue
        guest = Visitor(browser, house, DEVICES[0], "en")
        try:
            for picture, _, other in album(guest):
                page = other or guest.page
                page.evaluate(IN_PAGE.read_text("utf-8"))
                (PAGES / f"{picture}.html").write_text(page.evaluate("compareScreens.kept()"), encoding="utf-8")
                print(picture, flush=True)
        except (Error, AssertionError) as why_not:
            yield f"{name}: {str(why_not).splitlines()[:1]}"
        finally:
            guest.afterwards.close()


def sheet(revision: str | None) -> str:
    """The joined style sheet of a revision, or of this tree."""
    with tempfile.TemporaryDirectory() as folder:
        source = Path("src")
        if revision is not None:
            archive = subprocess.run(["git", "archive", revision, "src"], check=True, capture_output=True).stdout
            subprocess.run(["tar", "-x", "-C", folder], input=archive, check=True)
            source = Path(folder, "src")
        command = [sys.executable, "-c", SHEET]
        made = subprocess.run(command, check=True, capture_output=True, text=True, env={"PYTHONPATH": str(source)})
    return FONT.sub(f'url("{HOST}/fonts/', made.stdout)


@dataclass(frozen=True, slots=True)
class Window:
    """A size and a theme in which a page is drawn."""

    size: str
    theme: str

    @property
    def viewport(self) -> ViewportSize:
        width, _, height = self.size.partition("x")
        return ViewportSize(width=int(width), height=int(height))


class Comparison:
    """Kept pages, each drawn with two sheets."""

    def __init__(self, browser: Browser, sheets: tuple[str, str], renamed: dict[str, str]) -> None:
        self.page: Page = browser.new_page()
        self.page.route("**/*", self._serve)
        self.page.add_init_script(path=IN_PAGE)
        self.drawings: tuple[tuple[str, dict[str, str]], ...] = ((sheets[0], {}), (sheets[1], renamed))

    def _serve(self, route: Route) -> None:
        path = route.request.url.removeprefix(f"{HOST}/")
        if path.startswith("fonts/"):
            route.fulfill(path=STATIC / path, headers={"Access-Control-Allow-Origin": "*"})
        elif path.endswith(".html"):
            route.fulfill(body=(PAGES / path).read_text("utf-8"), content_type="text/html; charset=utf-8")
        else:
            route.abort()

    def differences(self, name: str, window: Window, *, drawings: bool) -> list[str]:
        """The computed values of a page that differ."""
        for at, _ in enumerate(self._drawn(name, window)):
            self.page.evaluate(f"void (window.drawing{at} = compareScreens.values({str(drawings).lower()}))")
        found: list[str] = self.page.evaluate("compareScreens.differences(drawing0, drawing1)")
        return found

    def pictures_differ(self, name: str, window: Window) -> bool:
        """Whether the pictures of a page differ; these are written down."""
        taken = [self.page.screenshot(animations="disabled") for _ in self._drawn(name, window)]
        encoded = [b64encode(picture).decode() for picture in taken]
        pixels: int = self.page.evaluate("(pictures) => compareScreens.pixels(...pictures)", encoded)
        for when, picture in zip(("before", "after"), taken, strict=True):
            if pixels:
                PICTURES.mkdir(parents=True, exist_ok=True)
                (PICTURES / f"{name}-{window.size}-{window.theme}-{when}.png").write_bytes(picture)
        return pixels > 0

    def _drawn(self, name: str, window: Window) -> Iterator[None]:
        self.page.set_viewport_size(window.viewport)
        self.page.emulate_media(color_scheme="dark" if window.theme == "dark" else "light")
        self.page.goto(f"{HOST}/{name}.html")
        for drawing in self.drawings:
            self.page.evaluate("([sheet, renamed]) => compareScreens.draw(sheet, renamed)", drawing)
            yield


def compare(comparison: Comparison, names: Iterable[str], sizes: Sequence[str], *, pictures: bool) -> int:
    """Tell what differs, each difference once, where it is first seen; the number of windows with one."""
    told, different = set[str](), 0
    for name in names:
        for size in sizes:
            is_last = size == sizes[-1]
            for theme in ("light", "dark") if pictures or is_last else ("light",):
                window = Window(size, theme)
                found = comparison.differences(name, window, drawings=is_last and theme == "light")
                drawn = pictures and comparison.pictures_differ(name, window)
                different += bool(found) or drawn
                print(f"{name} {size} {theme}: {len(found)} values{', and the picture' * drawn}", flush=True)
                for line in dict.fromkeys(found):
                    if line not in told:
                        print(f"    {line}", flush=True)
                told.update(found)
    return different


def main() -> None:
    """Keep pages, or compare them."""
    parser = argparse.ArgumentParser(description="Compare how two revisions draw the same pages.")
    parser.add_argument("names", nargs="*", help="a revision, and the beginnings of names of pages or albums")
    parser.add_argument("--keep", action="store_true", help="keep the pages of these albums")
    parser.add_argument("--pictures", action="store_true", help="compare pictures, too, and keep those that differ")
    parser.add_argument("--sizes", nargs="*", default=SIZES, help="in these windows only")
    parser.add_argument(
        "--renamed", nargs="*", default=[], help="old=new or old=new+other: class names that have changed"
    )
    given = parser.parse_intermixed_args()
    path = chromium()
    if path is None:
        sys.exit(WHAT_TO_INSTALL)
    with tempfile.TemporaryDirectory() as folder, browsing(path) as browser:
        if given.keep:
            house = House(Path(folder), free_port())
            house.open()
            try:
                sys.exit("\n".join(keep(browser, house, given.names or [""])) or 0)
            finally:
                house.close()
        revision, *names = given.names or ["main"]
        renamed = dict(pair.replace("+", " ").split("=", 1) for pair in given.renamed)
        comparison = Comparison(browser, (sheet(revision), sheet(None)), renamed)
        kept = sorted(page.stem for page in PAGES.glob("*.html") if page.stem.startswith(tuple(names or [""])))
        sys.exit(1 if compare(comparison, kept, given.sizes, pictures=given.pictures) else 0)


if __name__ == "__main__":
    main()
