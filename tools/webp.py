"""WebP screenshots from Chromium, single or animated, without an image library."""

from __future__ import annotations

# Playwright types the replies of the browser's protocol as a bare dict.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false
# pyright: reportUnknownArgumentType=false, reportUnknownLambdaType=false
import struct
from base64 import b64decode
from collections.abc import Iterable, Iterator
from typing import NamedTuple, Protocol

ANIMATED = 0x02
DRAWN_OVER = 0x02


class Box(NamedTuple):
    """A part of a page. In an animation, WebP requires even coordinates."""

    x: int
    y: int
    width: int
    height: int


class Still(NamedTuple):
    """One frame of an animation, the part that it covers, and its duration."""

    picture: bytes
    box: Box
    milliseconds: int


class Line(Protocol):
    """The connection to the browser, as far as a screenshot needs it."""

    def send(self, method: str, params: dict[str, object] | None = None) -> dict[str, str]: ...


def photograph(line: Line, quality: int, *, box: Box | None = None, beyond: bool = False, scale: float = 1) -> bytes:
    """A screenshot of a page as WebP: its window, or a *box* that may be *beyond* the window and is then scaled."""
    asked: dict[str, object] = {"format": "webp", "quality": quality, "captureBeyondViewport": beyond}
    if box:
        asked["clip"] = {**box._asdict(), "scale": scale}
    return b64decode(line.send("Page.captureScreenshot", asked)["data"])


def moving(stills: Iterable[Still], width: int, height: int) -> bytes:
    """A looping animation of these frames; each is drawn over the previous ones."""
    chunks = [
        _chunk(b"VP8X", bytes([ANIMATED, 0, 0, 0]) + _three(width - 1) + _three(height - 1)),
        _chunk(b"ANIM", bytes(6)),
    ]
    for picture, box, milliseconds in stills:
        place = _three(box.x // 2) + _three(box.y // 2) + _three(box.width - 1) + _three(box.height - 1)
        drawn = b"".join(_chunk(name, data) for name, data in _chunks(picture) if name in (b"ALPH", b"VP8 ", b"VP8L"))
        chunks.append(_chunk(b"ANMF", place + _three(milliseconds) + bytes([DRAWN_OVER]) + drawn))
    body = b"WEBP" + b"".join(chunks)
    return b"RIFF" + struct.pack("<I", len(body)) + body


def _three(number: int) -> bytes:
    return struct.pack("<I", number)[:3]


def _chunk(name: bytes, data: bytes) -> bytes:
    return name + struct.pack("<I", len(data)) + data + bytes(len(data) % 2)


def _chunks(picture: bytes) -> Iterator[tuple[bytes, bytes]]:
    """The chunks of a WebP file."""
    at = 12
    while at < len(picture):
        name, length = picture[at : at + 4], int.from_bytes(picture[at + 4 : at + 8], "little")
        yield name, picture[at + 8 : at + 8 + length]
        at += 8 + length + length % 2
