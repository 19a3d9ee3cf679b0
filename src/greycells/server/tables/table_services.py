"""What tables need of where they run: a log, bots and a clock, and what differs from place to place.

A server has a database, processes and nodes for them. Whatever else runs a table brings its own.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Protocol, TypeVar

from greycells.errors import GreycellsError
from greycells.rules.actions import Action
from greycells.rules.fair_dealing import fresh_secret
from greycells.rules.views import View
from greycells.server.errors.declined import Declined
from greycells.server.tables.bot_pace import Pace
from greycells.server.tables.guest import Guest
from greycells.server.tables.log_entries import AnyEntry
from greycells.server.tables.past_answer_times import AnswerTimes
from greycells.server.tables.permissions import TablePolicy
from greycells.server.tables.table_log import ALONE, Fence, TableLog
from greycells.server.tables.table_troubles import Troubles
from greycells.server.tables.viewer_frames import TableHistory

T = TypeVar("T")


class BotChooser(Protocol):
    """What chooses for bots, in another process."""

    async def choose(self, level: str, view: View, *, key: str, seed: int, guest: str = "") -> tuple[Action, bool]:
        """The action that a bot of this level takes, and whether it had to be replaced first; raises BotFailed.

        `key` tells the bots of all tables apart; the same seed and sightings always lead to the same choice. `guest` is
        whose table it is: bots have their turns by the time that this guest's bots have used.
        """
        ...


class ChallengeMaker(Protocol):
    """What makes a challenge of a finished game, where there is somebody to be challenged."""

    async def __call__(self, history: TableHistory, guest: Guest, secret: str) -> Sequence[AnyEntry]:
        """The entries for the table's log; raises Declined."""
        ...


async def no_challenges(history: TableHistory, guest: Guest, secret: str) -> Sequence[AnyEntry]:
    """Where tables are not on a server, nobody else could play the same game."""
    del history, guest, secret
    raise Declined("challenge against bots")


class BotFailed(GreycellsError):
    """A bot crashed, took too long, or made an illegal choice."""


class TableClock(Protocol):
    """The time that tables go by."""

    def now(self) -> float:
        """The time of day, in seconds since 1970."""
        ...

    def monotonic(self) -> float:
        """Seconds since some moment; never goes back."""
        ...

    async def sleep(self, seconds: float) -> None:
        """Wait so long."""
        ...


class LongRead(Protocol):
    """Reads a long log where nobody waits for it."""

    async def __call__(self, work: Callable[[], T], /) -> T: ...


async def read_here(work: Callable[[], T], /) -> T:
    """Where there is one table, everybody waits for it anyway."""
    return work()


@dataclass(frozen=True, slots=True)
class TableServices:
    """What all tables share: log, bots, policy, pace and clock, and what last failed.

    `notice` is what a person gets at least when a clock ran out while nobody ran the table; `may_open` raises Declined
    while no table may be opened; `new_fence` tells who runs a new one. Deal, dice and bots follow from a `new_secret`.
    """

    log: TableLog
    bots: BotChooser
    policy: TablePolicy
    pace: Pace
    clock: TableClock
    notice: float = 60.0
    may_open: Callable[[], None] = lambda: None
    new_fence: Callable[[], Fence] = lambda: ALONE
    challenge: ChallengeMaker = no_challenges
    read_long: LongRead = read_here
    new_secret: Callable[[], str] = fresh_secret
    troubles: Troubles = field(default_factory=Troubles)
    answer_times: AnswerTimes = field(default_factory=AnswerTimes)

    def now(self) -> float:
        return self.clock.now()
