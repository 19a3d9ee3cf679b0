"""What a suggestion tells about the cards of whoever makes it, what waiting is worth, and what a denial is worth."""

from __future__ import annotations

from collections.abc import Iterator
from math import log2

import numpy as np
import pytest

from greycells import Game, load
from greycells.chances.travel_times import journeys
from greycells.deduction.exact_counting import weigh
from greycells.deduction.problem import Weight
from greycells.players import player
from greycells.players.chief import unchecked
from greycells.players.notes import Notes
from greycells.players.race_to_accuse import ease, enough, rivals_win
from greycells.players.suggestion_inference import Listener
from greycells.rules.actions import CannotShow, Suggest
from greycells.rules.cards import CardSet
from greycells.rules.chance import SeededDealer
from greycells.rules.events import Event
from greycells.rules.seats import Seat
from greycells.rules.views import View


def heeding(number: int, event: Event) -> bool:  # noqa: ARG001
    return True


def views(spec: str, seed: int) -> Iterator[tuple[Game, View]]:
    """What seat 0 sees before each of its suggestions, in a game in which nobody has to walk."""
    game = Game.new(load("parlour"), ["x"] * 4, dealer=SeededDealer(seed))
    players = [player(spec, seed=seat) for seat in range(4)]
    while (seat := game.to_act) is not None:
        view = game.view(seat)
        action = players[seat.index].choose(view)
        if seat.index == 0 and isinstance(action, Suggest):
            yield game, view
        game.play(action)


@pytest.mark.parametrize("spec", ["chief:careful", "inspector"])
def test_who_listens_misses_fewer_bits(spec: str) -> None:
    heard: list[float] = []
    proved: list[float] = []
    for seed in range(12):
        listener: Listener | None = None
        for game, view in views(spec, seed):
            listener = listener or Listener(view, seed=1, worlds=60)
            listener.read(view, heeding)
            case_file = game.secrets.case_file
            theory = case_file.suspect.index, case_file.weapon.index, case_file.room.index
            heard.append(-log2(weigh(listener.suspicions(listener)).case_files[theory]))
            proved.append(-log2(weigh(listener.problem()).case_files[theory]))
    assert sum(heard) / len(heard) < sum(proved) / len(proved) - 0.1


def test_a_listener_finds_out_who_asks_openly() -> None:
    def closed(spec: str) -> float:
        found: list[float] = []
        for seed in range(6):
            listener: Listener | None = None
            for _, view in views(spec, seed):
                listener = listener or Listener(view, seed=1, worlds=40)
                listener.read(view, heeding)
            assert listener is not None
            found += listener.closed[1:]
        return sum(found) / len(found)

    assert closed("chief:careful") > closed("inspector") + 0.2


def test_what_was_heard_does_not_depend_on_when_one_listened() -> None:
    listener: Listener | None = None
    for _, view in views("chief:careful", 3):
        listener = listener or Listener(view, seed=5, worlds=20)
        listener.read(view, heeding)
        late = Listener(view, seed=5, worlds=20)
        late.read(view, heeding)
        assert np.array_equal(listener.factors, late.factors)
    assert listener is not None
    assert not np.array_equal(listener.factors, np.ones_like(listener.factors))


def test_the_nearer_the_others_are_the_less_is_enough() -> None:
    assert rivals_win(1.0, [0, 0, 0]) > rivals_win(6.0, [0, 0, 0])
    assert rivals_win(3.0, [3, 0, 0]) > rivals_win(3.0, [0, 0, 0])
    assert rivals_win(3.0, []) == 0
    assert enough(1.0, [0, 0, 0]) < 0.5 < enough(8.0, [0, 0, 0])
    # The last one in the game has all the time there is.
    assert enough(1.0, []) > 1


def test_to_be_called_over_helps_who_is_far_away_and_not_who_is_there() -> None:
    edition = load("classic")
    game = Game.new(edition, ["x"] * 4, dealer=SeededDealer(1))
    way = journeys(edition, 0.7)
    rooms = [1.0] * 9
    assert min(ease(game.scene, way, 0, rooms)) > 0
    study = edition.board.place("Study")
    suspect = game.seats[0].suspect.index
    pawns = (*game.scene.pawns[:suspect], study, *game.scene.pawns[suspect + 1 :])
    known = [0.5] * 9
    known[[room.word for room in edition.deck.rooms].index("Kitchen")] = 1.0
    # From the study the passage leads to the one room that matters: whoever is called elsewhere is called away.
    away = ease(game.scene.with_pawns(pawns), way, 0, known)
    assert away[[room.word for room in edition.deck.rooms].index("Hall")] < 0


def first_lie(game: Game) -> tuple[Seat, CardSet]:
    """Play until somebody could show a card, and let it say that it cannot; who, and the cards."""
    players = [player("inspector", seed=seat.index) for seat in game.seats]
    while (seat := game.to_act) is not None:
        options = game.view(seat).options
        assert options
        if options.show:
            game.play(CannotShow())
            return seat, options.show
        game.play(players[seat.index].choose(game.view(seat)))
    raise AssertionError("Nobody was ever asked for a card.")


def test_a_denial_that_nobody_checks_is_believed_and_proves_nothing() -> None:
    edition = load("getaway").with_house_rules("unchecked answers")
    game = Game.new(edition, ["x"] * 3, dealer=SeededDealer(2))
    liar, held = first_lie(game)
    watcher = next(each for each in game.seats if each is not liar and each is not game.scene.turn.mover)
    notes = Notes(game.view(watcher))
    notes.read(game.view(watcher), heeding)
    named = {weight.card for weight in unchecked(notes) if weight.hand == liar.index}
    doubted = [card for card in held if card not in game.view(watcher).hand]
    assert {card.index for card in doubted} <= named
    before = weigh(notes.problem()).marginals
    after = weigh(notes.problem()._replace(weights=tuple(unchecked(notes)))).marginals
    for card in doubted:
        assert 0 < after[card.index][liar.index] < before[card.index][liar.index]
    assert not any(notes.lacks[liar.index] & card.bit for card in doubted)


@pytest.mark.parametrize("seats", range(3, 11))
def test_suspicions_about_every_card_can_be_counted_wherever_they_are_weighed(seats: int) -> None:
    game = Game.new(load("master-detective"), ["x"] * seats, dealer=SeededDealer(1))
    notes = Notes(game.view(game.seats[0]))
    assert notes.crowded == (seats > 6)
    for seat in game.seats:
        if notes.crowded:
            notes.has[seat.index] = game.hand(seat).mask
            notes.lacks = [
                lacks | (0 if holder == seat.index else notes.has[seat.index])
                for holder, lacks in enumerate(notes.lacks)
            ]
    problem = notes.problem()
    told_apart = tuple(
        Weight(card, holder, 1 / (2 + card + holder)) for card in range(len(notes.deck)) for holder in range(seats)
    )
    assert weigh(problem._replace(weights=told_apart)).total > 0
