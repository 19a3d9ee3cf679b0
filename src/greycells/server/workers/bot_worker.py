"""Where bots think: a process of its own that is given what a seat saw, a line at a time, and answers with a choice.

It never learns more than the seat does, and it ends when the server that started it does.
"""

from __future__ import annotations

import os
import sys
from collections import OrderedDict
from typing import NamedTuple

import msgspec

from greycells.editions import load
from greycells.notation.action_json import Json, encode_action
from greycells.notation.sighting_json import SightingDecoder
from greycells.players.player import Player
from greycells.players.player_specs import player
from greycells.rules.scene import GameTable
from greycells.rules.seats import Seat
from greycells.server.workers.work_process import ending_after, limit_process

KEPT = 1000
"""How many games are kept in memory; the least recently used one is dropped first."""
MEMORY = 1024 * 1024 * 1024
"""How many bytes the process may have; the strongest bots' has some 170 MiB."""


class Task(msgspec.Struct, frozen=True):
    """A decision: whose, at which table, and what that seat has seen from sighting `first` on.

    `seconds` of the processor may be used for it.
    """

    key: str
    level: str
    seed: int
    edition: str
    house_rules: tuple[str, ...]
    seats: tuple[tuple[str, str], ...]
    seat: int
    first: int
    sightings: tuple[msgspec.Raw, ...]
    seconds: float


class Reply(msgspec.Struct, frozen=True, omit_defaults=True):
    """The choice, or that earlier sightings are missing here, or the kind of error, which names no card."""

    action: dict[str, str | tuple[str, ...] | None] | None = None
    forgotten: bool = False
    error: str | None = None


class BotMind(NamedTuple):
    """A bot at a seat: who thinks, and what it has seen."""

    player: Player
    eyes: SightingDecoder


class BotMinds:
    """The games that this process keeps in memory."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, BotMind] = OrderedDict()

    def think(self, task: Task) -> Reply:
        key = f"{task.key} {task.level}"
        mind = self._kept.get(key)
        if mind is None or task.first == 0:
            mind = BotMind(player(task.level, seed=task.seed), SightingDecoder(*_seated(task)))
        if mind.eyes.count < task.first:
            return Reply(forgotten=True)
        self._kept[key] = mind
        self._kept.move_to_end(key)
        if len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        for text in task.sightings:
            message: Json = msgspec.json.decode(text)
            mind.eyes.see(message)
        action = mind.player.choose(mind.eyes.view)
        return msgspec.convert({"action": encode_action(action)}, Reply)


def _seated(task: Task) -> tuple[GameTable, Seat]:
    edition = load(task.edition).with_house_rules(*task.house_rules)
    table = GameTable.from_words(edition, task.seats)
    return table, table.seats[task.seat]


def main() -> None:
    """Answer each line with one line until the input ends, at a lower priority than the server."""
    if hasattr(os, "nice"):  # Windows has none.
        os.nice(5)
    limit_process(memory=MEMORY)
    minds = BotMinds()
    decode = msgspec.json.Decoder(Task).decode
    answers = sys.stdout.buffer
    answers.write(b"ready\n")
    answers.flush()
    for line in sys.stdin.buffer:
        try:
            task = decode(line)
            with ending_after(task.seconds):
                reply = minds.think(task)
        except Exception as error:
            reply = Reply(error=type(error).__name__)
        answers.write(msgspec.json.encode(reply) + b"\n")
        answers.flush()


if __name__ == "__main__":
    main()
