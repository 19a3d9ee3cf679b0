"""The turning points of a game: the turn that decided it, and those that moved somebody's winning chances most.

The turn that decided is the last one in which somebody who didn't win could have won on the spot, with certainty or by
the likely guess, or the one in which the winner could first prove the case, or guessed it, whichever was later. As long
as anybody passes the same win afterwards, nothing is decided: where the winner was the last to pass it, that is the
turn of the win. A seat's copy doesn't tell what others could prove: there it is the own missed win, or what moved the
own chances most.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import reduce
from typing import NamedTuple

from greycells.analysis.conclusions.telling_sightings import TELLING
from greycells.analysis.review.decisions import EVEN, Decision
from greycells.analysis.review.game_review import GameReview
from greycells.analysis.review.points import percent
from greycells.analysis.review.text import proved_by, said, say_decision
from greycells.language.sentences import Sentence, addressed
from greycells.notation.place_names import compared_by_rooms
from greycells.notation.story import tell
from greycells.rules.board import Board
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
    decision: Decision | None = None

    def by_rooms(self, board: Board) -> TurningPoint:
        """The same with squares named by rooms."""
        return self._replace(story=compared_by_rooms(self.story, board))

    def text(self, key: str = "turning point") -> str:
        """The turning point in words."""
        return str(Sentence(f"review.{key}", turn=self.turn, story=said(self.story)))


def turning_points(review: GameReview) -> tuple[TurningPoint, ...]:
    """The turn that decided the game, the first proof, the winner's, and what moved chances most: one a turn, in order.

    Decisions are told of the seats that the review tells of, unless one decided the game. What a seat's copy doesn't
    tell isn't told here, nor what happened after the game was decided. Of the turns in which a certain win was missed,
    only the one that decided is told: the others are counted there.
    """
    candidates = list(_candidates(review))
    main, last = deciding_point(review, candidates), review.turns
    if main is not None and review.viewer is None:
        last = main.turn
    others = [
        point
        for point in sorted(candidates, key=weight, reverse=True)
        if point.turn <= last
        and ((one := point.decision) is None or (review.tells_of(one.seat) and not is_sure_win(review, one)))
    ]
    proofs = winning_point(review), *_proofs_that_were_missed(review)
    found = dict[int, TurningPoint]()
    for point in (main, _last_miss(review, candidates), *proofs, *others):
        if point is not None:
            found.setdefault(point.turn, point)
    return tuple(sorted(list(found.values())[:MOST_POINTS], key=lambda point: point.event))


def deciding_point(review: GameReview, candidates: Sequence[TurningPoint] | None = None) -> TurningPoint | None:
    """The turning point that decided the game, in a copy the one that did most for its seat; None if there was none."""
    found = list(_candidates(review)) if candidates is None else candidates
    missed = _last_miss(review, found)
    used = _late_win(review, missed)
    if used is not None:
        return used
    decisive = [each for each in (missed, winning_point(review)) if each is not None]
    return max(decisive, key=lambda each: each.event, default=max(found, key=weight, default=None))


def _last_miss(review: GameReview, candidates: Sequence[TurningPoint]) -> TurningPoint | None:
    """The last turn in which somebody who didn't win could have won on the spot."""
    missed = [each for each in candidates if each.decision is not None and is_missed_win(review, each.decision)]
    return max(missed, key=lambda each: each.event, default=None)


def _late_win(review: GameReview, missed: TurningPoint | None) -> TurningPoint | None:
    """The turn of the win, where the winner passed it later than others last `missed` it: until then all was open.

    A copy can't tell what others missed.
    """
    if review.winner is None or review.viewer is not None:
        return None
    passed = sure_turns(review, review.winner)
    if not passed or (missed is not None and missed.turn > passed[-1]):
        return None
    return _point_at(review, review.winner, _winning_verdict(review))


def is_missed_win(review: GameReview, decision: Decision) -> bool:
    """Whether somebody who didn't win was to move and didn't accuse what was right and more likely than not."""
    likely = (decision.best_likely or 0.0) > EVEN
    return decision.seat != review.winner and likely and decision.not_accused == review.case_file


def is_sure_win(review: GameReview, decision: Decision) -> bool:
    """Whether somebody who didn't win had proved the case, was to move and didn't accuse."""
    return decision.certain and is_missed_win(review, decision)


def sure_turns(review: GameReview, seat: Seat) -> tuple[int, ...]:
    """The turns in which a seat could have accused with certainty, and didn't."""
    mine = review.of(seat)
    found = [each.certain_turns for each in mine.decisions if each.not_accused == review.case_file] if mine else []
    return tuple(turn for turns in found for turn in turns)


def joined(sentences: Sequence[Sentence]) -> Sentence:
    """Several sentences as one."""
    return reduce(lambda first, second: Sentence("review.and", first=first, second=second), sentences)


def weight(point: TurningPoint) -> tuple[float, int]:
    """How much it decided: by how far the chances moved, and of points that moved them alike, the later ones."""
    return round(abs(point.after - point.before), 1), point.event


def winning_point(review: GameReview) -> TurningPoint | None:
    """What gave the winner the proof, or their right guess without one, as far as this review knows."""
    winner = review.winner
    if winner is None or review.of(winner) is None:
        return None
    return _point_at(review, winner, _first_proof(review, winner) or _winning_verdict(review))


def _proofs_that_were_missed(review: GameReview) -> Iterator[TurningPoint | None]:
    """What gave a proof to the first of those who missed the win, then to the reader."""
    proofs = [(_first_proof(review, one.seat), one.seat) for one in review.seats if sure_turns(review, one.seat)]
    known = sorted((event, seat.index, seat) for event, seat in proofs if event is not None)
    yield from (_point_at(review, seat, event) for event, _, seat in known[:1])
    yield from (_point_at(review, seat, event) for event, _, seat in known if seat == review.reader)


def _point_at(review: GameReview, seat: Seat, event: int | None) -> TurningPoint | None:
    """What this event did for a seat; None for what was clear before the first turn."""
    for turn, (start, end) in _turns(review).items():
        if event is not None and start < event <= end:
            return _risen(review, seat, event, (turn, start, end))
    return None


def _candidates(review: GameReview) -> Iterator[TurningPoint]:
    """Everything that moved somebody's chances enough, in a copy those of its seat, with the decisions reviewed."""
    least = LEAST_TURN / len(review.table.seats)
    yield from (point for point in _rises(review, least) if review.viewer in (None, point.seat))
    for one in review.seats:
        for decision in one.decisions:
            if decision.loss >= least or is_missed_win(review, decision):
                cost = Sentence("review.that cost", points=percent(decision.loss))
                text = Sentence("review.and", first=say_decision(review, decision), second=cost)
                before, after = decision.best_win, decision.best_win - decision.loss
                yield TurningPoint(decision.event, decision.turn, one.seat, before, after, text, decision)


def _rises(review: GameReview, least: float) -> Iterator[TurningPoint]:
    """What raised somebody's chances from the end of one turn to the end of the next: the answer that did most."""
    missed = {turn for one in review.seats for turn in sure_turns(review, one.seat)}
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
                most = most if is_winning_verdict(review, most) else proved
            elif turn in missed or rises[most] < least / 2:
                continue  # Somebody else threw theirs away, or their turn came: no answer did that.
            elif proved is not None and proved <= start and not is_winning_verdict(review, most):
                continue
            yield _risen(review, who, most, (turn, start, end))


def _winning_verdict(review: GameReview) -> int | None:
    """The number of the event in which the case file proved the winner right."""
    return next((at for at in range(len(review.events)) if is_winning_verdict(review, at)), None)


def is_winning_verdict(review: GameReview, event: int) -> bool:
    """Whether this is the look into the case file that ended the game."""
    happened = review.events[event]
    return isinstance(happened, Opened) and happened.right


def _risen(review: GameReview, seat: Seat, event: int, turn: tuple[int, int, int]) -> TurningPoint:
    """What happened, what its turn did to a seat's chances, and when a proof that it gave was used.

    The turn has a number, the event before it and its last one.
    """
    number, start, end = turn
    before, after = review.chance(seat, start), review.chance(seat, end)
    story = [*_prepared(review, seat, event, start), _told(review, event)]
    proved = event == _first_proof(review, seat)
    if proved:
        story.append(Sentence("review.proved", seats=proved_with(review, event, seat)))
    if after > before and (after == 1 or not proved):  # Their turn may be far, and somebody else's near.
        key = "risen, yours" if seat == review.reader else "risen"
        story.append(Sentence(f"review.{key}", seat=seat, before=percent(before), after=percent(after)))
    if proved:
        story += _used(review, seat, number)
    return TurningPoint(event, number, seat, before, after, addressed(joined(story), review.reader))


def _used(review: GameReview, seat: Seat, number: int) -> Iterator[Sentence]:
    """When the winner used the proof that this turn had given, and why their chances weren't 100% at once."""
    if seat != review.winner or number == review.turns:
        return
    passed = {one.seat: sum(turn >= number for turn in sure_turns(review, one.seat)) for one in review.seats}
    if sum(passed.values()) > passed[seat]:
        yield Sentence("review.first to use it", seat=seat, turn=review.turns)
    elif passed[seat]:
        yield Sentence("review.used it late", seat=seat, times=passed[seat], turn=review.turns)
    elif number < review.turns - 1 and review.chance(seat, _turns(review)[review.turns - 1][1]) == 1:
        key = "proof waits, yours" if seat == review.reader else "proof waits"
        yield Sentence(f"review.{key}", seat=seat, turn=review.turns, before=review.turns - 1)


def _prepared(review: GameReview, seat: Seat, event: int, start: int) -> Iterator[Sentence]:
    """The answer before a guess in the same turn that made it likely."""
    answers = [at for at in range(start + 1, event) if isinstance(review.events[at], Shown | CouldNotShow)]
    rises = {at: review.chance(seat, at) - review.chance(seat, at - 1) for at in answers}
    if is_winning_verdict(review, event) and max(rises.values(), default=0.0) >= LEAST_TURN / len(review.table.seats):
        yield _told(review, max(rises, key=rises.__getitem__))


def proved_with(review: GameReview, event: int, seat: Seat) -> tuple[Seat, ...]:
    """Everybody to whom the answers to the same suggestion proved the case."""
    if not isinstance(review.events[event], Shown | CouldNotShow):
        return (seat,)
    asked = next(at for at in range(event, -1, -1) if isinstance(review.events[at], Suggested))
    return proved_by(review, asked)


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


def _as_seen(review: GameReview, event: Event) -> Event:
    """Whoever reviews one seat of a whole record reads it as that seat saw it."""
    reader = review.reader
    return event if reader is None else seen_by(reader, event, snooping=review.table.rules.snooping)
