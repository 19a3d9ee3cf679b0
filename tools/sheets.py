"""Contact sheets for the docs: every card and house, faces, crime scenes, the pieces, and all screens in both themes.

    python -m tools.sheets          all of them, into docs/pictures
    python -m tools.sheets cards    only those whose name begins so

Cards, houses, faces, scenes and pieces are drawn by the client's own modules; the screens come from build/screenshots.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Literal, NamedTuple

from playwright.sync_api import Browser, Page
from tests.browser.browser_server import WHAT_TO_INSTALL, House, browsing, chromium, free_port
from tools.webp import Box, photograph

DOCS = Path("docs/pictures")
SCREENS = Path("build/screenshots")
STATIC = Path("src/greycells/server/static")
SCRIPT = Path(__file__).with_suffix(".js")
Theme = Literal["light", "dark"]
YOUR_TURN = '<circle cx="52" cy="12" r="11" fill="#b3301c" stroke="#f5ecd6" stroke-width="3"/>'
"""The dot on the icon while somebody is to choose."""


class Sheet(NamedTuple):
    """What a sheet shows, and its size."""

    name: str
    sheet: str
    edition: str
    theme: Theme
    width: int
    scale: float


HOUSES = ("classic", "getaway", "master-detective")
SHEETS = (
    *(
        Sheet(f"cards-{edition}", "cards", edition, "light", 980, 1.5)
        for edition in ("classic", "luxury", "anniversary", "getaway", "master-detective")
    ),
    *(
        Sheet(f"house-{house}-{theme}", "board", house, theme, 1100 if house == "master-detective" else 820, 1.25)
        for house in HOUSES
        for theme in ("light", "dark")
    ),
    *(Sheet(f"pieces-{theme}", "pieces", "master-detective", theme, 900, 1.25) for theme in ("light", "dark")),
    Sheet("poster-suspects", "suspects", "master-detective", "light", 1500, 1),
    Sheet("poster-weapons", "weapons", "master-detective", "light", 1500, 1),
    Sheet("expressions", "expressions", "master-detective", "light", 2260, 0.75),
    Sheet("detectives", "detectives", "classic", "light", 1080, 1.25),
    Sheet("scenes-classic-light", "scenes", "classic", "light", 1560, 1),
    Sheet("scenes-classic-dark", "scenes", "classic", "dark", 1560, 1),
    Sheet("scenes-getaway-dark", "scenes", "getaway", "dark", 1560, 1),
    Sheet("scenes-master-detective-light", "scenes", "master-detective", "light", 1560, 1),
)


def drawings(browser: Browser, house: House, wanted: str) -> Iterator[Path]:
    """Draw every sheet whose name starts so."""
    script = SCRIPT.read_text(encoding="utf-8").rstrip().rstrip(";")
    for sheet in SHEETS:
        if not sheet.name.startswith(wanted):
            continue
        page = _page(browser, sheet.theme, sheet.width, sheet.scale)
        page.goto(f"{house.address}/rules")
        page.locator("#app").wait_for(state="attached")
        page.evaluate(script, {"sheet": sheet.sheet, "edition": sheet.edition})
        yield _keep(page, sheet.name)


def screens(browser: Browser, wanted: str) -> Iterator[Path]:
    """All existing screenshots of a device and a theme on one sheet."""
    for device, width in (("desktop", 250), ("phone", 120)):
        for theme in ("light", "dark"):
            name = f"screens-{device}-{theme}"
            taken = sorted(SCREENS.glob(f"*-{device}-{theme}.png"))
            if not taken or not name.startswith(wanted):
                continue
            # Beside the pictures, because they are too large to be written into a page.
            written = SCREENS / f"{name}.html"
            written.write_text(
                "<style>body{margin:12px;font:11px sans-serif;background:#e8dcc2;display:flex;flex-wrap:wrap;gap:10px}"
                f"figure{{margin:0;width:{width}px}}img{{width:100%;max-height:{width * 2}px;object-fit:cover;"
                "object-position:top;box-shadow:0 1px 5px #0006}</style>"
                + "".join(
                    f'<figure><img src="{path.name}">{path.stem.removesuffix(f"-{device}-{theme}")}</figure>'
                    for path in taken
                ),
                encoding="utf-8",
            )
            page = _page(browser, "light", 1300, 1)
            page.goto(written.absolute().as_uri())
            yield _keep(page, name, quality=56)


def icons(browser: Browser) -> Iterator[Path]:
    """The icon as PNG: for an app it fills its square, so that any mask can crop it; in a tab it has round corners.

    A tab's icon changes in the middle of the game, and a browser draws an SVG there for 50 ms.
    """
    drawing = (STATIC / "icon.svg").read_text(encoding="utf-8")
    square, called = drawing.replace(' rx="12"', ""), drawing.replace("</svg>", f"{YOUR_TURN}</svg>")
    for name, size, shown in (("192", 192, square), ("512", 512, square), ("tab", 64, drawing), ("turn", 64, called)):
        page = _page(browser, "light", size, 1, height=size)
        page.set_content(f"<style>body{{margin:0}}svg{{display:block;width:{size}px}}</style>{shown}")
        path = STATIC / f"icon-{name}.png"
        page.screenshot(path=path, omit_background=True)
        page.context.close()
        yield path


def _page(browser: Browser, theme: Theme, width: int, scale: float, *, height: int = 400) -> Page:
    context = browser.new_context(
        viewport={"width": width, "height": height}, color_scheme=theme, device_scale_factor=scale, locale="en-GB"
    )
    return context.new_page()


def _keep(page: Page, name: str, *, quality: int = 78) -> Path:
    path = DOCS / f"{name}.webp"
    root = "document.documentElement"
    width, height = (page.evaluate(f"{root}.{side}") for side in ("scrollWidth", "scrollHeight"))
    line = page.context.new_cdp_session(page)
    path.write_bytes(photograph(line, quality, box=Box(0, 0, width, height), beyond=True))
    page.context.close()
    return path


def main() -> None:
    """Draw the requested sheets."""
    browser_path = chromium()
    if browser_path is None:
        sys.exit(WHAT_TO_INSTALL)
    wanted = sys.argv[1] if len(sys.argv) > 1 else ""
    with tempfile.TemporaryDirectory() as folder, browsing(browser_path) as browser:
        house = House(Path(folder), free_port())
        house.open()
        try:
            for path in (*drawings(browser, house, wanted), *screens(browser, wanted)):
                print(path, path.stat().st_size)
            if "icons".startswith(wanted):
                print(*icons(browser))
        finally:
            house.close()


if __name__ == "__main__":
    main()
