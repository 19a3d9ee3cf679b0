"""How long a table's log may get, and what is still accepted when it is long."""

from __future__ import annotations

from greycells.protocol.commands import (
    AnyCommand,
    AutoAnswer,
    Challenge,
    Close,
    Fill,
    Play,
    Rematch,
    Reopen,
    Resign,
    ReturnToSeat,
    Reveal,
    Start,
)
from greycells.server.errors.declined import Declined

ROOM_TO_TALK = 10_000
"""From this many entries on, a table accepts only what its game needs: no more chat or changed settings."""
NEEDED = (Play, Start, Reveal, Fill, Resign, ReturnToSeat, AutoAnswer, Rematch, Challenge, Close, Reopen)
"""Without these commands a game would not go on, or not end. Nobody can fill a log with them: most write one entry, and
before a seat can be filled again, or a table reopened again, somebody has to be away for long."""


def check_length(entries: int, command: AnyCommand | None) -> None:
    """Declined if a log with so many entries has no room for a command, or for another device (None)."""
    if entries >= ROOM_TO_TALK and not isinstance(command, NEEDED):
        raise Declined("log full")
