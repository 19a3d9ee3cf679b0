"""What a move comes to on the board: public arithmetic that the referee, a record and a preview share."""

from __future__ import annotations

from greycells.rules.actions import Move
from greycells.rules.board import Kind
from greycells.rules.edition import Rules
from greycells.rules.events import Moved
from greycells.rules.options import reach, used_so_far
from greycells.rules.scene import Scene
from greycells.rules.sentences import Refusal, refusal


def walk(scene: Scene, action: Move) -> Moved:
    """The walk, with a default path for a bare destination, and the steps that are left of it (MOVE-13, SNOOP-4)."""
    turn = scene.turn
    seat = turn.mover
    pawn = scene.pawns[seat.suspect.index]
    legal = reach(scene)
    to, path, steps = action.to, action.path, legal.steps
    final = to in legal.ends
    if path is None:
        walks = scene.table.edition.walks
        find = walks.path if final else walks.pause_path
        path = find(pawn, to, steps, occupied=scene.occupied_by_others(pawn), used=used_so_far(turn))
    elif to.spyglass and 0 < len(path) < steps:
        final = False
    if to.kind is Kind.ROOM:
        left = steps - len(path) if scene.table.edition.rules.stride.passing else 0
    else:
        left = 0 if final else steps - len(path)
    return Moved(seat, path, left)


def why_not_fallen(rules: Rules, dice: tuple[int, ...]) -> Refusal | None:
    """Why dice cannot have fallen like this: how many there are, and what is on them (MOVE-1, MOVE-2)."""
    if len(dice) == rules.dice and all(1 <= die <= 6 for die in dice):
        return None
    return refusal("MOVE-2" if rules.dice == 1 else "MOVE-1", "not such dice", dice=dice, count=rules.dice)
