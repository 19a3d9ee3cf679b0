"""The end of a game: show the case file and everybody's cards, and write the record."""

from __future__ import annotations

from pathlib import Path

from rich.table import Table
from rich.text import Text

from greycells.analysis.conclusions.first_proofs import first_proofs_of
from greycells.language.sentences import Sentence, called, spoken_list
from greycells.players.bot_levels import names_at_table
from greycells.rules.events import Suggested
from greycells.rules.game import Game
from greycells.terminal.board_text import chip, pawn_codes
from greycells.terminal.screen import Screen


def tell_ending(game: Game, file: Path, screen: Screen) -> None:
    """Who won, in how many turns, who held what, and where the record is."""
    finished = game.scene.finished
    assert finished is not None
    turns, (suspect, weapon, room) = game.scene.turn.number, finished.case_file
    suggestions = sum(isinstance(event, Suggested) for event in game.events)
    screen.gap()
    screen.say(Sentence("end.case file", suspect=suspect, weapon=weapon, room=room), "bold")
    if finished.winner is None:
        screen.say(Sentence("end.unsolved", turns=turns, suggestions=suggestions))
    else:
        name = names_at_table([seat.name for seat in game.seats])[finished.winner.index]
        screen.say(Sentence("end.won", seat=finished.winner, name=name, turns=turns, suggestions=suggestions))
    codes = pawn_codes(game.edition, screen.glyphs)
    table = Table.grid(padding=(0, 1))
    for seat, first in first_proofs_of(game).items():
        turn = first.everything
        proof = Sentence("end.no proof") if turn is None else Sentence("end.proof", turn=turn)
        cards = spoken_list([called(card) for card in game.hand(seat)])
        held = Sentence("end.held", cards=cards, proof=proof)
        table.add_row(Text(codes[seat.suspect], chip(seat.suspect)), called(seat), str(held))
    screen.show(table)
    screen.gap()
    screen.say(Sentence("end.record", file=str(file)))
