"""The winning chances of a review: one number for one thing, also where players overlook what they could know."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from io import StringIO
from random import Random

import pytest
from rich.console import Console

from greycells.analysis.decisions import Decision, charged, each_missed_once
from greycells.analysis.review import GameReview, review_events, review_game
from greycells.analysis.review_message import review_message
from greycells.analysis.review_text import CERTAIN, points_of, said_cost, said_proof, scorecard
from greycells.analysis.reviewed_game import ReviewedGame
from greycells.analysis.turning_points import MOST_POINTS, turning_points
from greycells.arena.match import Pairing, play_match
from greycells.chances.model import default_model
from greycells.chances.standing import ends_the_turn
from greycells.notation.record import Record
from greycells.players.ladder import LADDER
from greycells.rules.events import Accused, TurnEnded
from greycells.rules.game import Game
from greycells.rules.legal_options import options
from greycells.rules.seats import Seat
from greycells.rules.sentences import using_language
from greycells.terminal.record_reviews import PLAIN_BARS, print_review, sparkline
from greycells.terminal.screen import Screen

LEVELS = tuple(level.id for level in LADDER[:9])
TABLES = ("classic", "getaway", "master-detective", "classic", "luxury", "classic")
SHARE = re.compile(r"(\d+)\s?%")


def mixed(number: int) -> Game:
    """A game of three players who overlook much and one who overlooks little."""
    rng = Random(f"mixed {number}")
    players = (*rng.choices(LEVELS[:5], k=3), rng.choice(LEVELS[5:]))
    return play_match(Pairing(TABLES[number], players, rng.getrandbits(40)), 0)[1]


@pytest.fixture(scope="module")
def games() -> list[Game]:
    return [mixed(number) for number in range(len(TABLES))]


@pytest.fixture(scope="module")
def reviews(games: list[Game]) -> list[GameReview]:
    return [review_game(game) for game in games]


def test_whoever_is_to_move_and_has_proved_the_case_has_all_the_chances(games: list[Game]) -> None:
    found = 0
    for game in games:
        reviewed = ReviewedGame.of(game.table, game.events, default_model())
        for point in reviewed.points[:-1]:
            seat = point.scene.turn.to_act
            if seat is None or ends_the_turn(point.scene) or not options(point.scene, seat, game.hand(seat)).accuse:
                continue
            if reviewed.knowledge[seat.index].at(point.event).solved and not isinstance(
                game.events[point.event], Accused
            ):
                assert reviewed.chance(seat, point.event) == 1
                found += 1
    assert found > 10


def test_a_card_that_ends_the_turn_leaves_no_certain_win(games: list[Game]) -> None:
    """In the classic edition, whoever asks with a proved case may be shown a card, and can't accuse in this turn."""
    found = 0
    for game in games:
        reviewed = ReviewedGame.of(game.table, game.events, default_model())
        for point in reviewed.points:
            if point.scene.turn.cut_short is not None:
                found += 1
                assert reviewed.chance(point.scene.turn.cut_short, point.event) < 1
    assert found > 20


@pytest.mark.parametrize("tag", ["en", "de"])
def test_the_text_speaks_of_the_chances_that_the_graph_shows(reviews: list[GameReview], tag: str) -> None:
    told = 0
    for review in reviews:
        with using_language(tag):
            message = review_message(review)
        graph = {(moment.event, one.seat): one.win for moment in message.timeline for one in moment.seats}
        for one, seen in zip(review.seats, message.seats, strict=True):
            for decision, line in zip(one.decisions, seen.decisions, strict=True):
                if decision.kind != "accuse" or decision.best == "wait" or decision.best_likely == 1:
                    assert line.best_win == graph[max(decision.since, review.first), str(one.seat)]
                assert line.win == pytest.approx(line.best_win - line.loss, abs=2e-4)
                if decision.missed is not None and decision.left == 1:
                    assert line.win == pytest.approx(graph[decision.event, str(one.seat)], abs=2e-4)
                if decision.chosen == "wait":
                    after = graph[decision.event, str(one.seat)]
                    assert int(SHARE.findall(line.text)[-1]) == int(100 * after + 0.5)
                    told += 1
        for point in message.turning_points:
            seat = next(seat for seat in review.table.seats if str(seat) == point.seat)
            rise = re.search(r"(\d+)\s?% → (\d+)\s?%", point.text)
            if rise is not None:
                ends = {moment.turn: moment.event for moment in message.timeline}
                assert point.before == graph[ends.get(point.turn - 1, review.first), str(seat)]
                assert point.after == graph[ends[point.turn], str(seat)]
                assert [int(each) for each in rise.groups()] == [
                    int(100 * each + 0.5) for each in (point.before, point.after)
                ]
    assert told > 5


def ends_without_accusing(game: Game, reviewed: ReviewedGame, seat: Seat) -> list[int]:
    """The ends of this seat's turns that it could have ended by accusing with certainty, at the last moment for it."""
    found: list[int] = []
    for number, event in enumerate(game.events):
        if isinstance(event, TurnEnded) and event.seat is seat and not reviewed.point(number - 1).scene.is_out(seat):
            began = max([at for at in range(number) if isinstance(game.events[at], TurnEnded)], default=reviewed.first)
            if reviewed.knowledge[seat.index].at(began).solved:
                found.append(number)
    return found


def test_one_missed_accusation_is_one_mistake(games: list[Game], reviews: list[GameReview]) -> None:
    several = 0
    for game, review in zip(games, reviews, strict=True):
        reviewed = ReviewedGame.of(game.table, game.events, default_model())
        for one in review.seats:
            ends = ends_without_accusing(game, reviewed, one.seat)
            missed = [each for each in one.decisions if each.missed == review.case_file]
            assert len(missed) <= 1
            if ends:
                assert len(missed) == 1
                several += len(ends) > 1
    assert several >= 2


def test_a_whole_game_costs_at_most_all_the_chances(reviews: list[GameReview]) -> None:
    for review in reviews:
        for one in review.seats:
            assert sum(decision.loss for decision in one.decisions) <= 1 + 1e-9
            assert -1 - 1e-9 <= one.balance.skill <= 0
            for decision in one.decisions:
                assert 0 <= decision.loss <= decision.given_away <= decision.best_win
    assert min(one.balance.skill for review in reviews for one in review.seats) < -0.9


def test_what_cost_most_is_charged_first_and_of_missed_accusations_the_last(
    reviews: list[GameReview],
) -> None:
    some = next(decision for review in reviews for one in review.seats for decision in one.decisions if decision.missed)
    earlier = replace(some, turn=some.turn - 4)
    again = [earlier, *(_costing(some, worse) for worse in (0.15, 0.7)), some]
    kept = each_missed_once(again)
    assert [id(each) for each in kept[:-1]] == [id(each) for each in again[1:-1]]
    assert kept[-1] == replace(some, again=(*some.again, (some.turn - 4, some.best_likely or 0.0)))
    small, other = (_costing(some, worse) for worse in (0.15, 0.7))
    assert [each.loss for each in charged([small, other, small])] == pytest.approx([0.15, 0.7, 0.15])
    assert [each.loss for each in charged([other, small, other])] == pytest.approx([0.3, 0, 0.7])


def _costing(decision: Decision, worse: float) -> Decision:
    return Decision(decision.seat, 5, 4, 1, "walk", "roll", "passage", 1.0, worse)


def test_the_last_missed_accusation_before_another_seat_won_is_a_turning_point(
    games: list[Game], reviews: list[GameReview]
) -> None:
    lost = 0
    for game, review in zip(games, reviews, strict=True):
        reviewed = ReviewedGame.of(game.table, game.events, default_model())
        points = turning_points(review, reader=game.seats[0])
        assert len(points) <= MOST_POINTS
        ends = [
            (end, seat)
            for seat in game.seats
            if seat is not game.winner
            for end in ends_without_accusing(game, reviewed, seat)
        ]
        if game.winner is not None and ends:
            end, seat = max(ends)
            assert (reviewed.point(end - 1).scene.turn.number, seat) in [(point.turn, point.seat) for point in points]
            lost += 1
    assert lost >= 2


def test_a_copy_is_told_with_one_chance_too(games: list[Game]) -> None:
    game = games[0]
    for seat in game.seats[:2]:
        record = Record(game.table, tuple(game.events)).copy_for(seat)
        copy = review_events(record.table, record.events, viewer=seat)
        (own,) = copy.seats
        assert sum(decision.loss for decision in own.decisions) <= 1 + 1e-9
        for decision in own.decisions:
            assert decision.before == copy.chance(seat, decision.since)
            if decision.missed is not None:
                assert decision.best_likely is not None
                assert decision.worse == pytest.approx(decision.best_likely - copy.chance(seat, decision.event))


def test_every_turn_in_which_a_certain_win_was_missed_is_named(games: list[Game], reviews: list[GameReview]) -> None:
    several = 0
    for game, review in zip(games, reviews, strict=True):
        reviewed = ReviewedGame.of(game.table, game.events, default_model())
        message = review_message(review)
        for one, seen in zip(review.seats, message.seats, strict=True):
            turns = [
                reviewed.point(end - 1).scene.turn.number for end in ends_without_accusing(game, reviewed, one.seat)
            ]
            for decision, line in zip(one.decisions, seen.decisions, strict=True):
                if decision.missed == review.case_file and len(turns) > 1:
                    assert turns[-1] == decision.turn
                    certain = [turn for turn, likely in decision.again if likely > CERTAIN]
                    assert set(turns[:-1]) <= set(certain)
                    told = line.text.rpartition("already missed this certain win on turn")[2].partition(".")[0]
                    assert [int(each) for each in re.findall(r"\d+", told)] == certain
                    several += 1
    assert several >= 1


def test_a_missed_accusation_that_would_have_been_wrong_is_told_as_luck(reviews: list[GameReview]) -> None:
    wrong = 0
    for review in reviews:
        message = review_message(review)
        spared = set[str]()
        for one, seen in zip(review.seats, message.seats, strict=True):
            for decision, line in zip(one.decisions, seen.decisions, strict=True):
                if decision.missed is not None:
                    assert ("would have been wrong" in line.text) == (decision.missed != review.case_file)
                    if decision.missed != review.case_file:
                        spared.add(line.text)
                        wrong += 1
        assert not any(text in point.text for text in spared for point in message.turning_points)
    assert wrong >= 1


def test_a_proof_that_came_after_the_turn_is_told_so(games: list[Game], reviews: list[GameReview]) -> None:
    """*From turn 20 on* means that the seat could accuse in turn 20; after that, it says so."""
    told = Counter[str]()
    for game, review in zip(games, reviews, strict=True):
        reviewed = ReviewedGame.of(game.table, game.events, default_model())
        for one in review.seats:
            first = one.knowledge.provable
            if first is None:
                continue
            turns = {
                point.scene.turn.number
                for point in reviewed.points[:-1]
                if point.event >= first.event
                and point.scene.turn.to_act == one.seat
                and not ends_the_turn(point.scene)
                and options(point.scene, one.seat, game.hand(one.seat)).accuse
            }
            key = said_proof(review, one).key.removeprefix("review.")
            told[key] += 1
            match key:
                case "provable":
                    assert min(turns) == first.turn
                case "provable, next turn":
                    assert min(turns) > first.turn
                case "provable, too late" | "provable, eliminated":
                    assert not turns
                case _:
                    pytest.fail(key)
    assert told["provable"]
    assert told["provable, too late"]


@pytest.mark.parametrize("tag", ["en", "de"])
def test_labels_stand_beside_their_cost_and_contradict_nothing(reviews: list[GameReview], tag: str) -> None:
    with using_language(tag):
        for review in reviews:
            message = review_message(review)
            printed = StringIO()
            print_review(review, message, Screen(Console(file=printed, width=200), input))
            text = " ".join(printed.getvalue().split())
            assert str(scorecard("points")) in text
            assert text.count(message.ending) == 1
            for one in message.seats:
                luck = one.luck
                assert points_of(luck) == sum(round(100 * part) for part in (luck.deal, luck.dice, luck.answers))
                for decision in one.decisions:
                    if decision.label:
                        points = round(100 * decision.loss)
                        cost = str(said_cost(decision))
                        assert (f"(−{points} " in cost) == (points > 0)
                        assert decision.kind == "suggest" or decision.chosen != decision.best


def test_the_reader_is_called_you_throughout(games: list[Game], reviews: list[GameReview]) -> None:
    for game, review in zip(games, reviews, strict=True):
        for reader in game.seats:
            for point in review_message(review, reader=reader).turning_points:
                assert f"{reader}'s winning chances" not in point.text


def test_sparklines_lose_no_peak() -> None:
    values = [0.0] * 97
    values[31] = 1.0
    assert "@" in sparkline(values, 1.0, PLAIN_BARS, 20)
