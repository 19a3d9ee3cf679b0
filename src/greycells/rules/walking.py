"""Moving: where the mover's pawn may go from here, and what a move comes to (MOVE-3 to MOVE-17)."""

from __future__ import annotations

from greycells.rules.actions import Move
from greycells.rules.board import Kind, Place, Reach
from greycells.rules.edition import Rules
from greycells.rules.events import Moved
from greycells.rules.scene import Phase, Scene, Turn
from greycells.rules.sentences import Refusal, refusal


def reach(scene: Scene) -> Reach:
    """Where the mover's pawn may end with the steps that are left (MOVE-3 to MOVE-14)."""
    turn = scene.turn
    pawn = scene.pawns[turn.mover.suspect.index]
    occupied = scene.occupied_by_others(pawn)
    return scene.table.edition.walks.reach(pawn, turn.steps, occupied=occupied, used=used_so_far(turn))


def used_so_far(turn: Turn) -> int:
    """The places that a move may not enter again when it goes on after a stop (MOVE-4, MOVE-14)."""
    return turn.used if turn.steps != sum(turn.dice) else 0


def moves(scene: Scene) -> Reach | None:
    """Where the mover's pawn may go with what is left of its roll. From a room it need not go on."""
    turn = scene.turn
    if turn.phase is Phase.MOVING:
        return reach(scene)
    if turn.phase is not Phase.MOVED or turn.steps == 0:
        return None
    further = reach(scene)
    pawn = scene.pawns[turn.mover.suspect.index]
    ends = tuple(place for place in further.ends if place is not pawn)
    return Reach(ends, further.pauses, further.steps) if ends and further.steps == turn.steps else None


def walk(scene: Scene, action: Move) -> Moved | Refusal:
    """What the mover's walk comes to, or why not: a bare destination gets a default path.

    Steps are left over where the move may go on: in a room that may be passed through (MOVE-13), and at a spyglass
    that it came upon on its way (SNOOP-4).
    """
    legal = moves(scene)
    turn = scene.turn
    pawn = scene.pawns[turn.mover.suspect.index]
    to, path = action.to, action.path
    if legal is None or (to is pawn and turn.phase is Phase.MOVED):
        return _why_no_move(scene, pawn)
    walks, steps = scene.table.edition.walks, legal.steps
    occupied, used = scene.occupied_by_others(pawn), used_so_far(turn)
    final = to in legal.ends
    if path is not None:
        if (path[-1] if path else pawn) is not to:
            return refusal("MOVE-3", "path ends elsewhere", seat=turn.mover, place=to)
        if fault := walks.fault(pawn, path, steps, occupied=occupied, used=used):
            return refusal(fault.rule, fault.key, seat=turn.mover, place=fault.place, roll=turn.steps)
        final = final and not (to.spyglass and 0 < len(path) < steps)
    elif final:
        path = walks.path(pawn, to, steps, occupied=occupied, used=used)
    elif fault := walks.why_not(pawn, to, steps, occupied=occupied, used=used):
        return refusal(fault.rule, fault.key, seat=turn.mover, place=fault.place, roll=turn.steps)
    else:
        path = walks.pause_path(pawn, to, steps, occupied=occupied, used=used)
    if to.kind is Kind.ROOM:
        final = not (path and walks.stride.passing)
    return Moved(turn.mover, path, 0 if final else steps - len(path))


def _why_no_move(scene: Scene, pawn: Place) -> Refusal:
    turn = scene.turn
    passing = scene.edition.walks.stride.passing
    if turn.phase is Phase.STARTING:
        return refusal("MOVE-16", "roll first", seat=turn.mover)
    if turn.phase is Phase.CLOSING and passing and turn.theory is not None:
        return refusal("MOVE-17", "suggested here", seat=turn.mover, place=pawn)
    if turn.phase is Phase.MOVED and pawn.kind is Kind.ROOM and not passing:
        return refusal("MOVE-12", "room ends move", seat=turn.mover, place=pawn)
    return refusal("TURN-1", "one move a turn", seat=turn.mover)


def why_not_fallen(rules: Rules, dice: tuple[int, ...]) -> Refusal | None:
    """Why dice cannot have fallen like this: how many there are, and what is on them (MOVE-1, MOVE-2)."""
    if len(dice) == rules.dice and all(1 <= die <= 6 for die in dice):
        return None
    if rules.dice == 1:
        return refusal("MOVE-2", "not such a die", dice=dice or 0)
    return refusal("MOVE-1", "not such dice", dice=dice or 0, count=rules.dice)
