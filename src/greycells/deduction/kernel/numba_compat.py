"""Numba: how to compile, and replacements for the few things that it doesn't support."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from hashlib import blake2b
from importlib import import_module
from pathlib import Path
from types import FunctionType
from typing import Protocol, TypeAlias, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from greycells.deduction import cheap_conclusions as conclusions
from greycells.deduction import count_plan as plan
from greycells.deduction import problem
from greycells.deduction.cheap_conclusions import count_bits
from greycells.deduction.count_plan import lowest, width

Whole: TypeAlias = NDArray[np.int64]
Index: TypeAlias = NDArray[np.uint32]
Real: TypeAlias = NDArray[np.float64]
Value: TypeAlias = np.uint64 | np.float64
Values: TypeAlias = NDArray[Value]
Function = TypeVar("Function", bound=Callable[..., object])

# The kernel has many short loops and few long ones, so that optimising them more takes the compiler much longer and
# makes nothing faster. Numba reads these settings once, when it is imported.
os.environ.setdefault("NUMBA_OPT", "2")
os.environ.setdefault("NUMBA_LOOP_VECTORIZE", "0")
_numba = import_module("numba")
_extending = import_module("numba.extending")
_cgutils = import_module("numba.core.cgutils")
_arrayobj = import_module("numba.np.arrayobj")
_ir = import_module("llvmlite.ir")


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
    return cast(Function, _extending.register_jitable(no_cfunc_wrapper=True, error_model="numpy")(function))


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
    outside = Path(conclusions.__file__), Path(plan.__file__), Path(problem.__file__)
    for source in (*outside, *sorted(Path(__file__).parent.glob("*.py"))):
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


class _Builder(Protocol):
    """What is used of llvmlite's builder."""

    module: object

    def call(self, function: object, arguments: Sequence[object]) -> object: ...
    def gep(self, pointer: object, indices: Sequence[object]) -> object: ...
    def inttoptr(self, number: object, kind: object) -> object: ...
    def mul(self, one: object, other: object) -> object: ...
    def ptrtoint(self, pointer: object, kind: object) -> object: ...


def _python_call(build: _Builder, name: str, result: object, kinds: Sequence[object], *arguments: object) -> object:
    """Call a function of Python's C API."""
    function: object = _cgutils.get_or_insert_function(build.module, _ir.FunctionType(result, kinds), name)
    return build.call(function, arguments)


def tuple_reader(convert: str | None, *, whole: bool = True) -> Callable[[int, int], object]:
    """Reads an item of a Python tuple, by the tuple's address (its `id`) and the item's index.

    The item is converted by a function of Python's C API; without one, the result is its own address. Reading tuples in
    compiled code takes a third of the time that Python needs to write their numbers into an array.
    """
    pointer, word = _ir.IntType(8).as_pointer(), _ir.IntType(64)

    def read(_typing: object, _address: object, _index: object) -> tuple[object, Callable[..., object]]:
        def generate(_context: object, builder: object, _signature: object, arguments: Sequence[object]) -> object:
            build = cast(_Builder, builder)
            whose = build.inttoptr(arguments[0], pointer)
            item = _python_call(build, "PyTuple_GetItem", pointer, (pointer, word), whose, arguments[1])
            if convert is None:
                return build.ptrtoint(item, word)
            return _python_call(build, convert, word if whole else _ir.DoubleType(), (pointer,), item)

        return (_numba.int64 if whole else _numba.float64)(_numba.int64, _numba.int64), generate

    return cast("Callable[[int, int], object]", _extending.intrinsic(read))


item_at = cast("Callable[[int, int], int]", tuple_reader(None))
length_at = cast("Callable[[int, int], int]", tuple_reader("PyTuple_Size"))
whole_at = cast("Callable[[int, int], int]", tuple_reader("PyLong_AsLongLong"))
real_at = cast("Callable[[int, int], float]", tuple_reader("PyFloat_AsDouble", whole=False))


class _ArrayStruct(Protocol):
    """An array in the code that is being generated."""

    data: object
    itemsize: object
    meminfo: object

    def _getvalue(self) -> object: ...


class _Context(Protocol):
    """What is used of numba's target context."""

    def make_array(self, kind: object) -> Callable[..., _ArrayStruct]: ...


class _ArrayType(Protocol):
    """Numba's type of an array."""

    def copy(self, *, ndim: int) -> Callable[..., object]: ...


def _view_as(
    kind: object, context: _Context, builder: _Builder, whole: _ArrayStruct, *begin_and_sizes: object
) -> object:
    """Generate an array of these sizes from a place in another one."""
    begin, *sizes = begin_and_sizes
    strides = [whole.itemsize]
    for size in sizes[:0:-1]:
        strides.insert(0, builder.mul(strides[0], size))
    made = context.make_array(kind)(context, builder)
    data = builder.gep(whole.data, [begin])
    _arrayobj.populate_array(
        made, data=data, shape=sizes, strides=strides, itemsize=whole.itemsize, meminfo=whole.meminfo
    )
    return made._getvalue()  # pyright: ignore[reportPrivateUsage]


def _make_view(dimensions: int, kind: object) -> tuple[object, Callable[..., object]]:
    made = cast(_ArrayType, kind).copy(ndim=dimensions)

    def generate(context: object, builder: object, _signature: object, arguments: Sequence[object]) -> object:
        target, build = cast(_Context, context), cast(_Builder, builder)
        whole = target.make_array(kind)(target, build, arguments[0])
        return _view_as(made, target, build, whole, *arguments[1:])

    return made(kind, *(_numba.int64,) * (dimensions + 1)), generate


def _line(_typing: object, array: object, _begin: object, _length: object) -> tuple[object, Callable[..., object]]:
    return _make_view(1, array)


def _grid(
    _typing: object, array: object, _begin: object, _rows: object, _columns: object
) -> tuple[object, Callable[..., object]]:
    return _make_view(2, array)


Number = TypeVar("Number", np.int64, np.float64, Value)


class _LineOf(Protocol):
    def __call__(self, array: NDArray[Number], begin: int, length: int, /) -> NDArray[Number]: ...


class _GridOf(Protocol):
    def __call__(self, array: NDArray[Number], begin: int, rows: int, columns: int, /) -> NDArray[Number]: ...


line_of = cast(_LineOf, _extending.intrinsic(_line))
grid_of = cast(_GridOf, _extending.intrinsic(_grid))
"""So many numbers, or rows and columns, of a one-dimensional array from a place on, which must be there.

Unlike slices and `reshape`, they are not checked, and take the compiler little time.
"""


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
