"""Trains the models of the winning chances from games of our own players, and measures them on games not seen before.

    python -m tools.train_chances play FOLDER --games 2000 --seed 1             # positions of so many games into FOLDER
    python -m tools.train_chances play FOLDER --games 7000 --seed 101 --table 0 # more of them, classic with four seats
    python -m tools.train_chances fit FOLDER                                    # writes the model into the package
    python -m tools.train_chances measure ANOTHER                               # calibration and Brier skill

Half of the games are of players of one level, half of players of any levels, so that what people overlook is in the
data. Seeds of `measure` must differ from those of `fit`: the figures of `docs/learn/review.md` are of games that the
model has not seen.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from greycells.analysis.review.seat_knowledge import knowledge_timeline
from greycells.analysis.review.standings_over_time import game_points
from greycells.arena.match import Pairing, play_match
from greycells.chances.model import WEIGHTS, ChanceModel, default_model, features, proved_to_move
from greycells.chances.standing import Column
from greycells.deduction.exact_counting import warm_up
from greycells.players.bot_levels import LADDER

PACKAGE = Path(__file__).parents[1] / "src" / "greycells" / "chances"
VERSION = "3"

TABLES = (
    ("classic", 4, 16), ("classic", 3, 2), ("classic", 5, 2), ("classic", 6, 2), ("luxury", 4, 2),
    ("anniversary", 4, 2), ("getaway", 4, 2), ("getaway", 6, 1), ("master-detective", 4, 2), ("master-detective", 6, 1),
    ("master-detective", 10, 1), ("parlour", 4, 1), ("cottage", 3, 1),
)  # fmt: skip
"""Edition, seats, and how many of 35 games are played there."""

UNSEEN = 102
"""The seed of the games that the model was measured with, and not trained on."""

LEVELS = tuple(level.id for level in LADDER)
"""Who sits there: every level, also those that overlook what they could know, as people do."""
SELDOM = 0.1
"""How often the last level sits there, compared with any other: it thinks thirty times as long."""

FIXED = (0.0, 0.25, 0.5, 0.75, 0.9)
"""The positions that are measured, as parts of a game's events."""

FREE = 13
"""How many more positions of each game, at random."""

SHARED = slice(Column.SEATS, Column.TURN + 1)
"""The columns that are the same for all seats of a position."""

FILE = 250
"""How many games are in a file."""

WIDEST = 10
BATCH = 1024
Floats = NDArray[np.float64]


def small(values: NDArray[Any]) -> Floats:
    """The same numbers in half the memory."""
    return cast("Floats", values.astype(np.float32))


class Positions(NamedTuple):
    """Positions of many games: their rows (padded to ten seats with eliminated ones), who won, which part of it.

    `table` is the number of the table, `mixed` whether players of several levels sat there.
    """

    rows: Floats
    winner: NDArray[np.int64]
    part: Floats
    table: NDArray[np.int64]
    mixed: NDArray[np.bool_]

    def only(self, chosen: NDArray[np.bool_]) -> Positions:
        rows, winner, part, table, mixed = self
        return Positions(rows[chosen], winner[chosen], part[chosen], table[chosen], mixed[chosen])


class GameSample(NamedTuple):
    """The positions of one game, in which parts of it they were, who won, the table, and whether levels were mixed."""

    rows: Floats
    parts: list[float]
    winner: int
    table: int
    mixed: bool


def sample(number: int, seed: int, *, table: int | None = None) -> GameSample | None:
    """The positions of one game; None if nobody won it."""
    rng = Random(f"{seed} {number}")
    chosen = rng.choices(range(len(TABLES)), [weight for *_, weight in TABLES])[0] if table is None else table
    edition, seats, _ = TABLES[chosen]
    mixed = rng.random() < 0.5
    often = [1.0] * (len(LEVELS) - 1) + [SELDOM]
    players = rng.choices(LEVELS, often, k=seats) if mixed else rng.choices(LEVELS, often) * seats
    _, game = play_match(Pairing(edition, tuple(players), rng.getrandbits(40)), 0)
    if game.winner is None:
        return None
    case_file = game.secrets.case_file
    knowledge = [
        knowledge_timeline(game.table, seat, sightings=tuple(game.view(seat).sightings), case_file=case_file)
        for seat in game.seats
    ]
    points = game_points(game.table, game.events, knowledge)[:-1]
    parts = [*FIXED, *(rng.random() for _ in range(FREE))]
    rows = np.zeros((len(parts), WIDEST, len(Column)))
    rows[..., Column.OUT] = 1
    for place, part in enumerate(parts):
        rows[place, :seats] = points[int(part * (len(points) - 1))].rows
        rows[place, seats:, SHARED] = rows[place, 0, SHARED]
    return GameSample(rows, parts, game.winner.index, chosen, len(set(players)) > 1)


def play(folder: Path, games: int, *, seed: int, table: int | None) -> None:
    """Play games and write their positions, a file for every few hundred games."""
    folder.mkdir(parents=True, exist_ok=True)
    warm_up()
    began, some, written = time.perf_counter(), list[GameSample](), 0
    for number in range(games):
        game = sample(number, seed, table=table)
        if game is not None:
            some.append(game)
        if len(some) == FILE or (number == games - 1 and some):
            found = positions_of(some)
            found = found._replace(rows=small(found.rows))
            np.savez_compressed(folder / f"games-{seed}-{written:04}.npz", allow_pickle=False, **found._asdict())
            written += 1
            some = []
            print(f"{number + 1} games, {time.perf_counter() - began:.0f} s", flush=True)


def positions_of(games: Sequence[GameSample]) -> Positions:
    """The positions of games, one below the other."""
    each = len(FIXED) + FREE
    return Positions(
        np.concatenate([game.rows for game in games]),
        np.repeat([game.winner for game in games], each),
        np.concatenate([game.parts for game in games]),
        np.repeat([game.table for game in games], each),
        np.repeat([game.mixed for game in games], each),
    )


def load(folder: Path) -> Positions:
    """All positions in a folder."""
    parts: list[Positions] = []
    for file in sorted(folder.glob("games-*.npz")):
        with np.load(file) as found:
            parts.append(Positions(*(found[name] for name in Positions._fields)))
    return Positions(*(np.concatenate(columns) for columns in zip(*parts, strict=True)))


def fit(data: Positions, *, epochs: int = 6, hidden: Sequence[int] = (32,), seed: int = 2) -> ChanceModel:
    """Adam on the cross-entropy of the winner; a twentieth of the games decides when to stop.

    Positions whose mover has proved the case are left out: there the model doesn't ask the network.

    Features are scaled for that, and the scale is put into the first layer. A batch has positions with the same number
    of seats.
    """
    rng = np.random.default_rng(seed)
    each = len(FIXED) + FREE
    held = np.repeat(rng.random(len(data.winner) // each) < 0.05, each)
    open_cases: NDArray[np.bool_] = ~np.any(proved_to_move(data.rows), axis=-1)
    data, held = data.only(open_cases), held[open_cases]
    groups = [_group(data, held, seats) for seats in sorted({seats for _, seats, _ in TABLES})]
    groups = [group for group in groups if len(group.winner)]
    every = np.concatenate([group.seen[~group.held].reshape(-1, group.seen.shape[-1]) for group in groups])
    mean, spread = every.mean(axis=0), every.std(axis=0) + 1e-3
    groups = [group._replace(seen=(group.seen - mean) / spread) for group in groups]
    weights: list[Floats] = []
    for inside, outside in pairwise([every.shape[-1], *hidden, 1]):
        weights += [small(rng.normal(0, inside**-0.5, (inside, outside))), small(np.zeros(outside))]
    adam = Adam(weights)
    best, best_loss = [one.copy() for one in weights], np.inf
    for epoch in range(epochs):
        rate = 3e-3 * 0.5 * (1 + np.cos(np.pi * epoch / epochs)) + 1e-5
        for group, some in _batches(groups, rng):
            adam.step(gradients(weights, group.seen[some], group.out[some], group.winner[some])[0], rate)
        losses = [(gradients(weights, *_held(group))[1], int(group.held.sum())) for group in groups]
        loss = sum(loss * number for loss, number in losses) / sum(number for _, number in losses)
        if loss < best_loss:
            best, best_loss = [one.copy() for one in weights], loss
        print(f"epoch {epoch + 1}: held-out cross-entropy {loss:.4f}", flush=True)
    scaled = best[0] / spread[:, None]
    best[:2] = scaled, best[1] - mean @ scaled
    return ChanceModel(VERSION, tuple(zip(best[::2], best[1::2], strict=True)), proofs_win=True)


class Adam:
    """Changes the weights of a network by their gradients, with a little decay (Kingma and Ba, 2015)."""

    def __init__(self, weights: list[Floats]) -> None:
        self._weights = weights
        self._first, self._second = [np.zeros_like(one) for one in weights], [np.zeros_like(one) for one in weights]
        self._steps = 0

    def step(self, slopes: Sequence[Floats], rate: float) -> None:
        """One step against these gradients."""
        self._steps += 1
        for index, slope in enumerate(slopes):
            first = self._first[index] = 0.9 * self._first[index] + 0.1 * slope
            second = self._second[index] = 0.999 * self._second[index] + 0.001 * slope**2
            spread = np.sqrt(second / (1 - 0.999**self._steps)) + 1e-8
            change = rate * (first / (1 - 0.9**self._steps) / spread + 1e-4 * self._weights[index])
            self._weights[index] = small(self._weights[index] - change)


class SeatGroup(NamedTuple):
    """The positions with the same number of seats: features, who is eliminated, who won, and which are held out."""

    seen: Floats
    out: NDArray[np.bool_]
    winner: NDArray[np.int64]
    held: NDArray[np.bool_]


def _group(data: Positions, held: NDArray[np.bool_], seats: int) -> SeatGroup:
    here = np.isin(data.table, [number for number, (_, size, _) in enumerate(TABLES) if size == seats])
    rows = data.rows[here][:, :seats]
    return SeatGroup(small(features(rows)), rows[..., Column.OUT] > 0.5, data.winner[here], held[here])


def _held(group: SeatGroup) -> tuple[Floats, NDArray[np.bool_], NDArray[np.int64]]:
    return group.seen[group.held], group.out[group.held], group.winner[group.held]


def _batches(groups: Sequence[SeatGroup], rng: np.random.Generator) -> Iterator[tuple[SeatGroup, NDArray[np.int64]]]:
    """All positions that aren't held out, in random batches in random order."""
    found: list[tuple[SeatGroup, NDArray[np.int64]]] = []
    for group in groups:
        places = np.flatnonzero(~group.held)
        rng.shuffle(places)
        found += [(group, places[begin : begin + BATCH]) for begin in range(0, len(places), BATCH)]
    for number in rng.permutation(len(found)):
        yield found[number]


def gradients(
    weights: Sequence[Floats], seen: Floats, out: NDArray[np.bool_], winner: NDArray[np.int64]
) -> tuple[list[Floats], float]:
    """The gradients of the mean cross-entropy, and the mean itself."""
    values, chances = forward(weights, seen, out)
    every = np.arange(len(winner))
    loss = float(-np.log(np.maximum(chances[every, winner], 1e-12)).mean())
    slope = chances.copy()
    slope[every, winner] -= 1
    return backward(weights, values, np.where(out, 0.0, slope) / len(winner)), loss


def forward(weights: Sequence[Floats], seen: Floats, out: NDArray[np.bool_]) -> tuple[list[Floats], Floats]:
    """The values of every layer, and the chances."""
    values = [seen]
    for index in range(0, len(weights) - 2, 2):
        values.append(np.tanh(values[-1] @ weights[index] + weights[index + 1]))
    scores = np.where(out, -60.0, (values[-1] @ weights[-2] + weights[-1])[..., 0])
    chances = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return values, chances / chances.sum(axis=-1, keepdims=True)


def backward(weights: Sequence[Floats], values: Sequence[Floats], slope: Floats) -> list[Floats]:
    """The gradients of all weights, from those of the scores."""
    slope = small(slope[..., None])
    found: list[Floats] = []
    for index in range(len(weights) - 2, -1, -2):
        inside = values[index // 2]
        flat = inside.reshape(-1, inside.shape[-1])
        found += [slope.sum(axis=(0, 1)), flat.T @ slope.reshape(-1, slope.shape[-1])]
        if index:
            slope = (slope @ weights[index].T) * (1 - inside**2)
    return found[::-1]


def calibration_error(chances: Floats, won: Floats, bins: int = 10) -> float:
    """The expected calibration error: the mean distance between chance and frequency, over bins of equal width."""
    places = np.minimum((chances * bins).astype(int), bins - 1)
    return sum(
        float(abs(chances[places == place].mean() - won[places == place].mean())) * float((places == place).mean())
        for place in range(bins)
        if (places == place).any()
    )


def skill(chances: Floats, won: Floats, par: Floats) -> float:
    """The Brier skill over the constant 1/n."""
    return 1 - float(((chances - won) ** 2).sum() / ((par - won) ** 2).sum())


def measured(model: ChanceModel, data: Positions) -> Iterator[dict[str, object]]:
    """The figures where the mover has not proved the case: of all games, by players, by edition, and by table."""
    positions, each = len(data.winner), len(FIXED) + FREE
    editions = np.array([edition for edition, *_ in TABLES])[data.table]
    groups: dict[str, NDArray[np.bool_]] = {
        "all": np.ones(positions, dtype=bool),
        "players of one level": ~data.mixed,
        "players of any levels": data.mixed,
    }
    for edition in dict.fromkeys(edition for edition, *_ in TABLES):
        for mixed in (False, True):
            groups[f"{edition}, {'any levels' if mixed else 'one level'}"] = (editions == edition) & (
                data.mixed == mixed
            )
    groups |= {f"{edition} {seats}": data.table == at for at, (edition, seats, _) in enumerate(TABLES)}
    chances = model.chances(data.rows)
    seats = np.array([seats for _, seats, _ in TABLES])[data.table]
    sits = np.arange(WIDEST) < seats[:, None]
    won = (np.arange(WIDEST) == data.winner[:, None]).astype(float)
    par = np.repeat(1 / seats[:, None], WIDEST, axis=1)
    unproved = ~proved_to_move(data.rows).any(axis=-1)
    for name, group in groups.items():
        here = sits & (group & unproved)[:, None]
        if not here.any():
            continue
        line: dict[str, object] = {"games": name, "number": int(group.sum()) // each}
        line["calibration"] = round(calibration_error(chances[here], won[here]), 4)
        for part in FIXED:
            at = here & (data.part == part)[:, None]
            line[f"skill at {part}"] = round(skill(chances[at], won[at], par[at]), 3) if at.any() else None
        yield line


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("do", choices=("play", "fit", "measure"))
    parser.add_argument("folder", type=Path)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--table", type=int, help="the number of the only table to play")
    parser.add_argument("--epochs", type=int, default=6)
    arguments = parser.parse_args()
    if arguments.do == "play":
        play(arguments.folder, arguments.games, seed=arguments.seed, table=arguments.table)
        return
    data = load(arguments.folder)
    if arguments.do == "fit":
        model = fit(data, epochs=arguments.epochs)
        file = PACKAGE / WEIGHTS
        file.write_bytes(model.write())
        print(f"{file.stat().st_size} bytes, version {model.version}")
    else:
        model = default_model()
    for line in measured(model, data):
        print(json.dumps(line))


if __name__ == "__main__":
    main()
