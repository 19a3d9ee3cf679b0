"""The first case: a real game whose deal, dice and opponents are written down, and a coach who says what to do next.

The referee is the same as everywhere. Only three things differ at a lesson's table: a dealer who does as the script
says, opponents who do, and a pupil who is told calmly when a choice is not the one that this turn teaches.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import chain

import msgspec

from greycells.editions import load
from greycells.protocol.choices import AnyChoice, chosen_action
from greycells.protocol.lesson_messages import Beat, Lesson
from greycells.protocol.plans import ChairPlan, TablePlan
from greycells.rules.actions import Action
from greycells.rules.cards import Card, Theory
from greycells.rules.chance import Dealer, ScriptedDealer
from greycells.rules.edition import Edition
from greycells.rules.events import Event, Rolled
from greycells.rules.fair_dealing import FairDealer
from greycells.rules.game import Game
from greycells.rules.views import View
from greycells.server.errors.declined import Declined
from greycells.server.tables.guest import Guest
from greycells.server.tables.log_entries import Sat
from greycells.server.tables.table_state import Table

FIRST = "first"
OPPONENT = "constable"


class ScriptStep(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One step of the script: a choice, a mark in the pupil's notebook, or a sentence alone."""

    says: str | None = None
    does: AnyChoice | None = None
    falls: int | None = None
    mark: tuple[str, str, str] | None = None


class LessonTurn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A turn of the pupil's with everything up to the next one, and the one thing that it teaches."""

    teaches: str
    steps: tuple[ScriptStep, ...]


class Script(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A lesson as it is written down."""

    edition: str
    pupil: str
    case_file: tuple[str, str, str]
    hands: dict[str, tuple[str, ...]]
    turns: tuple[LessonTurn, ...]


@dataclass(frozen=True, slots=True)
class Rehearsal:
    """The script, played through once by the referee: the choice at every decision, and the coach's part."""

    script: Script
    choices: dict[int, Action]
    lesson: Lesson
    game: Game


@cache
def rehearsal(key: str = FIRST) -> Rehearsal:
    """A lesson from its file; a script that the referee does not accept raises its refusal."""
    data = files("greycells.server.tables.lesson_scripts").joinpath(f"{key}_case.toml").read_bytes()
    script = msgspec.toml.decode(data, type=Script)
    edition = load(script.edition)
    suspects = {suspect.word: suspect for suspect in edition.deck.suspects}
    game = Game.new(edition, [(word, suspects[word]) for word in script.hands], dealer=_dealer(script, edition, ()))
    choices: dict[int, Action] = {}
    beats: list[Beat] = []
    for number, turn in enumerate(script.turns, 1):
        for step in turn.steps:
            at = len(game.events)
            if step.says is not None:
                beats.append(Beat(turn=number, says=step.says, at=at, does=step.does, mark=step.mark))
            if step.does is not None:
                choices[at] = chosen_action(game.table, step.does)
                game.play(choices[at])
    teaches = tuple(turn.teaches for turn in script.turns)
    return Rehearsal(script, choices, Lesson(pupil=script.pupil, teaches=teaches, beats=tuple(beats)), game)


def dealer_at(table: Table, secret: str, nonces: Sequence[str], *, events: Iterable[Event] = ()) -> Dealer:
    """A table's dealer: the fair one, or the scripted one of a lesson."""
    if table.lesson is None:
        return FairDealer(secret, nonces)
    script = rehearsal(table.lesson).script
    return _dealer(script, load(script.edition), events)


def _dealer(script: Script, edition: Edition, events: Iterable[Event]) -> ScriptedDealer:
    """The scripted deal, and the dice that have not fallen yet."""
    cards: dict[str, Card] = {card.word: card for card in edition.deck}
    deck = edition.deck
    suspect, weapon, room = script.case_file
    case_file = Theory(
        next(card for card in deck.suspects if card.word == suspect),
        next(card for card in deck.weapons if card.word == weapon),
        next(card for card in deck.rooms if card.word == room),
    )
    pack = [cards[word] for word in chain.from_iterable(zip(*script.hands.values(), strict=True))]
    fallen = sum(isinstance(event, Rolled) for event in events)
    falls = [(step.falls,) for turn in script.turns for step in turn.steps if step.falls is not None]
    return ScriptedDealer(case_file=case_file, pack=pack, dice=falls[fallen:])


class Opponents:
    """The opponents in a lesson, and the bot that steps in for the pupil: they follow the script."""

    def __init__(self, key: str) -> None:
        self._choices = rehearsal(key).choices

    async def choose(self, level: str, view: View, *, key: str, seed: int, guest: str = "") -> tuple[Action, bool]:  # noqa: ARG002
        return self._choices[len(view.sightings)], False


def check_lesson(table: Table, decision: int, action: Action) -> None:
    """In a lesson only the scripted choice is accepted; any other is refused with a friendly sentence."""
    if table.lesson is not None and rehearsal(table.lesson).choices.get(decision) != action:
        raise Declined("not in the lesson")


def seating(key: str, guest: Guest, *, now: float) -> tuple[TablePlan, Sat]:
    """The plan of a lesson's table, and its pupil in the chair that the script has for them."""
    script = rehearsal(key).script
    words = tuple(script.hands)
    chairs = tuple(ChairPlan(suspect=word, bot=None if word == script.pupil else OPPONENT) for word in words)
    sat = Sat(now, chair=words.index(script.pupil), guest=guest.id, name=guest.name, suspect=script.pupil, nonce="")
    return TablePlan(edition=script.edition, chairs=chairs, spectators=False), sat
