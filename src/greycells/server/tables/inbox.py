"""The items of a table's inbox."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass
from typing import TypeAlias

from greycells.errors import GreycellsError
from greycells.language.sentences import Sentence
from greycells.protocol.commands import AnyCommand
from greycells.protocol.frames import Done
from greycells.protocol.vocabulary import By
from greycells.rules.actions import Action
from greycells.server.tables.guest import Guest

log = logging.getLogger("greycells.server")


@dataclass(frozen=True, slots=True)
class QueuedCommand:
    """A guest's command, and where the answer goes."""

    guest: Guest
    command: AnyCommand
    id: str
    answer: asyncio.Future[Done]


@dataclass(frozen=True, slots=True)
class AutomaticChoice:
    """A bot, the clock, or the server for a person whose answer is forced has answered a decision.

    `remark` is what the table should hear about it.
    """

    decision: int
    action: Action
    by: By
    remark: Sentence | None = None


@dataclass(frozen=True, slots=True)
class NoncesDue:
    """The time to tell one's nonce is over: the cards are dealt."""


@dataclass(frozen=True, slots=True)
class GuestReturned:
    """The guest of a chair is connected again."""

    chair: int


@dataclass(frozen=True, slots=True)
class SomebodyLeft:
    """A player may have been away for so long by now that the others needn't wait for them to skip to the end."""


@dataclass(frozen=True, slots=True)
class ClaimRequest:
    """A guest opened the secret link of a chair."""

    guest: Guest
    chair: int
    sittings: int
    answer: asyncio.Future[Done]


@dataclass(frozen=True, slots=True)
class Abandoned:
    """Nothing has happened at this table for a long time: close it, unless a viewer is connected."""


@dataclass(frozen=True, slots=True)
class EraseRequest:
    """A guest wants everything deleted: first their seats here are given up, and once they are gone, the log is read
    again without their words.
    """

    guest: str | None
    answer: asyncio.Future[Done]


@dataclass(frozen=True, slots=True)
class CloseRequest:
    """The operator of the server closes the table."""

    answer: asyncio.Future[Done]


@dataclass(frozen=True, slots=True)
class HandOver:
    """Another node is to run this table: what came before is finished, what comes after is left to the other."""


class TableGone(GreycellsError):
    """A table that does not run here any more. The command has not been carried out, and can be sent again."""


AnsweredItem: TypeAlias = QueuedCommand | ClaimRequest | EraseRequest | CloseRequest
WorkItem: TypeAlias = AnsweredItem | AutomaticChoice | NoncesDue | GuestReturned | SomebodyLeft | Abandoned
Item: TypeAlias = WorkItem | HandOver
