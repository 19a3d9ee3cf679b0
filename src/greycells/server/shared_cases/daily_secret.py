"""The secret of each day's game, from which the deal, the dice and the bots' choices follow for everybody alike."""

from __future__ import annotations

import hmac
from datetime import date
from hashlib import blake2b, sha256


class DailySecrets:
    """The secret of each day's game, from the server's signing key: the date alone says nothing about the deal."""

    def __init__(self, key: str) -> None:
        self._key = blake2b(key.encode(), digest_size=32, person=b"daily game").digest()

    def of(self, day: date) -> str:
        return hmac.new(self._key, day.isoformat().encode(), sha256).hexdigest()
