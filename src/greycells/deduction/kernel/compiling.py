"""What numba has to be told: how to compile, and what stands for the few things that it does not know."""

from __future__ import annotations

from collections.abc import Callable, Sequence
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
_cgutils = import_module("numba.core.cgutils")


def compiled(function: Function) -> Function:
    """Compile on the first call, and keep the result on disk.

    What is kept is thrown away when the function's own file changes, so it must not call parts in other files, but for
    the three below.
    """
    return cast(Function, _numba.njit(cache=True)(function))


def part(function: Function) -> Function:
    """Compile as a part of the compiled functions that call it."""
    return cast(Function, _extending.register_jitable(function))


def instruction(name: str, *flags: object) -> Callable[[int], int]:
    """One instruction of the processor on a whole number, by the compiler's name for it."""

    def instruct(_typing: object, _number: object) -> tuple[object, Callable[..., object]]:
        def generate(_context: object, builder: object, _signature: object, arguments: Sequence[object]) -> object:
            emit: Callable[..., object] = getattr(builder, name)
            return emit(*arguments, *flags)

        return _numba.int64(_numba.int64), generate

    return cast("Callable[[int], int]", _extending.intrinsic(instruct))


_ones = instruction("ctpop")
_zeros_below = instruction("cttz", _cgutils.false_bit)
_zeros_above = instruction("ctlz", _cgutils.false_bit)


def instead_of(function: Callable[[int], int]) -> Callable[[Function], Function]:
    """Compile this where that function is called."""

    def register(typed: Function) -> Function:
        return cast(Function, _extending.overload(function)(typed))

    return register


@instead_of(count_bits)
def _count_bits(number: int) -> Callable[[int], int]:  # noqa: ARG001 numba asks for the same name
    def bits(number: int) -> int:
        return _ones(number)

    return bits


@instead_of(lowest)
def _lowest(number: int) -> Callable[[int], int]:  # noqa: ARG001
    def bits_below(number: int) -> int:
        return _zeros_below(number)

    return bits_below


@instead_of(width)
def _width(number: int) -> Callable[[int], int]:  # noqa: ARG001
    def bits(number: int) -> int:
        return 64 - _zeros_above(number)

    return bits


for _function in plan.SHARED:
    part(_function)

prepare = cast("Callable[..., bool]", compiled(plan.prepare_rows))
