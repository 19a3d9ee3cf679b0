"""Numba: how to compile, and replacements for the few things that it doesn't support."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from hashlib import blake2b
from importlib import import_module
from pathlib import Path
from types import FunctionType
from typing import TypeAlias, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from greycells.deduction import cheap_conclusions as conclusions
from greycells.deduction import count_plan as plan
from greycells.deduction.cheap_conclusions import count_bits
from greycells.deduction.count_plan import lowest, width

Whole: TypeAlias = NDArray[np.int64]
Index: TypeAlias = NDArray[np.uint32]
Real: TypeAlias = NDArray[np.float64]
Value: TypeAlias = np.uint64 | np.float64
Values: TypeAlias = NDArray[Value]
Function = TypeVar("Function", bound=Callable[..., object])

_numba = import_module("numba")
_extending = import_module("numba.extending")
_cgutils = import_module("numba.core.cgutils")


def compiled(function: Function) -> Function:
    """Compile on the first call, and cache the result on disk.

    The cache is invalidated only when the function's own file changes, so it must not call compiled functions of other
    files, except the three below, unless it is a closure over `source_stamp`. Kernels allocate nothing, so they need
    no reference counts, and no division can fail.
    """
    options = {"cache": True, "error_model": "numpy", "_nrt": False}
    return cast(Function, _numba.njit(**options)(function))


def part(function: Function) -> Function:
    """Compile on its own, for the compiled functions that call it: for what is large, or called in several places."""
    # Nobody calls a part from C, so that it needs no wrapper for it.
    return cast(Function, _extending.register_jitable(no_cfunc_wrapper=True)(function))


def inlined(function: Function) -> Function:
    """Copy into the function that calls it, before types are known: less to compile than a part."""
    return cast(Function, _numba.njit(inline="always")(function))


def from_plan(function: Function) -> Function:
    """A function that plain Python uses too, as a part."""
    return cast(Function, _shared[function.__name__])


def source_stamp() -> int:
    """A hash of what the kernel compiles, for functions with parts from several files.

    The values of a closure belong to the key of numba's cache, so another stamp means compiling again.
    """
    digest = blake2b(digest_size=7)
    for source in (Path(conclusions.__file__), Path(plan.__file__), *sorted(Path(__file__).parent.glob("*.py"))):
        digest.update(source.read_bytes())
    return int.from_bytes(digest.digest(), "big")


def instruction(name: str, *flags: object) -> Callable[[int], int]:
    """A processor instruction on an integer, by its LLVM name."""

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
    """Compile this in place of that function."""

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


_shared: dict[str, object] = {**vars(conclusions), **vars(plan)}
"""The names of the plan, where those of its functions are for the compiler."""

for _make, _functions in ((inlined, plan.INLINED), (part, plan.SHARED)):
    for _function in _functions:
        _shared[_function.__name__] = _make(FunctionType(_function.__code__, _shared, _function.__name__))
