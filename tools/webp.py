"""WebP pictures from Chromium, and several of them as one that moves: no library for pictures is needed."""

from __future__ import annotations

import struct
from base64 import b64decode
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from playwright.sync_api import CDPSession

ANIMATED = 0x02


class Still(NamedTuple):
    """One picture of a moving one, and how long it stands."""

    picture: bytes
    milliseconds: int


def photograph(session: CDPSession, quality: int, *, beyond: bool = False) -> bytes:
    """What a page shows, as WebP; *beyond* takes also what lies below its window."""
    asked = {"format": "webp", "quality": quality, "captureBeyondViewport": beyond}
    if beyond:
        size = session.send("Page.getLayoutMetrics")["cssContentSize"]
        asked["clip"] = {"x": 0, "y": 0, "width": size["width"], "height": size["height"], "scale": 1}
    return b64decode(session.send("Page.captureScreenshot", asked)["data"])


def moving(stills: Iterable[Still], size: tuple[int, int]) -> bytes:
    """Pictures of one size as one picture that moves, again and again."""
    canvas = _three(size[0] - 1) + _three(size[1] - 1)
    chunks = [_chunk(b"VP8X", bytes([ANIMATED, 0, 0, 0]) + canvas), _chunk(b"ANIM", bytes(6))]
    for picture, milliseconds in stills:
        drawn = b"".join(_chunk(name, data) for name, data in _chunks(picture) if name in (b"ALPH", b"VP8 ", b"VP8L"))
        chunks.append(_chunk(b"ANMF", bytes(6) + canvas + _three(milliseconds) + bytes([2]) + drawn))
    body = b"WEBP" + b"".join(chunks)
    return b"RIFF" + struct.pack("<I", len(body)) + body


def _three(number: int) -> bytes:
    return struct.pack("<I", number)[:3]


def _chunk(name: bytes, data: bytes) -> bytes:
    return name + struct.pack("<I", len(data)) + data + bytes(len(data) % 2)


def _chunks(picture: bytes) -> Iterator[tuple[bytes, bytes]]:
    """The parts of a WebP file."""
    at = 12
    while at < len(picture):
        name, length = picture[at : at + 4], struct.unpack_from("<I", picture, at + 4)[0]
        yield name, picture[at + 8 : at + 8 + length]
        at += 8 + length + length % 2
