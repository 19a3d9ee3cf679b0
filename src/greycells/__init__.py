"""greycells: the great detective board game, five rulebooks by the letter."""

from __future__ import annotations

from typing import TYPE_CHECKING

from greycells.display import Display
from greycells.editions import load, names
from greycells.errors import GreycellsError
from greycells.language.sentences import Sentence
from greycells.library import Library
from greycells.rules.actions import (
    Accuse,
    Action,
    CannotShow,
    EndTurn,
    Move,
    Roll,
    Show,
    Snoop,
    Suggest,
    TakeBack,
    TakePassage,
)
from greycells.rules.board import Board, Place, Reach
from greycells.rules.cards import Card, CardSet, Deck, Room, Suspect, Theory, Weapon
from greycells.rules.chance import Dealer, ScriptedDealer, SeededDealer
from greycells.rules.edition import Edition, Rules
from greycells.rules.events import (
    Accused,
    Began,
    Cleared,
    CouldNotShow,
    Dealt,
    Event,
    FalseWitness,
    Finished,
    LaidOpen,
    Moved,
    Opened,
    Placed,
    Rolled,
    RolledForStart,
    Sealed,
    Shown,
    Snooped,
    Suggested,
    TakenBack,
    TookPassage,
    TurnEnded,
)
from greycells.rules.file_sources import draw_with, read_from
from greycells.rules.game import Game
from greycells.rules.legal_options import Options
from greycells.rules.position import Position, Secrets
from greycells.rules.record import Note, Record
from greycells.rules.refusals import Refusal
from greycells.rules.scene import GameTable, Phase, Scene, Turn
from greycells.rules.seats import Seat
from greycells.rules.views import Sighting, View
from greycells.shortcuts import puzzle, review

if TYPE_CHECKING:
    from greycells.analysis.puzzles.case_puzzle import CasePuzzle
    from greycells.analysis.review import GameReview
    from greycells.client import ServerClient
    from greycells.deduction import CASE_FILE, Beliefs, Knowledge, Worlds, knowledge
    from greycells.notation import RecordError
    from greycells.players import Player, player

__version__ = "0.1.0"

read_from(Library())
draw_with(Display())

_LATER = {
    "CASE_FILE": "greycells.deduction",
    "Beliefs": "greycells.deduction",
    "CasePuzzle": "greycells.analysis.puzzles.case_puzzle",
    "GameReview": "greycells.analysis.review",
    "Knowledge": "greycells.deduction",
    "Player": "greycells.players",
    "RecordError": "greycells.notation",
    "ServerClient": "greycells.client",
    "Worlds": "greycells.deduction",
    "knowledge": "greycells.deduction",
    "player": "greycells.players",
}
"""The names that are imported when somebody asks for them, each with its package."""


def __getattr__(name: str) -> object:
    if name not in _LATER:
        raise AttributeError(f"module 'greycells' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(_LATER[name]), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *_LATER})


__all__ = [
    "CASE_FILE",
    "Accuse",
    "Accused",
    "Action",
    "Began",
    "Beliefs",
    "Board",
    "CannotShow",
    "Card",
    "CardSet",
    "CasePuzzle",
    "Cleared",
    "CouldNotShow",
    "Dealer",
    "Dealt",
    "Deck",
    "Edition",
    "EndTurn",
    "Event",
    "FalseWitness",
    "Finished",
    "Game",
    "GameReview",
    "GameTable",
    "GreycellsError",
    "Knowledge",
    "LaidOpen",
    "Move",
    "Moved",
    "Note",
    "Opened",
    "Options",
    "Phase",
    "Place",
    "Placed",
    "Player",
    "Position",
    "Reach",
    "Record",
    "RecordError",
    "Refusal",
    "Roll",
    "Rolled",
    "RolledForStart",
    "Room",
    "Rules",
    "Scene",
    "ScriptedDealer",
    "Sealed",
    "Seat",
    "Secrets",
    "SeededDealer",
    "Sentence",
    "ServerClient",
    "Show",
    "Shown",
    "Sighting",
    "Snoop",
    "Snooped",
    "Suggest",
    "Suggested",
    "Suspect",
    "TakeBack",
    "TakePassage",
    "TakenBack",
    "Theory",
    "TookPassage",
    "Turn",
    "TurnEnded",
    "View",
    "Weapon",
    "Worlds",
    "knowledge",
    "load",
    "names",
    "player",
    "puzzle",
    "review",
]
