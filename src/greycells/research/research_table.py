"""The table of an environment, and what a finished game is worth to each seat."""

from __future__ import annotations

from collections.abc import Sequence

from greycells.editions import load
from greycells.language.sentences import Sentence
from greycells.rules.chance import SeededDealer
from greycells.rules.edition import Edition, TakeBacks
from greycells.rules.game import Game
from greycells.rules.scene import GameTable, Scene
from greycells.rules.setup import set_up, sit_down

MOST_TURNS = 1000
"""After so many turns a game is stopped: nobody wins. Good players need 20 to 60 turns, random ones several hundred."""


def research_edition(edition: str, house_rules: Sequence[str] = ()) -> Edition:
    """An edition for an environment. What is chosen there can't be taken back."""
    found = load(edition).with_house_rules(*house_rules)
    if found.rules.take_backs is TakeBacks.ALLOWED:
        raise ValueError(Sentence("research.no take-backs"))
    return found


def research_table(edition: str, seats: int, house_rules: Sequence[str] = ()) -> GameTable:
    """A table with this many seats: Player 1, Player 2 and so on."""
    return sit_down(research_edition(edition, house_rules), [(name, None) for name in seat_names(seats)])


def seat_names(seats: int) -> list[str]:
    """The names of the players."""
    return [f"Player {number}" for number in range(1, seats + 1)]


def returns(scene: Scene) -> list[float]:
    """What each seat gets: the winner 1, and the others together -1; nothing if nobody has won."""
    winner = scene.finished.winner if scene.finished else None
    count = len(scene.seats)
    if winner is None:
        return [0.0] * count
    return [1.0 if seat is winner else -1.0 / (count - 1) for seat in scene.seats]


def stopped(scene: Scene, most_turns: int) -> bool:
    """Whether an unfinished game has lasted too long."""
    return scene.finished is None and scene.turn.number > most_turns


def new_game(table: GameTable, seed: int) -> Game:
    """A game at this table, dealt from a seed."""
    dealer = SeededDealer(seed)
    return Game(table, dealer, set_up(table, dealer))
