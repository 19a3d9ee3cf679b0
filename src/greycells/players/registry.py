"""The registry: from a word on the command line to a player.

`inspector`, `sergeant:slip=0.2`, `chief:careful` are ours; `path/to/bot.py:MyBot` is a Python class of yours and
`cmd:./mybot` any program that speaks the player protocol.
"""

from __future__ import annotations

import importlib
import importlib.util
import inspect
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from types import ModuleType

from greycells.players.player import Player
from greycells.rules.sentences import Sentence

LEVELS: Mapping[str, str] = {
    "stroller": "greycells.players.stroller:Stroller",
    "constable": "greycells.players.constable:Constable",
    "sergeant": "greycells.players.sergeant:Sergeant",
    "inspector": "greycells.players.inspector:Inspector",
    "chief": "greycells.players.chief:Chief",
    "superintendent": "greycells.players.superintendent:Superintendent",
}
"""Our own players, from gentle to formidable, and where each of them lives."""

COMMAND = "cmd:"


class PlayerError(ValueError):
    """A player that cannot be had, in a sentence."""


def levels() -> tuple[str, ...]:
    """The names of our own players, from gentle to formidable."""
    return tuple(LEVELS)


def player(spec: str, *, seed: int = 0) -> Player:
    """The player that a spec names, with a seed of its own. A PlayerError says what is wrong with the spec.

    >>> player("sergeant:slip=0.2", seed=7).slip
    0.2
    """
    if spec.startswith(COMMAND):
        from greycells.players.guard import Guarded
        from greycells.players.outside import ProgramPlayer

        return Guarded(ProgramPlayer(spec.removeprefix(COMMAND).strip(), seed=seed))
    name, *words = spec.split(":")
    if name in LEVELS:
        module, cls = LEVELS[name].split(":")
        return _build(spec, getattr(importlib.import_module(module), cls), words, seed)
    if name.endswith(".py"):
        from greycells.players.guard import Guarded

        if not words:
            raise PlayerError(Sentence("player.which class", file=name))
        return Guarded(_build(spec, _class_in(Path(name), words[0]), words[1:], seed))
    raise PlayerError(Sentence("player.unknown", name=repr(name), levels=", ".join(LEVELS)))


def _build(spec: str, make: Callable[..., object], words: list[str], seed: int) -> Player:
    """A player from its class and the words after the colon: `careful` is a style, `slip=0.2` a parameter."""
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
    except (TypeError, ValueError) as error:
        raise PlayerError(Sentence("player.wrong", spec=spec, why=str(error))) from error
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
    """A class in a file of the user's own."""
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
    except Exception as error:
        del sys.modules[name]
        raise PlayerError(Sentence("player.not loaded", file=str(path), why=str(error))) from error
    return module
