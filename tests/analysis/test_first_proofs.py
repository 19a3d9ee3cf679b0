"""When each seat could have proved the case: held against what an inspector at that seat knew at every moment."""

from __future__ import annotations

from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console
from tests.analysis.finished_games import EDITIONS, LIARS, known_to_an_inspector, mistaken, played
from tests.margin import PROOF

from greycells.analysis.conclusions.first_proofs import FirstProofs, first_proofs
from greycells.editions import load
from greycells.rules.actions import Accuse
from greycells.rules.edition import Edition
from greycells.rules.events import Finished, Opened
from greycells.rules.game import Game
from greycells.rules.seats import Seat
from greycells.server.lobby.advice_api import review
from greycells.terminal.game_over import tell_ending
from greycells.terminal.screen import Screen


def found(game: Game, seat: Seat) -> FirstProofs:
    return first_proofs(game.table, seat, sightings=game.view(seat).sightings, case_file=game.secrets.case_file)


@pytest.mark.parametrize(("edition", "seats"), EDITIONS, ids=lambda value: str(getattr(value, "key", value)))
def test_a_seat_could_prove_what_an_inspector_there_would_have_known(edition: Edition, seats: int) -> None:
    proved = 0
    for seed in range(20 if PROOF else 1):
        game = played(edition, seats, seed=seed)
        for seat in game.seats:
            first = found(game, seat)
            assert first == known_to_an_inspector(game, seat), (edition.key, seed, seat)
            proved += first.everything is not None
    assert proved or edition is LIARS


def test_the_last_turn_of_the_winner_counts() -> None:
    """Most games are won in the turn in which the winner comes to know it all."""
    game = next(
        game
        for game in (played(load("luxury"), 3, seed=seed, wrong=None) for seed in range(20))
        if game.winner is not None and known_to_an_inspector(game, game.winner).everything == game.scene.turn.number
    )
    assert game.winner is not None
    assert found(game, game.winner).everything == game.scene.turn.number
    (insight,) = (each for each in review(game).insights if each.seat == game.winner.suspect.word)
    assert insight.everything == game.scene.turn.number
    output = StringIO()
    tell_ending(game, Path("a.case"), Screen(Console(file=output, width=200, highlight=False), input))
    (line,) = (line for line in output.getvalue().splitlines() if f" {game.winner} " in line and "solved" in line)
    assert line.rstrip(".").endswith(f"could have solved it on turn {game.scene.turn.number}")


def test_a_look_into_the_case_file_proves_nothing() -> None:
    """Neither that of the wrong accuser, nor the one of everybody at the end, nor a lucky guess."""
    game = Game.new(load("classic"), ["Ada", "Grace", "Alan"], seed=3)
    ada, grace, _ = game.seats
    game.play(Accuse(mistaken(game)))
    game.play(Accuse(game.secrets.case_file))
    assert isinstance(game.events[-1], Finished)
    assert sum(isinstance(event, Opened) for event in game.events) == 2
    for seat in (ada, grace):
        assert found(game, seat) == FirstProofs(None, None, None)
    for insight in review(game).insights:
        assert (insight.suspect, insight.weapon, insight.room, insight.everything) == (None,) * 4


def test_whoever_is_out_may_still_come_to_prove_it() -> None:
    """An eliminated seat goes on seeing what is shown; only its look does not count."""
    game = played(load("master-detective"), 5, seed=0)
    out = game.seats[1]
    assert game.scene.is_out(out)
    turn = found(game, out).everything
    assert turn == known_to_an_inspector(game, out).everything
    assert turn is not None
    assert turn > 2
