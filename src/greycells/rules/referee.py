"""The referee: turns a choice into events, or refuses it and cites the rule. It is deterministic."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias, assert_never

from greycells.rules.actions import (
    Accuse,
    Action,
    CannotShow,
    EndTurn,
    Move,
    Roll,
    Show,
    Snoop,
    Suggest,
    TakeBack,
    TakePassage,
)
from greycells.rules.cards import Card, CardSet, Theory
from greycells.rules.edition import AfterShown, Answering, LastPlayer, WrongAccuser
from greycells.rules.events import (
    Accused,
    Cleared,
    CouldNotShow,
    Event,
    FalseWitness,
    Finished,
    Opened,
    Rolled,
    Shown,
    Snooped,
    Suggested,
    TakenBack,
    TookPassage,
    TurnEnded,
)
from greycells.rules.foreign_pieces import sits_at
from greycells.rules.legal_options import why_not
from greycells.rules.movement.moves import walk
from greycells.rules.position import Secrets, Truth
from greycells.rules.refusals import Refusal, refusal
from greycells.rules.scene import Scene
from greycells.rules.seats import Seat


@dataclass(frozen=True, slots=True)
class Dice:
    """The dealer has to roll this many dice for a seat."""

    seat: Seat
    count: int

    def fell(self, dice: tuple[int, ...]) -> tuple[Event, ...]:
        return (Rolled(self.seat, dice),)


@dataclass(frozen=True, slots=True)
class Draw:
    """The dealer has to draw a random card from the owner's hand (SNOOP-2)."""

    seat: Seat
    owner: Seat
    hand: CardSet

    def drew(self, card: Card) -> tuple[Event, ...]:
        return (Snooped(self.seat, self.owner, card),)


Chance: TypeAlias = Dice | Draw


def decide(truth: Truth, action: Action, *, by: Seat | None = None) -> tuple[Event, ...] | Chance:
    """The result of a choice: events, or what the dealer has to decide. Raises a Refusal if it is illegal."""
    scene, secrets = truth.scene, truth.secrets
    turn = scene.turn
    seat = by or turn.to_act or turn.mover
    if by is not None and not sits_at(scene.table, by):
        raise refusal("TURN-1", "not at this table")
    walking = type(action) is Move and turn.steps and turn.to_act is seat
    if not walking and (no := why_not(scene, seat, secrets.hands[seat.index], action)):
        raise no
    match action:
        case Move():
            walked = walk(scene, action)
            if isinstance(walked, Refusal):
                raise walked
            return (walked,)
        case Roll():
            return Dice(seat, scene.table.rules.dice)
        case EndTurn():
            return (TurnEnded(seat),)
        case Suggest(theory):
            return (Suggested(seat, theory),)
        case Show(card):
            return _show(scene, secrets, seat, card)
        case CannotShow():
            return (CouldNotShow(seat), *_close(scene, seat, shown=scene.turn.shown))
        case TakePassage():
            far = scene.table.edition.board.passage_from(scene.pawn(seat))
            assert far is not None
            return (TookPassage(seat, far),)
        case Snoop(owner):
            return Draw(seat, owner, secrets.hands[owner.index])
        case Accuse(theory):
            return _accuse(scene, secrets, seat, theory)
        case TakeBack():
            return (TakenBack(seat),)
    assert_never(action)


def _show(scene: Scene, secrets: Secrets, seat: Seat, card: Card) -> tuple[Event, ...]:
    """Show a card. It may reveal an earlier false answer (SHOW-9) and end the turn (SHOW-7)."""
    shown = Shown(seat, scene.turn.mover, card)
    if not scene.denials or not scene.table.rules.false_witness:
        return (shown, *_close(scene, seat, shown=True))
    found: list[Event] = [
        FalseWitness(seat, denial.turn, denial.theory)
        for denial in scene.denials
        if denial.seat is seat and card in denial.theory
    ]
    if found and not scene.is_out(seat):
        found += _out(scene, secrets, seat)
        if isinstance(found[-1], Finished):
            return (shown, *found)
    return (shown, *found, *_close(scene, seat, shown=True))


def _close(scene: Scene, seat: Seat, *, shown: bool) -> tuple[Event, ...]:
    """End the turn after the last answer if a card was shown and the edition says so (SHOW-7)."""
    rules = scene.table.rules
    if not shown or rules.after_shown is AfterShown.MAY_ACCUSE:
        return ()
    if rules.answering is Answering.EVERYBODY and scene.next_seat(seat) is not scene.turn.mover:
        return ()
    return (TurnEnded(scene.turn.mover),)


def _accuse(scene: Scene, secrets: Secrets, seat: Seat, theory: Theory) -> tuple[Event, ...]:
    """The accuser looks into the case file, and wins or is eliminated (ACC-4, ACC-5)."""
    case_file = secrets.case_file
    right = theory == case_file
    accused = (Accused(seat, theory), Opened(seat, case_file, right))
    if right:
        return (*accused, Finished(seat, case_file))
    out = _out(scene, secrets, seat)
    if out and isinstance(out[-1], Finished):
        return (*accused, *out)
    return (*accused, *out, TurnEnded(seat))


def _out(scene: Scene, secrets: Secrets, seat: Seat) -> tuple[Event, ...]:
    """The events after an elimination: the pawn leaves a doorway (ACC-7), and the game may end (ACC-8)."""
    events: list[Event] = []
    rules, pawn = scene.table.rules, scene.pawn(seat)
    room = scene.table.edition.board.room_before(pawn)
    if room is not None and rules.wrong_accuser is WrongAccuser.CLEARS_DOORS:
        events.append(Cleared(seat, room))
    left = [other for other in scene.may_still_accuse() if other is not seat]
    if not left:
        events.append(Finished(None, secrets.case_file))
    elif len(left) == 1 and rules.last_player is LastPlayer.WINS:
        events.append(Finished(left[0], secrets.case_file))
    return tuple(events)
