"""Every unforced choice is judged: also those to let something be, and walks through rooms and by spyglasses."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from tests.analysis.reviewed_games import review_game

from greycells.analysis.review.costs import as_one_game
from greycells.analysis.review.decisions import Decision, choices_of
from greycells.analysis.review.game_review import review_record
from greycells.analysis.review.questions import question_values
from greycells.analysis.review.reviewed_game import ReviewedGame, case_file_of
from greycells.analysis.review.snoops import snoop_values
from greycells.analysis.review.text import said, say_decision
from greycells.analysis.review.walk_legs import taken_back, walk_legs
from greycells.analysis.review.walks import pause_values, place_values, roll_chances
from greycells.chances.model import default_model
from greycells.editions import load
from greycells.language.sentences import using_language
from greycells.notation.record import Record
from greycells.players.player_specs import player
from greycells.rules.actions import Action, EndTurn, Move, Suggest, TakeBack
from greycells.rules.cards import Theory
from greycells.rules.edition import Edition
from greycells.rules.events import Moved, Snooped, Suggested, TurnEnded
from greycells.rules.game import Game
from greycells.rules.legal_options import Options, options
from greycells.rules.seats import Seat

Habit = Callable[[Game, Options], Action | None]
"""What a player does where it has a habit; None: what a sergeant would do."""


def played(edition: Edition | str, seats: int, habit: Habit, *, seed: int = 1, minds: str = "sergeant:slip=0") -> Game:
    """A game to its end in which the first seat has a habit."""
    game = Game.new(edition, [f"player {number}" for number in range(seats)], seed=seed)
    bots = [player(minds, seed=number) for number in range(seats)]
    while (seat := game.to_act) is not None:
        action = habit(game, options(game.scene, seat, game.hand(seat))) if seat.index == 0 else None
        game.play(bots[seat.index].choose(game.view(seat)) if action is None else action)
    return game


def never_asks(game: Game, offered: Options) -> Action | None:
    del game
    return EndTurn() if offered.rooms and offered.end_turn else None


def stays_and_asks(game: Game, offered: Options) -> Action | None:
    """Suggests wherever its pawn was moved to, always the same."""
    deck = game.edition.deck
    if game.scene.turn.phase == "starting" and offered.rooms:
        return Suggest(Theory(deck.suspects[0], deck.weapons[0], offered.rooms[0]))
    return None


def never_snoops(game: Game, offered: Options) -> Action | None:
    """Stops at every spyglass, and doesn't look."""
    if offered.moves is not None and offered.moves.pauses and not game.scene.turn.spyglass:
        return Move(offered.moves.pauses[0])
    if offered.snoop:
        return EndTurn() if offered.end_turn or offered.moves is None else Move(offered.moves.ends[0])
    return None


def takes_back() -> Habit:
    """Takes its first move of every turn back."""
    turns = set[int]()

    def habit(game: Game, offered: Options) -> Action | None:
        if not offered.take_back or game.scene.turn.number in turns:
            return None
        turns.add(game.scene.turn.number)
        return TakeBack()

    return habit


def reviewed(game: Game) -> ReviewedGame:
    return ReviewedGame.of(game.table, game.events, default_model())


def decisions_of(game: ReviewedGame, seat: Seat) -> list[Decision]:
    return as_one_game(choices_of(game, seat), float(game.result[seat.index]), case_file_of(game.events))


def judged(game: ReviewedGame) -> list[Decision]:
    return decisions_of(game, game.table.seats[0])


def in_both_languages(game: Game, decision: Decision) -> tuple[str, str]:
    review = review_game(game).read_by(decision.seat)
    english = said(say_decision(review, decision))
    with using_language("de"):
        return english, said(say_decision(review, decision))


@pytest.mark.parametrize("edition", ["classic", "parlour"])
def test_a_turn_that_ends_without_a_suggestion_is_judged_beside_the_best_one(edition: str) -> None:
    played_game = played(edition, 3, never_asks)
    game = reviewed(played_game)
    seat = game.table.seats[0]
    decisions = {(one.event, one.kind): one for one in judged(game)}
    found = 0
    for number, event in enumerate(game.events):
        if not isinstance(event, TurnEnded) or event.seat is not seat:
            continue
        rooms = options(game.point(number - 1).scene, seat, game.hand(seat)).rooms
        if not rooms or game.knowledge[0].at(number - 1).possible == 1:
            continue
        if (number, "accuse") in decisions:
            assert (number, "suggest") not in decisions
            continue
        one = decisions[number, "suggest"]
        best = question_values(game, seat, number - 1, rooms=rooms)[0]
        assert (one.chosen, one.best, one.bits) == ("pass", best.theory, 0)
        assert one.best_bits == pytest.approx(best.bits)
        assert 0 < one.worse <= best.win
        found += 1
    assert found >= 3
    first = next(one for one in decisions.values() if one.chosen == "pass")
    english, german = in_both_languages(played_game, first)
    assert english.startswith("You ended the turn without a suggestion. Best: ")
    assert " because " in english
    assert german.startswith("Du hast den Zug ohne Verdacht beendet. ")


def test_suggesting_where_one_was_pulled_is_a_choice_beside_rolling() -> None:
    game = reviewed(played("classic", 4, stays_and_asks, seed=3))
    seat = game.table.seats[0]
    pulled = [
        number
        for number, event in enumerate(game.events)
        if isinstance(event, Suggested) and event.seat is seat and game.point(number - 1).scene.turn.phase == "starting"
        and game.knowledge[0].at(number - 1).possible > 1
    ]  # fmt: skip
    assert pulled
    decisions = {(one.event, one.kind): one for one in judged(game)}
    for number in pulled:
        start, asked = decisions[number, "set out"], decisions[number, "suggest"]
        assert start.chosen == "suggest"
        assert isinstance(asked.chosen, Theory)
        best = question_values(game, seat, number - 1, rooms=[asked.chosen.room])[0]
        assert start.best in ("roll", "passage", "suggest")
        rolling = float(roll_chances(game, seat, number - 1).mean[0])
        assert start.worse >= max(0, rolling - best.win) - 1e-9  # Which suggestion it was is the other choice.


def test_a_spyglass_without_a_look_is_judged_beside_the_best_hand_to_draw_from() -> None:
    played_game = played("master-detective", 3, never_snoops, seed=2)
    game = reviewed(played_game)
    seat = game.table.seats[0]
    decisions = [one for one in judged(game) if one.kind == "snoop"]
    assert decisions
    for one in decisions:
        assert not isinstance(game.events[one.event], Snooped)
        owners = options(game.point(one.event - 1).scene, seat, game.hand(seat)).snoop
        values = snoop_values(game, seat, one.event - 1, owners)
        most = max(value.win for value in values.values())
        assert one.chosen == "pass"
        assert one.worse == pytest.approx(max(0, most - one.before))
    missed = max(decisions, key=lambda one: one.worse)
    assert isinstance(missed.best, Seat)
    english, german = in_both_languages(played_game, missed)
    assert english.startswith("You didn't snoop at the spyglass. Snooping on ")
    assert german.startswith("Du hast am Fernrohr nicht geschnüffelt. Bei ")


def test_every_walk_is_judged_where_rooms_may_be_passed_through() -> None:
    """A room that is entered with steps left is as good a choice as any, and so is a stop at a spyglass."""
    game = reviewed(played("master-detective", 3, lambda _game, _offered: None, seed=4, minds="inspector"))
    early = stopped = 0
    for seat in game.table.seats:
        walks = {one.event: one for one in decisions_of(game, seat) if one.kind == "walk"}
        for first, leg in walk_legs(game.events).items():
            event = game.events[first]
            if not isinstance(event, Moved) or event.seat is not seat:
                continue
            offered = options(game.point(first - 1).scene, seat, game.hand(seat)).moves
            came = game.point(leg.last).scene
            assert offered is not None
            assert walks[first].chosen is came.pawn(seat)
            early += came.turn.steps > 0 and came.pawn(seat).room is not None
            if came.turn.phase == "moving":
                stopped += 1
                (value,) = pause_values(game, seat, first - 1, [came.pawn(seat)])
                others = [
                    *place_values(game, seat, first - 1, offered.ends),
                    *pause_values(game, seat, first - 1, offered.pauses),
                ]
                best = max(float(each.chances[seat.index]) for each in others)
                assert walks[first].worse == pytest.approx(best - float(value.chances[seat.index]))
                assert walks[first].bits == pytest.approx(game.gains(seat, first - 1).look)
    assert early > 3
    assert stopped > 0


def test_a_move_that_was_taken_back_is_not_judged() -> None:
    edition = load("cottage").with_house_rules("take-backs")
    game = reviewed(played(edition, 3, takes_back()))
    gone = taken_back(game.events)
    assert len(gone) > 4
    decisions = judged(game)
    assert not {one.event for one in decisions} & gone
    walks = [one for one in decisions if one.kind == "walk"]
    assert walks
    for one in walks:
        assert one.chosen is game.point(one.event).scene.pawn(game.table.seats[0])


def test_a_copy_has_the_choices_to_let_something_be_too() -> None:
    game = played("cottage", 3, never_asks)
    seat = game.seats[0]
    record = Record(game.table, tuple(game.events)).copy_for(seat)
    (own,) = review_record(record).seats
    assert [(one.event, one.kind, one.chosen) for one in own.decisions] == [
        (one.event, one.kind, one.chosen) for one in judged(reviewed(game))
    ]
