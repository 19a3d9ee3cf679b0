"""The legal choices of a seat, from the scene and its hand, and for any other choice the reason why not."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import NamedTuple, assert_never

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
from greycells.rules.board import Place, Reach
from greycells.rules.cards import CardSet, Room, Theory
from greycells.rules.edition import AfterShown, Answering, Answers, Naming, Snooping, Suggesting, TakeBacks
from greycells.rules.foreign_pieces import ACTIONS, is_card, is_theory, no_action, sits_at
from greycells.rules.movement.moves import moves, walk, why_no_other_move
from greycells.rules.refusals import Refusal, refusal
from greycells.rules.scene import Scene
from greycells.rules.seats import Seat


class Options(NamedTuple):
    """What a seat may choose now, structured instead of as a list of all actions.

    `moves` are the places where the pawn may end (and, at a spyglass, pause); `rooms` are the rooms that a suggestion
    may name, with any suspect and weapon; `show` are the cards that may be shown.
    """

    seat: Seat
    show: CardSet
    moves: Reach | None = None
    passage: Place | None = None
    snoop: tuple[Seat, ...] = ()
    rooms: tuple[Room, ...] = ()
    roll: bool = False
    cannot_show: bool = False
    accuse: bool = False
    end_turn: bool = False
    take_back: bool = False

    def __bool__(self) -> bool:
        """Whether there is anything to choose."""
        return any(self[1:])

    def __repr__(self) -> str:
        open_now = [name for name, value in zip(self._fields[1:], self[1:], strict=True) if value]
        return f"Options({self.seat}: {', '.join(open_now) or 'nothing'})"

    def actions(self, *, accusations: bool = False) -> Iterator[Action]:
        """All legal actions, a move by its destination; with `accusations` also those, hundreds of them, at the end."""
        if self.roll:
            yield Roll()
        if self.passage is not None:
            yield TakePassage()
        if self.moves is not None:
            for place in self.moves.ends:
                yield Move(place)
            for place in self.moves.pauses:
                if place not in self.moves.ends:
                    yield Move(place)
        for owner in self.snoop:
            yield Snoop(owner)
        deck = self.show.deck
        for room in self.rooms:
            yield from (Suggest(Theory(suspect, weapon, room)) for suspect in deck.suspects for weapon in deck.weapons)
        for card in self.show:
            yield Show(card)
        if self.cannot_show:
            yield CannotShow()
        if self.end_turn:
            yield EndTurn()
        if self.take_back:
            yield TakeBack()
        if self.accuse and accusations:
            theories = product(deck.suspects, deck.weapons, deck.rooms)
            yield from (Accuse(Theory(suspect, weapon, room)) for suspect, weapon, room in theories)


def options(scene: Scene, seat: Seat, hand: CardSet) -> Options:
    """What this seat may choose now."""
    turn = scene.turn
    none = hand.deck.nothing
    if turn.to_act is not seat:
        return Options(seat, none)
    match turn.phase:
        case "starting":
            shut, passage = trapped(scene), _passage(scene)
            rooms = rooms_to_name(scene) if scene.called else ()
            stuck = shut and passage is None
            return Options(seat, none, None, passage, (), rooms, roll=not shut, accuse=True, end_turn=stuck)
        case "moving":
            snoop, back = _to_snoop(scene), scene.before is not None
            return Options(seat, none, moves(scene), None, snoop, accuse=True, take_back=back)
        case "answering":
            show = CardSet(hand.deck, hand.mask & turn.theory.mask if turn.theory else 0)
            deny = not show.mask or scene.table.rules.answers is Answers.UNCHECKED
            return Options(seat, show, cannot_show=deny)
        case "moved":
            snoop, back = _to_snoop(scene), scene.before is not None
            rooms, done = rooms_to_name(scene), not must_suggest(scene)
            return Options(seat, none, moves(scene), None, snoop, rooms, accuse=True, end_turn=done, take_back=back)
        case "closing" | "setting up" | "over":
            return Options(seat, none, accuse=True, end_turn=True)
    assert_never(turn.phase)


def why_not(scene: Scene, seat: Seat, hand: CardSet, action: Action) -> Refusal | None:
    """Why this seat may not do that now, or None if it may. Takes any object, even one that isn't an action."""
    if type(action) not in ACTIONS:
        return no_action(action)
    if scene.turn.to_act is not seat:
        return _why_not_now(scene, seat, action)
    if scene.turn.phase == "answering":
        return _why_not_answer(scene, seat, hand, action)
    match action:
        case Roll():
            return _why_not_roll(scene)
        case Move():
            walked = walk(scene, action)
            return walked if isinstance(walked, Refusal) else None
        case EndTurn():
            return _why_not_end(scene)
        case Suggest(theory):
            return _why_not_suggest(scene, theory)
        case TakePassage():
            return _why_not_passage(scene)
        case Snoop(owner):
            return _why_not_snoop(scene, owner)
        case Accuse(theory):
            known = is_theory(scene.table.edition.deck, theory)
            return None if known else refusal("ACC-2", "foreign theory", seat=seat)
        case TakeBack():
            return _why_not_take_back(scene)
        case Show() | CannotShow():
            return refusal("SHOW-1", "nothing asked", seat=seat)
    assert_never(action)


def _why_not_now(scene: Scene, seat: Seat, action: Action) -> Refusal:
    """It isn't this seat's choice."""
    turn = scene.turn
    if turn.to_act is None:
        return refusal("TURN-1", "game over" if scene.finished else "not begun")
    match action:
        case Show() | CannotShow():
            return _why_not_asked(scene, seat)
        case Accuse():
            if scene.false_witnesses >> seat.index & 1:
                return refusal("SHOW-9", "false witness", seat=seat)
            if scene.is_out(seat):
                return refusal("ACC-3", "has accused", seat=seat)
            if seat is turn.mover:
                return refusal("ACC-1", "answers due", seat=seat, asked=turn.to_act)
            if turn.cut_short is seat and scene.edition.rules.after_shown is AfterShown.TURN_ENDS:
                return refusal("SHOW-7", "turn over after card", seat=seat)
            return refusal("ACC-1", "accuse on own turn", seat=seat, mover=turn.mover)
        case _:
            if scene.is_out(seat):
                caught = scene.false_witnesses >> seat.index & 1
                return refusal("SHOW-9" if caught else "ACC-5", "takes no turns", seat=seat)
            if turn.asked is not None:
                return _answer_first(scene, turn.asked)
            if turn.cut_short is seat and scene.edition.rules.after_shown is AfterShown.TURN_ENDS:
                return refusal("SHOW-7", "turn ended by card", seat=seat)
            return refusal("TURN-1", "not your turn", seat=seat, mover=turn.to_act)


def _answer_first(scene: Scene, asked: Seat) -> Refusal:
    """This seat has to answer first: the next to the left, eliminated or not (SHOW-1, SHOW-5, SHOW-6)."""
    if scene.is_out(asked):
        return refusal("SHOW-6", "answers though out", asked=asked)
    if scene.turn.shown:
        return refusal("SHOW-5", "answers too", asked=asked)
    return refusal("SHOW-1", "answers first", asked=asked)


def _why_not_asked(scene: Scene, seat: Seat) -> Refusal:
    """Why this seat isn't asked: another one is, or the answering is over (SHOW-1, SHOW-4 to SHOW-6)."""
    turn = scene.turn
    if turn.theory is None:
        return refusal("SHOW-1", "not asked", seat=seat)
    if seat is turn.mover:
        return refusal("SHOW-1", "own suggestion", seat=seat)
    count = len(scene.seats)
    last = turn.asked or turn.mover
    if (seat.index - turn.mover.index) % count < (last.index - turn.mover.index) % count:
        return refusal("SHOW-1", "answered already", seat=seat)
    if turn.asked is not None:
        return _answer_first(scene, turn.asked)
    if turn.shown and scene.edition.rules.answering is Answering.UNTIL_SHOWN:
        return refusal("SHOW-4", "answering over", seat=seat)
    return refusal("SHOW-1", "answered already", seat=seat)


def trapped(scene: Scene) -> bool:
    """Whether the mover is in a room with every door blocked (MOVE-15)."""
    pawn = scene.pawns[scene.turn.mover.suspect.index]
    return pawn.kind == "room" and scene.table.edition.walks.shut_in(pawn, scene.occupied_by_others(pawn))


def _why_not_roll(scene: Scene) -> Refusal | None:
    """The dice are rolled once, at the start of the turn (MOVE-1, MOVE-2, MOVE-16)."""
    turn = scene.turn
    if not scene.edition.rules.dice:
        return refusal("TURN-1", "no dice")
    if turn.phase != "starting":
        return why_no_other_move(scene, "rolled already" if turn.dice else "one move a turn")
    if trapped(scene):
        key = "trapped" if _passage(scene) is None else "trapped, with a passage"
        key += ", called over" if rooms_to_name(scene) else ""
        return refusal("MOVE-15", key, seat=turn.mover, place=scene.pawn(turn.mover))
    return None


def _passage(scene: Scene) -> Place | None:
    """The other end of the passage that the mover may take instead of rolling (PASS-4, MOVE-20)."""
    far = scene.table.edition.board.passage_from(scene.pawns[scene.turn.mover.suspect.index])
    if far is None or (far.kind == "space" and far in scene.pawns):
        return None
    return far


def _why_not_passage(scene: Scene) -> Refusal | None:
    turn = scene.turn
    pawn = scene.pawn(turn.mover)
    if scene.edition.rules.dice and not scene.edition.board.passages:
        return refusal("PASS-4", "no passages")
    if turn.phase == "moving" and not scene.edition.rules.stride.passages:
        return refusal("PASS-7", "passage before rolling", seat=turn.mover)
    if turn.phase == "moving" or (turn.phase == "moved" and moves(scene) is not None):
        return refusal("PASS-5", "passage inside the roll", seat=turn.mover)
    if turn.phase != "starting":
        return why_no_other_move(scene, "one move a turn")
    far = scene.edition.board.passage_from(pawn)
    if far is None:
        return refusal("PASS-4", "no passage", seat=turn.mover, place=pawn)
    if _passage(scene) is None:
        return refusal("MOVE-20", "passage occupied", seat=turn.mover, place=far)
    return None


def _to_snoop(scene: Scene) -> tuple[Seat, ...]:
    """The opponents with cards, eliminated or not, if the mover has reached a spyglass (SNOOP-2, SNOOP-5)."""
    mover = scene.turn.mover
    if not scene.turn.spyglass or scene.table.rules.snooping is Snooping.NONE:
        return ()
    return tuple(seat for seat in scene.table.seats if seat is not mover and scene.sizes[seat.index])


def _why_not_snoop(scene: Scene, owner: Seat) -> Refusal | None:
    turn = scene.turn
    if scene.edition.rules.snooping is Snooping.NONE:
        return refusal("TURN-1", "no snooping", seat=turn.mover)
    if not sits_at(scene.table, owner):
        return refusal("SNOOP-2", "foreign seat", seat=turn.mover)
    pawn = scene.pawn(turn.mover)
    if not turn.spyglass:
        if pawn.spyglass and turn.used:
            return refusal("SNOOP-4", "snooped here", seat=turn.mover, place=pawn)
        return refusal("SNOOP-5" if pawn.spyglass else "SNOOP-2", "no spyglass", seat=turn.mover)
    if owner is turn.mover:
        return refusal("SNOOP-2", "snoop oneself", seat=turn.mover)
    if not scene.sizes[owner.index]:
        return refusal("SNOOP-2", "empty hand", seat=turn.mover, owner=owner)
    return None


def rooms_to_name(scene: Scene) -> tuple[Room, ...]:
    """The rooms that a suggestion may name now: the mover's room, if the mover has the right to suggest (SUG-1)."""
    turn = scene.turn
    if turn.phase == "moved":
        if not turn.entered:
            return ()
    elif turn.phase != "starting" or not scene.called >> turn.mover.index & 1:
        return ()
    edition = scene.table.edition
    if edition.rules.naming is Naming.ANY_ROOM:
        return edition.deck.rooms
    room = scene.pawns[turn.mover.suspect.index].room
    return (room,) if room is not None else ()


def _why_not_suggest(scene: Scene, theory: Theory) -> Refusal | None:
    turn = scene.turn
    if not is_theory(scene.table.edition.deck, theory):
        return refusal("SUG-1", "foreign theory", seat=turn.mover)
    rooms = rooms_to_name(scene)
    if theory.room in rooms:
        return None
    pawn = scene.pawn(turn.mover)
    if rooms:
        return refusal("SUG-1", "another room", seat=turn.mover, place=pawn, room=theory.room)
    if turn.theory is not None:
        return refusal("SUG-7", "suggested already", seat=turn.mover)
    if pawn.room is None:
        cardless = any(place.kind == "room" and place.room is None for place in scene.edition.board.places)
        key = "no place to suggest, as some have no card" if cardless else "no place to suggest"
        return refusal("SUG-10", key, seat=turn.mover, place=pawn)
    return _why_no_right(scene, pawn)


def _why_no_right(scene: Scene, room: Place) -> Refusal:
    """Why the mover, in a room, may not suggest there: the right never came, was used, was given up or has lapsed."""
    turn = scene.turn
    mover = turn.mover
    if turn.phase == "starting" and trapped(scene) and _passage(scene) is None:
        return refusal("MOVE-15", "trapped, no suggestion", seat=mover, place=room)
    if turn.phase == "moved" and scene.edition.rules.stride.jumping:
        return refusal("MOVE-7", "stayed behind a pawn", seat=mover, place=room)
    if scene.called >> mover.index & 1:
        return refusal("SUG-9", "right given up", seat=mover, place=room)
    if scene.suggested >> mover.index & 1:
        return refusal("SUG-8", "suggested here last", seat=mover, place=room)
    return refusal("SUG-7", "no right to suggest", seat=mover, place=room)


def _why_not_answer(scene: Scene, seat: Seat, hand: CardSet, action: Action) -> Refusal | None:
    """The asked seat must show one of the named cards that it has, or say that it has none (SHOW-2)."""
    theory = scene.turn.theory
    assert theory is not None
    match action:
        case Show(card):
            if not is_card(hand.deck, card):
                return refusal("SHOW-2", "foreign card", seat=seat)
            if card.bit & theory.mask & hand.mask:
                return None
            return refusal("SHOW-2", "card not held" if card in theory else "card not named", seat=seat, card=card)
        case CannotShow():
            if not hand.mask & theory.mask or scene.table.rules.answers is Answers.UNCHECKED:
                return None
            return refusal("SHOW-2", "must show", seat=seat, cards=tuple(hand.common(theory)))
        case Accuse():
            return refusal("ACC-1", "answer due", seat=seat)
        case _:
            return refusal("SHOW-1", "answer due", seat=seat)


def must_suggest(scene: Scene) -> bool:
    """Whether the mover has entered a room and this edition requires a suggestion there (SUG-2)."""
    return scene.turn.entered and scene.table.rules.suggesting is Suggesting.REQUIRED


def _why_not_end(scene: Scene) -> Refusal | None:
    """A turn ends when its move is complete, and its suggestion made where one is required (TURN-1, MOVE-16, SUG-2)."""
    turn = scene.turn
    match turn.phase:
        case "closing":
            return None
        case "moved":
            if must_suggest(scene):
                return refusal("SUG-2", "must suggest", seat=turn.mover, place=scene.pawn(turn.mover))
            return None
        case "moving":
            return refusal("MOVE-8", "steps left", seat=turn.mover, steps=turn.steps)
        case _:
            pawn, called = scene.pawn(turn.mover), bool(rooms_to_name(scene))
            if not trapped(scene):
                return refusal(
                    "MOVE-16", "must move or suggest" if called else "must move", seat=turn.mover, place=pawn
                )
            if _passage(scene) is not None:
                key = "must take passage or suggest" if called else "must take passage"
                return refusal("MOVE-15", key, seat=turn.mover, place=pawn)
            return None


def _why_not_take_back(scene: Scene) -> Refusal | None:
    if scene.before is not None:
        return None
    allowed = scene.edition.rules.take_backs is TakeBacks.ALLOWED
    return refusal("TURN-1", "nothing to take back" if allowed else "no take-backs", seat=scene.turn.mover)
