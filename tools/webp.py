"""WebP pictures from Chromium: no library for pictures is needed."""

from __future__ import annotations

from base64 import b64decode

from playwright.sync_api import CDPSession


def photograph(session: CDPSession, quality: int, *, beyond: bool = False) -> bytes:
    """What a page shows, as WebP; *beyond* takes also what lies below its window."""
    asked: dict[str, object] = {"format": "webp", "quality": quality, "captureBeyondViewport": beyond}
    if beyond:
        size = session.send("Page.getLayoutMetrics")["cssContentSize"]
        asked["clip"] = {"x": 0, "y": 0, "width": size["width"], "height": size["height"], "scale": 1}
    return b64decode(session.send("Page.captureScreenshot", asked)["data"])
