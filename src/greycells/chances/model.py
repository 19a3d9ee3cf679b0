"""The winning chances of every seat: small frozen models over their standings.

One small network gives every seat a score from its own row and how the others stand; the chances are the softmax of the
scores over the seats that are still in. A seat whose turn it is, and that has proved the case, needs no network: it has
won if it accuses. There are two sets of weights: `default_model` for the winning chances, in reviews and for players,
and `luck_model` to measure luck. They were trained by `tools/train_chances.py` and `tools/train_luck.py`; how good they
are, and what they can't know: `docs/learn/review.md`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from io import BytesIO

from greycells.extras import need

need("numpy")

import numpy as np
from numpy.typing import NDArray

from greycells.chances.standing import Column, Rows

WEIGHTS, LUCK_WEIGHTS = "winning_chances.npz", "luck_values.npz"
"""The files of the weights, in this package."""

LOST = -60.0
"""The score of a seat that can't win any more."""

SURE = 0.05
"""Fewer bits than this are as good as none."""

PROVED = 1e-6
"""A case file with fewer bits left than this is proved."""


class OtherSeats:
    """For every seat, means and least values over the others that are still in the game."""

    def __init__(self, rows: Rows) -> None:
        alive = rows[..., Column.OUT] < 0.5
        self.there = alive[..., None, :] & ~np.eye(rows.shape[-2], dtype=bool)
        self.count = np.maximum(self.there.sum(axis=-1), 1)

    def mean(self, values: Rows) -> Rows:
        found: Rows = (np.where(self.there, values[..., None, :], 0.0)).sum(axis=-1) / self.count
        return found

    def least(self, values: Rows, none: float) -> Rows:
        """The least of the others' values; `none` if there are no others, or if it is less."""
        found: Rows = np.where(self.there, values[..., None, :], none).min(axis=-1)
        return found


def features(rows: Rows) -> Rows:
    """What the network sees of every seat: its own row, and how the others in the game stand."""
    bits, wait, seats = rows[..., Column.BITS], rows[..., Column.WAIT], rows[..., Column.SEATS]
    alive = rows[..., Column.OUT] < 0.5
    sure = np.exp2(-bits)
    solved = (bits < SURE) & alive
    mover = wait < 0.5
    rest = OtherSeats(rows)
    others, count, mean_of_others, least_of_others = rest.there, rest.count, rest.mean, rest.least
    rival = least_of_others(bits, 12.0)
    closer = (others & (bits[..., None, :] < bits[..., :, None] - 1e-9)).sum(axis=-1) / count
    sooner = others & (wait[..., None, :] < wait[..., :, None])
    ahead = np.where(sooner & solved[..., None, :], 1.0, 0.0).sum(axis=-1)
    threat = np.where(others, sure[..., None, :], 0.0).sum(axis=-1)
    threat_sooner = np.where(sooner, sure[..., None, :], 0.0).sum(axis=-1)
    asks, near, near_open = rows[..., Column.ASKS], rows[..., Column.NEAR], rows[..., Column.NEAR_OPEN]
    lapses = (rows[..., Column.SLIPS] + 0.5) / (rows[..., Column.ASKED] + 2)
    missed, asked = rows[..., Column.MISSED], rows[..., Column.ASKED]
    turns, pull, here = rows[..., Column.ROOM_TURNS] / 3, rows[..., Column.ROOM_PULL], rows[..., Column.ROOM_HERE]
    return np.stack(
        (
            bits / 8,
            sure,
            solved,
            wait / seats,
            mover,
            asks,
            near / 3,
            near_open / 3,
            asks * near,
            rows[..., Column.HAND] * seats / rows[..., Column.DECK] - 1,
            missed > 0,
            missed / 3,
            asked / 10,
            rows[..., Column.CALLED],
            np.clip(bits - rival, -6, 6) / 4,
            (bits - mean_of_others(bits)) / 4,
            closer,
            np.minimum(ahead, 3),
            threat,
            threat_sooner,
            (asked - mean_of_others(asked)) / 3,
            mean_of_others(near) / 3 - near / 3,
            mean_of_others(missed) / 3,
            alive.sum(axis=-1, keepdims=True) / seats,
            1 / seats,
            rows[..., Column.DECK] / 30,
            rows[..., Column.EVERYBODY],
            rows[..., Column.DICE] / 2,
            np.minimum(rows[..., Column.TURN] / seats / 10, 3),
            sure * mover,
            solved * mover,
            sure * wait / seats,
            lapses,
            lapses - mean_of_others(lapses),
            np.minimum(rows[..., Column.SLIPS], 6) / 6,
            rows[..., Column.TURN_ENDS],
            sure * mover * (1 - asks),
            turns,
            turns - least_of_others(turns, 2.0),
            turns - mean_of_others(turns),
            pull,
            pull - least_of_others(pull, 1.0),
            pull - mean_of_others(pull),
            here,
            here * asks,
            here * rows[..., Column.CALLED],
        ),
        axis=-1,
    ).astype(np.float64)


def proved_to_move(rows: Rows) -> NDArray[np.bool_]:
    """The seats whose turn it is, that may accuse, and whose case is proved: whoever it is wins by accusing now."""
    found: NDArray[np.bool_] = (rows[..., Column.ACCUSES] > 0.5) & (rows[..., Column.BITS] < PROVED)
    return found


@dataclass(frozen=True)
class ChanceModel:
    """The weights of the network, layer by layer, and the model's version.

    With `proofs_win`, whoever is to move and has proved the case has the chance 1, whatever the network says.
    """

    version: str
    layers: tuple[tuple[NDArray[np.float64], NDArray[np.float64]], ...]
    proofs_win: bool = False

    def scores(self, seen: Rows) -> Rows:
        """The score of every seat, from its features."""
        values = seen
        for weights, bias in self.layers[:-1]:
            values = np.tanh(values @ weights + bias)
        weights, bias = self.layers[-1]
        found: Rows = (values @ weights + bias)[..., 0]
        return found

    def chances(self, rows: Rows) -> Rows:
        """The winning chances of every seat: they sum to 1 in every position, and are 0 for whoever is eliminated.

        Where everybody is eliminated, all are 0.
        """
        out = rows[..., Column.OUT] > 0.5
        scores = np.where(out, LOST, self.scores(features(rows)))
        scores = np.where(out, 0.0, np.exp(scores - scores.max(axis=-1, keepdims=True)))
        total = scores.sum(axis=-1, keepdims=True)
        found: Rows = scores / np.where(total > 0, total, 1.0)
        if self.proofs_win:
            wins = proved_to_move(rows) & ~out
            found = np.where(wins.any(axis=-1, keepdims=True), wins, found)
        return found

    def write(self) -> bytes:
        """The file of this model."""
        file = BytesIO()
        arrays: dict[str, NDArray[np.float32]] = {}
        for number, (weights, bias) in enumerate(self.layers):
            arrays[f"layer{number}w"], arrays[f"layer{number}b"] = weights.astype(np.float32), bias.astype(np.float32)
        described = {"version": np.array(self.version), "proofs_win": np.array(self.proofs_win)}
        np.savez_compressed(file, allow_pickle=False, **described, **arrays)
        return file.getvalue()

    @classmethod
    def read(cls, data: bytes) -> ChanceModel:
        """The model in a file."""
        with np.load(BytesIO(data), allow_pickle=False) as found:
            count = sum(name.endswith("w") for name in found.files)
            layers = tuple(
                (found[f"layer{number}w"].astype(np.float64), found[f"layer{number}b"].astype(np.float64))
                for number in range(count)
            )
            return cls(str(found["version"]), layers, "proofs_win" in found.files and bool(found["proofs_win"]))


def default_model() -> ChanceModel:
    """The winning chances from what the seats know: for reviews, and for players."""
    return _read(WEIGHTS)


def luck_model() -> ChanceModel:
    """The values in which luck is measured: trained so that luck explains as much of the results as it can."""
    return _read(LUCK_WEIGHTS)


def model_versions() -> str:
    """The versions of both models: 3.1."""
    return ".".join(model.version for model in (default_model(), luck_model()))


@cache
def _read(name: str) -> ChanceModel:
    return ChanceModel.read((files("greycells.chances") / name).read_bytes())
