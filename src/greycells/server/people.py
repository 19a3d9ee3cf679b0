"""Guests: a signed cookie and a name, no sign-up; the secret links of seats; and how much one guest may ask for."""

from __future__ import annotations

import os
import secrets
import unicodedata
from collections import Counter
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import Literal

from itsdangerous import BadSignature, URLSafeSerializer
from limits import RateLimitItem, parse
from limits.storage import MemoryStorage
from limits.strategies import SlidingWindowCounterRateLimiter

from greycells.rules.sentences import Sentence
from greycells.server.conduct import Declined, Guest
from greycells.server.store import Store

COOKIE = "greycells"
YEAR = 365 * 24 * 3600
Thing = Literal["tables", "commands", "chat", "uploads", "codes", "reviews", "requests"]


def signing_key(folder: Path) -> str:
    """The server's key: made in the data folder on the first start, readable by its owner alone."""
    path = folder / "key"
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return path.read_text(encoding="ascii").strip()
    with os.fdopen(descriptor, "w", encoding="ascii") as file:
        file.write(key := secrets.token_hex(32))
        file.flush()
        os.fsync(file.fileno())
    return key


def clean_name(name: str) -> str:
    """A name as it may stand at a table: printable, without runs of blanks, and not too long."""
    name = unicodedata.normalize("NFC", name)
    return " ".join("".join(letter if letter.isprintable() else " " for letter in name).split())[:24].strip()


class Guests:
    """Who is who: a guest is whoever holds a cookie that we signed."""

    def __init__(self, key: str, store: Store) -> None:
        self._cookies = URLSafeSerializer(key, salt="guest")
        self._links = URLSafeSerializer(key, salt="seat")
        self._store = store
        self._names: dict[str, str] = {}

    def new(self) -> str:
        """An id for somebody who has not been here before."""
        return secrets.token_hex(12)

    def cookie(self, guest: str) -> str:
        return self._cookies.dumps(guest)

    def known(self, cookie: str | None) -> str | None:
        """The guest whose cookie this is; None if it is missing, forged, or of another server."""
        try:
            guest = self._cookies.loads(cookie or "")
        except BadSignature as forged:
            forged.with_traceback(None)  # The signer's frame holds this error: its traceback would close a circle.
            return None
        return guest if isinstance(guest, str) else None

    async def guest(self, number: str) -> Guest:
        """A guest with a name; whoever has not chosen one is called after their number."""
        name = self._names.get(number) or await self._store.name_of(number)
        if name is None:
            digest = blake2b(number.encode(), digest_size=4).digest()
            name = str(Sentence("table.guest", number=int.from_bytes(digest, "big") % 900 + 100))
        if len(self._names) > 10_000:
            self._names.clear()
        self._names[number] = name
        return Guest(number, name)

    async def rename(self, number: str, name: str) -> Guest:
        """Be called something else from now on."""
        if not (cleaned := clean_name(name)):
            raise Declined("no name")
        await self._store.rename(number, cleaned)
        self._names[number] = cleaned
        return Guest(number, cleaned)

    def seat_link(self, table: str, chair: int, *, sittings: int) -> str:
        """The secret part of a seat's address."""
        return self._links.dumps([table, chair, sittings])

    def linked_seat(self, link: str) -> tuple[str, int, int] | None:
        """Table, chair and sitting of a secret link; None if it is not ours."""
        try:
            table, chair, sittings = self._links.loads(link)
        except (BadSignature, ValueError, TypeError) as forged:
            forged.with_traceback(None)
            return None
        return str(table), int(chair), int(sittings)


@dataclass(frozen=True, slots=True)
class Measure:
    """How much of something one guest may have, and one address, behind which there may be many guests."""

    guest: str
    address: str


MEASURES: dict[Thing, Measure] = {
    "tables": Measure("30/hour", "120/hour"),
    "commands": Measure("20/second", "400/second"),
    "chat": Measure("10/10 second", "100/10 second"),
    "uploads": Measure("20/hour", "60/hour"),
    "codes": Measure("20/minute", "60/minute"),
    "reviews": Measure("20/minute", "60/minute"),
    "requests": Measure("50/second", "500/second"),
}


class Moderation:
    """Counts what guests and addresses do, in memory; `factor` widens every measure, for load tests."""

    def __init__(self, *, factor: float = 1.0, sockets_a_guest: int = 20, sockets_an_address: int = 200) -> None:
        self._limiter = SlidingWindowCounterRateLimiter(MemoryStorage())
        self._items = {
            thing: (_widened(measure.guest, factor), _widened(measure.address, factor))
            for thing, measure in MEASURES.items()
        }
        self._most = (int(sockets_a_guest * factor), int(sockets_an_address * factor))
        self._sockets: Counter[str] = Counter()

    def count(self, thing: Thing, *, guest: str | None, address: str) -> None:
        """One more of this; Declined if it is too much."""
        for_guest, for_address = self._items[thing]
        if guest is not None and not self._limiter.hit(for_guest, thing, guest):
            raise Declined("too fast")
        if not self._limiter.hit(for_address, thing, "at", address):
            raise Declined("too fast")

    @contextmanager
    def socket(self, *, guest: str, address: str) -> Generator[None]:
        """One more socket, for as long as it is open; Declined if there are too many."""
        keys = (f"guest {guest}", f"address {address}")
        if any(self._sockets[key] >= most for key, most in zip(keys, self._most, strict=True)):
            raise Declined("too many sockets")
        for key in keys:
            self._sockets[key] += 1
        try:
            yield
        finally:
            for key in keys:
                self._sockets[key] -= 1
                if not self._sockets[key]:
                    del self._sockets[key]


def _widened(measure: str, factor: float) -> RateLimitItem:
    item = parse(measure)
    item.amount = max(1, int(item.amount * factor))
    return item
