"""How long bots appear to think.

The time of a bot's answer must not reveal what it holds: the wait is drawn before the bot thinks, from the same
distribution whether it has a choice or not, and a bot that needs longer waits for another draw.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from random import SystemRandom

from greycells.rules.events import CouldNotShow, Opened, Shown
from greycells.rules.views import Sighting
from greycells.server.tables.clocks import how_it_ended

SHARING = 3
"""Up to this many bots each answer a suggestion after the full wait; more of them share it, so it never takes long."""


def _uniform(low: float, high: float) -> float:
    return SystemRandom().uniform(low, high)


@dataclass(frozen=True, slots=True)
class Pace:
    """How long bots take, in seconds; `factor` 0 is at once, as in tests."""

    factor: float = 1.0
    shortest: float = 0.7
    longest: float = 1.6
    hurried: float = 0.25
    answered: float = 1.5
    opened: float = 6.5
    draw: Callable[[float, float], float] = _uniform

    def wait(self, *, hurried: bool, asked: int = 0) -> float:
        """The wait before an answer is given. It depends on nothing at the table but whether the bots are hurried.

        Where a suggestion may go round more than `SHARING` seats (`asked`), they share the time of these.
        """
        share = min(1.0, SHARING / asked) if asked else 1.0
        return self.factor * share * (self.hurried if hurried else 1.0) * self.draw(self.shortest, self.longest)

    def without_pauses(self) -> Pace:
        """The pace of a game that is skipped to its end: nobody is left from whom a bot's time could hide anything."""
        return replace(self, factor=0.0)

    def watched(self, seen: Sequence[Sighting], *, hurried: bool) -> float:
        """What a bot waits besides, so that people can watch how a suggestion or an accusation ended before it goes on.

        Everybody knows that it ended, and the wait is the same however it did.
        """
        match how_it_ended(seen):
            case Shown() | CouldNotShow():
                scene = self.answered
            case Opened():
                scene = self.opened
            case _:
                return 0.0
        return self.factor * (self.hurried if hurried else 1.0) * scene
