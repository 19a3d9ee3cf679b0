"""Reviews of games that were just played."""

from __future__ import annotations

from collections.abc import Callable

from greycells.analysis.review.game_review import GameReview, review_record
from greycells.notation.record import Record
from greycells.rules.game import Game


def review_game(game: Game, *, progress: Callable[[float], None] | None = None) -> GameReview:
    """The review of a game that is over, for all seats."""
    return review_record(Record(game.table, tuple(game.events)), progress=progress)
