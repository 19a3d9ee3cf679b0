"""Players by specification: creates the one that the command line names.

`inspector`, `sergeant:slip=0.2`, `chief:careful` are ours; `path/to/bot.py:MyBot` is a Python class of yours and
`cmd:./mybot` any program that speaks the player protocol. Both of these run in a process of their own.
"""

from __future__ import annotations

import importlib
import importlib.util
import inspect
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from types import ModuleType

from greycells.errors import GreycellsError
from greycells.extras import MissingExtra
from greycells.language.sentences import Sentence
from greycells.players.bot_levels import LEVELS, LadderLevel
from greycells.players.player import Player

COMMAND = "cmd:"


class PlayerError(GreycellsError, ValueError):
    """Why a player can't be created, as a sentence."""


def levels() -> tuple[str, ...]:
    """The ids of all our own players, from weakest to strongest: the ladder, and those outside it."""
    return tuple(LEVELS)


def player(spec: str, *, seed: int = 0) -> Player:
    """The player with this specification and seed. Raises a PlayerError if the specification is wrong.

    >>> player("sergeant:slip=0.2", seed=7).slip
    0.2
    """
    name, *words = spec.split(":")
    if name in LEVELS:
        return _build(spec, _maker(LEVELS[name]), words, seed)
    from greycells.players.guarded_player import Guarded
    from greycells.players.program_player import ProgramPlayer

    if spec.startswith(COMMAND):
        return Guarded(ProgramPlayer.of(spec.removeprefix(COMMAND).strip(), seed=seed))
    if name.endswith(".py"):
        if not words:
            raise PlayerError(Sentence("player.which class", file=name))
        if not Path(name).is_file():
            raise PlayerError(Sentence("player.no file", file=name))
        return Guarded(ProgramPlayer.hosting(spec, seed=seed))
    raise PlayerError(Sentence("player.unknown", name=repr(name), levels=", ".join(LEVELS)))


def check(spec: str) -> None:
    """Raise a PlayerError if there's no such player. A class of a user's file is built once, in its own process."""
    from greycells.players.guarded_player import Guarded
    from greycells.players.program_player import ProgramPlayer

    one = player(spec)
    if isinstance(one, Guarded) and isinstance(one.player, ProgramPlayer) and not spec.startswith(COMMAND):
        try:
            one.player.build()
        finally:
            one.close()


def class_player(spec: str, *, seed: int = 0) -> Player:
    """A class of a user's file as a player in this process, unguarded: for its host, and for its author's tests."""
    name, cls, *words = spec.split(":")
    return _build(spec, _class_in(Path(name), cls), words, seed)


def _maker(level: LadderLevel) -> Callable[..., object]:
    """The class of a level with its traits and options."""
    module, cls = level.make.split(":")
    traits = () if level.traits is None else (level.traits,)
    try:
        made = getattr(importlib.import_module(module), cls)
    except MissingExtra as error:
        raise PlayerError(str(error)) from None
    return partial(made, *traits, **level.options)


def _build(spec: str, make: Callable[..., object], words: list[str], seed: int) -> Player:
    """A player from its class and the options after the colon: `careful` is a style, `slip=0.2` a parameter."""
    known = inspect.signature(make).parameters
    given: dict[str, str | float | int] = {}
    for word in words:
        key, equals, value = word.partition("=")
        if not equals:
            key, value = "style", word
        if key not in known or key == "seed":
            offered = ", ".join(key for key in known if key != "seed") or "-"
            raise PlayerError(
                Sentence("player.parameter", name=spec.partition(":")[0], parameter=repr(key), offered=offered)
            )
        given[key] = _number(value)
    if "seed" in known:
        given["seed"] = seed
    try:
        made = make(**given)
    except (Exception, SystemExit) as error:
        why = str(error) or type(error).__name__
        raise PlayerError(Sentence("player.wrong", spec=spec, why=why)) from error
    if not isinstance(made, Player):
        raise PlayerError(Sentence("player.no player", spec=spec))
    return made


def _number(value: str) -> str | float | int:
    for kind in (int, float):
        try:
            return kind(value)
        except ValueError:
            pass
    return value


def _class_in(path: Path, name: str) -> Callable[..., object]:
    """A class from a user's file."""
    module = _module(path.resolve())
    found = getattr(module, name, None)
    if not isinstance(found, type):
        raise PlayerError(Sentence("player.no class", name=repr(name), file=str(path)))
    return found


def _module(path: Path) -> ModuleType:
    name = f"greycells_bot_{path.stem}_{abs(hash(str(path)))}"
    if name in sys.modules:
        return sys.modules[name]
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None or not path.is_file():
        raise PlayerError(Sentence("player.no file", file=str(path)))
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        del sys.modules[name]
        why = str(error) or type(error).__name__
        raise PlayerError(Sentence("player.not loaded", file=str(path), why=why)) from error
    return module
