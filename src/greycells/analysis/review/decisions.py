"""Every unforced choice of a seat beside the best one: what was chosen, what would have been best, and what it cost."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from greycells.analysis.review.accuracy import Label, label_of
from greycells.analysis.review.points import percent
from greycells.analysis.review.questions import question_values
from greycells.analysis.review.reviewed_game import ReviewedGame
from greycells.analysis.review.shown_cards import card_values
from greycells.analysis.review.snoops import snoop_values
from greycells.analysis.review.walk_legs import WalkLeg, taken_back, walk_legs
from greycells.analysis.review.walks import best_place, pause_values, place_values, roll_chances
from greycells.chances.standing import ends_the_turn, pass_turn
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

CERTAIN = 0.999
"""From this probability on, a theory is certain."""

UNDECIDED = 4.0
"""With more bits left than this, no theory is that likely."""


@dataclass(frozen=True, slots=True)
class Decision:
    """One unforced choice: `event` is the number of the event that it led to, `since` of the one before it was made.

    `before` are the winning chances after `since`, as the graph shows them; `worse` is by how much the choice was worse
    than the best one. `bits` and `best_bits` are the information that the choice and the best one could be expected to
    give: to the seat itself, or away, for a card that is shown. Where accusing was a choice, `likely` is the
    probability of the theory that was accused, and `best_likely` that of the likeliest one. `left` is what was still to
    lose, after the choices that cost more. `again` are the earlier turns in which the same accusation was missed, each
    with how likely it was right then. It was `harmless` to miss one that would have been wrong. `best_at` is where the
    best choice leads: the room of a suggestion or at the end of a passage.
    """

    seat: Seat
    event: int
    since: int
    turn: int
    kind: DecisionKind
    chosen: Choice
    best: Choice
    before: float
    worse: float
    bits: float | None = None
    best_bits: float | None = None
    likely: float | None = None
    best_likely: float | None = None
    left: float = 1.0
    again: tuple[tuple[int, float], ...] = ()
    harmless: bool = False
    best_at: Place | None = None

    @property
    def given_away(self) -> float:
        """The winning chances that the choice gave away, looked at by itself: never more than there were."""
        return min(max(0.0, self.worse), self.best_win)

    @property
    def loss(self) -> float:
        """What the choice cost, in whole points, as long as any were `left`.

        All choices of a game together cost at most a whole game, 1.
        """
        return 0.0 if self.harmless else min(self.points / 100, self.left)

    @property
    def points(self) -> int:
        """`given_away` in whole points: where the graph shows the chances before and after, their difference."""
        if self.on_the_graph:
            return percent(self.best_win) - percent(self.win)
        return percent(self.given_away)

    @property
    def on_the_graph(self) -> bool:
        """Whether the graph shows what the choice had and what it left: the certainty of a win, and its loss."""
        return self.missed is not None

    @property
    def best_win(self) -> float:
        """The winning chances with the best choice: those before it, or how likely it was to be right to accuse."""
        return self.before if self.best_likely is None or self.best == "wait" else self.best_likely

    @property
    def win(self) -> float:
        """What the choice left of these."""
        return self.best_win - self.given_away

    @property
    def missed(self) -> Theory | None:
        """The theory that should have been accused in a turn that ended without an accusation."""
        return self.best if self.chosen == "wait" and isinstance(self.best, Theory) else None

    @property
    def not_accused(self) -> Theory | None:
        """The theory that should have been accused, whether the turn ended without that or another was accused."""
        return (
            self.best if self.kind == "accuse" and isinstance(self.best, Theory) and self.chosen != self.best else None
        )

    @property
    def certain_turns(self) -> tuple[int, ...]:
        """The turns in which the theory that should have been accused was certain."""
        missed = (*self.again, (self.turn, self.best_likely or 0.0))
        return tuple(turn for turn, likely in missed if self.not_accused is not None and likely > CERTAIN)

    @property
    def certain(self) -> bool:
        """Whether the likeliest theory was certain."""
        return (self.best_likely or 0.0) > CERTAIN

    def on(self, chance: Callable[[int], float]) -> Decision:
        """This decision with the winning chances of its seat after every event; a wait left what came after it."""
        told = replace(self, before=chance(self.since))
        if self.missed is None or self.best_likely is None:
            return told
        return replace(told, worse=self.best_likely - chance(self.event))

    def label(self, seats: int) -> Label | None:
        """How bad it was by itself, with this many players, by the points that are shown; what did no harm has none."""
        return None if self.harmless else label_of(self.points / 100, seats)


def choices_of(game: ReviewedGame, seat: Seat) -> list[Decision]:
    """All unforced choices of a seat, each by itself. A choice among too many deals to count is left out."""
    turn_began = game.first
    undone, legs = taken_back(game.events), walk_legs(game.events)
    found: list[Decision] = []
    for number in range(game.first + 1, len(game.events)):
        event = game.events[number]
        if game.point(number - 1).scene.turn.to_act == seat and number not in undone:
            with suppress(TooHard):
                found += _decided(game, seat, number, legs.get(number))
                if isinstance(event, TurnEnded):
                    found += _ended(game, seat, number, turn_began)
        if isinstance(event, TurnEnded):
            turn_began = number
    return found


def _decided(game: ReviewedGame, seat: Seat, number: int, leg: WalkLeg | None) -> Iterator[Decision]:
    """The choices that led to this event of the seat, except those to end the turn."""
    scene = game.point(number - 1).scene
    event = game.events[number]
    match event:
        case Suggested(_, theory):
            if scene.turn.phase == "starting":
                yield from _set_out(game, seat, number, "suggest")
            yield from _suggested(game, seat, number, theory)
        case Shown(_, to, card) if card is not None:
            yield from _shown(game, seat, number, card, to)
        case Moved():
            yield from _did_not_snoop(game, seat, number)
            if leg is not None:
                yield from _walked(game, seat, leg)
        case Rolled() | TookPassage():
            yield from _set_out(game, seat, number, "roll" if isinstance(event, Rolled) else "passage")
        case Snooped(_, owner):
            yield from _snooped(game, seat, number, owner)
        case Accused(_, theory):
            yield _accused(game, seat, number, theory)
        case _:
            pass


def _ended(game: ReviewedGame, seat: Seat, number: int, turn_began: int) -> Iterator[Decision]:
    """What a seat chose by ending its turn. Not suggesting and not accusing are one choice: what cost more counts."""
    yield from _did_not_snoop(game, seat, number)
    found = [*_did_not_suggest(game, seat, number), *_waited(game, seat, number, turn_began)]
    if found:
        yield max(found, key=lambda decision: decision.given_away)


def _suggested(game: ReviewedGame, seat: Seat, number: int, theory: Theory) -> Iterator[Decision]:
    """The best is another suggestion, never none: what the others learn is too rough an estimate to advise that."""
    offered = options(game.point(number - 1).scene, seat, game.hand(seat))
    if game.knowledge[seat.index].at(number - 1).possible == 1:
        return  # Nothing is left to ask: what counts is that the seat didn't accuse.
    values = question_values(game, seat, number - 1, rooms=offered.rooms, asked=theory)
    made, best = next(value for value in values if value.theory == theory), values[0]
    yield _judged(
        game, seat, number, "suggest", made.theory, best.theory, best.win - made.win, bits=(made.bits, best.bits)
    )


def _did_not_suggest(game: ReviewedGame, seat: Seat, number: int) -> Iterator[Decision]:
    """The end of a turn in which a suggestion could still have been made (SUG-3, SUG-9)."""
    rooms = options(game.point(number - 1).scene, seat, game.hand(seat)).rooms
    if not rooms or game.knowledge[seat.index].at(number - 1).possible == 1:
        return
    best = question_values(game, seat, number - 1, rooms=rooms)[0]
    passing = _without_question(game, seat, number - 1)
    if passing >= best.win:
        yield _judged(game, seat, number, "suggest", "pass", "pass", bits=(0.0, 0.0))
    else:
        worse = best.win - passing
        yield _judged(game, seat, number, "suggest", "pass", best.theory, worse, bits=(0.0, best.bits))


def _without_question(game: ReviewedGame, seat: Seat, event: int) -> float:
    """The winning chances of the mover without a suggestion: as after a card that told nobody anything."""
    rows = game.asked_rows(seat, event)
    if game.table.rules.after_shown is AfterShown.TURN_ENDS:
        pass_turn(rows, seat.index)
    return float(game.model.chances(rows)[seat.index])


def _shown(game: ReviewedGame, seat: Seat, number: int, card: Card, to: Seat) -> Iterator[Decision]:
    held = options(game.point(number - 1).scene, seat, game.hand(seat)).show
    if len(held) < 2 or game.point(number - 1).scene.is_out(seat):
        return
    values = card_values(game, seat, number - 1, to=to, cards=tuple(held))
    chosen = values[card]
    best = max(values, key=lambda each: (round(values[each].win, 9), each == card))
    bits = chosen.given_away, values[best].given_away
    yield _judged(game, seat, number, "show", card, best, values[best].win - chosen.win, bits=bits)


def _walked(game: ReviewedGame, seat: Seat, leg: WalkLeg) -> Iterator[Decision]:
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
    same = best.place is chosen.place  # A stop there and the end of the move there are one place to a player.
    worse = 0.0 if same else float(best.chances[seat.index] - chosen.chances[seat.index])
    yield _judged(game, seat, number, "walk", chosen.place, best.place, worse, bits=(chosen.bits, best.bits))


def _set_out(
    game: ReviewedGame, seat: Seat, number: int, chosen: Literal["roll", "passage", "suggest"]
) -> Iterator[Decision]:
    """Rolling, the passage, or a suggestion where one's pawn was moved (SUG-9): all at their mean."""
    scene = game.point(number - 1).scene
    offered = options(scene, seat, game.hand(seat))
    worth: dict[Literal["roll", "passage", "suggest"], float] = {}
    if offered.roll:
        worth["roll"] = float(roll_chances(game, seat, number - 1).mean[seat.index])
    places = {"passage": offered.passage, "suggest": scene.pawn(seat)}
    bits = dict[str, float]()
    if offered.passage is not None:
        there = place_values(game, seat, number - 1, [offered.passage])[0]
        worth["passage"], bits["passage"] = float(there.chances[seat.index]), there.bits
    if offered.rooms and game.knowledge[seat.index].at(number - 1).possible > 1:
        asked = question_values(game, seat, number - 1, rooms=offered.rooms)[0]
        worth["suggest"], bits["suggest"] = asked.win, asked.bits
    if len(worth) < 2 or chosen not in worth:
        return
    best = max(worth, key=lambda each: (round(worth[each], 9), each == chosen))
    judged = _judged(game, seat, number, "set out", chosen, best, worth[best] - worth[chosen])
    yield replace(judged, best_bits=bits.get(best), best_at=places.get(best))


def _snooped(game: ReviewedGame, seat: Seat, number: int, owner: Seat) -> Iterator[Decision]:
    owners = options(game.point(number - 1).scene, seat, game.hand(seat)).snoop
    if len(owners) < 2:
        return
    values = snoop_values(game, seat, number - 1, owners)
    best = max(values, key=lambda each: (round(values[each].win, 9), each == owner))
    mine, most = values[owner], values[best]
    yield _judged(game, seat, number, "snoop", owner, best, most.win - mine.win, bits=(mine.bits, most.bits))


def _did_not_snoop(game: ReviewedGame, seat: Seat, number: int) -> Iterator[Decision]:
    """The end of a stay at a spyglass where no card was drawn (SNOOP-2)."""
    owners = options(game.point(number - 1).scene, seat, game.hand(seat)).snoop
    if not owners or game.knowledge[seat.index].at(number - 1).possible == 1:
        return
    values = snoop_values(game, seat, number - 1, owners)
    best = max(values, key=lambda each: round(values[each].win, 9))
    worse = values[best].win - game.chance(seat, number - 1)
    if worse > 0:
        yield _judged(game, seat, number, "snoop", "pass", best, worse, bits=(0.0, values[best].bits))
    else:
        yield _judged(game, seat, number, "snoop", "pass", "pass", bits=(0.0, 0.0))


def _accused(game: ReviewedGame, seat: Seat, number: int, theory: Theory) -> Decision:
    """An accusation is worth the probability that it is right, and not to accuse what the winning chances were."""
    right, likeliest, most = _verdict(game, seat, number - 1, theory)
    without = game.chance(seat, number - 1)
    likely = right, most
    if without > max(right, most):
        return _judged(game, seat, number, "accuse", theory, "wait", without - right, likely=likely)
    best = likeliest if most > right else theory
    return _judged(game, seat, number, "accuse", theory, best, most - right, likely=likely)


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
    worse = most - game.chance(seat, number)
    best: Choice = likeliest if worse > 0 else "wait"
    yield replace(
        _judged(game, seat, last + 1, "accuse", "wait", best, worse, likely=(0.0, most)),
        event=number,
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


def _judged(
    game: ReviewedGame,
    seat: Seat,
    number: int,
    kind: DecisionKind,
    chosen: Choice,
    best: Choice,
    worse: float = 0.0,
    *,
    bits: tuple[float, float] | tuple[None, None] = (None, None),
    likely: tuple[float, float] | tuple[None, None] = (None, None),
) -> Decision:
    """The decision that led to the event with this number."""
    before = game.chance(seat, number - 1)
    turn = game.point(number - 1).scene.turn.number
    return Decision(seat, number, number - 1, turn, kind, chosen, best, before, worse, *bits, *likely)
