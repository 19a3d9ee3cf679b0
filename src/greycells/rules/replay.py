"""Replay a game: the referee decides every event again, and any difference is an objection."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

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
from greycells.rules.cards import Card
from greycells.rules.edition import Answers, WrongAccuser
from greycells.rules.events import (
    Accused,
    Began,
    Cleared,
    CouldNotShow,
    Dealt,
    Event,
    FalseWitness,
    Finished,
    LaidOpen,
    Moved,
    Opened,
    Placed,
    Rolled,
    RolledForStart,
    Sealed,
    Shown,
    Snooped,
    Suggested,
    TakenBack,
    TookPassage,
    TurnEnded,
)
from greycells.rules.legal_options import why_not
from greycells.rules.movement.moves import why_not_fallen
from greycells.rules.position import Position, Secrets
from greycells.rules.record_metadata import Copy
from greycells.rules.referee import Chance, Dice, Draw, decide
from greycells.rules.refusals import Refusal, refusal
from greycells.rules.scene import GameTable, Scene, after
from greycells.rules.seats import Seat
from greycells.rules.setup_checks import Objection, check_set_up, line_of, objection
from greycells.rules.views import seen_by

Owed: TypeAlias = tuple[Event, ...]
Guess: TypeAlias = tuple[Seat, Action, Secrets]

QUESTIONS = (Dice, Draw)
NOTHING: Sequence[Owed] = [()]


def replay(table: GameTable, events: Sequence[Event], *, copy: Copy | None = None, torn_off: bool = False) -> Scene:
    """The scene after these events, each checked by the referee; the first wrong one raises an Objection.

    A copy is checked as far as its seat could: every event has to be possible with some hidden cards, though not
    necessarily all of them with the same cards; that is a question for deduction. With `torn_off`, the events may stop
    anywhere, even between events that belong together.
    """
    premises = check_set_up(table, events, copy=copy)
    game = _Replay(table, premises.secrets, copy)
    for event in events[: premises.length]:
        game.scene = after(game.scene, event)
    for number in range(premises.length, len(events)):
        try:
            game.follow(events[number])
        except Refusal as no:
            raise Objection(number, no) from None
    if all(game.owed) and not torn_off:
        raise Objection(len(events) - 1, _due(game.scene, game.owed[0][0]))
    return game.scene


def nearest_choice(table: GameTable, events: Sequence[Event], at: int) -> int:
    """After how many events somebody is to choose, at this event of a whole record: where a game can be played on.

    What follows from the event by itself, such as the end of the turn, is taken along. Where that ends the game, it is
    the last choice before.
    """
    premises = check_set_up(table, events)
    game = _Replay(table, premises.secrets, None)
    for event in events[: premises.length]:
        game.scene = after(game.scene, event)
    found = premises.length
    for number in range(premises.length, len(events)):
        if found > at:
            break
        game.follow(events[number])
        if not all(game.owed) and game.scene.to_act is not None:
            found = number + 1
    return found


class _Replay:
    """The state of a replay. `owed` are the events that must come next according to the referee.

    There may be several alternatives if they depend on a hidden card; an empty one requires nothing.
    """

    __slots__ = ("copy", "owed", "scene", "secrets")

    def __init__(self, table: GameTable, secrets: Secrets, copy: Copy | None) -> None:
        self.secrets = secrets
        self.copy = copy
        self.scene = Scene.empty(table)
        self.owed = NOTHING

    def follow(self, event: Event) -> None:
        """Check and apply one event; raises a Refusal."""
        owed = [rest[1:] for rest in self.owed if rest and rest[0] == event] if self.owed != NOTHING else ()
        if not owed and all(self.owed):
            raise self._why_not_instead(event, self.owed[0])
        self.owed = owed or self._outcomes(event)
        self.scene = after(self.scene, event)

    def _outcomes(self, event: Event) -> list[Owed]:
        """The possible events after one that a player chose."""
        scene = self.scene
        owed: list[Owed] = []
        no = due = None
        for seat, action, secrets in self._guesses(event):
            try:
                outcome = decide(Position(scene, secrets), action, by=seat)
                if isinstance(outcome, QUESTIONS):
                    outcome = self._chance(outcome, event)
            except Refusal as refused:
                no = refused
                continue
            seen = outcome if self.copy is None else tuple(map(self._seen, outcome))
            if seen[0] == event:
                owed.append(seen[1:])
                if self.copy is None:
                    break
            due = seen[0]
        if not owed:
            raise _due(scene, due) if due is not None else no or _undue(scene, event)
        return owed

    def _seen(self, event: Event) -> Event:
        viewer = self.copy.seat if self.copy is not None else None
        return seen_by(viewer, event, snooping=self.scene.edition.rules.snooping)

    def _hides(self, seat: Seat) -> bool:
        """Whether the record hides this seat's hand."""
        return self.copy is not None and self.copy.seat is not seat

    def _chance(self, question: Chance, event: Event) -> Owed:
        """The events that follow from the record's random result."""
        match question, event:
            case Dice(), Rolled(_, dice):
                if no := why_not_fallen(self.scene.edition.rules, dice):
                    raise no
                return question.fell(dice)
            case Draw(seat, owner, hand), Snooped(_, _, card):
                if card is not None and card not in hand and not self._hides(owner):
                    raise objection("SNOOP-2", "drawn card", seat=seat, owner=owner, card=card)
                return question.drew(card if card is not None else next(iter(hand)))
            case _:
                raise _undue(self.scene, event)

    def _guesses(self, event: Event) -> Sequence[Guess]:
        """The choices that could have led to this event, each with secrets that allow it."""
        secrets = self.secrets
        match event:
            case Rolled(seat):
                return ((seat, Roll(), secrets),)
            case Moved(seat, path):
                to = path[-1] if path else self.scene.pawn(seat)
                return (seat, Move(to), secrets), (seat, Move(to, path), secrets)
            case TurnEnded(seat):
                return ((seat, EndTurn(), secrets),)
            case Suggested(seat, theory):
                return ((seat, Suggest(theory), secrets),)
            case CouldNotShow(seat):
                return ((seat, CannotShow(), self._holding(seat)),)
            case Shown(seat, _, Card() as card):
                return ((seat, Show(card), self._holding(seat, card)),)
            case Shown(seat):
                named = self.scene.turn.theory or self.scene.edition.deck.cards[:1]
                return [(seat, Show(card), self._holding(seat, card)) for card in named]
            case TookPassage(seat):
                return ((seat, TakePassage(), secrets),)
            case Snooped(seat, owner):
                return ((seat, Snoop(owner), secrets),)
            case Accused(seat, theory):
                return ((seat, Accuse(theory), secrets),)
            case TakenBack(seat):
                return ((seat, TakeBack(), secrets),)
            case _:
                return ()

    def _holding(self, seat: Seat, *cards: Card) -> Secrets:
        """The secrets, with this hand if the record hides the real one."""
        if not self._hides(seat):
            return self.secrets
        case_file, hands = self.secrets
        hand = self.scene.edition.deck.of(cards)
        return Secrets(case_file, (*hands[: seat.index], hand, *hands[seat.index + 1 :]))

    def _why_not_instead(self, event: Event, owed: Owed) -> Refusal:
        """Why this event can't come now: the referee's reason, once all owed events have happened."""
        scene = self.scene
        for due in owed:
            scene = after(scene, due)
        for seat, action, secrets in self._guesses(event):
            no = why_not(scene, seat, secrets.hands[seat.index], action)
            if no is not None and not isinstance(action, EndTurn):
                return no
        follows = isinstance(event, Opened | Cleared | FalseWitness | Finished)
        if follows and not any(type(due) is type(event) for due in owed):
            return _undue(self.scene, event)
        match event, owed[0]:
            case Finished(winner), Finished(due_winner, case_file) if winner == due_winner:
                return objection("ACC-4", "due case file", theory=case_file)
            case _:
                return _due(self.scene, owed[0])


def _due(scene: Scene, event: Event) -> Refusal:
    """The refusal of another event where the referee requires this one."""
    match event:
        case TurnEnded(seat):
            return objection("ACC-5" if scene.is_out(seat) else "SHOW-7", "due end of turn", seat=seat)
        case Moved(seat, _, steps):
            return objection("MOVE-8", "due walk", seat=seat, steps=steps)
        case TookPassage(_, to):
            return objection("PASS-4", "due passage", place=to)
        case Shown(seat, to):
            return objection("SHOW-3", "due card", seat=seat, to=to)
        case Snooped(seat, owner):
            return objection("SNOOP-3", "due draw", seat=seat, owner=owner)
        case Opened(seat, _, True):
            return objection("ACC-4", "due right", seat=seat)
        case Opened(seat, _, False):
            return objection("ACC-5", "due wrong", seat=seat)
        case Cleared(seat, to):
            return objection("ACC-7", "due clearing", seat=seat, place=to)
        case FalseWitness(seat, turn):
            return objection("SHOW-9", "due false witness", seat=seat, turn=turn)
        case Finished(None):
            return objection("ACC-8", "due unsolved")
        case Finished(Seat() as winner):
            return objection("ACC-4", "due win", seat=winner)
        case _:
            return _undue(scene, event)


def _undue(scene: Scene, event: Event) -> Refusal:
    """The refusal of an event that follows from no choice."""
    rules = scene.edition.rules
    if scene.finished is not None:
        return refusal("TURN-1", "game over")
    match event:
        case Opened():
            return objection("ACC-4", "undue opening")
        case Cleared(seat):
            clears = rules.wrong_accuser is WrongAccuser.CLEARS_DOORS
            return objection("ACC-7" if clears else "ACC-1", "undue clearing", seat=seat)
        case FalseWitness(seat) if rules.answers is Answers.CHECKED:
            return objection("SHOW-2", "no false witness", seat=seat)
        case FalseWitness(seat):
            return objection("SHOW-9", "undue false witness", seat=seat)
        case Finished():
            return objection("ACC-8", "undue end")
        case Placed() | Sealed() | Dealt() | LaidOpen() | RolledForStart() | Began():
            return objection("TURN-1", "line out of place", line=line_of(event))
        case _:
            return objection("TURN-1", "not now")
