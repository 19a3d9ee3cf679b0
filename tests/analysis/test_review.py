"""The review: questions against every deal, the parts of a result, labels, copies, and what it refuses."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from decimal import Decimal
from html import unescape
from io import StringIO
from math import log2
from pathlib import Path

import numpy as np
import pytest
from rich.console import Console
from tests.analysis.brute_force import EveryDeal, by_brute_force
from tests.analysis.finished_games import played
from tests.analysis.reviewed_games import review_game
from tests.margin import PROOF
from tests.notation.coordinates import COORDINATE

from greycells.analysis.review.accuracy import Label, decision_accuracy, game_accuracy, label_of
from greycells.analysis.review.game_review import GameReview, NoSeat, review_record
from greycells.analysis.review.html_page import review_page
from greycells.analysis.review.luck import _hands as hands_of_size  # pyright: ignore[reportPrivateUsage]
from greycells.analysis.review.questions import question_values
from greycells.analysis.review.reviewed_game import NotOver, ReviewedGame
from greycells.analysis.review.text import scorecard, summary
from greycells.arena.match import Pairing, play_match
from greycells.chances.model import ChanceModel, default_model, luck_model
from greycells.chances.standing import Column
from greycells.editions import load
from greycells.language.sentences import called, using_language
from greycells.notation import read
from greycells.notation.record import Record
from greycells.protocol.review_messages import FullReview
from greycells.rules.cards import Theory
from greycells.rules.events import Suggested
from greycells.rules.game import Game
from greycells.server.reviews.message import review_message
from greycells.terminal.record_reviews import print_review
from greycells.terminal.screen import Screen


def shared(spec: str = "inspector", edition: str = "classic", seats: int = 4, number: int = 1) -> Game:
    return play_match(Pairing(edition, (spec,) * seats, 1), number)[1]


@pytest.fixture(scope="module")
def review() -> GameReview:
    return review_game(shared())


def expected_bits(deals: list[EveryDeal], theory: Theory, asked: list[int]) -> float:
    """The information of a question by brute force: who holds several of the named cards shows any of them alike."""

    def entropy(files: dict[int, float]) -> float:
        total = sum(files.values())
        return -sum(share / total * log2(share / total) for share in files.values() if share)

    before: dict[int, float] = dict(Counter(deal.case_file for deal in deals))
    after: dict[tuple[tuple[int, int], ...], dict[int, float]] = {}
    for deal in deals:
        said: list[tuple[int, int]] = []
        shown: list[int] = []
        for seat in asked:
            shown = [card.bit for card in theory if card.bit & deal.hands[seat]]
            said.append((seat, 0))
            if shown:
                break
        for card in shown or [0]:
            answers = (*said[:-1], (said[-1][0], card))
            files = after.setdefault(answers, {})
            files[deal.case_file] = files.get(deal.case_file, 0.0) + 1 / max(1, len(shown))
    left = sum(sum(files.values()) / len(deals) * entropy(files) for files in after.values())
    return entropy(before) - left


@pytest.mark.parametrize("seed", range(8 if PROOF else 2))
def test_every_possible_question_tells_what_every_deal_says(seed: int) -> None:
    game = played(load("cottage"), 3, seed=seed)
    reviewed = ReviewedGame.of(game.table, game.events, default_model())
    asked = 0
    for seat in game.seats:
        fitting = dict(by_brute_force(game, tuple(game.view(seat).sightings)))
        others = [(seat.index + step) % 3 for step in (1, 2)]
        for number, event in enumerate(game.events):
            if not isinstance(event, Suggested) or event.seat is not seat:
                continue
            values = question_values(reviewed, seat, number - 1, rooms=game.edition.deck.rooms)
            assert len(values) == len(game.edition.deck.suspects) * len(game.edition.deck.weapons) * 4
            for value in values:
                told = expected_bits(fitting[number - 1], value.theory, others)
                assert value.bits == pytest.approx(told, abs=1e-9)
                asked += 1
    assert asked > 50


def test_the_parts_of_every_result_sum_to_it(review: GameReview) -> None:
    for one in review.seats:
        balance = one.balance
        parts = balance.par + sum(balance.luck) + balance.skill + balance.rest
        assert parts == pytest.approx(balance.result, abs=1e-12)
        assert balance.adjusted == pytest.approx(balance.result - sum(balance.luck), abs=1e-12)
        assert balance.skill <= 0
    assert sum(one.balance.luck.dice for one in review.seats) == pytest.approx(0, abs=1e-9)
    assert sum(one.balance.luck.answers for one in review.seats) == pytest.approx(0, abs=1e-9)


def test_the_printed_parts_of_every_result_sum_to_it_to_the_last_digit(review: GameReview) -> None:
    """With three players a share of 1/3 is rounded, and so is everything else."""
    for told in (review, review_game(shared(edition="cottage", seats=3))):
        for one in review_message(told).seats:
            luck = [Decimal(str(part)) for part in (one.luck.deal, one.luck.dice, one.luck.answers)]
            par, skill, rest, result = (Decimal(str(part)) for part in (one.par, one.skill, one.rest, one.result))
            assert par == round(Decimal(1) / len(told.seats), 4)
            assert par + sum(luck) + skill + rest == result
            assert Decimal(str(one.adjusted)) == result - sum(luck)


def test_winning_chances_sum_to_one_and_end_with_the_result(review: GameReview) -> None:
    assert review.chances.sum(axis=1) == pytest.approx(np.ones(len(review.chances)))
    assert (review.chances >= 0).all()
    winner = next(one for one in review.seats if one.balance.result)
    assert review.chances[-1][winner.seat.index] == 1


def test_every_decision_is_at_most_as_good_as_the_best(review: GameReview) -> None:
    kinds = Counter(decision.kind for one in review.seats for decision in one.decisions)
    assert kinds["suggest"] > 5
    assert kinds["walk"] > 5
    for one in review.seats:
        for decision in one.decisions:
            assert decision.seat is one.seat
            assert decision.best_win >= decision.win >= 0
            if decision.chosen == decision.best:
                assert decision.loss == pytest.approx(0, abs=1e-6)


def test_the_hands_of_a_deal_are_all_hands() -> None:
    game = shared(edition="getaway", number=0)
    reviewed = ReviewedGame.of(game.table, game.events, default_model())
    hands = hands_of_size(reviewed, game.scene.sizes[0])
    assert sum(share for _, share in hands) == pytest.approx(1)
    bits = reviewed.knowledge[0].points[0].bits
    assert any(abs(bits - each) < 1e-9 for each, _ in hands)


def test_whoever_knows_more_is_likelier_to_win() -> None:
    """With fewer bits, nothing else changed, the chances rise in nearly every position."""
    game = shared()
    reviewed = ReviewedGame.of(game.table, game.events, default_model())
    rows = reviewed.rows[:-3]
    better, rises, tries = rows.copy(), 0, 0
    for seat in range(4):
        better[:] = rows
        better[:, seat, Column.BITS] = np.maximum(0, better[:, seat, Column.BITS] - 1)
        changed = better[:, seat, Column.BITS] < rows[:, seat, Column.BITS] - 0.1
        model = default_model()
        gain = (model.chances(better) - model.chances(rows))[changed, seat]
        rises, tries = rises + int((gain > 0).sum()), tries + len(gain)
    assert rises >= 0.98 * tries


def test_labels_and_accuracy_go_by_the_size_of_the_table() -> None:
    assert label_of(0.03, 3) is None
    assert label_of(0.03, 4) is Label.INACCURACY
    assert label_of(0.03, 10) is Label.BLUNDER
    assert label_of(0.5, 3) is Label.BLUNDER
    assert decision_accuracy(0.0, 4) == pytest.approx(100, abs=0.01)
    assert decision_accuracy(1.0, 4) == 0
    assert decision_accuracy(0.1, 4) < decision_accuracy(0.1, 3)
    assert game_accuracy([], [], 4) == 100
    assert game_accuracy([0.0, 0.2], [0.3, 0.1], 4) < 100


def test_the_models_are_small_and_come_back_as_they_were() -> None:
    models = default_model(), luck_model()
    assert [model.version for model in models] == ["3", "1"]
    assert [model.proofs_win for model in models] == [True, False]
    assert sum(len(model.write()) for model in models) < 300_000
    rows = ReviewedGame.of(shared().table, shared().events, default_model()).rows
    for model in models:
        again = ChanceModel.read(model.write())
        assert again.proofs_win == model.proofs_win
        assert again.chances(rows) == pytest.approx(model.chances(rows), abs=1e-6)
    assert not default_model().chances(np.where(np.arange(len(Column)) == Column.OUT, 1.0, rows)).any()


def test_a_copy_is_reviewed_for_its_seat_alone() -> None:
    game = shared()
    seat = game.seats[2]
    whole = review_game(game)
    record = Record(game.table, tuple(game.events)).copy_for(seat)
    copy = review_record(record)
    (own,) = copy.seats
    full = whole.of(seat)
    assert full is not None
    assert own.seat is seat
    assert own.provable_turn == full.provable_turn
    assert own.knowledge.points == full.knowledge.points
    assert [(d.event, d.kind, d.chosen) for d in own.decisions] == [(d.event, d.kind, d.chosen) for d in full.decisions]
    again = review_record(record)
    assert (again.chances == copy.chances).all()
    message = review_message(copy)
    assert message.viewer == str(seat)
    assert all((each.bits is None) == (each.seat != str(seat)) for each in message.timeline[5].seats)


def test_what_is_not_over_and_what_a_spectator_saw_is_refused() -> None:
    game = shared()
    with pytest.raises(NotOver, match="isn't over"):
        review_record(Record(game.table, tuple(game.events[:-5])))
    record = Record(game.table, tuple(game.events)).copy_for(None)
    with pytest.raises(NoSeat, match="spectator"):
        review_record(record)


def test_progress_goes_from_nothing_to_all() -> None:
    told: list[float] = []
    review_game(shared(), progress=told.append)
    assert told == sorted(told)
    assert told[-1] == 1.0
    assert len(told) > 3


def test_it_is_told_in_both_languages(review: GameReview) -> None:
    english, german = review_message(review), None
    with using_language("de"):
        german = review_message(review)
    assert english.turning_points
    assert [point.event for point in english.turning_points] == [point.event for point in german.turning_points]
    for one, other in zip(english.turning_points, german.turning_points, strict=True):
        assert one.text.startswith(f"Turn {one.turn}: ")
        assert other.text.startswith(f"Zug {one.turn}: ")
    for mine in (english, german):
        assert all("{" not in decision.text for one in mine.seats for decision in one.decisions)
    seat = review.seats[0].seat
    assert review_message(review.read_by(seat)).seats[0].summary.startswith("You played with an accuracy of ")


def test_whoever_was_eliminated_before_the_proof_is_told_so() -> None:
    record = read(
        (Path(__file__).parents[2] / "records" / "classic" / "cleared-doorway.case").read_text(encoding="utf-8")
    )
    review = review_record(record)
    told = {str(one.seat): list(map(str, summary(review, one)))[-1] for one in review.seats}
    assert told["Scarlett"] == "Scarlett could have proved the case only from turn 48 on, after the wrong accusation."
    assert told["Plum"] == "Plum could have proved the case from turn 48 on."


def test_a_page_names_squares_by_rooms(review: GameReview) -> None:
    for tag in ("en", "de"):
        with using_language(tag):
            page, record = (review_message(review, letters=letters) for letters in (False, True))
        assert any(COORDINATE.search(words) for words in sentences(record))
        assert not any(COORDINATE.search(words) for words in sentences(page))
        assert len(list(sentences(page))) == len(list(sentences(record)))
        with using_language(tag):
            printed = StringIO()
            print_review(review, Screen(Console(file=printed, width=1000), input))
            assert not COORDINATE.search(printed.getvalue())
            told = [line for line in review_page(review).split("<li>") if not line.startswith("<svg")]
            assert not any(COORDINATE.search(unescape(line.partition("</li>")[0])) for line in told[1:])


def sentences(message: FullReview) -> Iterator[str]:
    yield message.ending
    yield from (point.text for point in message.turning_points)
    for one in message.seats:
        yield one.summary
        yield from (decision.text for decision in one.decisions)


@pytest.mark.parametrize("tag", ["en", "de"])
def test_it_is_printed_in_80_columns_and_as_a_page_with_the_names_of_the_language(review: GameReview, tag: str) -> None:
    printed = StringIO()
    with using_language(tag):
        print_review(review, Screen(Console(file=printed, width=80), input))
        page = review_page(review)
        names = [called(seat) for seat in review.table.seats]
        headings = str(scorecard("accuracy")), str(scorecard("answers"))
    assert tag == "en" or "Scarlett" not in printed.getvalue() + page
    for word in (*names, *headings):
        assert f" {word} " in printed.getvalue()
    assert all(f"<h3>{name}</h3>" in page for name in names)


@pytest.mark.parametrize("edition", ["master-detective", "parlour", "getaway", "anniversary"])
def test_other_editions_are_reviewed_too(edition: str) -> None:
    game = shared(edition=edition, number=2)
    found = review_game(game)
    assert {one.seat for one in found.seats} == set(game.seats)
    assert all(0 <= one.accuracy <= 100 for one in found.seats)


def test_the_weights_are_in_the_package() -> None:
    file = Path(__file__).parents[2] / "src" / "greycells" / "chances" / "winning_chances.npz"
    assert 1000 < file.stat().st_size < 300_000
