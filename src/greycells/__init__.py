"""greycells: the great detective board game, five rulebooks by the letter."""

from __future__ import annotations

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
from greycells.rules.file_sources import read_from
from greycells.rules.game import Game
from greycells.rules.legal_options import Options
from greycells.rules.position import Position, Secrets
from greycells.rules.refusals import Refusal
from greycells.rules.scene import Phase, Scene, Turn
from greycells.rules.seats import Seat
from greycells.rules.views import Sighting, View

__version__ = "0.1.0"

read_from(Library())

__all__ = [
    "Accuse",
    "Action",
    "Board",
    "CannotShow",
    "Card",
    "CardSet",
    "Dealer",
    "Deck",
    "Edition",
    "EndTurn",
    "Game",
    "GreycellsError",
    "Move",
    "Options",
    "Phase",
    "Place",
    "Position",
    "Reach",
    "Refusal",
    "Roll",
    "Room",
    "Rules",
    "Scene",
    "ScriptedDealer",
    "Seat",
    "Secrets",
    "SeededDealer",
    "Sentence",
    "Show",
    "Sighting",
    "Snoop",
    "Suggest",
    "Suspect",
    "TakeBack",
    "TakePassage",
    "Theory",
    "Turn",
    "View",
    "Weapon",
    "load",
    "names",
]
