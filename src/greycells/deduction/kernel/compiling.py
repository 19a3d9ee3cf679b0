"""What numba has to be told: how to compile, and what stands for the few things that it does not know."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import TypeAlias, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from greycells.deduction import plan
from greycells.deduction.plan import count_bits, lowest, width

Whole: TypeAlias = NDArray[np.int64]
Index: TypeAlias = NDArray[np.int32]
Real: TypeAlias = NDArray[np.float64]
Value: TypeAlias = np.uint64 | np.float64
Values: TypeAlias = NDArray[Value]
Function = TypeVar("Function", bound=Callable[..., object])

_numba = import_module("numba")
_extending = import_module("numba.extending")


def compiled(function: Function) -> Function:
    """Compile on the first call, and keep the result on disk.

    What is kept is thrown away when the function's own file changes, so it must not call parts in other files, but for
    the three below.
    """
    return cast(Function, _numba.njit(cache=True)(function))


def part(function: Function) -> Function:
    """Compile as a part of the compiled functions that call it."""
    return cast(Function, _extending.register_jitable(function))


def instead_of(function: Callable[[int], int]) -> Callable[[Function], Function]:
    """Compile this where that function is called."""

    def register(typed: Function) -> Function:
        return cast(Function, _extending.overload(function)(typed))

    return register


@instead_of(count_bits)
def _count_bits(number: int) -> Callable[[int], int]:  # noqa: ARG001 numba asks for the same name
    def bits(number: int) -> int:
        found = 0
        while number != 0:
            number &= number - 1
            found += 1
        return found

    return bits


@instead_of(lowest)
def _lowest(number: int) -> Callable[[int], int]:  # noqa: ARG001
    def bits_below(number: int) -> int:
        return count_bits((number & -number) - 1)

    return bits_below


@instead_of(width)
def _width(number: int) -> Callable[[int], int]:  # noqa: ARG001
    def bits(number: int) -> int:
        found = 0
        while number > 0:
            number >>= 1
            found += 1
        return found

    return bits


for _function in plan.SHARED:
    part(_function)

prepare = cast("Callable[..., bool]", compiled(plan.prepare_rows))
