"""Measures the ladder: one of each level against three of the level below, and a round robin for the rating.

    python -m benchmarks.ladder --games 1000                       # every neighbouring pair in classic
    python -m benchmarks.ladder --games 400 --edition luxury --pairs inspector,superintendent
    python -m benchmarks.ladder --round-robin --games 40           # every two levels, two seats each

Games are kept in `build/ladder`, so the same command continues where it was stopped, and a later one with more games
plays only the others. The counts go to `benchmarks/ladder.json`, from which `python -m tools.ladder_page` writes the
tables and the plot in `docs/learn/players.md`.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from hashlib import blake2b
from itertools import combinations, pairwise
from pathlib import Path

import msgspec
from tools.round_robin import LadderCounts, PairCount

from greycells.arena import Journal, Pairing
from greycells.arena.standings import wilson
from greycells.arena.tournament import WorkUnit, play_on
from greycells.deduction.exact_counting import warm_up
from greycells.players.bot_levels import LADDER, LadderLevel

SEED = 1601
ROOT = Path(__file__).parents[1]
COUNTS = ROOT / "benchmarks" / "ladder.json"
GAMES = ROOT / "build" / "ladder"


def main() -> None:
    asked = _arguments()
    warm_up()
    below = list(pairwise(LADDER))
    chosen = set(asked.pairs.split(",")) if asked.pairs else {level.id for level in LADDER}
    if asked.round_robin:
        wanted = [(lower, upper) for lower, upper in combinations(LADDER, 2) if {lower.id, upper.id} <= chosen]
    else:
        wanted = [(lower, upper) for lower, upper in below if upper.id in chosen]
    for edition in asked.edition.split(","):
        for lower, upper in wanted:
            counted = play(edition, upper, lower, even=asked.round_robin, games=asked.games, workers=asked.workers)
            keep(counted, round_robin=asked.round_robin)
            low, high = wilson(counted.wins, counted.games)
            print(
                f"{edition:17}{upper.id:20}{lower.id:20}{counted.games:6}"
                f"{counted.wins / counted.games:8.1%}  ({low:.1%} to {high:.1%}), wrong {counted.wrong}",
                flush=True,
            )


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--edition", default="classic", help="editions, separated by commas")
    parser.add_argument("--pairs", default="", help="ids of the upper levels, separated by commas; default: all")
    parser.add_argument("--round-robin", action="store_true", help="every two levels with two seats each")
    parser.add_argument("--workers", type=int, default=1)
    return parser.parse_args()


def play(edition: str, upper: LadderLevel, lower: LadderLevel, *, even: bool, games: int, workers: int) -> PairCount:
    """Play the games of a pair that are still missing, and count the wins of the upper level in all of them."""
    one, other = upper.id, lower.id
    players = (one, other, one, other) if even else (one, other, other, other)
    kind = "even" if even else "one"
    traits = blake2b(repr((upper, lower)).encode(), digest_size=4).hexdigest()
    journal = Journal(GAMES / f"{edition}-{kind}-{one}-{other}-{traits}.jsonl")
    games = max(games, len({outcome.game for outcome in journal.read()}))
    wins = wrong = played = 0
    for outcome in play_on(WorkUnit(Pairing(edition, players, SEED), journal, None), games, workers=workers):
        mine = {seat for seat, seated in enumerate(outcome.seats) if players[seated.entry] == one}
        wins += outcome.winner in mine
        wrong += sum(outcome.seats[seat].wrong for seat in mine)
        played += 1
    return PairCount(edition, one, other, played, wins, wrong)


def keep(counted: PairCount, *, round_robin: bool) -> None:
    """Replace this pair's line in the file of counts."""
    counts = msgspec.json.decode(COUNTS.read_bytes(), type=LadderCounts) if COUNTS.is_file() else LadderCounts()
    lines = counts.round_robin if round_robin else counts.pairs
    others = [line for line in lines if (line.edition, line.one, line.other) != counted[:3]]
    lines = sorted((*others, counted), key=_place)
    changed = LadderCounts(counts.pairs, lines) if round_robin else LadderCounts(lines, counts.round_robin)
    COUNTS.write_bytes(b"".join(_in_lines(changed)))


def _place(line: PairCount) -> tuple[str, int, int]:
    order = [level.id for level in LADDER]
    return line.edition, order.index(line.one), order.index(line.other)


def _in_lines(counts: LadderCounts) -> Iterator[bytes]:
    """One line for each pair, so that a difference between two measurements can be read."""
    yield b"{\n"
    for name, lines, end in (("pairs", counts.pairs, b",\n"), ("round_robin", counts.round_robin, b"\n}\n")):
        rows = b",\n    ".join(msgspec.json.encode(line) for line in lines)
        yield f'  "{name}": [\n    '.encode() + rows + b"\n  ]" + end


if __name__ == "__main__":
    main()
