"""A data set of games as Parquet: every decision with its observation and choice, the games, and a card.

`decisions.parquet` has a row for each decision, `games.parquet` one for each game with its record, and `README.md` is
the card that describes them. The same recipe, version and pyarrow give the same files, byte for byte.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path

from greycells.extras import need

need("pyarrow")

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from numpy.typing import NDArray

from greycells.deduction import warm_up
from greycells.notation import write
from greycells.research.data_card import card
from greycells.research.decision_rows import DataRecipe, DecisionRows, all_rows, played_rows
from greycells.research.observation import layout_of
from greycells.research.research_table import research_table

GAMES_IN_A_GROUP = 25
"""So many games are written at a time: a row group of some thousand decisions."""


def write_data_set(
    folder: Path, recipe: DataRecipe, games: int, *, workers: int = 1, progress: Callable[[int], None] | None = None
) -> int:
    """Write a data set into a folder; returns how many decisions it has."""
    folder.mkdir(parents=True, exist_ok=True)
    schema = decision_schema(recipe)
    decisions = 0
    group: list[DecisionRows] = []
    every: list[DecisionRows] = []
    with pq.ParquetWriter(folder / "decisions.parquet", schema, compression="zstd", compression_level=1) as writer:
        for rows in _played(recipe, games, workers):
            group.append(rows)
            decisions += len(rows)
            if len(group) == GAMES_IN_A_GROUP or rows.game == games - 1:
                writer.write_table(decision_table(group, recipe, schema))
                every += [DecisionRows(one.game, rewards=one.rewards, record=one.record) for one in group]
                group = []
            if progress is not None:
                progress(rows.game + 1)
    pq.write_table(game_table(every), folder / "games.parquet", compression="zstd")
    (folder / "README.md").write_text(card(recipe, games, decisions), encoding="utf-8")
    return decisions


def _played(recipe: DataRecipe, games: int, workers: int) -> Iterator[DecisionRows]:
    """The games in order, whatever process played them."""
    if workers == 1:
        warm_up()
        yield from all_rows(recipe, games)
        return
    pool = ProcessPoolExecutor(workers, mp_context=get_context("spawn"), initializer=warm_up)
    try:
        yield from pool.map(partial(played_rows, recipe), range(games), chunksize=8)
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def decision_schema(recipe: DataRecipe) -> pa.Schema:
    """The columns of a decision; what each means is in the card."""
    table = research_table(recipe.edition, len(recipe.players))
    fields = [
        pa.field("game", pa.int32()),
        pa.field("decision", pa.int32()),
        pa.field("seat", pa.int8()),
        pa.field("turn", pa.int16()),
        pa.field("phase", pa.string()),
        pa.field("observation", pa.list_(pa.float32(), layout_of(table, recipe.history).size)),
        pa.field("legal", pa.list_(pa.int16())),
        pa.field("choice", pa.list_(pa.int16())),
        pa.field("reward", pa.float32()),
    ]
    if recipe.beliefs:
        size = (len(table.seats) + 1) * len(table.edition.deck)
        fields += [pa.field("beliefs", pa.list_(pa.float32(), size)), pa.field("bits", pa.float32())]
    return pa.schema(fields)


def decision_table(games: list[DecisionRows], recipe: DataRecipe, schema: pa.Schema) -> pa.Table:
    """The decisions of some games as a table."""
    columns: dict[str, object] = {
        "game": [rows.game for rows in games for _ in rows.seats],
        "decision": [number for rows in games for number in range(len(rows))],
        "seat": [seat for rows in games for seat in rows.seats],
        "turn": [turn for rows in games for turn in rows.turns],
        "phase": [phase for rows in games for phase in rows.phases],
        "observation": _fixed([one for rows in games for one in rows.observations]),
        "legal": [codes for rows in games for codes in rows.legal],
        "choice": [codes for rows in games for codes in rows.choices],
        "reward": [rows.rewards[seat] for rows in games for seat in rows.seats],
    }
    if recipe.beliefs:
        columns["beliefs"] = _fixed([one for rows in games for one in rows.beliefs])
        columns["bits"] = [bits for rows in games for bits in rows.bits]
    return pa.table(columns, schema=schema)


def _fixed(arrays: list[NDArray[np.float32]]) -> pa.Array:
    """Arrays of one size as a column, without a copy for each number."""
    stacked = np.stack(arrays)
    return pa.FixedSizeListArray.from_arrays(pa.array(stacked.ravel()), stacked.shape[1])


def game_table(games: list[DecisionRows]) -> pa.Table:
    """The games as a table: who won, and the record, which `greycells review` and `replay` read."""
    return pa.table(
        {
            "game": pa.array([rows.game for rows in games], pa.int32()),
            "rewards": pa.array([list(rows.rewards) for rows in games], pa.list_(pa.float32())),
            "record": pa.array([write(rows.record) for rows in games if rows.record is not None], pa.string()),
        }
    )
