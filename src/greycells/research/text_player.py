"""A player that is told the game in words and answers in words: a language model, a person, a script.

Its answers are free text, read by the same parser as what is typed in the terminal. Answers that can't be read, or
that the referee refuses, are counted; it is told why and asked again, and after some tries a legal default is played.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TypeAlias

from greycells.errors import GreycellsError
from greycells.free_text.input_parser import Draft, TypedCommand, read
from greycells.free_text.name_matching import Unclear
from greycells.language.sentences import Sentence
from greycells.research.text_view import told
from greycells.rules.actions import Action
from greycells.rules.default_action import default_action
from greycells.rules.legal_options import why_not
from greycells.rules.views import Sighting, Sightings, View

Answerer: TypeAlias = Callable[[str], str]
"""Gets a text and answers in free text."""

TRIES = 3
LONGEST_ANSWER = 20_000
LONGEST_LINE = 300
MARKED = re.compile(r"^\W*(?:action|move|aktion|zug)\W*:\W*(.+)$", re.IGNORECASE)
"""A line that says which part of an answer is the choice."""


class InvalidAnswer(GreycellsError, ValueError):
    """An answer that is no legal choice; the message says why, to whoever gave it."""


def choice_in(answer: str) -> str:
    """The line of an answer with the choice: the last that begins with *Action:*, otherwise the last one."""
    if len(answer) > LONGEST_ANSWER:
        raise InvalidAnswer(Sentence("research.too long", most=LONGEST_ANSWER))
    lines = [line.strip(" `*\t") for line in answer.splitlines() if line.strip(" `*\t")]
    marked = [found[1] for line in lines if (found := MARKED.match(line))]
    return ((marked or lines or [""])[-1])[:LONGEST_LINE]


def understood(answer: str, view: View) -> Action:
    """The legal action that an answer means; an InvalidAnswer says what is wrong with it."""
    line = choice_in(answer)
    try:
        meant = read(line, view)
    except Unclear as unclear:
        raise InvalidAnswer(str(unclear)) from None
    match meant:
        case TypedCommand():
            raise InvalidAnswer(Sentence("research.no command", text=line))
        case Draft():
            raise InvalidAnswer(Sentence("research.unfinished theory"))
        case action:
            assert view.seat is not None
            refused = why_not(view.scene, view.seat, view.hand, action)
            if refused is not None:
                raise InvalidAnswer(str(refused.to_player()))
            return action


class TextPlayer:
    """Plays by asking somebody in words. It tells only what is new since it asked last."""

    def __init__(self, answerer: Answerer, *, legal: bool = False, tries: int = TRIES) -> None:
        self.answerer, self.legal, self.tries = answerer, legal, tries
        self.answers = 0
        self.invalid: list[str] = []
        self.played_for_it = 0
        self._told: Sequence[Sighting] = ()

    def choose(self, view: View) -> Action:
        """Ask until an answer is legal, or the tries are used up."""
        asked = told(view, since=self._since(view), legal=self.legal)
        self._told = view.sightings
        for _ in range(self.tries):
            self.answers += 1
            try:
                return understood(self.answerer(asked), view)
            except InvalidAnswer as wrong:
                self.invalid.append(str(wrong))
                asked = str(Sentence("told.wrong", why=str(wrong)))
        self.played_for_it += 1
        options = view.options
        assert options is not None
        return default_action(options)

    def _since(self, view: View) -> int:
        """How much of this game has been told; another game is told from its beginning."""
        before, now = self._told, view.sightings
        goes_on = isinstance(now, Sightings) and now.go_on_from(before)
        return len(before) if goes_on or tuple(now[: len(before)]) == tuple(before) else 0
