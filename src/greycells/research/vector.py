"""Many tables at once, over worker processes, by Gymnasium's conventions for vector environments.

`VectorTables(64, workers=2)` plays 64 tables by itself: each observation is that of the seat to act, which is
`info["seat"]`. A setup with `players=("policy", "inspector", "inspector")` has our bots play the other seats.
A table that is over is dealt anew by the next step, which ignores its action (`AutoresetMode.NEXT_STEP`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from multiprocessing.sharedctypes import RawArray
from typing import Any, TypeAlias

from greycells.extras import need

need("gymnasium")

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from greycells.arena.match import derived
from greycells.errors import GreycellsError
from greycells.research.observation import Array
from greycells.research.stepped_table import SteppedSetup, SteppedTable

Batch: TypeAlias = dict[str, NDArray[Any]]
Info: TypeAlias = dict[str, object]


class WorkerFailed(GreycellsError, RuntimeError):
    """A worker process couldn't do what it was asked; the message says why, such as an illegal action."""


@dataclass(frozen=True, slots=True)
class SharedArrays:
    """What workers and their owner both see: memory without copies. Each table has a row in every array."""

    tables: int
    size: int
    codes: int
    seats: int
    raw: tuple[Any, ...]

    @classmethod
    def made(cls, tables: int, one: SteppedTable) -> SharedArrays:
        """New shared memory for so many tables like this one."""
        size, codes, seats = one.layout.size, one.codes.count, len(one.table.seats)
        raw = (
            RawArray("f", tables * size),
            RawArray("b", tables * codes),
            RawArray("q", tables),
            RawArray("b", tables),
            RawArray("b", tables),
            RawArray("b", tables),
            RawArray("d", tables * seats),
        )
        return cls(tables, size, codes, seats, raw)

    def _seen(self, which: int, kind: type[np.generic], width: int | None = None) -> NDArray[Any]:
        flat = np.frombuffer(self.raw[which], dtype=kind)
        return flat if width is None else flat.reshape(self.tables, width)

    @property
    def observations(self) -> Array:
        return self._seen(0, np.float32, self.size)

    @property
    def masks(self) -> NDArray[np.int8]:
        return self._seen(1, np.int8, self.codes)

    @property
    def actions(self) -> NDArray[np.int64]:
        return self._seen(2, np.int64)

    @property
    def seat(self) -> NDArray[np.int8]:
        return self._seen(3, np.int8)

    @property
    def over(self) -> NDArray[np.int8]:
        return self._seen(4, np.int8)

    @property
    def truncated(self) -> NDArray[np.int8]:
        return self._seen(5, np.int8)

    @property
    def returns(self) -> NDArray[np.float64]:
        return self._seen(6, np.float64, self.seats)


class VectorTables(VectorEnv[Batch, NDArray[np.int64], NDArray[Any]]):
    """So many tables, split among worker processes. Close it when you are done: that ends them."""

    single_observation_space: spaces.Space[Any]
    single_action_space: spaces.Space[Any]
    metadata: dict[str, Any] = {"autoreset_mode": AutoresetMode.NEXT_STEP}  # noqa: RUF012 - as Gymnasium declares it

    def __init__(self, tables: int, *, workers: int = 1, setup: SteppedSetup = SteppedSetup()) -> None:  # noqa: B008
        one = SteppedTable(setup)
        self.num_envs, self.setup = tables, setup
        self.single_observation_space = spaces.Dict(
            {
                "observation": spaces.Box(0, 1, (one.layout.size,), np.float32),
                "action_mask": spaces.Box(0, 1, (one.codes.count,), np.int8),
            }
        )
        self.single_action_space = spaces.Discrete(one.codes.count)
        self.observation_space = batch_space(self.single_observation_space, tables)
        self.action_space = batch_space(self.single_action_space, tables)
        self._shared = SharedArrays.made(tables, one)
        self._seed = 0
        context = get_context("spawn")
        self._workers: list[tuple[BaseProcess, Connection]] = []
        for number in range(min(workers, tables)):
            mine, its = context.Pipe()
            rows = range(number * tables // workers, (number + 1) * tables // workers)
            process = context.Process(target=serve_tables, args=(its, self._shared, setup, rows), daemon=True)
            process.start()
            its.close()
            self._workers.append((process, mine))

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[Batch, Info]:
        """Deal all tables. The same seed gives the same games, with any number of workers."""
        del options
        if isinstance(seed, list):
            seed = next((one for one in seed if one is not None), None)
        self._seed = int(np.random.default_rng().integers(2**62)) if seed is None else seed
        self._ask(("deal", self._seed))
        return self._observed(), self._info()

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[Batch, NDArray[Any], NDArray[np.bool_], NDArray[np.bool_], Info]:
        """A choice at every table. Rewards are those of the seat that chose, when its game ends."""
        acted = self._shared.seat.copy()
        self._shared.actions[:] = actions
        self._ask(("step", 0))
        over, cut = self._shared.over.astype(bool), self._shared.truncated.astype(bool)
        rewards = np.where(over, self._shared.returns[np.arange(self.num_envs), acted], 0.0)
        return self._observed(), rewards, over & ~cut, cut, self._info()

    def _observed(self) -> Batch:
        return {"observation": self._shared.observations.copy(), "action_mask": self._shared.masks.copy()}

    def _info(self) -> Info:
        """Which seat is to act at each table, and what every seat got where a game is over."""
        return {"seat": self._shared.seat.copy(), "returns": self._shared.returns.copy()}

    def _ask(self, order: tuple[str, int]) -> None:
        """Have all workers do something at once, and wait for them."""
        for _, pipe in self._workers:
            pipe.send(order)
        answers = [pipe.recv() for _, pipe in self._workers]
        for answer in answers:
            if answer:
                raise WorkerFailed(answer)

    def close_extras(self, **kwargs: object) -> None:
        """End the workers."""
        del kwargs
        for process, pipe in self._workers:
            pipe.close()
            process.join(5)
            if process.is_alive():
                process.kill()
        self._workers = []


def serve_tables(pipe: Connection, shared: SharedArrays, setup: SteppedSetup, rows: range) -> None:
    """A worker: deals and steps its tables until the other end of the pipe is closed."""
    tables = {row: SteppedTable(setup) for row in rows}
    dealt = dict.fromkeys(rows, 0)
    seed = 0
    while True:
        try:
            order, number = pipe.recv()
        except (EOFError, KeyboardInterrupt):
            return
        try:
            if order == "deal":
                seed, dealt = number, dict.fromkeys(rows, 0)
            for row, table in tables.items():
                if order == "deal" or table.over:
                    table.deal(derived(seed, f"table {row} game {dealt[row]}"))
                    dealt[row] += 1
                else:
                    table.step(int(shared.actions[row]))
                _write(shared, row, table)
            pipe.send("")
        except GreycellsError as error:
            pipe.send(str(error))


def _write(shared: SharedArrays, row: int, table: SteppedTable) -> None:
    table.write(shared.observations[row], shared.masks[row])
    shared.seat[row], shared.over[row], shared.truncated[row] = table.seat, table.over, table.truncated
    shared.returns[row] = table.returns
