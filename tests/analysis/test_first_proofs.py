"""When each seat could have proved the case: held against what an inspector at that seat knew at every moment."""

from __future__ import annotations

from io import StringIO
from pathlib import Path
from random import Random

import pytest
from rich.console import Console
from tests.margin import PROOF

from greycells.analysis.conclusions.first_proofs import FirstProofs, first_proofs
from greycells.editions import load
from greycells.players.inspector import Inspector
from greycells.players.notes import Notes
from greycells.players.player_specs import player
from greycells.rules.actions import Accuse, CannotShow
from greycells.rules.cards import Theory
from greycells.rules.edition import Edition
from greycells.rules.events import Began, Finished, Opened, TurnEnded
from greycells.rules.game import Game
from greycells.rules.legal_options import options
from greycells.rules.seats import Seat
from greycells.rules.views import view_of
from greycells.server.lobby.advice_api import review
from greycells.terminal.game_over import tell_ending
from greycells.terminal.screen import Screen

LIARS = load("getaway").with_house_rules("unchecked answers")
EDITIONS = [
    *((load(name), 3) for name in ("luxury", "classic", "anniversary", "parlour", "cottage")),
    (load("getaway"), 4),
    (load("master-detective"), 5),
    (LIARS, 3),
]


def played(edition: Edition, seats: int, *, seed: int, wrong: int | None = 1) -> Game:
    """A game of detectives to its end, in which one seat accuses wrongly on its first turn."""
    game = Game.new(edition, [f"player {number}" for number in range(seats)], seed=seed)
    minds = [player("sergeant:slip=0", seed=number) for number in range(seats)]
    whim = Random(seed)
    while (seat := game.to_act) is not None:
        offered = options(game.scene, seat, game.hand(seat))
        if seat.index == wrong and offered.accuse:
            game.play(Accuse(mistaken(game)))
        elif edition is LIARS and offered.cannot_show and offered.show and whim.random() < 0.3:
            game.play(CannotShow())
        else:
            game.play(minds[seat.index].choose(game.view(seat)))
    return game


def mistaken(game: Game) -> Theory:
    """A theory in which one card is wrong."""
    case_file, deck = game.secrets.case_file, game.edition.deck
    return case_file._replace(weapon=next(card for card in deck.weapons if card is not case_file.weapon))


def found(game: Game, seat: Seat) -> FirstProofs:
    return first_proofs(game.table, seat, sightings=game.view(seat).sightings, case_file=game.secrets.case_file)


def known_to_an_inspector(game: Game, seat: Seat) -> FirstProofs:
    """The same, from the notes that an inspector takes at that seat, read after every single event."""
    sightings = tuple(game.view(seat).sightings)
    begun = next(number for number, event in enumerate(game.events, 1) if isinstance(event, Began))
    view = view_of(game.table, seat, sightings[:begun])
    notes, inspector, turn = Notes(view), Inspector(), 1
    first: dict[int, int] = {}
    for end in range(begun, len(sightings)):
        notes.read(view._replace(sightings=sightings[: end + 1]), lambda _number, _event: True)
        inspector.deduce(notes)
        for kind, (mask, card) in enumerate(zip(notes.suspected(), game.secrets.case_file, strict=True)):
            if mask == card.bit:
                first.setdefault(kind, turn)
        turn += isinstance(sightings[end].event, TurnEnded)
    return FirstProofs(first.get(0), first.get(1), first.get(2))


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
