"""The bots that `greycells evaluate` can play: those of the arena, baselines, policies, OpenSpiel's, and text.

`superintendent`, `bot.py:MyBot` and `cmd:./mybot` as in the arena; `random`, `entropy` and `information-gain` are the
baselines; `pettingzoo:policy.py:choose` is a function of an observation and its mask; `openspiel:bot.py:MyBot` is a
class with OpenSpiel's `step(state)`; `text:./mybot` is a program that is told the game in words.
"""

from __future__ import annotations

import importlib.util
import shlex
import time
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

from greycells.language.sentences import Sentence
from greycells.players import Player, PlayerError, player
from greycells.players.guarded_player import Guarded
from greycells.players.program_process import ProgramPipe
from greycells.research.action_codes import PartialTheory, codes_of
from greycells.research.baselines.entropy import EntropyPlayer
from greycells.research.baselines.information_gain import InformationGain
from greycells.research.baselines.random_choice import RandomChoice
from greycells.research.text_player import TextPlayer
from greycells.rules.actions import Action
from greycells.rules.views import View

BASELINES: dict[str, Callable[..., Player]] = {
    "random": RandomChoice,
    "entropy": EntropyPlayer,
    "information-gain": InformationGain,
}
POLICY, SPIEL, TEXT = "pettingzoo:", "openspiel:", "text:"
TEXT_SECONDS = 120.0
"""How long a program may think about a text; a language model takes its time."""


def bot(spec: str, *, seed: int = 0) -> Player:
    """The bot with this spec, its own mistakes guarded; a PlayerError says what is wrong with the spec."""
    if spec in BASELINES:
        return BASELINES[spec](seed=seed)
    if spec.startswith(POLICY):
        return Guarded(PolicyPlayer(_found(spec.removeprefix(POLICY))))
    if spec.startswith(SPIEL):
        from greycells.research.spiel_bots import SpielPlayer

        return Guarded(SpielPlayer(_found(spec.removeprefix(SPIEL)), seed=seed))
    if spec.startswith(TEXT):
        return Guarded(TextProgram(spec.removeprefix(TEXT)))
    return player(spec, seed=seed)


def _found(where: str) -> Callable[..., object]:
    """A function or class of a user's file: `path/to/file.py:name`."""
    file, _, name = where.rpartition(":")
    found: object = getattr(_module(Path(file)), name, None)
    if not callable(found):
        raise PlayerError(Sentence("research.no function", name=repr(name), file=file))
    return found


def _module(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(f"greycells_policy_{path.stem}", path)
    if spec is None or spec.loader is None or not path.is_file():
        raise PlayerError(Sentence("research.no file", file=str(path)))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class PolicyPlayer:
    """A policy for the PettingZoo environment: a function of an observation and its mask that gives an action."""

    def __init__(self, policy: Callable[..., object]) -> None:
        from greycells.research.observation import Observer

        self.policy = policy
        self._observer: Observer | None = None

    def choose(self, view: View) -> Action:
        """Ask for one stage after the other."""
        import numpy as np

        from greycells.research.observation import Observer, layout_of

        assert view.seat is not None
        codes, options = codes_of(view.scene.table), view.options
        if self._observer is None or self._observer.layout.table != view.scene.table:
            self._observer = Observer(layout_of(view.scene.table), view.seat.index)
        begun: PartialTheory | None = None
        while True:
            mask = np.zeros(codes.count, np.int8)
            mask[codes.legal(options, begun)] = 1
            answer = self.policy(self._observer.observe(view, begun), mask)
            chosen = codes.read(int(str(answer)), options, begun)
            if not isinstance(chosen, PartialTheory):
                return chosen
            begun = chosen


class TextProgram(TextPlayer):
    """A program that is told the game in words: gets `{"prompt": ...}` and answers `{"answer": ...}`, a line each."""

    def __init__(self, command: str, *, seconds: float = TEXT_SECONDS) -> None:
        super().__init__(self._ask)
        self.seconds = seconds
        if not (words := shlex.split(command)):
            raise PlayerError(Sentence("research.which program"))
        self._pipe = ProgramPipe(words)

    def _ask(self, prompt: str) -> str:
        self._pipe.send({"prompt": prompt})
        return str(self._pipe.receive(time.monotonic() + self.seconds).get("answer", ""))

    def close(self) -> None:
        """The game is over."""
        self._pipe.close()
