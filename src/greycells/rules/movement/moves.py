"""Moves of the current mover: where the pawn may go, and the event of a move (MOVE-3 to MOVE-17)."""

from __future__ import annotations

from greycells.language.sentences import Sentence
from greycells.rules.actions import Move
from greycells.rules.board import Place, Reach
from greycells.rules.edition import Rules
from greycells.rules.events import Moved
from greycells.rules.foreign_pieces import is_way
from greycells.rules.places import Fault
from greycells.rules.refusals import Refusal, refusal
from greycells.rules.scene import Scene, Turn

_COUNTED = ("path too short", "wrong count")


def moves(scene: Scene) -> Reach | None:
    """Where the mover's pawn may go with the rest of its roll (MOVE-3 to MOVE-14); None if nothing is left.

    A pawn in a room doesn't have to continue, and may continue only if it can use the whole rest of its roll.
    """
    turn = scene.turn
    if not turn.steps:
        return None
    pawn = scene.pawns[turn.mover.suspect.index]
    occupied = scene.occupied & ~pawn.bit
    further = scene.table.edition.walks.reach(pawn, turn.steps, occupied=occupied, used=turn.used)
    if turn.phase == "moving":
        return further
    ends = tuple(place for place in further.ends if place is not pawn)
    return Reach(ends, further.pauses, further.steps) if ends and further.steps == turn.steps else None


def walk(scene: Scene, action: Move) -> Moved | Refusal:
    """The event of the mover's move, or why it is illegal. Without a path, a default one is used.

    Steps are left over if the move may continue: in a room that may be passed through (MOVE-13), and at a spyglass on
    the way (SNOOP-4).
    """
    turn, to, path = scene.turn, action.to, action.path
    pawn = scene.pawns[turn.mover.suspect.index]
    legal = moves(scene)
    if legal is None or (to is pawn and turn.phase == "moved"):
        return _why_no_move(scene, pawn)
    occupied, used = scene.occupied & ~pawn.bit, turn.used
    walks, steps = scene.table.edition.walks, legal.steps
    final = type(to) is Place and to in legal.ends
    if (not final or path is not None) and not is_way(scene.table.edition.board, to, path):
        return refusal("MOVE-3", "foreign place", seat=turn.mover)
    if path is not None:
        if (path[-1] if path else pawn) is not to:
            return refusal("MOVE-3", "path ends elsewhere", seat=turn.mover, place=to)
        if fault := walks.fault(pawn, path, steps, occupied=occupied, used=used):
            return _explained(turn, fault, steps)
        final = final and not (to.spyglass and 0 < len(path) < steps)
    elif final:
        path = walks.path(pawn, to, steps, occupied=occupied, used=used)
    elif fault := walks.why_not(pawn, to, steps, occupied=occupied, used=used):
        return _explained(turn, fault, steps)
    else:
        path = walks.pause_path(pawn, to, steps, occupied=occupied, used=used)
    if to.kind == "room":
        final = not (path and walks.stride.passing)
    return Moved(turn.mover, path, 0 if final else steps - len(path))


def _explained(turn: Turn, fault: Fault, longest: int) -> Refusal:
    """The refusal for a fault: it names the roll, or what is left of it, or says that no path uses it up."""
    key = "not a longest path" if longest < turn.steps and fault.key in _COUNTED else fault.key
    said = "rolled" if turn.steps == sum(turn.dice) else "rest of the roll"
    roll = Sentence(f"refusal.{said}", seat=turn.mover, steps=turn.steps)
    return refusal(fault.rule, key, seat=turn.mover, place=fault.place, roll=roll)


def _why_no_move(scene: Scene, pawn: Place) -> Refusal:
    turn = scene.turn
    if not scene.table.rules.dice:
        return why_no_other_move(scene, "no moving")
    passing = scene.edition.walks.stride.passing
    if turn.phase == "starting":
        return refusal("MOVE-16", "roll first", seat=turn.mover)
    if turn.phase == "closing" and passing and turn.theory is not None:
        return refusal("MOVE-17", "suggested here", seat=turn.mover, place=pawn)
    if turn.phase == "moved" and pawn.kind == "room" and not passing:
        return refusal("MOVE-12", "room ends move", seat=turn.mover, place=pawn)
    return why_no_other_move(scene, "one move a turn")


def why_no_other_move(scene: Scene, key: str) -> Refusal:
    """Why there is no other move: a turn is one move, then a suggestion (TURN-1); without dice nobody moves."""
    turn = scene.turn
    if not scene.table.rules.dice:
        return refusal("TURN-1", "no moving")
    if turn.theory is not None and not turn.dice:
        return refusal("TURN-1", "no move after suggesting", seat=turn.mover)
    return refusal("TURN-1", key, seat=turn.mover)


def why_not_fallen(rules: Rules, dice: tuple[int, ...]) -> Refusal | None:
    """Why a roll is impossible: the number of dice, or their values (MOVE-1, MOVE-2)."""
    if len(dice) == rules.dice and all(1 <= die <= 6 for die in dice):
        return None
    if not rules.dice:
        return refusal("TURN-1", "no dice")
    if rules.dice == 1:
        return refusal("MOVE-2", "not such a die", dice=dice or 0)
    return refusal("MOVE-1", "not such dice", dice=dice or 0, count=rules.dice)
