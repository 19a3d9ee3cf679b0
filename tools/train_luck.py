"""Trains the values in which a review measures luck, from games between chief inspectors and inspectors.

    python -m tools.train_luck play FOLDER --games 7000 --seed 11 --table 0  # rolls and answers of classic games
    python -m tools.train_luck play FOLDER --games 1100 --seed 16            # more of them, in all editions
    python -m tools.train_luck fit FOLDER                                    # writes the values into the package

Luck averages out to zero with any values, as long as they are fixed before a game (`docs/learn/review.md`). So they are
chosen to explain as much of the results as they can: the training begins with the model of the winning chances, and
makes the squared difference between result and luck as small as possible. The seed must differ from that of
`benchmarks/reviews.py`, which measures luck with them.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator, Sequence
from math import sqrt
from pathlib import Path
from random import Random
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from tools.train_chances import PACKAGE, TABLES, Adam, Floats, backward, forward, small

from greycells.analysis.review.luck import chance_positions
from greycells.analysis.review.reviewed_game import ReviewedGame
from greycells.arena.match import Pairing, play_match
from greycells.chances.model import LUCK_WEIGHTS, ChanceModel, default_model, features
from greycells.chances.standing import Column
from greycells.deduction.exact_counting import warm_up

VERSION = "1"
PLAYERS = ("chief-inspector", "inspector")
"""Who sits on each seat, at random."""

FILE = 100
"""How many games are in a file."""

BATCH = 32
"""How many games decide about each step of the training."""


class LuckyGame(NamedTuple):
    """A game: who won, and the positions that its rolls and answers led to or could have led to, with their weights.

    `values` are the rows of these positions, or later the features that the network sees; `out` who was eliminated.
    """

    won: Floats
    values: Floats
    out: NDArray[np.bool_]
    weights: Floats


def lucky_game(number: int, seed: int, *, table: int | None = None) -> LuckyGame:
    """One game, by its number."""
    rng = Random(f"{seed} {number}")
    chosen = rng.choices(range(len(TABLES)), [weight for *_, weight in TABLES])[0] if table is None else table
    edition, seats, _ = TABLES[chosen]
    players = tuple(rng.choice(PLAYERS) for _ in range(seats))
    _, match = play_match(Pairing(edition, players, rng.getrandbits(40)), 0)
    game = ReviewedGame.of(match.table, match.events, default_model())
    found = [positions for _, positions in chance_positions(game)]
    rows = np.concatenate([each.rows for each in found])
    weights = np.concatenate([each.weights for each in found])
    return LuckyGame(game.result, small(rows), rows[..., Column.OUT] > 0.5, weights)


def play(folder: Path, games: int, *, seed: int, table: int | None, seconds: float) -> None:
    """Play games and write their rolls and answers, a file for every hundred games and number of seats."""
    folder.mkdir(parents=True, exist_ok=True)
    warm_up()
    began, some = time.perf_counter(), list[LuckyGame]()
    for number in range(games):
        some.append(lucky_game(number, seed, table=table))
        late = time.perf_counter() - began > seconds
        if len(some) == FILE or number == games - 1 or late:
            for seats in {len(game.won) for game in some}:
                kept = [game for game in some if len(game.won) == seats]
                np.savez_compressed(
                    folder / f"luck-{seed}-{number:05}-{seats}.npz",
                    won=np.stack([game.won for game in kept]),
                    rows=np.concatenate([game.values for game in kept]),
                    weights=np.concatenate([game.weights for game in kept]),
                    lengths=[len(game.weights) for game in kept],
                )
            some.clear()
            print(f"{number + 1} games, {time.perf_counter() - began:.0f} s", flush=True)
        if late:
            return


def load(folder: Path) -> Iterator[LuckyGame]:
    """All games in a folder, with what the network sees."""
    for file in sorted(folder.glob("luck-*.npz")):
        with np.load(file) as kept:
            ends: list[int] = np.cumsum(kept["lengths"]).tolist()
            rows, weights = kept["rows"], kept["weights"]
            for won, begin, end in zip(kept["won"], [0, *ends], ends, strict=False):
                some = rows[begin:end]
                out = some[..., Column.OUT] > 0.5
                yield LuckyGame(won, small(features(some)), out, weights[begin:end])


def unexplained_and_slopes(weights: Sequence[Floats], games: Sequence[LuckyGame]) -> tuple[Floats, list[Floats]]:
    """What luck leaves unexplained of every result, by game and seat, and the gradients of the mean of its squares.

    The games have the same number of seats.
    """
    out = np.concatenate([game.out for game in games])
    share = np.concatenate([game.weights for game in games])[:, None]
    values, chances = forward(weights, np.concatenate([game.values for game in games]), out)
    chances = np.where(out, 0.0, chances)
    lengths = [len(game.weights) for game in games]
    won = np.stack([game.won for game in games])
    left: Floats = won - 1 / won.shape[-1] - np.add.reduceat(chances * share, np.cumsum([0, *lengths[:-1]]), axis=0)
    slope = -2 / len(games) * np.repeat(left, lengths, axis=0) * share
    return left, backward(weights, values, chances * (slope - (chances * slope).sum(axis=-1, keepdims=True)))


def fit(games: list[LuckyGame], *, epochs: int = 6, more: int = 32, seed: int = 3) -> ChanceModel:
    """Begin with the winning chances and `more` idle units; a tenth of the games only tells how well it goes."""
    rng = Random(seed)
    model = default_model()
    every = np.concatenate([game.values[::7].reshape(-1, game.values.shape[-1]) for game in games])
    mean, spread = every.mean(axis=0), every.std(axis=0) + 1e-3
    games = [game._replace(values=(game.values - mean) / spread) for game in games]
    (first, bias), (last, last_bias) = model.layers
    idle = np.random.default_rng(seed).normal(0, len(mean) ** -0.5, (len(mean), more))
    weights = [
        small(np.concatenate((first * spread[:, None], idle), axis=1)),
        small(np.concatenate((bias + mean @ first, np.zeros(more)))),
        small(np.concatenate((last, np.zeros((more, 1))))),
        small(last_bias),
    ]
    rng.shuffle(games)
    held, games = games[: len(games) // 10], games[len(games) // 10 :]
    adam = Adam(weights)
    print(f"at first: {unexplained(weights, held):.4f} unexplained", flush=True)
    for epoch in range(epochs):
        batches = list(batches_of(games, rng))
        for number, batch in enumerate(batches):
            done = (epoch + number / len(batches)) / epochs
            adam.step(unexplained_and_slopes(weights, batch)[1], 3e-3 * 0.5 * (1 + np.cos(np.pi * done)))
        print(f"epoch {epoch + 1}: {unexplained(weights, held):.4f} unexplained", flush=True)
    first = weights[0] / spread[:, None]
    return ChanceModel(VERSION, ((first, weights[1] - mean @ first), (weights[2], weights[3])))


def batches_of(games: Sequence[LuckyGame], rng: Random) -> Iterator[list[LuckyGame]]:
    """All games, some with the same number of seats at a time, in random order."""
    found: list[list[LuckyGame]] = []
    for seats in sorted({len(game.won) for game in games}):
        some = [game for game in games if len(game.won) == seats]
        rng.shuffle(some)
        found += [some[begin : begin + BATCH] for begin in range(0, len(some), BATCH)]
    rng.shuffle(found)
    yield from found


def unexplained(weights: Sequence[Floats], games: Sequence[LuckyGame]) -> float:
    """The spread of the results without luck, as a part of their spread."""
    left = whole = 0.0
    for batch in batches_of(games, Random(0)):
        left += float((unexplained_and_slopes(weights, batch)[0] ** 2).sum())
        whole += float(sum(((game.won - 1 / len(game.won)) ** 2).sum() for game in batch))
    return sqrt(left / whole)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("do", choices=("play", "fit"))
    parser.add_argument("folder", type=Path)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--table", type=int, help="the number of the only table to play")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="stop after so many seconds")
    arguments = parser.parse_args()
    if arguments.do == "play":
        play(arguments.folder, arguments.games, seed=arguments.seed, table=arguments.table, seconds=arguments.seconds)
        return
    model = fit(list(load(arguments.folder)))
    file = PACKAGE / LUCK_WEIGHTS
    file.write_bytes(model.write())
    print(f"{file.stat().st_size} bytes, version {model.version}")


if __name__ == "__main__":
    main()
