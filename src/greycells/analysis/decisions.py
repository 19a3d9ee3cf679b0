"""Every unforced choice of a seat beside the best one: what was chosen, what would have been best, and what it cost."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

from greycells.analysis.accuracy import Label, label_of
from greycells.analysis.questions import QuestionValue, question_values
from greycells.analysis.reviewed_game import ReviewedGame
from greycells.analysis.shown_cards import card_values
from greycells.analysis.snoops import snoop_values
from greycells.analysis.walks import PlaceValue, best_place, place_values, roll_chances
from greycells.chances.standing import Column, ends_the_turn, pass_turn
from greycells.deduction.facts import theories_of
from greycells.deduction.problem import TooHard
from greycells.deduction.worlds import Worlds
from greycells.rules.board import Place
from greycells.rules.cards import Card, Theory
from greycells.rules.events import (
    Accused,
    Event,
    Moved,
    Rolled,
    Shown,
    Snooped,
    Suggested,
    TookPassage,
    TurnEnded,
)
from greycells.rules.legal_options import options
from greycells.rules.scene import Scene
from greycells.rules.seats import Seat

DecisionKind: TypeAlias = Literal["suggest", "show", "walk", "set out", "snoop", "accuse"]
"""What was decided; `set out` is between rolling, a passage and a suggestion where the pawn stands."""

Choice: TypeAlias = Theory | Card | Place | Seat | Literal["wait", "roll", "passage", "suggest"]
"""What was chosen: cards, a place, a seat, or a word for it."""


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
    for number in range(game.first + 1, len(game.events)):
        event = game.events[number]
        scene = game.point(number - 1).scene
        try:
            found = _decided(game, seat, number, event, scene)
            if found is not None:
                yield found
            if isinstance(event, TurnEnded) and event.seat == seat:
                waited = _waited(game, seat, number, turn_began)
                if waited is not None:
                    yield waited
        except TooHard:
            continue
        if isinstance(event, TurnEnded):
            turn_began = number


def _decided(game: ReviewedGame, seat: Seat, number: int, event: Event, scene: Scene) -> Decision | None:
    turn = scene.turn.number
    match event:
        case Suggested(who, theory) if who == seat:
            return _suggested(game, seat, number, turn, theory)
        case Shown(who, to, card) if who == seat and card is not None:
            return _shown(game, seat, number, turn, card, to)
        case Moved(who, path, 0) if who == seat:
            return _walked(game, seat, number, turn, path[-1] if path else scene.pawn(seat))
        case Rolled(who) | TookPassage(who) if who == seat:
            return _set_out(game, seat, number, turn, "roll" if isinstance(event, Rolled) else "passage")
        case Snooped(who, owner) if who == seat:
            return _snooped(game, seat, number, turn, owner)
        case Accused(who, theory) if who == seat:
            return _accused(game, seat, number, turn, theory)
        case _:
            return None


def _suggested(game: ReviewedGame, seat: Seat, number: int, turn: int, theory: Theory) -> Decision | None:
    offered = options(game.point(number - 1).scene, seat, game.hand(seat))
    if game.knowledge[seat.index].at(number - 1).possible == 1:
        return None  # Nothing is left to ask: what counts is that the seat didn't accuse.
    values = question_values(game, seat, number - 1, rooms=offered.rooms, asked=theory)
    made, best = next(value for value in values if value.theory == theory), values[0]
    return _compared(seat, number, turn, made, best)


def _compared(seat: Seat, number: int, turn: int, made: QuestionValue, best: QuestionValue) -> Decision:
    return Decision(seat, number, turn, "suggest", made.theory, best.theory, made.win, best.win, made.bits, best.bits)


def _shown(game: ReviewedGame, seat: Seat, number: int, turn: int, card: Card, to: Seat) -> Decision | None:
    held = options(game.point(number - 1).scene, seat, game.hand(seat)).show
    if len(held) < 2 or game.point(number - 1).scene.is_out(seat):
        return None
    values = card_values(game, seat, number - 1, to=to, cards=tuple(held))
    chosen = values[card]
    best = max(values, key=lambda each: (round(values[each].win, 9), each == card))
    return Decision(
        seat, number, turn, "show", card, best, chosen.win, values[best].win, chosen.given_away, values[best].given_away
    )


def _walked(game: ReviewedGame, seat: Seat, number: int, turn: int, place: Place) -> Decision | None:
    scene = game.point(number - 1).scene
    reach = options(scene, seat, game.hand(seat)).moves
    ends = () if reach is None else reach.ends
    if len(ends) < 2 or place not in ends:
        return None
    values = place_values(game, seat, number - 1, ends)
    chosen, best = next(value for value in values if value.place is place), best_place(values, seat)
    return _went(seat, number, turn, chosen, best)


def _went(seat: Seat, number: int, turn: int, chosen: PlaceValue, best: PlaceValue) -> Decision:
    win, best_win = float(chosen.chances[seat.index]), float(best.chances[seat.index])
    return Decision(seat, number, turn, "walk", chosen.place, best.place, win, best_win, chosen.bits, best.bits)


def _set_out(
    game: ReviewedGame, seat: Seat, number: int, turn: int, chosen: Literal["roll", "passage"]
) -> Decision | None:
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
    if len(worth) < 2:
        return None
    best = max(worth, key=lambda each: (round(worth[each], 9), each == chosen))
    return Decision(seat, number, turn, "set out", chosen, best, worth[chosen], worth[best])


def _snooped(game: ReviewedGame, seat: Seat, number: int, turn: int, owner: Seat) -> Decision | None:
    owners = options(game.point(number - 1).scene, seat, game.hand(seat)).snoop
    if len(owners) < 2:
        return None
    values = snoop_values(game, seat, number - 1, owners)
    best = max(values, key=lambda each: (round(values[each].win, 9), each == owner))
    return Decision(
        seat,
        number,
        turn,
        "snoop",
        owner,
        best,
        values[owner].win,
        values[best].win,
        values[owner].bits,
        values[best].bits,
    )


def _accused(game: ReviewedGame, seat: Seat, number: int, turn: int, theory: Theory) -> Decision:
    """An accusation is worth the probability that it is right, waiting what the winning chances are after the turn."""
    right, likeliest, most = _verdict(game, seat, number - 1, theory)
    waiting = _after_turn(game, seat, number - 1)
    if waiting > max(right, most):
        return Decision(seat, number, turn, "accuse", theory, "wait", right, waiting)
    return Decision(
        seat, number, turn, "accuse", theory, likeliest if most > right else theory, right, max(right, most)
    )


def _waited(game: ReviewedGame, seat: Seat, number: int, turn_began: int) -> Decision | None:
    """A turn that ended without an accusation, judged at the last moment at which the seat could have accused."""
    chose = [
        at
        for at in range(turn_began + 1, number + 1)
        if (before := game.point(at - 1).scene).turn.to_act == seat
        and before.turn.phase != "answering"
        and not ends_the_turn(before)
    ]
    if not chose or any(isinstance(game.events[at], Accused) for at in range(turn_began + 1, number)):
        return None
    last = chose[-1] - 1
    if game.knowledge[seat.index].at(last).bits > UNDECIDED:
        return None
    _, likeliest, most = _verdict(game, seat, last, None)
    if most < EVEN:
        return None
    rows = game.rows_at(number).copy()
    # Waiting is worth what it is to somebody who plays well from now on, whatever was overlooked before.
    rows[seat.index, [Column.MISSED, Column.SLIPS]] = 0
    waiting = float(game.model.chances(rows)[seat.index])
    best: Choice = likeliest if most > waiting else "wait"
    return Decision(
        seat, number, game.point(last).scene.turn.number, "accuse", "wait", best, waiting, max(most, waiting)
    )


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
    rows[seat.index, [Column.MISSED, Column.SLIPS]] = 0
    return float(game.model.chances(rows)[seat.index])
