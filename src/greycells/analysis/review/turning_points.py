"""The turning points of a game: what happened in the turns that moved somebody's winning chances most."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from greycells.analysis.conclusions.telling_sightings import TELLING
from greycells.analysis.review.decisions import Decision
from greycells.analysis.review.game_review import GameReview
from greycells.analysis.review.text import percent, said, say_decision, spoken_choice
from greycells.language.sentences import Sentence, addressed
from greycells.notation.story import tell
from greycells.rules.events import CouldNotShow, Event, Opened, Shown, Suggested
from greycells.rules.seats import Seat
from greycells.rules.views import seen_by

MOST_POINTS = 3
"""How many turning points are told."""

LEAST_TURN = 0.4
"""A turning point moves somebody's winning chances by at least this part of 1/n."""


class TurningPoint(NamedTuple):
    """A turn whose answers raised somebody's winning chances, or a decision that cost its seat a good part of them.

    `before` and `after` are the chances at the end of the turn before and at the end of this one; for a decision, what
    it could have had and what it left.
    """

    event: int
    turn: int
    seat: Seat
    before: float
    after: float
    story: Sentence

    def text(self, key: str = "turning point") -> str:
        """The turning point in words."""
        return str(Sentence(f"review.{key}", turn=self.turn, story=said(self.story)))


class Candidate(NamedTuple):
    """What may be a turning point, with the decision that it tells, if any."""

    point: TurningPoint
    decision: Decision | None = None


def turning_points(review: GameReview) -> tuple[TurningPoint, ...]:
    """The turn that decided the game, and those that moved winning chances most: at most one a turn, in order.

    Decisions are told of the seats that the review tells of, unless one decided the game. What a seat's copy doesn't
    tell isn't told here. An accusation that nobody made and that would have been wrong lost no game.
    """
    candidates = list(_candidates(review))
    main = _decisive(review, candidates)
    found = {} if main is None else {main.point.turn: main.point}
    for point, decision in sorted(candidates, key=lambda each: weight(each.point), reverse=True):
        if decision is None or review.tells_of(decision.seat):
            found.setdefault(point.turn, point)
    greatest = sorted(found.values(), key=lambda point: (main is not None and point is main.point, weight(point)))
    return tuple(sorted(greatest[-MOST_POINTS:], key=lambda point: point.event))


def decided(review: GameReview) -> TurningPoint | None:
    """The turning point that decided the game, told for the top of the review; None if no single one did."""
    main = _decisive(review, list(_candidates(review)))
    if main is None or review.winner is None:
        return None if main is None else main.point
    point, decision = main
    if decision is not None and _sure_win(review, decision):
        story = Sentence("review.only had to accuse", seat=point.seat, theory=spoken_choice(review.case_file))
    elif decision is None and point.event == _first_proof(review, review.winner):
        proved = Sentence("review.proved now", seat=review.winner)
        story = Sentence("review.and", first=_told(review, point.event), second=proved)
    else:
        return point
    won = Sentence("review.won", seat=review.winner, turn=review.turns)
    return point._replace(story=addressed(Sentence("review.and", first=story, second=won), review.reader))


def _decisive(review: GameReview, candidates: Sequence[Candidate]) -> Candidate | None:
    """The first certain win that somebody else missed; else the winner's proof or guess; else what weighed most."""
    missed = [each for each in candidates if each.decision is not None and _sure_win(review, each.decision)]
    if missed:
        return min(missed, key=lambda each: each.point.event)
    won = _winning_point(review)
    if won is not None:
        return Candidate(won)
    return max(candidates, key=lambda each: weight(each.point), default=None)


def _sure_win(review: GameReview, decision: Decision) -> bool:
    """Whether somebody who didn't win had proved the case and didn't accuse."""
    return decision.seat != review.winner and decision.certain and decision.missed == review.case_file


def _winning_point(review: GameReview) -> TurningPoint | None:
    """What gave the winner the proof, or their right guess without one, as far as this review knows."""
    winner = review.winner
    if winner is None or review.of(winner) is None:
        return None
    event = _first_proof(review, winner) or next((at for at in range(len(review.events)) if _won(review, at)), None)
    for turn, (start, end) in _turns(review).items():
        if event is not None and start < event <= end:
            return _risen(review, winner, event, (turn, start, end))
    return None


def _candidates(review: GameReview) -> Iterator[Candidate]:
    """Everything that moved somebody's chances enough, with the decisions of every seat that is reviewed."""
    least = LEAST_TURN / len(review.table.seats)
    for point in _rises(review, least):
        yield Candidate(point)
    for one in review.seats:
        for decision in one.decisions:
            if decision.loss >= least or _sure_win(review, decision):
                cost = Sentence("review.that cost", points=percent(decision.loss))
                text = Sentence("review.and", first=say_decision(review, decision), second=cost)
                after = decision.best_win - decision.loss
                yield Candidate(
                    TurningPoint(decision.event, decision.turn, one.seat, decision.best_win, after, text), decision
                )


def weight(point: TurningPoint) -> tuple[float, int]:
    """How much it decided: by how far the chances moved, and of points that moved them alike, the later ones."""
    return round(abs(point.after - point.before), 1), point.event


def _rises(review: GameReview, least: float) -> Iterator[TurningPoint]:
    """What raised somebody's chances from the end of one turn to the end of the next: the answer that did most."""
    for turn, (start, end) in _turns(review).items():
        telling = [at for at in range(start + 1, end + 1) if isinstance(review.events[at], TELLING)]
        for who in review.table.seats:
            before, after = review.chance(who, start), review.chance(who, end)
            rises = {at: review.chance(who, at) - review.chance(who, at - 1) for at in telling}
            if after - before < least or not rises:
                continue
            most = max(rises, key=rises.__getitem__)
            proved = _first_proof(review, who)
            if proved in rises:
                most = most if _won(review, most) else proved
            elif rises[most] < least / 2 or (proved is not None and proved <= start and not _won(review, most)):
                continue  # Their turn came, or somebody else threw theirs away: no answer did that.
            yield _risen(review, who, most, (turn, start, end))


def _won(review: GameReview, event: int) -> bool:
    """Whether this is the look into the case file that ended the game."""
    happened = review.events[event]
    return isinstance(happened, Opened) and happened.right


def _risen(review: GameReview, seat: Seat, event: int, turn: tuple[int, int, int]) -> TurningPoint:
    """What happened, what its turn did to a seat's chances, and whether the seat used a proof that it gave.

    The turn has a number, the event before it and its last one.
    """
    number, start, end = turn
    before, after = review.chance(seat, start), review.chance(seat, end)
    story, missed = _told(review, event), None
    if event == _first_proof(review, seat):
        proved = addressed(Sentence("review.proved now", seat=seat), review.reader)
        story, missed = Sentence("review.and", first=story, second=proved), _missed(review, seat, number)
    if after > before:  # Their turn may be far, and somebody else's near.
        story = _chances(review, story, seat, before, after)
    if missed is not None:
        later = addressed(Sentence("review.didn't use it", seat=seat, turn=missed), review.reader)
        story = Sentence("review.and", first=story, second=later)
    return TurningPoint(event, number, seat, before, after, story)


def _missed(review: GameReview, seat: Seat, turn: int) -> int | None:
    """The first turn after this one in which a seat could have accused with certainty, and didn't."""
    mine = review.of(seat)
    missed = [each.turn for each in mine.decisions if each.missed == review.case_file and each.certain] if mine else []
    return min((each for each in missed if each > turn), default=None)


def _turns(review: GameReview) -> Mapping[int, tuple[int, int]]:
    """The last event before each turn, and the last one of it."""
    turns = review.turns_by_event
    found: dict[int, tuple[int, int]] = {}
    for at in review.moments:
        start, _ = found.get(turns[at], (max(review.first, at - 1), at))
        found[turns[at]] = start, at
    return found


def _first_proof(review: GameReview, seat: Seat) -> int | None:
    """The event with which the seat could prove the case, as far as this review knows."""
    mine = review.of(seat)
    first = None if mine is None else mine.knowledge.provable
    return None if first is None else first.event


def _told(review: GameReview, event: int) -> Sentence:
    """What happened; an answer with its suggestion, a look into the case file as its accusation, with its odds."""
    happened = review.events[event]
    if isinstance(happened, Opened):
        accused = _accusation(review, happened.seat)
        if accused is not None:
            return say_decision(review, accused)
    told = tell(_as_seen(review, happened), review.reader)
    if isinstance(happened, Shown | CouldNotShow):
        asked = next(each for each in reversed(review.events[:event]) if isinstance(each, Suggested))
        return Sentence("review.and", first=tell(asked, review.reader), second=told)
    return told


def _accusation(review: GameReview, seat: Seat) -> Decision | None:
    mine = review.of(seat)
    made = [each for each in mine.decisions if each.kind == "accuse" and each.chosen != "wait"] if mine else []
    return made[-1] if made else None


def _chances(review: GameReview, story: Sentence, seat: Seat, before: float, after: float) -> Sentence:
    """What happened, and what that turn did to a seat's winning chances."""
    key = "review.risen, yours" if seat == review.reader else "review.risen"
    return Sentence(key, story=story, seat=seat, before=percent(before), after=percent(after))


def _as_seen(review: GameReview, event: Event) -> Event:
    """Whoever reviews one seat of a whole record reads it as that seat saw it."""
    reader = review.reader
    return event if reader is None else seen_by(reader, event, snooping=review.table.rules.snooping)
