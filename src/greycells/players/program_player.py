"""External players: any program that speaks the greycells player protocol, in a separate process.

JSON lines over its standard input and output: `hello`, then `choose` with the new sightings and the options, answered
by a `choice`. The protocol is described in docs/reference/player-protocol.md.
"""

from __future__ import annotations

import os
import selectors
import shlex
import subprocess
import time
from contextlib import suppress

import msgspec

from greycells.notation.action_json import Json, WireError, decode_action
from greycells.notation.sighting_json import encode_sighting
from greycells.players.registry import PlayerError
from greycells.protocol.option_messages import options_message
from greycells.rules.actions import Action
from greycells.rules.scene import GameTable
from greycells.rules.sentences import Sentence
from greycells.rules.views import View

PROTOCOL = 1
SECONDS = 2.0
"""The time limit for one choice; `hello` gets five times as long."""

LONGEST_LINE = 1 << 20
STARTS = 3
"""How often a program is started in one game, including restarts after it has exited."""


class ProgramError(Exception):
    """What a program did wrong, as a sentence."""


class Ended(ProgramError):
    """The program has exited."""

    def __init__(self) -> None:
        super().__init__("the program has ended")


class ProgramPlayer:
    """A program that plays. Raises its errors; `Guarded` replaces them by a legal default."""

    def __init__(self, command: str, *, seed: int = 0, seconds: float = SECONDS) -> None:
        try:
            self.command = shlex.split(command)
        except ValueError as error:
            raise PlayerError(Sentence("player.wrong", spec=f"cmd:{command}", why=str(error))) from error
        if not self.command:
            raise PlayerError(Sentence("player.which program"))
        self.seed = seed
        self.seconds = seconds
        self._line: ProgramPipe | None = None
        self._table: GameTable | None = None
        self._told = 0
        self._starts = 0

    def choose(self, view: View) -> Action:
        while True:
            try:
                return self._ask(view)
            except Ended:
                self.close()
                if self._starts >= STARTS:
                    raise

    def _ask(self, view: View) -> Action:
        options = view.options
        assert options is not None
        line = self._connected(view)
        number = len(view.sightings)
        fresh = [encode_sighting(sighting) for sighting in view.sightings[self._told :]]
        open_now: Json = msgspec.to_builtins(options_message(options))
        line.say({"type": "choose", "number": number, "sightings": fresh, "options": open_now})
        self._told = number
        until = time.monotonic() + self.seconds
        while True:
            message = line.hear(until)
            # Skip a late answer to an earlier question: a default was played for it.
            if message.get("type") == "choice" and message.get("number") == number:
                try:
                    return decode_action(view.scene.table, message.get("action"))
                except WireError as error:
                    raise ProgramError(str(error)) from error

    @property
    def running(self) -> bool:
        """Whether its process is alive."""
        return self._line is not None and not self._line.dead

    def complain(self, fault: str) -> None:
        """Tell the program what it did wrong, if it is still running."""
        if self._line is not None:
            with suppress(ProgramError):
                self._line.say({"type": "fault", "reason": fault})

    def close(self) -> None:
        """Tell the program that the game is over, and kill it if it doesn't exit."""
        if self._line is not None:
            self._line.close()
            self._line = None

    def _connected(self, view: View) -> ProgramPipe:
        """The connection to the program, which is started if necessary; each game begins with a new `hello`."""
        if self._line is not None and self._line.dead:
            self.close()
        if self._line is None:
            if self._starts >= STARTS:
                raise Ended
            self._starts += 1
            self._line = ProgramPipe(self.command)
            self._table = None
        if self._table is not view.scene.table or self._told > len(view.sightings):
            self._line.say(greeting(view, seed=self.seed, seconds=self.seconds))
            answer = self._line.hear(time.monotonic() + 5 * self.seconds)
            if answer.get("type") != "hello" or answer.get("protocol") != PROTOCOL:
                self.close()
                raise ProgramError(f"the program did not answer hello in protocol {PROTOCOL}")
            self._table, self._told = view.scene.table, 0
        return self._line


def greeting(view: View, *, seed: int, seconds: float) -> dict[str, Json]:
    """The first message of a game: the seats and the names of cards and places."""
    assert view.seat is not None
    edition, board = view.scene.edition, view.scene.edition.board
    deck = edition.deck
    places = ((room.word, board.place_of(room)) for room in deck.rooms)
    return {
        "type": "hello",
        "protocol": PROTOCOL,
        "edition": edition.key,
        "house_rules": list(edition.house_rules),
        "seats": [{"suspect": seat.suspect.word, "name": seat.name} for seat in view.scene.seats],
        "you": view.seat.suspect.word,
        "suspects": [card.word for card in deck.suspects],
        "weapons": [card.word for card in deck.weapons],
        "rooms": [card.word for card in deck.rooms],
        "places": {word: place.name for word, place in places if place is not None},
        "seed": seed,
        "seconds": seconds,
    }


class ProgramPipe:
    """The connection to a running program: sends and receives JSON, always with a timeout."""

    def __init__(self, command: list[str]) -> None:
        try:
            self._process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0, start_new_session=True
            )
        except OSError as error:
            raise ProgramError(f"{command[0]} cannot be started: {error.strerror}") from error
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._in, self._out = self._process.stdin, self._process.stdout
        os.set_blocking(self._out.fileno(), False)
        self._selector = selectors.DefaultSelector()
        self._selector.register(self._out, selectors.EVENT_READ)
        self._buffer = b""

    @property
    def dead(self) -> bool:
        return self._process.poll() is not None

    def say(self, message: dict[str, Json]) -> None:
        try:
            self._in.write(msgspec.json.encode(message) + b"\n")
        except OSError as error:
            raise Ended from error

    def hear(self, until: float) -> dict[str, Json]:
        """The next message, if it comes in time; it must be a JSON object on one line."""
        while b"\n" not in self._buffer:
            left = until - time.monotonic()
            if left <= 0 or not self._selector.select(left):
                raise ProgramError("no answer in time")
            heard = self._out.read(1 << 16)
            if not heard:
                raise Ended
            self._buffer += heard
            if len(self._buffer) > LONGEST_LINE:
                self._buffer = b""
                raise ProgramError("the answer is too long")
        line, _, self._buffer = self._buffer.partition(b"\n")
        message: Json = None
        with suppress(msgspec.DecodeError):
            message = msgspec.json.decode(line)
        if not isinstance(message, dict):
            raise ProgramError("the answer is no JSON object on one line")
        return message

    def close(self) -> None:
        """Close the connection; a program that doesn't exit soon is killed."""
        with suppress(ProgramError):
            self.say({"type": "bye"})
        self._selector.close()
        for stream in (self._in, self._out):
            with suppress(OSError):
                stream.close()
        try:
            self._process.wait(0.5)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
