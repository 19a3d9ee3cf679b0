"""Guests: a signed cookie and a name, no sign-up; and the secret links of seats."""

from __future__ import annotations

import secrets
import time
from collections.abc import Mapping
from hashlib import blake2b

from itsdangerous import BadSignature, URLSafeSerializer

from greycells.rules.sentences import Sentence
from greycells.server.http.guest_names import clean_name
from greycells.server.storage.store import Store
from greycells.server.tables.permissions import Declined, DeclineReason, Guest

COOKIE, TLS_COOKIE = "greycells", "__Host-greycells"
"""Under the second name browsers keep a cookie only from this very host, and only over TLS."""
YEAR = 365 * 24 * 3600


class Guests:
    """Who is who: a guest is whoever holds a cookie that we signed."""

    def __init__(self, key: str, store: Store, *, names_for: float = float("inf")) -> None:
        """Names are remembered for so many seconds: another node may have been told a new one."""
        self._cookies = URLSafeSerializer(key, salt="guest")
        self._links = URLSafeSerializer(key, salt="seat")
        self._store = store
        self._names: dict[str, str] = {}
        self._names_for = names_for
        self._names_since = time.monotonic()

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

    def known_by(self, cookies: Mapping[str, str]) -> str | None:
        """The guest of a request, by either name of the cookie: nobody loses their seats when a server gets TLS."""
        return self.known(cookies.get(TLS_COOKIE)) or self.known(cookies.get(COOKIE))

    async def guest(self, number: str) -> Guest:
        """A guest with a name; whoever has not chosen one is called after their number."""
        if time.monotonic() - self._names_since > self._names_for:
            self._forget_names()
        name = self._names.get(number) or await self._store.name_of(number)
        if name is None:
            digest = blake2b(number.encode(), digest_size=4).digest()
            name = str(Sentence("table.guest", number=int.from_bytes(digest, "big") % 900 + 100))
        if len(self._names) > 10_000:
            self._forget_names()
        self._names[number] = name
        return Guest(number, name)

    def _forget_names(self) -> None:
        self._names.clear()
        self._names_since = time.monotonic()

    async def rename(self, number: str, name: str) -> Guest:
        """Be called something else from now on."""
        if not (cleaned := clean_name(name)):
            raise Declined("no name", DeclineReason.INVALID)
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
