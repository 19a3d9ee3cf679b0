"""The review of a game that is over: in which turn each seat could have proved what."""

from __future__ import annotations

from typing import NamedTuple

from greycells.analysis.first_proofs import FirstProofs, first_proofs
from greycells.rules.cards import Theory
from greycells.rules.game import Game
from greycells.rules.seats import Seat


class GameReview(NamedTuple):
    """How many turns a game took, what the case file was, and when each seat could have proved it."""

    turns: int
    case_file: Theory
    proofs: dict[Seat, FirstProofs]


def review_game(game: Game) -> GameReview:
    """The review of a game that is over, from nothing but what each seat saw."""
    finished = game.scene.finished
    if finished is None:
        raise ValueError("This game is not over.")
    case_file = finished.case_file
    proofs = {
        seat: first_proofs(game.table, seat, sightings=game.view(seat).sightings, case_file=case_file)
        for seat in game.seats
    }
    return GameReview(game.scene.turn.number, case_file, proofs)
