"""Turns per second on one core: three players that move to rooms at random, through the public API.

python -m benchmarks.turns                       # the median and the best of eight runs
python -m benchmarks.turns --against v1.0        # before and after in turn, the best of twenty short runs
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Sequence
from statistics import median
from typing import TypeVar

from benchmarks import against

from greycells import (
    Accuse,
    Action,
    CannotShow,
    EndTurn,
    Game,
    Move,
    Options,
    Roll,
    Show,
    Snoop,
    Suggest,
    TakePassage,
    Theory,
    load,
)
from greycells.rules.cards import Room
from greycells.rules.legal_options import options as options_for

T = TypeVar("T")
EDITIONS = ("classic", "luxury", "anniversary", "getaway", "master-detective")
TURNS_A_GAME = 120
PROBE = """
import json, sys
from benchmarks.turns import turns_a_second
for line in sys.stdin:
    found = {}
    for key in ("classic", "master-detective"):
        for views, name in ((False, "turns/s"), (True, "turns/s with views")):
            found[f"{key}, {name}"] = turns_a_second(key, views=views, seconds=0.3)
    print(json.dumps(found), flush=True)
"""
"""Measures one tree, for `--against`."""


def any_of(things: Sequence[T], chance: random.Random) -> T:
    return things[int(chance.random() * len(things))]


def choose(options: Options, game: Game, chance: random.Random) -> Action:
    """Move to a room, suggest anything there, show anything; after many turns accuse, so that the game ends."""
    _, show, moves, passage, snoop, rooms, roll, cannot_show, accuse, end_turn, _ = options
    if not accuse:
        return CannotShow() if cannot_show and not show else Show(next(iter(show)))
    if game.scene.turn.number > TURNS_A_GAME:
        return Accuse(named(game.edition.deck.rooms, game, chance))
    if rooms:
        return Suggest(named(rooms, game, chance))
    if roll:
        return TakePassage() if passage is not None and chance.random() < 0.5 else Roll()
    if snoop:
        return Snoop(snoop[0])
    if moves is not None:
        return Move(any_of([place for place in moves.ends if place.kind == "room"] or moves.ends, chance))
    return EndTurn() if end_turn else TakePassage()


def named(rooms: Sequence[Room], game: Game, chance: random.Random) -> Theory:
    deck = game.edition.deck
    return Theory(any_of(deck.suspects, chance), any_of(deck.weapons, chance), any_of(rooms, chance))


def turns_a_second(edition_key: str, *, views: bool, seconds: float) -> float:
    edition = load(edition_key)
    chance = random.Random(1)
    turns, games, spent = 0, 0, 0.0
    while spent < seconds:
        began = time.process_time()
        game = Game.new(edition, ["Ada", "Grace", "Hedy"], seed=games)
        if views:
            for viewer in game.seats:
                game.view(viewer)
        while (seat := game.to_act) is not None:
            if views:
                options = game.view(seat).options
                assert options is not None
            else:
                options = options_for(game.scene, seat, game.hand(seat))
            game.play(choose(options, game, chance))
        spent += time.process_time() - began
        turns += game.scene.turn.number
        games += 1
    return turns / spent


def main(seconds: float = 4.0) -> None:
    """Print the median and the best of eight runs with warm path tables, because the machine is shared."""
    print(f"{'edition':18}{'turns/s':>12}{'best':>10}{'with views':>16}{'best':>10}")
    for key in EDITIONS:
        turns_a_second(key, views=False, seconds=seconds)
        line = f"{key:18}"
        for views, width in ((False, 12), (True, 16)):
            stretches = [turns_a_second(key, views=views, seconds=seconds / 8) for _ in range(8)]
            line += f"{median(stretches):{width},.0f}{max(stretches):10,.0f}"
        print(line, flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--against", metavar="REF", help="compare with another commit instead, in alternating runs")
    parser.add_argument("--seconds", type=float, default=4.0)
    asked = parser.parse_args()
    if asked.against:
        against.compare(asked.against, PROBE, more_is_better=True, rounds=20)
    else:
        main(asked.seconds)
