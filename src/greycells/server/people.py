"""Guests: a signed cookie and a name, no sign-up; the secret links of seats; and how much one guest may ask for."""

from __future__ import annotations

import os
import secrets
import time
import unicodedata
from collections import Counter
from collections.abc import Callable, Generator
from contextlib import contextmanager
from hashlib import blake2b
from pathlib import Path
from typing import Literal, NamedTuple

from itsdangerous import BadSignature, URLSafeSerializer

from greycells.rules.sentences import Sentence
from greycells.server.conduct import Declined, Guest
from greycells.server.store import Store

COOKIE = "greycells"
YEAR = 365 * 24 * 3600
ROOM = 1000
"""So many guests and addresses are remembered without a thought."""
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


class Measure(NamedTuple):
    """How much of something one guest may have in so many seconds, and one address with perhaps many guests behind."""

    guest: int
    address: int
    seconds: int


MEASURES: dict[Thing, Measure] = {
    "tables": Measure(30, 120, 3600),
    "commands": Measure(20, 400, 1),
    "chat": Measure(10, 100, 10),
    "uploads": Measure(20, 60, 3600),
    "codes": Measure(20, 60, 60),
    "reviews": Measure(60, 240, 60),
    "requests": Measure(50, 500, 1),
}


class Seen(NamedTuple):
    """How often something was asked for in one stretch of time, and in the stretch before it."""

    stretch: int
    times: int
    before: int


class Moderation:
    """Counts what guests and addresses do, in memory; `factor` widens every measure, for load tests."""

    def __init__(
        self,
        *,
        factor: float = 1.0,
        sockets_a_guest: int = 20,
        sockets_an_address: int = 200,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._factor = factor
        self._now = now
        self._seen: dict[tuple[Thing, str], Seen] = {}
        self._enough = ROOM
        self._most = (int(sockets_a_guest * factor), int(sockets_an_address * factor))
        self._sockets: Counter[str] = Counter()

    def __len__(self) -> int:
        """How many guests and addresses are remembered, for each thing that they asked for."""
        return len(self._seen)

    def count(self, thing: Thing, *, guest: str | None, address: str) -> None:
        """One more of this; Declined if it is too much."""
        measure = MEASURES[thing]
        if guest is not None:
            self._count(thing, f"guest {guest}", most=measure.guest)
        self._count(thing, f"address {address}", most=measure.address)

    def _count(self, thing: Thing, who: str, *, most: int) -> None:
        """A stretch of time that slides: of the one before, as much counts as still lies in it."""
        stretch, gone = divmod(self._now() / MEASURES[thing].seconds, 1)
        last, times, before = self._seen.get((thing, who), Seen(int(stretch), 0, 0))
        if last < stretch:
            times, before = 0, times if last == stretch - 1 else 0
        if int(before * (1 - gone)) + times >= max(1, int(most * self._factor)):
            raise Declined("too fast")
        self._seen[thing, who] = Seen(int(stretch), times + 1, before)
        if len(self._seen) > self._enough:
            self._forget()

    def _forget(self) -> None:
        """Whoever has not asked for a while is forgotten, each time that there are twice as many as were left."""
        now = self._now()
        self._seen = {
            key: seen for key, seen in self._seen.items() if seen.stretch >= now // MEASURES[key[0]].seconds - 1
        }
        self._enough = max(ROOM, 2 * len(self._seen))

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
