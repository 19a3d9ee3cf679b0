"""Every unforced choice of a seat beside the best one: what was chosen, what would have been best, and what it cost."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Literal, TypeAlias

from greycells.analysis.accuracy import Label, label_of
from greycells.analysis.questions import question_values
from greycells.analysis.reviewed_game import ReviewedGame
from greycells.analysis.shown_cards import card_values
from greycells.analysis.snoops import snoop_values
from greycells.analysis.walk_legs import WalkLeg, taken_back, walk_legs
from greycells.analysis.walks import best_place, pause_values, place_values, roll_chances
from greycells.chances.standing import Column, Rows, ends_the_turn, pass_turn
from greycells.deduction.facts import theories_of
from greycells.deduction.problem import TooHard
from greycells.deduction.worlds import Worlds
from greycells.rules.board import Place
from greycells.rules.cards import Card, Theory
from greycells.rules.edition import AfterShown
from greycells.rules.events import (
    Accused,
    Moved,
    Rolled,
    Shown,
    Snooped,
    Suggested,
    TookPassage,
    TurnEnded,
)
from greycells.rules.legal_options import options
from greycells.rules.seats import Seat

DecisionKind: TypeAlias = Literal["suggest", "show", "walk", "set out", "snoop", "accuse"]
"""What was decided; `set out` is between rolling, a passage and a suggestion where the pawn stands."""

Choice: TypeAlias = Theory | Card | Place | Seat | Literal["wait", "roll", "passage", "suggest", "pass"]
"""What was chosen: cards, a place, a seat, or a word for it; `pass` is not to suggest, or not to snoop, at all."""


EVEN = 0.5
"""Whoever waits is judged only where one theory was at least as likely as all others together."""

UNDECIDED = 4.0
"""With more bits left than this, no theory is that likely."""


@dataclass(frozen=True, slots=True)
class Decision:
    """One unforced choice: `event` is the number of the event that it led to, `loss` what it cost in winning chances.

    `bits` and `best_bits` are the information that the choice and the best one could be expected to give: to the seat
    itself, or away, for a card that is shown.
    """

    seat: Seat
    event: int
    turn: int
    kind: DecisionKind
    chosen: Choice
    best: Choice
    win: float
    best_win: float
    bits: float | None = None
    best_bits: float | None = None

    @property
    def loss(self) -> float:
        return max(0.0, self.best_win - self.win)

    def label(self, seats: int) -> Label | None:
        """How bad it was, with this many players."""
        return label_of(self.loss, seats)


def decisions_of(game: ReviewedGame, seat: Seat) -> Iterator[Decision]:
    """All unforced choices of a seat, in order. A choice among too many deals to count is left out."""
    turn_began = game.first
    undone, legs = taken_back(game.events), walk_legs(game.events)
    for number in range(game.first + 1, len(game.events)):
        event = game.events[number]
        if game.point(number - 1).scene.turn.to_act == seat and number not in undone:
            with suppress(TooHard):
                yield from _decided(game, seat, number, legs.get(number))
                if isinstance(event, TurnEnded):
                    yield from _ended(game, seat, number, turn_began)
        if isinstance(event, TurnEnded):
            turn_began = number


def _decided(game: ReviewedGame, seat: Seat, number: int, leg: WalkLeg | None) -> Iterator[Decision]:
    """The choices that led to this event of the seat, except those to end the turn."""
    scene = game.point(number - 1).scene
    event, turn = game.events[number], scene.turn.number
    match event:
        case Suggested(_, theory):
            if scene.turn.phase == "starting":
                yield from _set_out(game, seat, number, turn, "suggest")
            yield from _suggested(game, seat, number, turn, theory)
        case Shown(_, to, card) if card is not None:
            yield from _shown(game, seat, number, turn, card, to)
        case Moved():
            yield from _did_not_snoop(game, seat, number, turn)
            if leg is not None:
                yield from _walked(game, seat, leg, turn)
        case Rolled() | TookPassage():
            yield from _set_out(game, seat, number, turn, "roll" if isinstance(event, Rolled) else "passage")
        case Snooped(_, owner):
            yield from _snooped(game, seat, number, turn, owner)
        case Accused(_, theory):
            yield _accused(game, seat, number, turn, theory)
        case _:
            pass


def _ended(game: ReviewedGame, seat: Seat, number: int, turn_began: int) -> Iterator[Decision]:
    """What a seat chose by ending its turn. Not suggesting and not accusing are one choice: what cost more counts."""
    turn = game.point(number - 1).scene.turn.number
    yield from _did_not_snoop(game, seat, number, turn)
    found = [*_did_not_suggest(game, seat, number, turn), *_waited(game, seat, number, turn_began)]
    if found:
        yield max(found, key=lambda decision: decision.loss)


def _suggested(game: ReviewedGame, seat: Seat, number: int, turn: int, theory: Theory) -> Iterator[Decision]:
    """The best is another suggestion, never none: what the others learn is too rough an estimate to advise that."""
    offered = options(game.point(number - 1).scene, seat, game.hand(seat))
    if game.knowledge[seat.index].at(number - 1).possible == 1:
        return  # Nothing is left to ask: what counts is that the seat didn't accuse.
    values = question_values(game, seat, number - 1, rooms=offered.rooms, asked=theory)
    made, best = next(value for value in values if value.theory == theory), values[0]
    yield Decision(seat, number, turn, "suggest", made.theory, best.theory, made.win, best.win, made.bits, best.bits)


def _did_not_suggest(game: ReviewedGame, seat: Seat, number: int, turn: int) -> Iterator[Decision]:
    """The end of a turn in which a suggestion could still have been made (SUG-3, SUG-9)."""
    rooms = options(game.point(number - 1).scene, seat, game.hand(seat)).rooms
    if not rooms or game.knowledge[seat.index].at(number - 1).possible == 1:
        return
    best = question_values(game, seat, number - 1, rooms=rooms)[0]
    passing = _without_question(game, seat, number - 1)
    if passing >= best.win:
        yield Decision(seat, number, turn, "suggest", "pass", "pass", passing, passing, 0.0, 0.0)
    else:
        yield Decision(seat, number, turn, "suggest", "pass", best.theory, passing, best.win, 0.0, best.bits)


def _without_question(game: ReviewedGame, seat: Seat, event: int) -> float:
    """The winning chances of the mover without a suggestion: as after a card that told nobody anything."""
    rows = game.asked_rows(seat, event)
    if game.table.rules.after_shown is AfterShown.TURN_ENDS:
        pass_turn(rows, seat.index)
    return float(game.model.chances(rows)[seat.index])


def _shown(game: ReviewedGame, seat: Seat, number: int, turn: int, card: Card, to: Seat) -> Iterator[Decision]:
    held = options(game.point(number - 1).scene, seat, game.hand(seat)).show
    if len(held) < 2 or game.point(number - 1).scene.is_out(seat):
        return
    values = card_values(game, seat, number - 1, to=to, cards=tuple(held))
    chosen = values[card]
    best = max(values, key=lambda each: (round(values[each].win, 9), each == card))
    yield Decision(
        seat, number, turn, "show", card, best, chosen.win, values[best].win, chosen.given_away, values[best].given_away
    )


def _walked(game: ReviewedGame, seat: Seat, leg: WalkLeg, turn: int) -> Iterator[Decision]:
    """Where the pawn went, in one move or in several, beside all places in reach; a stop at a spyglass is one too."""
    number = leg.first
    reach = options(game.point(number - 1).scene, seat, game.hand(seat)).moves
    if reach is None or len(reach.ends) + len(reach.pauses) < 2:
        return
    stops = pause_values(game, seat, number - 1, reach.pauses)
    ends = place_values(game, seat, number - 1, reach.ends)
    came = game.point(leg.last).scene
    made = ends if came.turn.phase == "moved" else stops if leg.looks else []
    chosen = next((value for value in made if value.place is came.pawn(seat)), None)
    if chosen is None:
        return  # An accusation on the way.
    best = best_place([chosen, *ends, *stops], seat)
    win, best_win = float(chosen.chances[seat.index]), float(best.chances[seat.index])
    yield Decision(seat, number, turn, "walk", chosen.place, best.place, win, best_win, chosen.bits, best.bits)


def _set_out(
    game: ReviewedGame, seat: Seat, number: int, turn: int, chosen: Literal["roll", "passage", "suggest"]
) -> Iterator[Decision]:
    """Rolling, the passage, or a suggestion where one's pawn was moved (SUG-9): all at their mean."""
    scene = game.point(number - 1).scene
    offered = options(scene, seat, game.hand(seat))
    worth: dict[Literal["roll", "passage", "suggest"], float] = {}
    if offered.roll:
        worth["roll"] = float(roll_chances(game, seat, number - 1).mean[seat.index])
    if offered.passage is not None:
        worth["passage"] = float(place_values(game, seat, number - 1, [offered.passage])[0].chances[seat.index])
    if offered.rooms and game.knowledge[seat.index].at(number - 1).possible > 1:
        worth["suggest"] = question_values(game, seat, number - 1, rooms=offered.rooms)[0].win
    if len(worth) < 2 or chosen not in worth:
        return
    best = max(worth, key=lambda each: (round(worth[each], 9), each == chosen))
    yield Decision(seat, number, turn, "set out", chosen, best, worth[chosen], worth[best])


def _snooped(game: ReviewedGame, seat: Seat, number: int, turn: int, owner: Seat) -> Iterator[Decision]:
    owners = options(game.point(number - 1).scene, seat, game.hand(seat)).snoop
    if len(owners) < 2:
        return
    values = snoop_values(game, seat, number - 1, owners)
    best = max(values, key=lambda each: (round(values[each].win, 9), each == owner))
    mine, most = values[owner], values[best]
    yield Decision(seat, number, turn, "snoop", owner, best, mine.win, most.win, mine.bits, most.bits)


def _did_not_snoop(game: ReviewedGame, seat: Seat, number: int, turn: int) -> Iterator[Decision]:
    """The end of a stay at a spyglass where no card was drawn (SNOOP-2)."""
    owners = options(game.point(number - 1).scene, seat, game.hand(seat)).snoop
    if not owners or game.knowledge[seat.index].at(number - 1).possible == 1:
        return
    values = snoop_values(game, seat, number - 1, owners)
    best = max(values, key=lambda each: round(values[each].win, 9))
    win = float(game.model.chances(game.rows_at(number - 1))[seat.index])
    if values[best].win > win:
        yield Decision(seat, number, turn, "snoop", "pass", best, win, values[best].win, 0.0, values[best].bits)
    else:
        yield Decision(seat, number, turn, "snoop", "pass", "pass", win, win, 0.0, 0.0)


def _accused(game: ReviewedGame, seat: Seat, number: int, turn: int, theory: Theory) -> Decision:
    """An accusation is worth the probability that it is right, waiting what the winning chances are without it.

    That is what they are now, if a suggestion can still be made in this turn, or else what they are after the turn.
    """
    right, likeliest, most = _verdict(game, seat, number - 1, theory)
    waiting, now = _after_turn(game, seat, number - 1), game.rows_at(number - 1)
    if most < 1 and now[seat.index, Column.ASKS]:
        waiting = max(waiting, _played_well(game, seat, now.copy()))
    if waiting > max(right, most):
        return Decision(seat, number, turn, "accuse", theory, "wait", right, waiting)
    return Decision(
        seat, number, turn, "accuse", theory, likeliest if most > right else theory, right, max(right, most)
    )


def _waited(game: ReviewedGame, seat: Seat, number: int, turn_began: int) -> Iterator[Decision]:
    """A turn that ended without an accusation, judged at the last moment at which the seat could have accused."""
    chose = [
        at
        for at in range(turn_began + 1, number + 1)
        if (before := game.point(at - 1).scene).turn.to_act == seat
        and before.turn.phase != "answering"
        and not ends_the_turn(before)
    ]
    if not chose or any(isinstance(game.events[at], Accused) for at in range(turn_began + 1, number)):
        return
    last = chose[-1] - 1
    if game.knowledge[seat.index].at(last).bits > UNDECIDED:
        return
    _, likeliest, most = _verdict(game, seat, last, None)
    if most < EVEN:
        return
    waiting = _played_well(game, seat, game.rows_at(number).copy())
    best: Choice = likeliest if most > waiting else "wait"
    turn = game.point(last).scene.turn.number
    yield Decision(seat, number, turn, "accuse", "wait", best, waiting, max(most, waiting))


def _verdict(game: ReviewedGame, seat: Seat, event: int, theory: Theory | None) -> tuple[float, Theory, float]:
    """How likely a theory is, which one is likeliest, and how likely that one is, as far as the seat could know."""
    evidence = game.knowledge[seat.index].evidence_at(event)
    files = Worlds(evidence).count.case_files
    total = sum(files.values())
    best = max(files, key=files.__getitem__)
    every = theories_of(evidence.deck)
    right = next((number for cards, number in files.items() if every[cards] == theory), 0)
    return right / total, every[best], files[best] / total


def _after_turn(game: ReviewedGame, seat: Seat, event: int) -> float:
    """The winning chances of the mover if it ended its turn now, and played well from then on."""
    rows = game.asked_rows(seat, event)
    pass_turn(rows, seat.index)
    return _played_well(game, seat, rows)


def _played_well(game: ReviewedGame, seat: Seat, rows: Rows) -> float:
    """The winning chances of a seat that plays well from now on, whatever it overlooked before. Changes `rows`."""
    rows[seat.index, [Column.MISSED, Column.SLIPS]] = 0
    return float(game.model.chances(rows)[seat.index])
