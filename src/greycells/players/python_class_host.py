"""The program that hosts a Python class of a user's file: it speaks the player protocol for the class.

A bot of somebody else's runs here and never in the process of the game: this process holds what its seat has seen, and
no other card. It is started as `python -m greycells.players.python_class_host LANGUAGE path/to/bot.py:MyBot`.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Callable, Mapping
from typing import BinaryIO, NamedTuple

import msgspec

from greycells.editions import load
from greycells.language.sentences import Sentence, set_language
from greycells.notation.action_json import Json, encode_action
from greycells.notation.sighting_json import SightingDecoder
from greycells.players.guarded_player import described, trace_of
from greycells.players.player import Player
from greycells.players.player_specs import PlayerError, class_player
from greycells.rules.legal_options import why_not
from greycells.rules.scene import GameTable

Message = dict[str, Json]


class Greeting(msgspec.Struct, frozen=True):
    """What a class needs to know of `hello`."""

    protocol: int
    edition: str
    house_rules: tuple[str, ...]
    seats: tuple[Mapping[str, str], ...]
    you: str
    seed: int
    file: str | None = None


class Question(msgspec.Struct, frozen=True):
    """What a class needs to know of `choose`; its options follow from the view."""

    number: int
    sightings: tuple[msgspec.Raw, ...]


class HostedGame(NamedTuple):
    """A game as the class plays it: its player, and what its seat has seen."""

    player: Player
    eyes: SightingDecoder


class ClassHost:
    """Answers the messages of the protocol with the choices of a class."""

    def __init__(self, spec: str) -> None:
        self._spec = spec
        self._game: HostedGame | None = None

    def answer(self, line: bytes) -> Message | None:
        """The reply to a message, if it needs one."""
        kind = msgspec.json.decode(line, type=Mapping[str, msgspec.Raw])["type"]
        match msgspec.json.decode(kind):
            case "build":
                return _tried({}, self._build)
            case "hello":
                return _tried({}, lambda: self._begin(msgspec.json.decode(line, type=Greeting)))
            case "choose":
                question = msgspec.json.decode(line, type=Question)
                return _tried({"number": question.number}, lambda: self._choose(question))
            case _:
                return None

    def _build(self) -> Message:
        class_player(self._spec)
        return {"type": "built"}

    def _begin(self, told: Greeting) -> Message:
        edition = load(told.file or told.edition).with_house_rules(*told.house_rules)
        table = GameTable.from_words(edition, [(seat["suspect"], seat["name"]) for seat in told.seats])
        own = next(seat for seat in table.seats if seat.suspect.word == told.you)
        self._game = HostedGame(class_player(self._spec, seed=told.seed), SightingDecoder(table, own))
        return {"type": "hello", "protocol": told.protocol, "name": self._spec}

    def _choose(self, question: Question) -> Message:
        assert self._game is not None
        eyes = self._game.eyes
        for text in question.sightings:
            eyes.see(msgspec.json.decode(text))
        view = eyes.view
        options = view.options
        assert options is not None
        action = self._game.player.choose(view)
        # A class may return anything: what isn't an action can't be sent as one.
        if refused := why_not(view.scene, options.seat, view.hand, action):
            return {"type": "failed", "reason": str(refused)}
        return {"type": "choice", "action": encode_action(action)}


def _tried(repeat: Message, make: Callable[[], Message]) -> Message:
    """The reply, or what the class raised instead, with its traceback."""
    try:
        return {**make(), **repeat}
    except PlayerError as error:
        trace = "" if error.__cause__ is None else trace_of(error.__cause__)
        return {"type": "failed", "reason": str(error), "trace": trace, **repeat}
    except MemoryError:
        raise
    except BaseException as error:
        return {"type": "failed", "reason": described(error), "trace": trace_of(error), **repeat}


def _end_with(parent: int) -> None:
    """End when the parent has gone, even in the middle of a choice."""

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(1)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def _own_streams() -> tuple[BinaryIO, BinaryIO]:
    """The streams of the protocol; the class reads nothing from standard input and prints to standard error."""
    questions, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    with open(os.devnull, "rb") as nothing:  # noqa: PTH123
        os.dup2(nothing.fileno(), 0)
    os.dup2(2, 1)
    return questions, answers


def main() -> None:
    """Answer each line with one line until the input ends."""
    _end_with(os.getppid())
    language, spec = sys.argv[1:]
    set_language(language)
    questions, answers = _own_streams()
    host = ClassHost(spec)
    for line in questions:
        try:
            reply = host.answer(line)
        except MemoryError:
            # There may be no memory for anything else, so this process can't go on.
            number = msgspec.json.decode(line, type=Mapping[str, msgspec.Raw]).get("number", msgspec.Raw(b"0"))
            reply = {"type": "failed", "reason": str(Sentence("fault.memory")), "number": msgspec.json.decode(number)}
            answers.write(msgspec.json.encode(reply) + b"\n")
            answers.flush()
            os._exit(1)
        if reply is not None:
            answers.write(msgspec.json.encode(reply) + b"\n")
            answers.flush()


if __name__ == "__main__":
    main()
