"""Responses that are the same for everybody: made once, compressed once, and in memory from then on."""

from __future__ import annotations

import asyncio
import zlib
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from http import HTTPStatus

from starlette.responses import Response

SMALL = 500
"""Bytes that aren't worth compressing."""
COMPRESSED = ("font/woff2", "image/png")
"""Media types that are compressed already."""


@dataclass(frozen=True, slots=True)
class FixedBody:
    """A body as it is and compressed, with its digest. `for_guests` if its reader becomes a guest."""

    plain: bytes
    zipped: bytes | None
    media_type: str | None
    tag: str
    for_guests: bool = False

    def response(
        self, accepted: str, *, status: int = HTTPStatus.OK, headers: Mapping[str, str] | None = None
    ) -> Response:
        """The body in a form that the client accepts."""
        told = dict(headers or {})
        if self.zipped is not None:
            told["vary"] = "Accept-Encoding"
        if self.zipped is None or "gzip" not in accepted:
            return Response(self.plain, status, told, self.media_type)
        return Response(self.zipped, status, told | {"content-encoding": "gzip"}, self.media_type)


def _zipped(body: bytes) -> bytes:
    packer = zlib.compressobj(9, zlib.DEFLATED, 16 + zlib.MAX_WBITS)
    return packer.compress(body) + packer.flush()


async def fixed_body(body: bytes, media_type: str | None, *, for_guests: bool = False) -> FixedBody:
    """Compress a body off the event loop, if that makes it smaller."""
    zipped = None
    if len(body) >= SMALL and media_type not in COMPRESSED:
        zipped = await asyncio.to_thread(_zipped, body)
        zipped = zipped if len(zipped) < len(body) else None
    return FixedBody(body, zipped, media_type, sha256(body).hexdigest()[:32], for_guests)


class FixedBodies:
    """What has been made so far, by route or path and language. Requests that come meanwhile wait for the first."""

    def __init__(self) -> None:
        self._made: dict[tuple[str, str], FixedBody] = {}
        self._making: dict[tuple[str, str], asyncio.Event] = {}

    def __len__(self) -> int:
        return len(self._made)

    async def get(
        self, key: tuple[str, str], make: Callable[[], Awaitable[FixedBody | Response]]
    ) -> FixedBody | Response:
        """What is kept under this key; made if there is nothing yet. A refusal isn't kept."""
        while (making := self._making.get(key)) is not None:
            await making.wait()
        if (kept := self._made.get(key)) is not None:
            return kept
        self._making[key] = asyncio.Event()
        try:
            made = await make()
        finally:
            self._making.pop(key).set()
        if isinstance(made, FixedBody):
            self._made[key] = made
        return made
