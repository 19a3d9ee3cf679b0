"""The story: what happened as a viewer saw it, and what is asked now, each a sentence.

Everything is told in the past tense, so that *you* and *Mustard* take the same verb.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import assert_never

from greycells.language.sentences import Argument, Sentence, either
from greycells.rules.cards import Card, Suspect, Theory
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
from greycells.rules.legal_options import Options
from greycells.rules.scene import Scene
from greycells.rules.seats import Seat
from greycells.rules.views import View

MOST_ROOMS = 2
"""With more rooms in reach than these, a question does not name them."""


def tell(event: Event, viewer: Seat | None) -> Sentence:
    """One event as this viewer saw it."""
    match event:
        case Rolled(seat, dice):
            return Sentence("story.rolled", who=_who(seat, viewer), dice=_dice(dice))
        case Moved() | TookPassage() | Cleared():
            return _tell_way(event, viewer)
        case Suggested(seat, theory):
            return Sentence("story.suggested", who=_who(seat, viewer), theory=_deed(theory))
        case CouldNotShow(seat):
            return Sentence("story.could not answer", who=_who(seat, viewer))
        case Shown(seat, to, card):
            who, whom = _who(seat, viewer), _whom(to, viewer)
            named = card is not None and to != viewer
            return Sentence("story.shown to" if named else "story.shown", who=who, to=whom, card=_card(card))
        case Snooped(seat, owner, card):
            who, whom = _who(seat, viewer), _whom(owner, viewer)
            return Sentence("story.snooped", who=who, owner=whom, card=_card(card))
        case FalseWitness(seat, turn, theory):
            return Sentence("story.false witness", who=_whom(seat, viewer), turn=turn, theory=_deed(theory))
        case Accused(seat, theory):
            return Sentence("story.accused", who=_who(seat, viewer), theory=_deed(theory))
        case Opened(seat, case_file, right):
            if right or case_file is None:
                return Sentence("story.right" if right else "story.wrong", who=_who(seat, viewer))
            return Sentence("story.saw the case file", who=_who(seat, viewer), theory=_deed(case_file))
        case TurnEnded(seat):
            return Sentence("story.turn ended", who=_who(seat, viewer))
        case TakenBack(seat):
            return Sentence("story.taken back", who=_who(seat, viewer))
        case Finished(winner, case_file):
            if winner is None:
                return Sentence("story.unsolved", theory=_deed(case_file))
            return Sentence("story.solved", who=_who(winner, viewer), theory=_deed(case_file))
        case Placed() | Sealed() | Dealt() | LaidOpen() | RolledForStart() | Began():
            return _tell_beginning(event, viewer)
    assert_never(event)


def _tell_way(event: Moved | TookPassage | Cleared, viewer: Seat | None) -> Sentence:
    who = _who(event.seat, viewer)
    match event:
        case Moved(_, ()):
            return Sentence("story.stayed", who=who)
        case Moved(_, path, left):
            indoors = path[-1].kind == "room"
            if left:
                return Sentence(
                    "story.paused in" if indoors else "story.paused", who=who, to=path[-1], left=_steps(left)
                )
            return Sentence("story.entered" if indoors else "story.moved", who=who, to=path[-1])
        case TookPassage(_, to):
            return Sentence("story.took passage", who=who, to=to)
        case Cleared(_, to):
            return Sentence("story.cleared", who=who, to=to)
    assert_never(event)


def _tell_beginning(
    event: Placed | Sealed | Dealt | LaidOpen | RolledForStart | Began, viewer: Seat | None
) -> Sentence:
    match event:
        case Placed():
            return Sentence("story.placed")
        case Sealed():
            return Sentence("story.sealed")
        case Dealt(dealer, sizes, hands):
            who = _who(dealer, viewer)
            if viewer is not None and (hand := hands[viewer.index]) is not None:
                return Sentence("story.dealt you", who=who, cards=tuple(hand))
            return Sentence("story.dealt", who=who, cards=sum(sizes))
        case LaidOpen(cards):
            return Sentence("story.laid open", cards=tuple(cards))
        case RolledForStart(rounds):
            throws = tuple(
                Sentence("story.throw", who=_whom(seat, viewer), dice=_dice(dice))
                for throws in rounds
                for seat, dice in throws
            )
            return Sentence("story.rolled for start", throws=throws)
        case Began(starter):
            return Sentence("story.began", who=_who(starter, viewer))
    assert_never(event)


def retell(events: Iterable[Event], viewer: Seat | None) -> Iterator[Sentence]:
    """Several events as one tells them: a roll and its walk together, all who could not answer together.

    That a turn ended is left out where something else was told of it.
    """
    last: Event | None = None
    silent: list[Seat] = []
    for event in events:
        if silent and not isinstance(event, CouldNotShow):
            yield _could_not(silent, viewer)
            silent = []
        if isinstance(last, Rolled) and not isinstance(event, Moved):
            yield tell(last, viewer)
        match event:
            case Rolled():
                pass
            case Moved() if isinstance(last, Rolled):
                moved = tell(event, viewer)
                yield Sentence(f"{moved.key} on a roll", **{**moved.arguments, "dice": _dice(last.dice)})
            case CouldNotShow(seat):
                silent.append(seat)
            case TurnEnded() if not isinstance(last, TurnEnded | Began):
                pass
            case _:
                yield tell(event, viewer)
        last = event
    if silent:
        yield _could_not(silent, viewer)
    if isinstance(last, Rolled):
        yield tell(last, viewer)


def _could_not(seats: list[Seat], viewer: Seat | None) -> Sentence:
    names = tuple(_who(seat, viewer) if number == 0 else _whom(seat, viewer) for number, seat in enumerate(seats))
    return Sentence("story.could not answer", who=names)


def _who(seat: Seat, viewer: Seat | None) -> Argument:
    return Sentence("story.You") if seat == viewer else seat


def _whom(seat: Seat, viewer: Seat | None) -> Argument:
    return Sentence("story.you") if seat == viewer else seat


def _card(card: Card | None) -> Argument:
    """A card that changes hands; a surname alone would read like somebody at the table."""
    if card is None:
        return Sentence("story.a card")
    return Sentence("story.the card", card=card) if isinstance(card, Suspect) and card.name == card.word else card


def _deed(theory: Theory) -> Sentence:
    return Sentence("story.deed", suspect=theory.suspect, weapon=theory.weapon, room=theory.room)


def _dice(dice: tuple[int, ...]) -> Argument:
    """A throw: *5*, or *7 (3 and 4)*."""
    return dice[0] if len(dice) == 1 else Sentence("story.dice", sum=sum(dice), dice=dice)


def _steps(left: int) -> Argument:
    return Sentence("story.one step") if left == 1 else Sentence("story.steps", steps=left)


def question(view: View) -> Sentence:
    """What is asked of this viewer now: one sentence about the situation, and one about what may be done."""
    seat, scene = view.seat, view.scene
    if scene.over:
        return Sentence("ask.over")
    choices = view.options
    if seat is None or not choices:
        return _elsewhere(scene, seat)
    if scene.turn.phase == "answering":
        return _answer(scene, choices)
    may = either(_possible(scene, choices))
    return Sentence("ask.you may", situation=_situation(scene, choices), may=may)


def someone_elses(view: View) -> Sentence:
    """The same moment for a viewer who isn't asked, although it is their seat: a bot is playing it."""
    return Sentence("ask.over") if view.scene.over else _elsewhere(view.scene, None)


def answered_for(view: View) -> Sentence:
    """The same moment for a viewer whose forced answer is given for them."""
    scene, choices = view.scene, view.options
    theory, mover = scene.turn.theory, scene.turn.mover
    assert theory is not None
    assert choices is not None
    if not choices.show:
        return Sentence("ask.nothing to show, automatic", mover=mover, theory=_deed(theory))
    card = next(iter(choices.show))
    return Sentence("ask.show it, automatic", mover=mover, theory=_deed(theory), card=card)


def _elsewhere(scene: Scene, viewer: Seat | None) -> Sentence:
    acting = scene.to_act
    if acting is None:
        return Sentence("ask.not begun")
    theory, mover = scene.turn.theory, scene.turn.mover
    if scene.turn.phase != "answering" or theory is None:
        return Sentence("ask.others turn", seat=acting)
    if mover == viewer:
        return Sentence("ask.answers you", seat=acting, theory=_deed(theory))
    return Sentence("ask.others answer", seat=acting, mover=mover, theory=_deed(theory))


def _answer(scene: Scene, choices: Options) -> Sentence:
    theory, mover = scene.turn.theory, scene.turn.mover
    assert theory is not None
    match tuple(choices.show):
        case ():
            return Sentence("ask.nothing to show", mover=mover, theory=_deed(theory))
        case (card,):
            return Sentence("ask.show it", mover=mover, theory=_deed(theory), card=card)
        case _:
            return Sentence("ask.show one", mover=mover, theory=_deed(theory))


def _situation(scene: Scene, choices: Options) -> Sentence:
    turn = scene.turn
    place = scene.pawn(turn.mover)
    here = Sentence("ask.on" if place.kind != "room" else "ask.in", place=place)
    match turn.phase:
        case "starting":
            if not choices.roll:
                return Sentence("ask.trapped", here=here)
            return Sentence("ask.called over", place=place) if choices.rooms else Sentence("ask.your turn", here=here)
        case "moving":
            if turn.spyglass:
                return Sentence("ask.at spyglass", here=here, left=_steps(turn.steps))
            key = "ask.rolled" if turn.steps == sum(turn.dice) else "ask.go on"
            return Sentence(key, dice=_dice(turn.dice), left=_steps(turn.steps), here=here)
        case "moved":
            if not scene.edition.rules.dice:
                return Sentence("ask.your turn at the table")
            if choices.moves is not None:
                return Sentence("ask.go on", here=here, left=_steps(turn.steps))
            return Sentence("ask.have moved", here=here)
        case _:
            return Sentence("ask.nobody showed" if not turn.shown else "ask.was shown")


def _possible(scene: Scene, choices: Options) -> Iterator[Sentence]:
    """What may be done now, each a phrase after *you may*. That one may accuse is said when a turn closes."""
    turn = scene.turn
    if choices.roll:
        yield Sentence("ask.roll" if scene.edition.rules.dice > 1 else "ask.roll one")
    if choices.passage is not None:
        yield Sentence("ask.take passage", place=choices.passage)
    if choices.snoop:
        yield Sentence("ask.snoop")
    if choices.moves is not None and turn.steps < sum(turn.dice):
        yield Sentence("ask.walk on")
    elif choices.moves is not None:
        rooms = tuple(place for place in choices.moves.ends if place.kind == "room")
        if len(rooms) > MOST_ROOMS:
            yield Sentence("ask.move into one", rooms=len(rooms))
        else:
            yield Sentence("ask.move into", rooms=either(rooms)) if rooms else Sentence("ask.move")
    if choices.rooms:
        yield Sentence("ask.suggest" if len(choices.rooms) == 1 else "ask.suggest anywhere")
    if choices.end_turn:
        yield Sentence("ask.end turn")
    if choices.take_back:
        yield Sentence("ask.take back")
    closing = turn.phase == "closing"
    if choices.accuse and (closing or not any((choices.roll, choices.passage, choices.rooms, choices.moves))):
        yield Sentence("ask.accuse")
