"""A server like any other, but that chance follows from the name of a test: `python -m tests.browser.seeded_server`.

The test writes its name into a file before it begins, and so meets the same situation every time, on every machine.
"""

from __future__ import annotations

import argparse
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path

from tests.luck import Luck

from greycells.server.app.serving import run
from greycells.server.service.config import Config
from greycells.server.system.system_clock import SYSTEM_CLOCK, SystemClock


class DatedClock(SystemClock):
    """A clock that showed noon of a day, by UTC, when the server began."""

    def __init__(self, day: str) -> None:
        noon = datetime.fromisoformat(day).replace(hour=12, tzinfo=UTC)
        self._ahead = noon.timestamp() - super().now()

    def now(self) -> float:
        return super().now() + self._ahead


def main() -> None:
    parser = argparse.ArgumentParser(description="Serve games that follow from the word in a file.")
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--luck", type=Path, required=True)
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--pace", type=float, default=0.0)
    parser.add_argument("--grace", type=float, default=60.0)
    parser.add_argument("--public-url", default=None)
    parser.add_argument("--day", default="")
    asked = parser.parse_args()
    luck: Path = asked.luck
    config = Config(
        asked.data,
        port=asked.port,
        key=sha256(b"the key of every server of the browser tests").hexdigest(),
        public_url=asked.public_url,
        pace=asked.pace,
        grace=asked.grace,
        bot_workers=1,
        limits_factor=1000.0,
        clock=DatedClock(asked.day) if asked.day else SYSTEM_CLOCK,
        new_secret=Luck(lambda: luck.read_text(encoding="utf-8")).secret,
    )
    run(config, ready=lambda sentence: print(sentence, flush=True))


if __name__ == "__main__":
    main()
