"""The turning points of a game: what happened in the turns that moved somebody's winning chances most."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from greycells.analysis.decisions import Decision
from greycells.analysis.first_proofs import TELLING, turns_of
from greycells.analysis.review import GameReview
from greycells.analysis.review_text import percent, said, say_decision
from greycells.notation.story import tell
from greycells.rules.events import Event, Opened
from greycells.rules.seats import Seat
from greycells.rules.sentences import Sentence
from greycells.rules.views import Sighting, seen_by

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

    def text(self) -> str:
        """The turning point in words."""
        return str(Sentence("review.turning point", turn=self.turn, story=said(self.story)))


def turning_points(
    review: GameReview, *, seat: Seat | None = None, reader: Seat | None = None
) -> tuple[TurningPoint, ...]:
    """The turns that raised winning chances most, and the decisions that cost most: at most one a turn, in order.

    The reader, if any, is called *you*. With `seat`, decisions are told of that seat alone. What a seat's copy doesn't
    tell isn't told here. An accusation that nobody made and that would have been wrong lost no game.
    """
    least = LEAST_TURN / len(review.table.seats)
    candidates = list(_rises(review, reader, least))
    for one in review.seats:
        for decision in one.decisions:
            spared = decision.missed is not None and decision.missed != review.case_file
            if decision.loss >= least and (seat is None or one.seat == seat) and not spared:
                cost = Sentence("review.that cost", points=percent(decision.loss))
                text = Sentence("review.and", first=say_decision(review, decision, reader=reader), second=cost)
                candidates.append(
                    TurningPoint(decision.event, decision.turn, one.seat, decision.best_win, decision.win, text)
                )
    found: dict[int, TurningPoint] = {}
    for point in sorted(candidates, key=weight, reverse=True):
        found.setdefault(point.turn, point)
    greatest = sorted(found.values(), key=weight, reverse=True)[:MOST_POINTS]
    return tuple(sorted(greatest, key=lambda point: point.event))


def weight(point: TurningPoint) -> tuple[float, int]:
    """How much it decided: by how far the chances moved, and of points that moved them alike, the later ones."""
    return round(abs(point.after - point.before), 1), point.event


def _rises(review: GameReview, reader: Seat | None, least: float) -> Iterator[TurningPoint]:
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
                most = most if isinstance(review.events[most], Opened) else proved
            elif rises[most] < least / 2 or (
                proved is not None and proved <= start and not isinstance(review.events[most], Opened)
            ):
                continue  # Their turn came, or somebody else threw theirs away: no answer did that.
            story = _told(review, most, reader)
            yield TurningPoint(most, turn, who, before, after, _chances(story, who, before, after, reader))


def _turns(review: GameReview) -> Mapping[int, tuple[int, int]]:
    """The last event before each turn, and the last one of it."""
    turns = turns_of([Sighting(at, event) for at, event in enumerate(review.events)])
    found: dict[int, tuple[int, int]] = {}
    for at in range(review.first, len(review.events)):
        start, _ = found.get(turns[at], (max(review.first, at - 1), at))
        found[turns[at]] = start, at
    return found


def _first_proof(review: GameReview, seat: Seat) -> int | None:
    """The event with which the seat could prove the case, as far as this review knows."""
    mine = review.of(seat)
    first = None if mine is None else mine.knowledge.provable
    return None if first is None else first.event


def _told(review: GameReview, event: int, reader: Seat | None) -> Sentence:
    """What happened; a look into the case file as the accusation that it belongs to, with its odds."""
    happened = review.events[event]
    if isinstance(happened, Opened):
        accused = _accusation(review, happened.seat)
        if accused is not None:
            return say_decision(review, accused, reader=reader)
    return tell(_as_seen(review, happened, reader), reader)


def _accusation(review: GameReview, seat: Seat) -> Decision | None:
    mine = review.of(seat)
    made = [each for each in mine.decisions if each.kind == "accuse" and each.chosen != "wait"] if mine else []
    return made[-1] if made else None


def _chances(story: Sentence, seat: Seat, before: float, after: float, reader: Seat | None) -> Sentence:
    """What happened, and what that turn did to a seat's winning chances."""
    key = "review.risen, yours" if seat == reader else "review.risen"
    return Sentence(key, story=story, seat=seat, before=percent(before), after=percent(after))


def _as_seen(review: GameReview, event: Event, reader: Seat | None) -> Event:
    """Whoever reviews one seat of a whole record reads it as that seat saw it."""
    return event if reader is None else seen_by(reader, event, snooping=review.table.rules.snooping)
