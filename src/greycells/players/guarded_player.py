"""A guard for external players: a bad choice costs that choice, never the game."""

from __future__ import annotations

import traceback
from contextlib import suppress
from pathlib import Path
from typing import Protocol, runtime_checkable

from greycells.players.player import Player
from greycells.players.program_process import ProgramError
from greycells.rules.actions import Action
from greycells.rules.default_action import default_action
from greycells.rules.legal_options import why_not
from greycells.rules.views import View

OURS = str(Path(__file__).parents[1]), "<frozen "
"""The path prefixes of our own files and of Python's import system."""


class Guarded:
    """A player whose illegal, late or missing choices are replaced by a legal default, and noted in `faults`.

    `trace` is the first traceback out of its own code, if it raised anything.
    """

    def __init__(self, player: Player) -> None:
        self.player = player
        self.faults: list[str] = []
        self.trace = ""

    @property
    def forfeited(self) -> bool:
        """Whether the player isn't asked any more, and the rest of the game is played for it."""
        return isinstance(self.player, Forfeitable) and self.player.forfeited

    def choose(self, view: View) -> Action:
        options = view.options
        if not options:
            raise ValueError("This seat has nothing to choose now.")
        try:
            action = self.player.choose(view)
            # An external player may return anything: what isn't an action is refused like an illegal one.
            refused = why_not(view.scene, options.seat, view.hand, action)
            if refused is None:
                return action
            fault = str(refused)
        except (Exception, SystemExit) as error:
            fault = described(error)
            self.trace = self.trace or trace_of(error)
        self.faults.append(fault)
        if isinstance(self.player, Complainable):
            with suppress(Exception, SystemExit):
                self.player.complain(fault)
        return default_action(options)

    def close(self) -> None:
        """The game is over."""
        if isinstance(self.player, Closable):
            with suppress(Exception, SystemExit):
                self.player.close()


def described(error: BaseException) -> str:
    """The message of an error, or its type; the `__str__` of a foreign exception may fail."""
    with suppress(Exception, SystemExit):
        return str(error) or type(error).__name__
    return type(error).__name__


def trace_of(error: BaseException) -> str:
    """The traceback from the first frame outside our code, or the one that a program sent; empty if there is none."""
    if isinstance(error, ProgramError):
        return error.trace
    trace = error.__traceback__
    while trace is not None and trace.tb_frame.f_code.co_filename.startswith(OURS):
        trace = trace.tb_next
    if trace is None and not isinstance(error, SyntaxError):
        return ""
    return "".join(traceback.format_exception(type(error), error, trace))


@runtime_checkable
class Complainable(Protocol):
    """A player that accepts messages about its faults."""

    def complain(self, fault: str) -> None: ...


@runtime_checkable
class Forfeitable(Protocol):
    """A player that may have forfeited the game."""

    @property
    def forfeited(self) -> bool: ...


@runtime_checkable
class Closable(Protocol):
    """A player with a resource to release after the game, such as a process."""

    def close(self) -> None: ...
