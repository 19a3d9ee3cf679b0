"""Guests: a signed cookie and a name, no sign-up; and the secret links of seats."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from functools import lru_cache
from hashlib import blake2b

from itsdangerous import BadSignature, URLSafeSerializer

from greycells.language.sentences import Sentence, language
from greycells.server.errors.declined import Declined, DeclineReason
from greycells.server.identity.allowed_names import clean_name
from greycells.server.limits.address_networks import address_network
from greycells.server.storage.table_store import Store
from greycells.server.system.durations import YEAR
from greycells.server.system.system_clock import SYSTEM_CLOCK, SystemClock
from greycells.server.tables.guest import Guest

COOKIE, TLS_COOKIE, PATH_COOKIE = "greycells", "__Host-greycells", "__Secure-greycells"
"""Browsers accept a cookie with the prefix `__Host-` only from this host, only over TLS, and only with the path `/`.
Under a path prefix the cookie has that path, because other sites share the host; `__Secure-` is allowed then."""
RECENT = 600.0
"""A guest who was deleted is known everywhere within so many seconds."""


class Guests:
    """Identifies guests by the cookie that we signed."""

    def __init__(
        self,
        key: str,
        store: Store,
        *,
        cookie_name: str = COOKIE,
        names_for: float = float("inf"),
        clock: SystemClock = SYSTEM_CLOCK,
    ) -> None:
        """Names are remembered for so many seconds: another node may have been told a new one."""
        self.cookie_name = cookie_name
        self._cookies = URLSafeSerializer(key, salt="guest")
        self._links = URLSafeSerializer(key, salt="seat")
        self._code_key = blake2b(key.encode(), digest_size=32, person=b"device code").digest()
        self._origin_key = blake2b(key.encode(), digest_size=32, person=b"origin").digest()
        self._store = store
        self._names: dict[str, str] = {}
        self._names_for = names_for
        self._clock = clock
        self._names_since = clock.monotonic()
        self._gone: set[str] = set()
        self._gone_read_from = clock.now() - 2 * YEAR
        """The cookies of guests who were deleted before that have expired."""

    def new(self) -> str:
        """The id of a new guest."""
        return secrets.token_hex(12)

    def cookie(self, guest: str) -> str:
        return self._cookies.dumps(guest)

    def known(self, cookie: str | None) -> str | None:
        """The guest whose cookie this is; None if it is missing, forged, or of another server."""
        try:
            guest = self._cookies.loads(cookie or "")
        except BadSignature as forged:
            forged.with_traceback(None)  # It would close a reference cycle with the signer's frame.
            return None
        return guest if isinstance(guest, str) and guest not in self._gone else None

    def of_request(self, cookies: Mapping[str, str]) -> str | None:
        """The guest of a request, by this server's own name of the cookie: a site beside it can set the others."""
        return self.known(cookies.get(self.cookie_name))

    def turn_away(self, guest: str) -> None:
        """A guest's cookie is no longer good, on any device."""
        self._gone.add(guest)

    def let_back(self, guest: str) -> None:
        """It is good after all."""
        self._gone.discard(guest)

    def is_gone(self, guest: str) -> bool:
        """Whether a guest has had everything deleted, and may do nothing more."""
        return guest in self._gone

    def forget_name(self, guest: str) -> None:
        self._names.pop(guest, None)

    async def look_up_gone(self) -> set[str]:
        """Learn which cookies are no longer good: at first all of them, later those of the last minutes.

        Returns the guests of whom this process did not know it.
        """
        now = self._clock.now()
        gone = set(await self._store.erased_since(self._gone_read_from)) - self._gone
        self._gone_read_from = now - RECENT
        self._gone |= gone
        for guest in gone:
            self.forget_name(guest)
        return gone

    async def guest(self, guest_id: str) -> Guest:
        """The guest with their name, or a name made from the id if they haven't chosen one."""
        if self._clock.monotonic() - self._names_since > self._names_for:
            self._forget_names()
        name = self._names.get(guest_id)
        if name is None:
            name = await self._store.name_of(guest_id) or ""
            if len(self._names) > 10_000:
                self._forget_names()
            if not self.is_gone(guest_id):
                name = self._names.setdefault(guest_id, name)  # They may have taken another one meanwhile.
        return Guest(guest_id, name or made_up_name(guest_id, language()))

    def _forget_names(self) -> None:
        self._names.clear()
        self._names_since = self._clock.monotonic()

    async def rename(self, guest_id: str, name: str) -> Guest:
        """Change a guest's name."""
        if not (cleaned := clean_name(name)):
            raise Declined("no name", DeclineReason.INVALID)
        await self._store.rename(guest_id, cleaned, at=self._clock.now())
        self._names[guest_id] = cleaned
        return Guest(guest_id, cleaned)

    def code_digest(self, code: str) -> str:
        """A one-time code as it is stored: nobody who reads the database can use it."""
        return blake2b(code.encode(), key=self._code_key, digest_size=24).hexdigest()

    def origin(self, address: str) -> int:
        """One of 65,536 numbers for an address: enough to share the lobby's lines, too few to tell who it was."""
        digest = blake2b(address_network(address).encode(), key=self._origin_key, digest_size=2).digest()
        return int.from_bytes(digest, "big")

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


@lru_cache(maxsize=10_000)
def made_up_name(guest_id: str, language: str) -> str:
    """A name for a guest who hasn't chosen one, in the reader's language."""
    digest = blake2b(guest_id.encode(), digest_size=4).digest()
    return Sentence("table.guest", number=int.from_bytes(digest, "big") % 900 + 100).say(language)
