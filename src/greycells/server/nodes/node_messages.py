"""What nodes forward to each other: a guest's request as it came, signed with a key that only nodes have.

The guest is known by the cookie, which every node checks for itself; a node vouches only for the rest: from which
address a request came, and with which headers.
"""

from __future__ import annotations

import hmac
from base64 import urlsafe_b64decode, urlsafe_b64encode
from hashlib import sha256
from secrets import token_hex

import msgspec

from greycells.errors import GreycellsError

HEADER = "x-greycells-request"
SIGNATURE = "x-greycells-signature"
WINDOW = 10.0
"""So many seconds after it was made a message is still taken, and once only."""
TAKEN_ALONG = frozenset(
    {
        "accept-language",
        "content-type",
        "cookie",
        "host",
        "if-none-match",
        "origin",
        "sec-fetch-site",
        "user-agent",
        "x-request-id",
    }
)
"""The headers of a guest that matter to the node that answers."""


class ForgedMessage(GreycellsError):
    """A message that no node of ours made for us, or that we have had already."""


class ForAnotherNode(GreycellsError):
    """A message for a node that was here, and has lost its lease and its name since."""


class PassedRequest(msgspec.Struct, frozen=True):
    """A request as a guest made it: `target` is path and query, `client` the guest's address, `body` a digest."""

    to: str
    method: str
    target: str
    client: str
    headers: tuple[tuple[str, str], ...]
    body: str
    at: float
    nonce: str = msgspec.field(default_factory=lambda: token_hex(8))


class NodeKey:
    """Signs and checks what nodes pass on; derived from the signing key, so that no cookie is a message or reversed."""

    def __init__(self, signing_key: str) -> None:
        self._key = hmac.digest(signing_key.encode(), b"greycells node messages 1", "sha256")
        self._had: set[str] = set()
        self._had_before: set[str] = set()
        self._turned = 0.0

    def sign(self, request: PassedRequest) -> dict[str, str]:
        """The headers that a request is passed on with."""
        text = urlsafe_b64encode(msgspec.json.encode(request)).decode()
        return {HEADER: text, SIGNATURE: self._signature(text)}

    def check(self, text: str, signature: str, *, node: str, now: float) -> PassedRequest:
        """The request behind these headers, if a node made it just now, for the first time, and for this one."""
        if not hmac.compare_digest(self._signature(text).encode(), signature.encode()):
            raise ForgedMessage("signature")
        try:
            request = msgspec.json.decode(urlsafe_b64decode(text), type=PassedRequest)
        except (ValueError, msgspec.DecodeError) as error:
            raise ForgedMessage("not a request") from error
        if abs(request.at - now) > WINDOW or self._seen(request.nonce, now):
            raise ForgedMessage("too old, or a second time")
        if request.to != node:
            raise ForAnotherNode(request.to)
        return request

    def _seen(self, nonce: str, now: float) -> bool:
        """Whether a nonce has been used in the time in which a message is taken; it is from now on."""
        if now - self._turned > 2 * WINDOW:
            self._had_before, self._had, self._turned = self._had, set(), now
        seen = nonce in self._had or nonce in self._had_before
        self._had.add(nonce)
        return seen

    def _signature(self, text: str) -> str:
        return hmac.digest(self._key, text.encode(), "sha256").hex()


def digest(body: bytes) -> str:
    return sha256(body).hexdigest()
