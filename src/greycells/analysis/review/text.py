"""A review in words: every decision, and a few lines about accuracy, luck and the first proof of each seat."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from greycells.analysis.review.accuracy import Label
from greycells.analysis.review.decisions import Choice, Decision
from greycells.analysis.review.game_review import GameReview, SeatReview
from greycells.analysis.review.luck import LuckParts
from greycells.analysis.review.points import percent, signed, signed_points, whole_points
from greycells.language.sentences import Argument, Sentence, addressed, either, number_text
from greycells.notation.place_names import compared_by_rooms
from greycells.notation.story import tell
from greycells.rules.board import Place
from greycells.rules.cards import Card, Theory
from greycells.rules.edition import AfterShown
from greycells.rules.events import Accused, Finished, Opened, Shown, Suggested, TurnEnded
from greycells.rules.seats import Seat

TABLE = ("result", "accuracy", "proof", "luck", "cards", "dice", "answers", "skill")
"""The headings of the table of a printed review, but the first, in the order of `table_row`."""

UNEQUAL = 1e-6
"""Choices whose chances differ by less are equally good."""

NO_LUCK = 0.2
"""Luck smaller than this part of 1/n is no luck worth naming."""


def say_decision(review: GameReview, decision: Decision) -> Sentence:
    """One decision beside the best one."""
    told = _said(review, decision)
    for more in _remarks(review, decision):
        told = Sentence("review.and", first=told, second=more)
    return addressed(told, review.reader)


def _remarks(review: GameReview, decision: Decision) -> Iterator[Sentence]:
    """What a reader needs to know beside the numbers: why a chance was gone, and what luck made of a choice."""
    if decision.missed is not None:
        if not decision.certain:
            yield Sentence(
                "review.guess was right" if decision.missed == review.case_file else "review.guess was wrong"
            )
        yield from _next_to_win(review, decision)
    yield from _missed_before(decision)
    proved = _proved_by_answers(review, decision) if _told_worse(decision) else ()
    if decision.seat in proved:
        others = tuple(seat for seat in proved if seat != decision.seat)
        key = "proved all the same, not alone" if others else "proved all the same"
        yield Sentence(f"review.{key}", seat=decision.seat, others=others)


def _next_to_win(review: GameReview, decision: Decision) -> Iterator[Sentence]:
    """Who was next with a proved case, and so left the seat no chances, unless they missed it too."""
    ready = next((seat for seat in review.table.seats if review.chance(seat, decision.event) == 1), None)
    if ready is not None and ready != decision.seat:
        later = review.events[decision.event + 1 :]
        chose = next((each for each in later if isinstance(each, TurnEnded | Accused) and each.seat == ready), None)
        if isinstance(chose, Accused) and ready == review.winner:
            yield Sentence("review.next could prove it", seat=ready)
        elif decision.seat == review.winner:
            yield Sentence("review.next could prove it, missed, but not the winner", seat=ready, winner=decision.seat)
        else:
            yield Sentence("review.next could prove it, missed", seat=ready)


def _missed_before(decision: Decision) -> Iterator[Sentence]:
    """The turns in which the same accusation was missed before, unless the sentence itself counts them."""
    before = tuple(turn for turn in decision.certain_turns if turn != decision.turn)
    if before and decision.missed is None:
        yield Sentence("review.certain before", seat=decision.seat, times=len(before), first=before[0])
    elif decision.again and not decision.certain:
        yield Sentence("review.best guess before", turns=tuple(str(turn) for turn, _ in decision.again))


def _told_worse(decision: Decision) -> bool:
    """Whether a suggestion was told to be worth fewer bits than the best one."""
    bits, best_bits = decision.bits or 0.0, decision.best_bits or 0.0
    return decision.kind == "suggest" and decision.given_away >= UNEQUAL and round(bits, 1) < round(best_bits, 1)


def _proved_by_answers(review: GameReview, decision: Decision) -> tuple[Seat, ...]:
    """The seats to which the answers to this suggestion proved the case."""
    if decision.chosen == "pass":
        return ()
    return proved_by(review, decision.event)


def proved_by(review: GameReview, suggested: int) -> tuple[Seat, ...]:
    """The seats to which the answers to a suggestion proved the case, as far as this review knows."""
    later = range(suggested + 1, len(review.events))
    end = next((at for at in later if isinstance(review.events[at], Suggested | TurnEnded)), len(review.events))
    first = [(one.seat, one.knowledge.provable) for one in review.seats]
    return tuple(seat for seat, point in first if point is not None and suggested < point.event < end)


def _said(review: GameReview, decision: Decision) -> Sentence:
    chosen, best, seat = spoken_choice(decision.chosen), spoken_choice(decision.best), decision.seat
    bits, best_bits = number_text(decision.bits or 0.0, 1), number_text(decision.best_bits or 0.0, 1)
    good = decision.chosen == decision.best or decision.given_away < UNEQUAL
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
            return Sentence(_key_of_walk(decision), seat=seat, chosen=chosen, best=best)
        case "set out":
            if good or decision.best_at is None:
                return Sentence("review.set out best" if good else "review.set out, roll", seat=seat, chosen=chosen)
            return Sentence(f"review.set out, {decision.best}", seat=seat, chosen=chosen, where=decision.best_at)
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
    """Why another place was better: a suggestion there, a card to draw there, or the way from there.

    How many bits it promised isn't told: these are rough estimates, the exact ones come with the suggestion.
    """
    best = decision.best
    assert isinstance(best, Place)
    if best.room is not None:
        return "review.walked, room"
    return "review.walked, spyglass" if best.spyglass and decision.best_bits else "review.walked"


def _said_verdict(review: GameReview, decision: Decision) -> Sentence:
    """Accused or waited, and whether that was right: the chances are those of the graph."""
    chosen, best, turns = spoken_choice(decision.chosen), spoken_choice(decision.best), decision.certain_turns
    return Sentence(
        f"review.{_key_of_verdict(review, decision)}",
        seat=decision.seat,
        chosen=chosen,
        best=best,
        likely=percent(decision.likely or 0.0),
        best_likely=percent(decision.best_likely or 0.0),
        before=percent(decision.before),
        after=percent(review.chance(decision.seat, decision.event)),
        times=len(turns),
        first=turns[0] if turns else decision.turn,
        last=decision.turn,
    )


def _key_of_verdict(review: GameReview, decision: Decision) -> str:
    """Which sentence tells an accusation, or a turn without one."""
    times = len(decision.certain_turns)
    if decision.chosen == "wait":
        if decision.best == "wait":
            return "waited best"
        if decision.certain:
            return {1: "waited, certain", 2: "waited, twice certain"}.get(times, "waited, often certain")
        return "waited, shown a card" if _ended_by_a_card(review, decision) else "waited"
    if decision.best == "wait":
        return "accused early"
    if decision.chosen != decision.best:
        return "accused another, certain" if decision.certain else "accused another"
    if decision.certain:
        return "accused best"
    return "guessed right" if decision.chosen == review.case_file else "guessed wrong"


def _ended_by_a_card(review: GameReview, decision: Decision) -> bool:
    """Whether a card that was shown ended the turn (SHOW-7), so that the seat had to accuse before it suggested."""
    happened = review.events[decision.since : decision.event]
    return review.table.rules.after_shown is AfterShown.TURN_ENDS and any(isinstance(one, Shown) for one in happened)


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


def summary(review: GameReview, one: SeatReview) -> Iterator[Sentence]:
    """Accuracy, luck and the first proof of one seat, each in a sentence."""
    seat, seats = one.seat, len(review.table.seats)
    luck = one.balance.luck
    yield addressed(Sentence("review.accuracy", seat=seat, accuracy=round(one.accuracy)), review.reader)
    lucky = "good luck" if luck.total > NO_LUCK / seats else "bad luck" if luck.total < -NO_LUCK / seats else "no luck"
    told = Sentence(
        f"review.{lucky}",
        seat=seat,
        points=signed_points(points_of(luck)),
        count=abs(points_of(luck)),
        deal=signed(luck.deal),
        dice=signed(luck.dice),
        answers=signed(luck.answers),
    )
    yield addressed(told, review.reader)
    yield addressed(said_proof(review, one), review.reader)


def said_proof(review: GameReview, one: SeatReview) -> Sentence:
    """From when on a seat could have proved the case, and whether it could still accuse then."""
    first = one.knowledge.provable
    if first is None:
        return Sentence("review.never provable", seat=one.seat)
    if _eliminated_before_proof(review, one):
        key = "provable, eliminated"
    elif _accusable(review, one.seat, first.event):
        key = "provable"
    else:
        later = review.events[_end_of_turn(review, first.event) + 1 :]
        moved = any(isinstance(event, TurnEnded | Accused) and event.seat == one.seat for event in later)
        key = "provable, next turn" if moved else "provable, too late"
    return Sentence(f"review.{key}", seat=one.seat, turn=first.turn)


def _end_of_turn(review: GameReview, event: int) -> int:
    """The number of the event that ended the turn of this event: its accusation, if it had one."""
    events = review.events
    return next(
        (at for at in range(event, len(events)) if isinstance(events[at], TurnEnded | Accused)), len(events) - 1
    )


def _accusable(review: GameReview, seat: Seat, event: int) -> bool:
    """Whether it was the seat's turn at this event and it could still accuse in it; before the first turn, anybody."""
    if event <= review.first:
        return True
    end = _end_of_turn(review, event)
    ended = review.events[end]
    if not isinstance(ended, TurnEnded | Accused) or ended.seat != seat:
        return False
    shown = any(isinstance(each, Shown) for each in review.events[event:end])
    return not (shown and review.table.rules.after_shown is AfterShown.TURN_ENDS)


def _eliminated_before_proof(review: GameReview, one: SeatReview) -> bool:
    """Whether the seat had accused wrongly before it could have proved the case."""
    first = one.knowledge.provable
    return first is not None and any(
        isinstance(event, Opened) and event.seat == one.seat and not event.right
        for event in review.events[: first.event + 1]
    )


def ending(review: GameReview) -> Sentence:
    """Who won, when, and what the case file was."""
    last = review.events[-1]
    assert isinstance(last, Finished)
    return tell(last, None)


def scorecard(key: str, **arguments: Argument) -> Sentence:
    """A heading or a label of a printed review."""
    return Sentence(f"scorecard.{key}", **arguments)


def said_cost(review: GameReview, decision: Decision, label: Label, *, above: bool = False) -> Sentence:
    """A decision with its label and what it cost; in short where it was told `above`; squares are named by rooms."""
    text = compared_by_rooms(say_decision(review, decision), review.table.edition.board)
    first = min(decision.certain_turns, default=decision.turn)
    return scorecard(
        "decision" if first == decision.turn else "decision, several turns",
        first=first,
        turn=decision.turn,
        label=scorecard(label.value),
        cost=_cost(review, decision),
        text=scorecard("told above") if above else said(text),
    )


def _cost(review: GameReview, decision: Decision) -> Sentence:
    """What a decision cost: from how much to how much, or why it cost less than it gave away.

    Where costlier ones had cost all there was, nothing was left to lose. Whoever won lost nothing in the end.
    """
    points, before, after = map(percent, (decision.loss, decision.best_win, decision.win))
    if points and decision.on_the_graph:
        key = "cost on the graph" if points == decision.points else "cost, no more left"
        return scorecard(key, points=points, before=before, after=after)
    if points:
        return scorecard("cost", points=points)
    return scorecard("no cost, won" if decision.seat == review.winner else "no cost, lost")


def said_more(one: SeatReview, listed: Sequence[Decision]) -> Sentence | None:
    """What all decisions that aren't listed cost together, so that all adds up to the table; None for nothing."""
    points = -whole_points(one.balance.skill) - sum(percent(each.loss) for each in listed)
    more = any(each.loss > 0 and all(each is not other for other in listed) for each in one.decisions)
    return scorecard("more", seat=one.seat, points=points) if more and points > 0 else None


def said(sentence: Sentence) -> str:
    """A sentence that may begin with *you*, with its capital letter."""
    text = str(sentence)
    return text[:1].upper() + text[1:]


def points_of(luck: LuckParts) -> int:
    """All luck in points, as the sum of its printed parts."""
    return sum(map(whole_points, (luck.deal, luck.dice, luck.answers)))


def table_row(one: SeatReview) -> tuple[str, ...]:
    """A seat's result, accuracy, first proof, luck with its parts, and the cost of its mistakes: see `TABLE`."""
    turn, luck = one.provable_turn, one.balance.luck
    return (
        str(scorecard("won" if one.balance.result else "lost")),
        number_text(one.accuracy, 1),
        str(scorecard("never") if turn is None else scorecard("on turn", turn=turn)),
        signed_points(points_of(luck)),
        *map(signed, (luck.deal, luck.dice, luck.answers, one.balance.skill)),
    )
