"""A review as a message, printed as JSON and sent to browsers."""

from __future__ import annotations

from collections.abc import Iterator

from greycells.analysis.review.deciding_turn import decided, headline
from greycells.analysis.review.decisions import Decision
from greycells.analysis.review.game_review import GameReview, SeatReview
from greycells.analysis.review.points import DIGITS
from greycells.analysis.review.text import ending, said, say_decision, summary, word_of
from greycells.analysis.review.turning_points import TurningPoint, turning_points
from greycells.deduction.knowledge import Claim
from greycells.notation.place_names import compared_by_rooms
from greycells.protocol.review_messages import (
    FullReview,
    ReviewDecision,
    ReviewedSeat,
    ReviewLuck,
    ReviewMoment,
    ReviewStanding,
    ReviewTurningPoint,
)
from greycells.rules.board import Board


def review_message(review: GameReview, *, letters: bool = True) -> FullReview:
    """The review as a message in the current language; the winning chances of all seats are in the timeline.

    Without `letters`, sentences name squares by rooms.
    """
    suspect, weapon, room = review.case_file
    board = None if letters else review.table.edition.board
    main, points = decided(review), turning_points(review)
    if board is not None:
        main, points = main and main.by_rooms(board), tuple(point.by_rooms(board) for point in points)
    return FullReview(
        edition=review.table.edition.key,
        turns=review.turns,
        case_file=(suspect.word, weapon.word, room.word),
        winner=None if review.winner is None else str(review.winner),
        viewer=None if review.viewer is None else str(review.viewer),
        model=review.model,
        ending=str(ending(review)),
        seats=tuple(_seat(review, one, board) for one in review.told),
        timeline=_timeline(review),
        decided=None if main is None else _point(main, headline(review, main)),
        turning_points=tuple(_point(point, point.text()) for point in points),
    )


def _point(point: TurningPoint, text: str) -> ReviewTurningPoint:
    """A turning point as a message, with its text."""
    return ReviewTurningPoint(
        event=point.event,
        turn=point.turn,
        seat=str(point.seat),
        before=_short(point.before),
        after=_short(point.after),
        text=text,
    )


def _short(number: float) -> float:
    return round(number, DIGITS)


def _seat(review: GameReview, one: SeatReview, board: Board | None) -> ReviewedSeat:
    balance = one.balance
    luck, par, skill = ReviewLuck(*map(_short, balance.luck)), _short(balance.par), _short(balance.skill)
    lucky = luck.deal + luck.dice + luck.answers
    return ReviewedSeat(
        seat=str(one.seat),
        name=one.seat.name,
        accuracy=round(one.accuracy, 1),
        provable_turn=one.provable_turn,
        provable_event=None if one.knowledge.provable is None else one.knowledge.provable.event,
        par=par,
        luck=luck,
        skill=skill,
        # From the rounded parts, so that what is printed adds up to the last digit.
        rest=_short(balance.result - par - lucky - skill),
        result=balance.result,
        adjusted=_short(balance.result - lucky),
        decisions=tuple(_decision(review, decision, board) for decision in one.decisions),
        certain=tuple(_certain(one)),
        proof=tuple(line for title, proof in one.knowledge.proofs(reader=review.reader) for line in (title, *proof)),
        summary=" ".join(map(said, summary(review, one))),
    )


def _certain(one: SeatReview) -> Iterator[tuple[int, str, str, bool]]:
    """What became certain, event by event."""
    known = set[Claim]()
    for point in one.knowledge.points:
        for claim in one.knowledge.claims_at(point.event):
            if claim not in known:
                known.add(claim)
                yield point.event, claim.card.word, str(claim.holder), claim.has


def _decision(review: GameReview, decision: Decision, board: Board | None) -> ReviewDecision:
    label = decision.label(len(review.table.seats))
    told = say_decision(review, decision)
    return ReviewDecision(
        turn=decision.turn,
        event=decision.event,
        kind=decision.kind,
        chosen=word_of(decision.chosen),
        best=word_of(decision.best),
        loss=_short(decision.loss),
        label=None if label is None else label.value,
        win=_short(decision.win),
        best_win=_short(decision.best_win),
        bits=None if decision.bits is None else _short(decision.bits),
        best_bits=None if decision.best_bits is None else _short(decision.best_bits),
        text=said(told if board is None else compared_by_rooms(told, board)),
    )


def _timeline(review: GameReview) -> tuple[ReviewMoment, ...]:
    turns, told = review.turns_by_event, {one.seat: one for one in review.told}
    moments: list[ReviewMoment] = []
    for number in review.moments:
        seats: list[ReviewStanding] = []
        for seat in review.table.seats:
            point = told[seat].knowledge.at(number) if seat in told else None
            seats.append(
                ReviewStanding(
                    seat=str(seat),
                    possible=None if point is None else point.possible,
                    bits=None if point is None else _short(abs(point.bits)),
                    win=_short(review.chance(seat, number)),
                )
            )
        moments.append(ReviewMoment(number, turns[number], tuple(seats)))
    return tuple(moments)
