"""Perft: the number of action sequences to a depth, with scripted dice; one number that tests all the rules."""

from __future__ import annotations

from collections.abc import Sequence

from greycells.rules.actions import Action
from greycells.rules.legal_options import options
from greycells.rules.position import Position, follow
from greycells.rules.referee import Dice, Draw, decide
from greycells.rules.refusals import refusal


def actions_of(position: Position) -> list[Action]:
    """All legal actions of the seat to act, except accusations, of which there is always one per theory."""
    seat = position.scene.to_act
    if seat is None:
        return []
    offered = options(position.scene, seat, position.secrets.hands[seat.index])._replace(accuse=False)
    return list(offered.actions())


def play(position: Position, action: Action, throw: tuple[int, ...]) -> Position:
    """The position after an action; `throw` gives the dice, and snooping draws the first card of the hand."""
    outcome = decide(position, action)
    if isinstance(outcome, Dice):
        outcome = outcome.fell(throw)
    elif isinstance(outcome, Draw):
        outcome = outcome.drew(next(iter(outcome.hand)))
    for event in outcome:
        position = follow(position, event)
    return position


def perft(position: Position, depth: int, *, throws: Sequence[tuple[int, ...]]) -> int:
    """The number of action sequences of this length; turn n uses the n-th throw, starting over at the end."""
    actions = actions_of(position)
    if depth <= 1:
        return len(actions) if depth else 1
    throw = throws[(position.scene.turn.number - 1) % len(throws)]
    return sum(perft(play(position, action, throw), depth - 1, throws=throws) for action in actions)


def throws_of(totals: str, *, dice: int) -> tuple[tuple[int, ...], ...]:
    """Throws with these totals, such as `6,4`, split into the dice of an edition."""
    throws: list[tuple[int, ...]] = []
    for text in totals.split(","):
        total = int(text) if text.strip().isdecimal() else 0
        if dice and not dice <= total <= 6 * dice:
            raise refusal("MOVE-2" if dice == 1 else "MOVE-1", "no such throw", total=text, dice=dice)
        each, more = divmod(total, dice or 1)
        throws.append(tuple(each + (die < more) for die in range(dice)))
    return tuple(throws)
