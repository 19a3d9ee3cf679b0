"""A review in words: every decision, the turning points, and a few lines about luck and accuracy."""

from __future__ import annotations

from collections.abc import Iterator
from math import floor
from typing import NamedTuple

from greycells.analysis.decisions import Choice, Decision
from greycells.analysis.first_proofs import TELLING, turns_of
from greycells.analysis.review import GameReview, SeatReview
from greycells.notation.story import tell
from greycells.rules.board import Place
from greycells.rules.cards import Card, Theory
from greycells.rules.events import Event, Finished, Opened
from greycells.rules.seats import Seat
from greycells.rules.sentences import Argument, Sentence, addressed, either, number_text
from greycells.rules.views import Sighting, seen_by

MOST_POINTS = 3
"""How many turning points are told."""

LEAST_TURN = 0.4
"""A turning point moves somebody's winning chances by at least this part of 1/n."""

CERTAIN = 0.999
"""From this probability on, a theory is told as certain."""

NO_LUCK = 0.2
"""Luck smaller than this part of 1/n is no luck worth naming."""


class TurningPoint(NamedTuple):
    """An event that raised somebody's winning chances, or a decision that cost its seat a good part of them."""

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
    """The answers that raised winning chances most, and the decisions that cost most: at most one a turn, in order.

    The reader, if any, is called *you*. With `seat`, decisions are told of that seat alone. What a seat's copy doesn't
    tell isn't told here.
    """
    table, events = review.table, review.events
    turns = turns_of([Sighting(at, event) for at, event in enumerate(events)])
    least = LEAST_TURN / len(table.seats)
    candidates: list[TurningPoint] = []
    for number in range(review.first + 1, len(events)):
        event = events[number]
        if not isinstance(event, TELLING):
            continue
        for who in table.seats:
            before, after = review.chance(who, number - 1), review.chance(who, number)
            if after - before >= least and (isinstance(event, Opened) or not _proved(review, who, number - 1)):
                story = tell(_as_seen(review, event, reader), reader)
                candidates.append(
                    TurningPoint(number, turns[number], who, before, after, _chances(story, who, before, after))
                )
    for one in review.seats:
        for decision in one.decisions:
            if decision.loss >= least and (seat is None or one.seat == seat):
                text = say_decision(review, decision, reader=reader)
                candidates.append(
                    TurningPoint(decision.event, decision.turn, one.seat, decision.best_win, decision.win, text)
                )
    found: dict[int, TurningPoint] = {}
    for point in sorted(candidates, key=_weight, reverse=True):
        found.setdefault(point.turn, point)
    greatest = sorted(found.values(), key=_weight, reverse=True)[:MOST_POINTS]
    return tuple(sorted(greatest, key=lambda point: point.event))


def _proved(review: GameReview, seat: Seat, event: int) -> bool:
    """Whether the seat had proved the case by then, as far as this review knows: no answer can tell it more."""
    mine = review.of(seat)
    return mine is not None and mine.knowledge.at(event).solved


def _weight(point: TurningPoint) -> tuple[float, int]:
    """How much it decided: by how far the chances moved, and of points that moved them alike, the later ones."""
    return round(abs(point.after - point.before), 1), point.event


def _chances(story: Sentence, seat: Seat, before: float, after: float) -> Sentence:
    """What happened, and what that did to a seat's winning chances."""
    return Sentence("review.risen", story=story, seat=seat, before=percent(before), after=percent(after))


def _as_seen(review: GameReview, event: Event, reader: Seat | None) -> Event:
    """Whoever reviews one seat of a whole record reads it as that seat saw it."""
    return event if reader is None else seen_by(reader, event, snooping=review.table.rules.snooping)


def say_decision(review: GameReview, decision: Decision, *, reader: Seat | None = None) -> Sentence:
    """One decision beside the best one."""
    return addressed(_said(review, decision), reader)


def _said(review: GameReview, decision: Decision) -> Sentence:
    chosen, best, seat = spoken_choice(decision.chosen), spoken_choice(decision.best), decision.seat
    bits, best_bits = number_text(decision.bits or 0.0, 1), number_text(decision.best_bits or 0.0, 1)
    good = decision.chosen == decision.best or decision.given_away < 1e-6
    match decision.kind:
        case "suggest" | "snoop" if decision.chosen == "pass":
            return _said_passing(review, decision)
        case "suggest" if good:
            return Sentence("review.asked best", seat=seat, chosen=chosen, bits=bits)
        case "suggest" if round(decision.best_bits or 0.0, 1) <= round(decision.bits or 0.0, 1):
            # What the suggester learns is no more: the model knows no other difference than what everybody learns.
            if best_bits == bits:
                return Sentence("review.asked loudly, worth the same", seat=seat, chosen=chosen, bits=bits, best=best)
            return Sentence("review.asked loudly", seat=seat, chosen=chosen, bits=bits, best=best, best_bits=best_bits)
        case "suggest":
            why = _because(review, decision)
            return Sentence(
                "review.asked", seat=seat, chosen=chosen, bits=bits, best=best, best_bits=best_bits, why=why
            )
        case "show" if good:
            return Sentence("review.showed best", seat=seat, chosen=chosen, bits=bits)
        case "show":
            return Sentence("review.showed", seat=seat, chosen=chosen, bits=bits, best=best, best_bits=best_bits)
        case "walk" if good:
            return Sentence("review.walked best", seat=seat, chosen=chosen)
        case "walk":
            return Sentence(_key_of_walk(decision), seat=seat, chosen=chosen, best=best, best_bits=best_bits)
        case "set out":
            key = "review.set out best" if good else "review.set out"
            return Sentence(key, seat=seat, chosen=chosen, best=best)
        case "snoop":
            key = "review.snooped best" if good else "review.snooped"
            return Sentence(key, seat=seat, chosen=chosen, bits=bits, best=best, best_bits=best_bits)
        case "accuse":
            return _said_verdict(review, decision)


def _said_passing(review: GameReview, decision: Decision) -> Sentence:
    """Neither suggested nor snooped, where one could have."""
    seat, best, best_bits = decision.seat, spoken_choice(decision.best), number_text(decision.best_bits or 0.0, 1)
    key = "review.didn't ask" if decision.kind == "suggest" else "review.didn't snoop"
    if decision.best == "pass":
        return Sentence(f"{key}, best", seat=seat)
    if decision.kind == "snoop":
        return Sentence(key, seat=seat, best=best, best_bits=best_bits)
    return Sentence(key, seat=seat, best=best, best_bits=best_bits, why=_because(review, decision))


def _key_of_walk(decision: Decision) -> str:
    """Why another place was better: a question there, a card to draw there, or the way from there."""
    best = decision.best
    assert isinstance(best, Place)
    if best.room is not None:
        return "review.walked, room"
    return "review.walked, spyglass" if best.spyglass and decision.best_bits else "review.walked"


def _said_verdict(review: GameReview, decision: Decision) -> Sentence:
    """Accused or waited, and whether that was right: the chances are those of the graph."""
    chosen, best = spoken_choice(decision.chosen), spoken_choice(decision.best)
    likely, best_likely = decision.likely or 0.0, decision.best_likely or 0.0
    if decision.chosen == "wait":
        key = "waited best" if decision.best == "wait" else "waited, certain" if best_likely > CERTAIN else "waited"
    elif decision.best == "wait":
        key = "accused early"
    else:
        key = "accused best" if decision.chosen == decision.best else "accused another"
    return Sentence(
        f"review.{key}",
        seat=decision.seat,
        chosen=chosen,
        best=best,
        likely=percent(likely),
        best_likely=percent(best_likely),
        before=percent(decision.before),
        after=percent(review.chance(decision.seat, decision.event)),
    )


def _because(review: GameReview, decision: Decision) -> Sentence:
    """Why the best question was the best: which of its cards are open, and which nobody else can show."""
    best = decision.best
    assert isinstance(best, Theory)
    mine = review.of(decision.seat)
    assert mine is not None
    point = mine.knowledge.at(decision.event - 1)
    open_cards = tuple(card for card in best if not card.bit & point.lacks[-1])
    others = [lacks for index, lacks in enumerate(point.lacks[:-1]) if index != decision.seat.index]
    silent = tuple(card for card in best if card not in open_cards and all(card.bit & lacks for lacks in others))
    if open_cards and silent:
        return Sentence("review.because both", cards=open_cards, silent=either(silent))
    if open_cards:
        return Sentence("review.because open", cards=open_cards)
    return Sentence("review.because hands")


def spoken_choice(choice: Choice) -> Argument:
    """What was chosen, as part of a sentence."""
    match choice:
        case Theory():
            return Sentence("review.question", suspect=choice.suspect, weapon=choice.weapon, room=choice.room)
        case Card() | Place() | Seat():
            return choice
        case _:
            return Sentence(f"review.choice {choice}")


def word_of(choice: Choice) -> str:
    """What was chosen, in the words of records: `Plum Rope Lounge`, `Rope`, `q7`, `wait`."""
    match choice:
        case Theory():
            return " ".join(card.word for card in choice)
        case Card():
            return choice.word
        case Place():
            return choice.name
        case Seat():
            return str(choice)
        case _:
            return choice


def summary(review: GameReview, one: SeatReview, *, reader: Seat | None = None) -> Iterator[Sentence]:
    """Accuracy, luck and the first proof of one seat, each in a sentence."""
    seat, seats = one.seat, len(review.table.seats)
    luck = one.balance.luck
    yield addressed(Sentence("review.accuracy", seat=seat, accuracy=round(one.accuracy)), reader)
    lucky = "good luck" if luck.total > NO_LUCK / seats else "bad luck" if luck.total < -NO_LUCK / seats else "no luck"
    told = Sentence(
        f"review.{lucky}",
        seat=seat,
        points=signed(luck.total),
        count=abs(percent(luck.total)),
        deal=signed(luck.deal),
        dice=signed(luck.dice),
        answers=signed(luck.answers),
    )
    yield addressed(told, reader)
    if one.provable_turn is None:
        yield addressed(Sentence("review.never provable", seat=seat), reader)
    else:
        provable = "provable, eliminated" if _eliminated_before_proof(review, one) else "provable"
        yield addressed(Sentence(f"review.{provable}", seat=seat, turn=one.provable_turn), reader)


def _eliminated_before_proof(review: GameReview, one: SeatReview) -> bool:
    """Whether the seat had accused wrongly before it could have proved the case."""
    first = one.knowledge.provable
    return first is not None and any(
        isinstance(event, Opened) and event.seat == one.seat and not event.right
        for event in review.events[: first.event]
    )


def ending(review: GameReview) -> Sentence:
    """Who won, when, and what the case file was."""
    last = review.events[-1]
    assert isinstance(last, Finished)
    return tell(last, None)


def scorecard(key: str, **arguments: Argument) -> Sentence:
    """A heading or a label of a printed review."""
    return Sentence(f"scorecard.{key}", **arguments)


def said(sentence: Sentence) -> str:
    """A sentence that may begin with *you*, with its capital letter."""
    text = str(sentence)
    return text[:1].upper() + text[1:]


def percent(share: float) -> int:
    """A share as a whole number of hundredths, rounded as browsers round the numbers beside the graph."""
    return floor(100 * round(share, 4) + 0.5)


def signed(share: float) -> str:
    """Points of winning chances with their sign: +12, -3; a real minus."""
    points = round(100 * share)
    return f"+{points}" if points > 0 else f"\N{MINUS SIGN}{-points}" if points < 0 else "0"
