"""The turning points of a game: the turn that decided it, and those that moved somebody's winning chances most.

The turn that decided is the last one in which somebody who didn't win could have won on the spot, and didn't: as long
as others pass the same win afterwards, nothing is decided. If there was no such turn, it is the one in which the winner
could first prove the case, or guessed it right. A seat's copy doesn't tell what others could prove: there it is what
moved somebody's chances most.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import reduce
from typing import NamedTuple

from greycells.analysis.conclusions.telling_sightings import TELLING
from greycells.analysis.review.decisions import Decision
from greycells.analysis.review.game_review import GameReview
from greycells.analysis.review.text import percent, proved_by, said, say_decision, spoken_choice
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
    """The turn that decided the game, the winner's proof, and what moved winning chances most: one a turn, in order.

    Decisions are told of the seats that the review tells of, unless one decided the game. What a seat's copy doesn't
    tell isn't told here. Of the turns in which a certain win was missed, only the one that decided is told: the others
    are counted there.
    """
    candidates = list(_candidates(review))
    others = [
        point
        for point in sorted(candidates, key=weight, reverse=True)
        if (one := point.decision) is None or (review.tells_of(one.seat) and not _sure_win(review, one))
    ]
    found = dict[int, TurningPoint]()
    for point in (_decisive(review, candidates), _winning_point(review), *others):
        if point is not None:
            found.setdefault(point.turn, point)
    return tuple(sorted(list(found.values())[:MOST_POINTS], key=lambda point: point.event))


def decided(review: GameReview) -> TurningPoint | None:
    """The turning point that decided the game, told for the top of the review; None if no single one did."""
    main = _decisive(review, list(_candidates(review)))
    if main is None or review.winner is None:
        return main
    if main.decision is not None and _sure_win(review, main.decision):
        story = list(_missed_win(review, main.decision))
    elif main.decision is None and main.event == _first_proof(review, review.winner):
        story = [_told(review, main.event), _proved(review, review.winner, main.after)]
    else:
        return main
    story.append(Sentence("review.won", seat=review.winner, turn=review.turns))
    return main._replace(story=addressed(_joined(story), review.reader))


def _missed_win(review: GameReview, decision: Decision) -> Iterator[Sentence]:
    """The last win that somebody else missed, how often it was and by whom, and who gave the winner the proof."""
    missed = decision.missed is not None
    theory, chosen = spoken_choice(review.case_file), spoken_choice(decision.chosen)
    key = "only had to accuse" if missed else "accused another instead"
    yield Sentence(f"review.{key}", seat=decision.seat, theory=theory, chosen=chosen)
    turns = {one.seat: _sure_turns(review, one.seat) for one in review.seats}
    times = sum(map(len, turns.values()))
    if times > 1 and review.viewer is None:
        by = tuple(Sentence("review.so many times", seat=seat, times=len(each)) for seat, each in turns.items() if each)
        yield Sentence("review.missed in all", times=times, by=by)
    reader = review.reader
    if reader not in (None, decision.seat, review.winner) and (mine := turns.get(reader)):
        yield Sentence("review.your last chance", turn=mine[-1])
    yield from _given_proof(review)


def _given_proof(review: GameReview) -> Iterator[Sentence]:
    """Whose suggestion gave the winner the proof, and who else got it by that."""
    proof = None if review.winner is None else _first_proof(review, review.winner)
    if proof is None or not isinstance(review.events[proof], Shown | CouldNotShow):
        return
    asked = next(at for at in range(proof, -1, -1) if isinstance(review.events[at], Suggested))
    suggested = review.events[asked]
    assert isinstance(suggested, Suggested)
    seats = proved_by(review, asked)
    if seats != (suggested.seat,):
        key = "gave the proof, you" if suggested.seat == review.reader else "gave the proof"
        yield Sentence(f"review.{key}", seat=suggested.seat, turn=review.turns_by_event[asked], seats=seats)


def _joined(sentences: Sequence[Sentence]) -> Sentence:
    return reduce(lambda first, second: Sentence("review.and", first=first, second=second), sentences)


def _decisive(review: GameReview, candidates: Sequence[TurningPoint]) -> TurningPoint | None:
    """The last certain win that somebody else missed; else the winner's proof or guess; else what weighed most."""
    missed = [each for each in candidates if each.decision is not None and _sure_win(review, each.decision)]
    if missed:
        return max(missed, key=lambda each: each.event)
    return _winning_point(review) or max(candidates, key=weight, default=None)


def _sure_win(review: GameReview, decision: Decision) -> bool:
    """Whether somebody who didn't win had proved the case, was to move and didn't accuse."""
    return decision.seat != review.winner and decision.certain and decision.not_accused == review.case_file


def _sure_turns(review: GameReview, seat: Seat) -> tuple[int, ...]:
    """The turns in which a seat could have accused with certainty, and didn't."""
    mine = review.of(seat)
    found = [each.certain_turns for each in mine.decisions if each.not_accused == review.case_file] if mine else []
    return tuple(turn for turns in found for turn in turns)


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


def _candidates(review: GameReview) -> Iterator[TurningPoint]:
    """Everything that moved somebody's chances enough, with the decisions of every seat that is reviewed."""
    least = LEAST_TURN / len(review.table.seats)
    yield from _rises(review, least)
    for one in review.seats:
        for decision in one.decisions:
            if decision.loss >= least or _sure_win(review, decision):
                cost = Sentence("review.that cost", points=percent(decision.loss))
                text = Sentence("review.and", first=say_decision(review, decision), second=cost)
                before, after = decision.best_win, decision.best_win - decision.loss
                yield TurningPoint(decision.event, decision.turn, one.seat, before, after, text, decision)


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
    story = [_told(review, event)]
    proved = event == _first_proof(review, seat)
    if proved:
        story.append(_proved(review, seat, after))
    if after > before and (after == 1 or not proved):  # Their turn may be far, and somebody else's near.
        key = "risen, yours" if seat == review.reader else "risen"
        story.append(Sentence(f"review.{key}", seat=seat, before=percent(before), after=percent(after)))
    later = next((each for each in _sure_turns(review, seat) if each > number), None) if proved else None
    if later is not None:
        story.append(Sentence("review.didn't use it", seat=seat, turn=later))
    return TurningPoint(event, number, seat, before, after, addressed(_joined(story), review.reader))


def _proved(review: GameReview, seat: Seat, after: float) -> Sentence:
    """That a seat could prove the case, and what that was worth where its turn was still to come."""
    mine = seat == review.reader
    key = "proved now" if after == 1 else "proved for later, yours" if mine else "proved for later"
    return Sentence(f"review.{key}", seat=seat)


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
