"""Forced answers that the server gives for a person, after a wait that tells nothing.

A player who has none of the three cards, or exactly one, has no choice. If such an answer came at once, or at a pace of
its own, it would give that away. So it waits: `automatic_answer_waits.py` says how long.
"""

from __future__ import annotations

from collections.abc import Set as AbstractSet

from greycells.rules.actions import Action, CannotShow, Show
from greycells.rules.legal_options import Options
from greycells.rules.views import View
from greycells.server.tables.viewer_frames import TableHistory


def forced_answer(options: Options) -> Action | None:
    """The only answer that a seat can give to a suggestion, if there is only one."""
    answers: list[Action] = [Show(card) for card in options.show]
    if options.cannot_show:
        answers.append(CannotShow())
    return answers[0] if len(answers) == 1 else None


def automatic_answer(view: View, *, wanted: bool) -> Action | None:
    """What the server answers for this seat: what is forced, if the player wants it so or is eliminated."""
    scene, seat = view.scene, view.seat
    if seat is None or scene.turn.phase != "answering" or not (wanted or scene.is_out(seat)):
        return None
    options = view.options
    return forced_answer(options) if options is not None else None


def answered_automatically(history: TableHistory, wanted: AbstractSet[int]) -> set[int]:
    """The chairs whose answering times matter: of those who want it so, and of everybody once a seat is eliminated."""
    game, table = history.game, history.table
    if game is None or table.state != "running" or table.lesson is not None:
        return set()
    eliminated = any(game.scene.is_out(seat) and table.driver(table.chair_of(seat)) is None for seat in game.seats)
    chairs = range(len(table.chairs)) if eliminated else wanted
    return {chair for chair in chairs if table.chairs[chair].guests}
