"""External players: programs that speak the greycells player protocol, each in a process of its own.

JSON lines over its standard input and output: `hello`, then `choose` with the new sightings and the options, answered
by a `choice`. The protocol is described in docs/reference/player-protocol.md. A Python class of a user's file plays
the same way: its program is `class_host`.
"""

from __future__ import annotations

import shlex
import sys
import time
from collections.abc import Sequence
from contextlib import suppress

import msgspec

from greycells.editions.loader import file_of
from greycells.language.sentences import Sentence, language
from greycells.notation.action_json import Json, WireError, decode_action
from greycells.notation.sighting_json import encode_sighting
from greycells.players.player_specs import PlayerError
from greycells.players.program_process import CostlyError, Ended, Flooded, ProgramError, ProgramPipe
from greycells.protocol.option_messages import options_message
from greycells.rules.actions import Action
from greycells.rules.scene import GameTable
from greycells.rules.views import View

PROTOCOL = 1
SECONDS = 2.0
"""The time limit for one choice; `hello` gets five times as long."""

STARTS = 3
"""How often a program is started in one game, including restarts after it has exited."""

STRIKES = 3
"""How many costly faults forfeit a game: answers that don't come in time, exits, and lines without end."""


class ProgramPlayer:
    """A program that plays. Raises its errors; `Guarded` replaces them by a legal default.

    `forfeited` says that it isn't asked any more in this game.
    """

    def __init__(self, command: Sequence[str], *, seed: int = 0, seconds: float = SECONDS) -> None:
        self.command = tuple(command)
        self.seed = seed
        self.seconds = seconds
        self.forfeited = False
        self._pipe: ProgramPipe | None = None
        self._table: GameTable | None = None
        self._told = 0
        self._starts = 0
        self._strikes = 0

    @classmethod
    def of(cls, text: str, *, seed: int = 0, seconds: float = SECONDS) -> ProgramPlayer:
        """The program that this command line starts."""
        try:
            command = shlex.split(text)
        except ValueError as error:
            raise PlayerError(Sentence("player.wrong", spec=f"cmd:{text}", why=str(error))) from error
        if not command:
            raise PlayerError(Sentence("player.which program"))
        return cls(command, seed=seed, seconds=seconds)

    @classmethod
    def hosting(cls, spec: str, *, seed: int = 0, seconds: float = SECONDS) -> ProgramPlayer:
        """The class with this spec, `path/to/bot.py:MyBot`, in a process of its own."""
        host = sys.executable, "-m", "greycells.players.python_class_host", language(), spec
        return cls(host, seed=seed, seconds=seconds)

    def choose(self, view: View) -> Action:
        if self.forfeited:
            raise ProgramError(Sentence("fault.forfeited"))
        try:
            return self._answer(view)
        except CostlyError as error:
            self._strikes += 1
            if self._strikes >= STRIKES:
                self._forfeit()
            elif isinstance(error, Flooded):
                self._kill()
            raise

    def _answer(self, view: View) -> Action:
        """Ask; a program that exited since its last answer, as it may, is started again."""
        was_running = self.running
        try:
            return self._ask(view)
        except Ended:
            self._kill()
            if not was_running or self.forfeited:
                raise
            return self._ask(view)

    def _ask(self, view: View) -> Action:
        options = view.options
        assert options is not None
        pipe = self._connected(view)
        number = len(view.sightings)
        fresh = [encode_sighting(sighting) for sighting in view.sightings[self._told :]]
        open_now: Json = msgspec.to_builtins(options_message(options))
        pipe.send({"type": "choose", "number": number, "sightings": fresh, "options": open_now})
        self._told = number
        until = time.monotonic() + self.seconds
        while True:
            message = pipe.receive(until)
            # Skip a late answer to an earlier question: a default was played for it.
            if message.get("number") == number:
                if message.get("type") == "failed":
                    raise _failure(message)
                if message.get("type") == "choice":
                    try:
                        return decode_action(view.scene.table, message.get("action"))
                    except WireError as error:
                        raise ProgramError(str(error)) from error

    @property
    def running(self) -> bool:
        """Whether its process is alive."""
        return self._pipe is not None and not self._pipe.dead

    def build(self) -> None:
        """Load a hosted class and build it once, outside any game; raises a PlayerError."""
        try:
            pipe = self._pipe = ProgramPipe(self.command)
            pipe.send({"type": "build"})
            answer = pipe.receive(time.monotonic() + 5 * self.seconds)
            if answer.get("type") == "failed":
                raise _failure(answer)
        except CostlyError as error:
            self._kill()
            raise PlayerError(Sentence("player.wrong", spec=self.command[-1], why=str(error))) from error
        except ProgramError as error:
            raise PlayerError(str(error)) from error

    def complain(self, fault: str) -> None:
        """Tell the program what it did wrong, if it is still running."""
        if self._pipe is not None:
            with suppress(ProgramError):
                self._pipe.send({"type": "fault", "reason": fault})

    def close(self) -> None:
        """Tell the program that the game is over, and kill it if it doesn't exit."""
        if self._pipe is not None:
            self._pipe.close()
            self._pipe = None

    def _kill(self) -> None:
        if self._pipe is not None:
            self._pipe.kill()
            self._pipe = None

    def _forfeit(self) -> None:
        self.forfeited = True
        self._kill()

    def _connected(self, view: View) -> ProgramPipe:
        """The connection to the program, which is started if necessary; each game begins with a new `hello`."""
        if self._pipe is not None and self._pipe.dead:
            self._kill()
        if self._table is not view.scene.table or self._pipe is None or self._told > len(view.sightings):
            try:
                self._pipe = self._greeted(view)
            except ProgramError:
                self._forfeit()
                raise
            self._table, self._told = view.scene.table, 0
        return self._pipe

    def _greeted(self, view: View) -> ProgramPipe:
        """The connection after `hello`; a program that doesn't answer it isn't asked again in this game."""
        pipe = self._pipe
        if pipe is None:
            if self._starts >= STARTS:
                raise Ended(Sentence("fault.exits again"))
            self._starts += 1
            pipe = self._pipe = ProgramPipe(self.command)
        pipe.send(greeting(view, seed=self.seed, seconds=self.seconds))
        answer = pipe.receive(time.monotonic() + 5 * self.seconds)
        if answer.get("type") == "failed":
            raise _failure(answer)
        if answer.get("type") != "hello" or answer.get("protocol") != PROTOCOL:
            raise ProgramError(Sentence("fault.no hello", protocol=PROTOCOL))
        return pipe


def _failure(message: dict[str, Json]) -> ProgramError:
    """What a program says about its own failure."""
    return ProgramError(str(message.get("reason", "?")), trace=str(message.get("trace", "")))


def greeting(view: View, *, seed: int, seconds: float) -> dict[str, Json]:
    """The first message of a game: the seats and the names of cards and places."""
    assert view.seat is not None
    edition, board = view.scene.edition, view.scene.edition.board
    deck = edition.deck
    places = ((room.word, board.place_of(room)) for room in deck.rooms)
    file = file_of(edition)
    return {
        "type": "hello",
        "protocol": PROTOCOL,
        "edition": edition.key,
        **({} if file is None else {"file": str(file)}),
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
