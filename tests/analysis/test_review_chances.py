"""The winning chances of a review: one number for one thing, also where players overlook what they could know."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from html import escape
from io import StringIO
from itertools import islice
from random import Random

import pytest
from benchmarks.reviews import deciding_turn, lost_games
from rich.console import Console
from tests.analysis.reviewed_games import review_game

from greycells.analysis.review.accuracy import Label
from greycells.analysis.review.costs import charged, each_missed_once
from greycells.analysis.review.deciding_turn import decided
from greycells.analysis.review.decisions import Decision
from greycells.analysis.review.game_review import GameReview, review_record
from greycells.analysis.review.html_page import review_page
from greycells.analysis.review.points import percent, whole_points
from greycells.analysis.review.reviewed_game import ReviewedGame
from greycells.analysis.review.text import UNEQUAL, said_cost, said_more, said_proof, scorecard
from greycells.analysis.review.turning_points import MOST_POINTS, turning_points
from greycells.arena.match import Pairing, play_match
from greycells.chances.model import default_model
from greycells.chances.standing import ends_the_turn
from greycells.language.sentences import called, using_language
from greycells.notation.record import Record
from greycells.players.bot_levels import LADDER
from greycells.rules.cards import Theory
from greycells.rules.events import Accused, CouldNotShow, Finished, Shown, Suggested, TurnEnded
from greycells.rules.game import Game
from greycells.rules.legal_options import options
from greycells.rules.seats import Seat
from greycells.server.reviews.message import review_message
from greycells.terminal.record_reviews import MOST_DECISIONS, PLAIN_BARS, print_review, sparkline
from greycells.terminal.screen import Screen

LEVELS = tuple(level.id for level in LADDER[:9])
TABLES = ("classic", "getaway", "master-detective", "classic", "luxury", "classic")
LIKELY = (27,)
"""Lost games that a likely guess would have turned."""
WRONGLY = 38
"""A lost game in which somebody had proved the case and accused another, and the winner missed it as others did."""
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
                assert 0 <= round(100 * line.loss) <= decision.points
                if decision.missed is not None and decision.worse > 0:
                    assert line.win == pytest.approx(graph[decision.event, str(one.seat)], abs=2e-4)
                if decision.chosen == "wait":
                    after = graph[decision.event, str(one.seat)]
                    left = re.search(r"(?:winning chances of|Gewinnchancen von) (\d+)", line.text)
                    assert left is not None
                    assert int(left[1]) == int(100 * after + 0.5)
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
            missed = [each for each in one.decisions if each.not_accused == review.case_file]
            assert len(missed) <= 1
            if ends:
                assert len(missed) == 1
                assert review.chance(one.seat, missed[0].since) == 1
                assert missed[0].event == ends[-1] or (missed[0].chosen != "wait" and missed[0].event > ends[-1])
                several += len(ends) > 1
    assert several >= 2


def test_a_whole_game_costs_at_most_all_the_chances(reviews: list[GameReview]) -> None:
    for review in reviews:
        for one in review.seats:
            assert sum(decision.loss for decision in one.decisions) <= 1 + 1e-9
            assert -1 - 1e-9 <= one.balance.skill <= 0
            for decision in one.decisions:
                assert decision.given_away <= decision.best_win
                assert abs(decision.points - 100 * decision.given_away) <= 1
                assert 0 <= decision.loss <= decision.points / 100
                assert decision.loss == pytest.approx(min(decision.points / 100, decision.left)) or decision.harmless
    assert min(one.balance.skill for review in reviews for one in review.seats) < -0.9


def test_what_cost_most_is_charged_first_and_missed_accusations_once(reviews: list[GameReview]) -> None:
    some = next(each for review in reviews for one in review.seats for each in one.decisions if each.missed)
    assert some.missed is not None
    guess = replace(some, event=1, turn=1, best_likely=0.6, worse=0.3, again=())
    first = replace(some, event=9, turn=9, best_likely=1.0, worse=0.5, again=())
    last = replace(first, event=21, turn=21, worse=0.8)
    between = [_costing(some, worse) for worse in (0.15, 0.7)]
    *others, kept = each_missed_once([guess, *between, first, last])
    assert others == between
    assert (kept.turn, kept.event, kept.again, kept.certain_turns) == (21, 21, ((1, 0.6), (9, 1.0)), (9, 21))
    assert kept.given_away == pytest.approx(0.8)
    wrong = some.missed._replace(
        room=next(room for room in reviews[0].table.edition.deck.rooms if room != some.missed.room)
    )
    accused = replace(first, event=25, turn=25, chosen=wrong, likely=0.0, worse=1.0)
    (kept,) = each_missed_once([guess, first, last, accused])
    assert (kept.turn, kept.chosen, kept.certain_turns, kept.given_away) == (25, wrong, (9, 21, 25), 1.0)
    small, other = between
    for choices, costs in (
        ([small, other, small], [0.15, 0.7, 0.15]),
        ([other, small, other], [0.3, 0, 0.7]),
        ([last, small, other], [0.8, 0, 0.2]),
    ):
        assert [each.loss for each in charged(choices, 1.0, some.missed)] == pytest.approx(costs)
        assert not any(each.loss for each in charged(choices, 0.0, some.missed))
    assert [each.loss for each in charged([last, small, other], 1.0, wrong)] == pytest.approx([0, 0.15, 0.7])
    assert [each.label(4) is None for each in charged([last, small, other], 1.0, wrong)] == [True, False, False]
    poor = [replace(each, before=0.25) for each in (_costing(some, 0.2), _costing(some, 0.1))]
    assert [each.loss for each in charged(poor, 1.0, some.missed)] == pytest.approx([0.2, 0.05])
    elsewhere = [poor[0], replace(poor[1], turn=5)]
    assert [each.loss for each in charged(elsewhere, 1.0, some.missed)] == pytest.approx([0.2, 0.1])


def _costing(decision: Decision, worse: float) -> Decision:
    return Decision(decision.seat, 5, 4, 1, "walk", "roll", "passage", 1.0, worse)


def bounded(review: GameReview) -> int:
    """Checks what every decision was charged; how many were."""
    for one in review.seats:
        charges = [each for each in one.decisions if each.loss > 0]
        missed = [each.not_accused for each in one.decisions if each.not_accused is not None]
        assert len(missed) == len(set(missed))
        for each in charges:
            accused = each.best_likely is not None and each.best != "wait"
            had = each.best_likely if accused else review.chance(one.seat, each.since)
            assert had is not None
            assert 0 < round(100 * each.loss) <= percent(had)
            together = [other for other in charges if other.turn == each.turn]
            assert round(sum(100 * other.loss for other in together)) <= max(
                percent(other.best_win) for other in together
            )
        assert sum(each.loss for each in charges) == pytest.approx(-one.balance.skill)
        listed = [each for each in one.decisions if each.label(len(review.seats))][:MOST_DECISIONS]
        more = said_more(one, listed)
        rest = 0 if more is None else more.arguments["points"]
        assert isinstance(rest, int)
        assert sum(percent(each.loss) for each in listed) + rest == -whole_points(one.balance.skill)
    return sum(each.loss > 0 for one in review.seats for each in one.decisions)


def test_nothing_is_charged_twice_or_above_the_chances_before_it(reviews: list[GameReview]) -> None:
    assert all(bounded(review) for review in reviews)


@pytest.mark.proof
def test_nothing_is_charged_twice_in_the_twenty_games_that_are_read() -> None:
    assert all(bounded(review_game(game)) for game in islice(lost_games(), 20))


def test_the_top_counts_who_missed_the_win_and_says_who_gave_the_proof(
    games: list[Game], reviews: list[GameReview]
) -> None:
    told = Counter[str]()
    fourth = next(lost_games(3))
    for game, review in zip([*games, fourth], [*reviews, review_game(fourth)], strict=True):
        reviewed = ReviewedGame.of(game.table, game.events, default_model())
        missed = {seat: len(turns_missed(game, reviewed, seat)) for seat in game.seats}
        main = decided(review)
        assert main is not None
        if main.decision is None or "could prove the case, " not in main.text():
            assert ("missed" in main.text()) == any(missed.values())
            continue
        times = sum(missed.values())
        turns = sorted(turn for seat in game.seats for turn in turns_missed(game, reviewed, seat))
        counted = f"was missed {times} times in turns {turns[0]} to {turns[-1]}, by "
        assert (counted in main.text()) == (times > 1)
        by = main.text().partition(counted)[2].partition(".")[0]
        each = [number for number in missed.values() if number]
        assert [int(one) for one in re.findall(r"\((\d+)[,)]", by)] == (each if times > 1 else [])
        told["several"] += sum(map(bool, missed.values())) > 2
        assert game.winner is not None
        told["winner"] += missed[game.winner] > 0
        told["proof"] += asked_for_the_winner(review, game.winner)
        for seat in game.seats:
            read = decided(review.read_by(seat, alone=False))
            assert read is not None
            mine = seat not in (game.winner, main.seat)
            assert (_last_win_missed(read.text()) is not None) == (mine and missed[seat] > 0)
            if mine and missed[seat]:
                last = max(turns_missed(game, reviewed, seat))
                assert _last_win_missed(read.text()) == (missed[seat] > 1, last)
            costly = "Your own costliest mistake" in read.text() or "None of your own decisions" in read.text()
            assert costly == (mine and not missed[seat])
    assert min(told[each] for each in ("several", "winner", "proof")) >= 1, told


def _last_win_missed(text: str) -> tuple[bool, int] | None:
    """Whether a text calls it the last certain win that *you* missed, not the only one, and its turn."""
    found = re.search(r"You (last )?missed a certain win in turn (\d+): ", text)
    return None if found is None else (found[1] is not None, int(found[2]))


def turns_missed(game: Game, reviewed: ReviewedGame, seat: Seat) -> set[int]:
    """The turns in which this seat was to move, had proved the case, and neither won nor was out."""
    won = isinstance(game.events[-1], Finished) and game.winner is seat
    last = reviewed.points[-1].scene.turn.number
    return {
        point.scene.turn.number
        for point in reviewed.points[:-1]
        if point.scene.turn.to_act is seat and reviewed.chance(seat, point.event) == 1
    } - ({last} if won else set())


def asked_for_the_winner(review: GameReview, winner: Seat) -> bool:
    """Whether the turning points name everybody to whom the winner's proof came, also where somebody else asked."""
    mine = review.of(winner)
    proof = None if mine is None else mine.knowledge.provable
    assert proof is not None
    asked = next(each for each in reversed(review.events[: proof.event]) if isinstance(each, Suggested))
    (point,) = [each for each in turning_points(review) if each.turn == proof.turn]
    named = point.text().partition("With that, ")[2].partition(" could prove")[0]
    seats = {one.seat for one in review.seats if one.knowledge.provable_turn == proof.turn}
    assert all(str(seat) in named for seat in seats), point.text()
    assert f"The first to use it was {winner}, in turn {review.turns}." in point.text()
    return asked.seat != winner


def test_the_last_certain_win_that_somebody_else_missed_decided_the_game(
    games: list[Game], reviews: list[GameReview]
) -> None:
    lost = 0
    for game, review in zip(games, reviews, strict=True):
        reviewed = ReviewedGame.of(game.table, game.events, default_model())
        points = turning_points(review.read_by(game.seats[0], alone=False))
        assert len(points) <= MOST_POINTS
        ends = [
            (end, seat)
            for seat in game.seats
            if seat is not game.winner
            for end in ends_without_accusing(game, reviewed, seat)
        ]
        assert len({point.turn for point in points}) == len(points)
        if game.winner is not None:
            turn, why = deciding_turn(game)
            main = decided(review)
            assert main is not None
            assert main.turn == turn
            assert main.event in [point.event for point in points]
            for tag in ("en", "de"):
                with using_language(tag):
                    message = review_message(review)
                    printed, text = pages(review)
                assert message.decided is not None
                assert f" {turn}: " in message.decided.text
                assert printed.splitlines()[1].strip() == message.decided.text
                assert escape(message.decided.text) in text.partition("<h2>")[0]
            assert ("only had to accuse" in why) == ("could prove the case, " in main.text())
            lost += bool(ends)
    assert lost >= 2


def test_a_copy_is_told_with_one_chance_too(games: list[Game]) -> None:
    game = games[0]
    for seat in game.seats[:2]:
        record = Record(game.table, tuple(game.events)).copy_for(seat)
        copy = review_record(record)
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
                if decision.not_accused == review.case_file and len(turns) > 1:
                    certain = decision.certain_turns
                    assert set(turns) <= set(certain)
                    assert max(certain) == decision.turn
                    several += 1
                    first, last, times = certain[0], certain[-1], len(certain)
                    if decision.missed is None:
                        assert f"had ended {times - 1} turn" in line.text
                        assert f"without accusing, from turn {first} on." in line.text
                    elif times == 2:
                        assert f" ended turns {first} and {last} without accusing" in line.text
                    else:
                        assert f" ended {times} turns, from turn {first} to turn {last}, without accusing" in line.text
                    label = decision.label(len(review.seats))
                    assert label is not None
                    assert str(said_cost(review, decision, label)).startswith(f"Turns {first} to {last}, ")
    assert several >= 1


def test_a_missed_accusation_that_would_have_been_wrong_did_no_harm(reviews: list[GameReview]) -> None:
    wrong = 0
    for review in reviews:
        message = review_message(review)
        spared = set[str]()
        for one, seen in zip(review.seats, message.seats, strict=True):
            for decision, line in zip(one.decisions, seen.decisions, strict=True):
                if decision.missed is not None:
                    right = decision.missed == review.case_file
                    assert ("That guess was wrong, so waiting did no harm." in line.text) == (not right)
                    assert ("It would have been right." in line.text) == (right and not decision.certain)
                    if decision.missed != review.case_file:
                        spared.add(line.text)
                        assert line.loss == 0
                        assert line.label is None
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
    """A cost says from which chances to which only where the graph shows both, and the same cost has the same label."""
    same = dict[tuple[int, int], set[Label]]()
    with using_language(tag):
        for review in reviews:
            message = review_message(review)
            printed = StringIO()
            print_review(review, Screen(Console(file=printed, width=200), input))
            text = " ".join(printed.getvalue().split())
            assert str(scorecard("points")) in text
            assert text.count(message.ending) == 1
            for one in review.seats:
                for decision in one.decisions:
                    if (label := decision.label(len(review.seats))) is not None:
                        points = percent(decision.loss)
                        cost = str(said_cost(review, decision, label))
                        assert (f"(−{points} " in cost) == (points > 0)
                        shown = re.search(r"\N{MINUS SIGN}(\d+) .*?(\d+)\s?% → (\d+)\s?%", cost)
                        whole = points == decision.points > 0
                        assert (shown is not None) == (decision.missed is not None and whole)
                        if shown is not None:
                            lost, before, after = map(int, shown.groups())
                            assert lost == before - after
                            assert after == percent(review.chance(one.seat, decision.event))
                        same.setdefault((len(review.seats), decision.points), set()).add(label)
                        assert decision.kind == "suggest" or decision.chosen != decision.best
    assert all(len(labels) == 1 for labels in same.values())


@pytest.mark.parametrize("tag", ["en", "de"])
def test_luck_and_costs_add_up_in_whole_points(reviews: list[GameReview], tag: str) -> None:
    """In every line of the table, and in the list of decisions; what isn't a measure of anything isn't shown."""
    shown = re.compile(r"[+\N{MINUS SIGN}]?\d+")
    for review in reviews:
        with using_language(tag):
            message = review_message(review)
            printed, _ = pages(review)
            names = [called(one.seat) for one in review.seats]
        for one, name in zip(review.seats, names, strict=True):
            rows = [shown.findall(line) for line in printed.splitlines()[2:] if f" {name} " in line]
            row = next(numbers for numbers in rows if len(numbers) >= 6)
            luck, deal, dice, answers, cost = map(_points, row[-5:])
            assert luck == deal + dice + answers
            assert cost == -sum(percent(each.loss) for each in one.decisions)
            assert -100 <= cost <= 0
            assert cost == 0 if one.balance.result else True
        for line in message.seats:
            assert line.skill == pytest.approx(-sum(each.loss for each in line.decisions))


@pytest.mark.parametrize(
    ("tag", "said"), [("en", "they don't have to cancel out."), ("de", "sie müssen sich also nicht aufheben.")]
)
def test_dice_and_answers_cancel_out_and_cards_need_not(reviews: list[GameReview], tag: str, said: str) -> None:
    for review in reviews:
        for part in ("dice", "answers"):
            assert sum(getattr(one.balance.luck, part) for one in review.seats) == pytest.approx(0, abs=1e-6)
        with using_language(tag):
            printed, text = pages(review)
        assert said in printed
        assert escape(said) in text
    dealt = [sum(one.balance.luck.deal for one in review.seats) for review in reviews]
    assert max(map(abs, dealt)) > 0.005


def _points(shown: str) -> int:
    return int(shown.replace("\N{MINUS SIGN}", "-"))


def pages(review: GameReview) -> tuple[str, str]:
    """The review as a terminal prints it, and as a page."""
    printed = StringIO()
    print_review(review, Screen(Console(file=printed, width=2000), input))
    return printed.getvalue(), review_page(review)


def test_the_first_proof_that_was_missed_and_the_use_of_the_winners_are_told(reviews: list[GameReview]) -> None:
    told, third = Counter[str](), next(lost_games(2))
    for review in (*reviews, review_game(third)):
        missed = {
            one.seat: one.knowledge.provable
            for one in review.seats
            if any(each.not_accused == review.case_file and each.certain for each in one.decisions)
        }
        points = review_message(review).turning_points
        if missed:
            first = min(point.turn for point in missed.values() if point is not None)
            assert first in [point.turn for point in points]
            told["first"] += 1
        for point in points:
            if isinstance(review.events[point.event], Shown | CouldNotShow) and "chances in this turn" in point.text:
                assert re.match(rf"Turn {point.turn}: \w+ suggested ", point.text)
            waited = re.search(r"only in turn (\d+), .* at the end of turn (\d+), (\w+)'s winning .* 100%", point.text)
            if waited is not None:
                assert point.seat == waited[3] == str(review.winner)
                assert int(waited[1]) == review.turns == int(waited[2]) + 1
                ends = {turn: event for event, turn in review.turns_by_event.items()}
                assert review.winner is not None
                assert review.chance(review.winner, ends[review.turns - 1]) == 1
                told["waited"] += 1
    assert told["first"]
    assert told["waited"]


@pytest.mark.parametrize("tag", ["en", "de"])
def test_nothing_is_told_of_what_came_after_the_turn_that_decided(reviews: list[GameReview], tag: str) -> None:
    for review in reviews:
        with using_language(tag):
            message = review_message(review)
        assert message.decided is not None
        assert max(point.turn for point in message.turning_points) == message.decided.turn


@pytest.mark.parametrize("tag", ["en", "de"])
def test_a_copy_doesn_t_say_what_decided_the_game(games: list[Game], tag: str) -> None:
    """It can't know when the others could have won: it tells what counted for its own seat."""
    told = 0
    for game in games[:2]:
        for seat in game.seats[:2]:
            with using_language(tag):
                message = review_message(review_record(Record(game.table, tuple(game.events)).copy_for(seat)))
            if message.decided is not None:
                assert message.decided.seat == str(seat)
                assert "The game was decided" not in message.decided.text
                assert "Entschieden wurde" not in message.decided.text
                assert not re.search(r", by |, von ", message.decided.text.partition("missed")[2])
                told += 1
    assert told


def test_a_better_start_of_a_turn_is_told_with_its_reason(reviews: list[GameReview]) -> None:
    reasons = Counter[str]()
    for review in reviews:
        for one, seen in zip(review.seats, review_message(review).seats, strict=True):
            for decision, line in zip(one.decisions, seen.decisions, strict=True):
                if decision.kind == "set out" and decision.given_away > UNEQUAL:
                    better = line.text.partition("Better: ")[2]
                    assert ("promises more." in better) == (decision.best != "roll")
                    assert ("promises more on average" in better) == (decision.best == "roll")
                    reasons[str(decision.best)] += 1
    assert reasons["suggest"] or reasons["passage"]


def test_the_reader_is_called_you_throughout(games: list[Game], reviews: list[GameReview]) -> None:
    for game, review in zip(games, reviews, strict=True):
        for reader in game.seats:
            for point in review_message(review.read_by(reader, alone=False)).turning_points:
                assert f"{reader}'s winning chances" not in point.text


def test_a_column_of_several_turns_shows_the_last_of_them_so_that_all_chances_make_100() -> None:
    rng = Random(7)
    to_win = [rng.randrange(4) for _ in range(97)]
    lines = [sparkline([float(seat == one) for one in to_win], 1.0, PLAIN_BARS, 20) for seat in range(4)]
    assert all("".join(column).count("@") == 1 for column in zip(*lines, strict=True))
    assert lines[to_win[-1]][-1] == "@"


def test_a_game_stays_open_until_the_winner_uses_the_win_that_they_passed() -> None:
    """In this game the winner alone could prove the case, and passed it three times."""
    game = next(lost_games(41))
    turn, _ = deciding_turn(game)
    review = review_game(game)
    main = decided(review)
    assert main is not None
    assert main.seat == game.winner
    missed = turns_missed(game, ReviewedGame.of(game.table, game.events, default_model()), main.seat)
    assert main.turn == turn == review.turns
    mine = review.of(main.seat)
    assert mine is not None
    since = mine.provable_turn
    assert f"{main.seat} had been able to prove the case since turn {since}, and now accused " in main.text()
    counted = f"missed {len(missed)} times in turns {min(missed)} to {max(missed)}, by {main.seat} ({len(missed)})."
    assert f"Until then the game was open: this certain win was {counted}" in main.text()
    assert {since, turn} <= {point.turn for point in turning_points(review)}
    you = decided(review.read_by(main.seat, alone=False))
    assert you is not None
    assert "You had been able to prove the case" in you.text()
    copy = decided(review_record(Record(game.table, tuple(game.events)).copy_for(main.seat)))
    assert copy is None or "Until then the game was open" not in copy.text()


@pytest.fixture(scope="module")
def wrongly() -> GameReview:
    return review_game(next(lost_games(WRONGLY)))


def test_a_winner_is_told_why_a_miss_left_them_a_chance(reviews: list[GameReview], wrongly: GameReview) -> None:
    """The next player could have won on the spot, so that the winner had 0%: but they missed it too."""
    told = 0
    for review in (*reviews, wrongly):
        for one, seen in zip(review.seats, review_message(review).seats, strict=True):
            for line in seen.decisions:
                still = re.search(r"but missed it too, so (\w+) still had a chance\.", line.text)
                assert still is None or still[1] == str(review.winner)
                if "but missed it too" in line.text:
                    assert (still is not None) == (one.seat == review.winner)
                    assert re.search(r"chances of 0%", line.text)
                told += still is not None
    assert told


def test_a_win_that_was_missed_by_a_wrong_accusation_is_told_so(wrongly: GameReview) -> None:
    """The accusation is one of those that are counted, not one more."""
    main = decided(wrongly)
    assert main is not None
    found = re.search(r"(\w+) \((\d+), the last by a wrong accusation\)", main.text())
    assert found is not None
    mine = next(one for one in wrongly.seats if str(one.seat) == found[1])
    (missed,) = [each for each in mine.decisions if each.not_accused == wrongly.case_file]
    assert isinstance(missed.chosen, Theory)
    assert len(missed.certain_turns) == int(found[2])


def test_a_likely_guess_that_was_right_and_not_made_decides_after_the_winners_proof() -> None:
    """The winner had to wait for their turn, and somebody before them had the solution as the likely guess."""
    found = 0
    for number in LIKELY:
        game = next(lost_games(number))
        turn, why = deciding_turn(game)
        review = review_game(game)
        main = decided(review)
        assert main is not None
        assert main.decision is not None
        assert main.turn == turn
        assert why.startswith(str(main.seat))
        assert not main.decision.certain
        assert "It would have been right." in main.text()
        assert "Cost: " in main.text()
        found += 1
    assert found
