"""The public names of a package with what can be done with each: `python -m tests.api.public_names` writes the file."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import cast

KEPT = Path(__file__).parent / "public_names.txt"
PACKAGES = ("greycells", "greycells.deduction", "greycells.notation")


def listed() -> str:
    """Every public name with its parameters; a class with its public members, those of its bases left out."""
    return "".join(f"{line}\n" for package in PACKAGES for line in _names(package))


def _names(package: str) -> Iterator[str]:
    module = import_module(package)
    for name in sorted(cast("list[str]", module.__all__)):
        found: object = getattr(module, name)
        if inspect.isclass(found):
            yield f"{package}.{name}"
            yield from (f"{package}.{name}.{member}" for member in _members(found))
        elif inspect.isfunction(found):
            yield f"{package}.{name}{_parameters(found)}"
        else:
            yield f"{package}.{name}"


def _members(one: type) -> Iterator[str]:
    own = [base for base in one.__mro__ if base.__module__.startswith("greycells")]
    names = {name for base in own for name in (*vars(base), *getattr(base, "__annotations__", {}))}
    for name in sorted(name for name in names if not name.startswith("_") or name.startswith("_repr_")):
        member = inspect.getattr_static(one, name, None)
        function = getattr(member, "__func__", member)
        yield f"{name}{_parameters(function)}" if inspect.isfunction(function) else name


def _parameters(function: object) -> str:
    """The names of the parameters and which have to be named; types are checked by mypy."""
    taken = inspect.signature(cast("type", function)).parameters.values()
    return str(inspect.Signature([one.replace(annotation=inspect.Parameter.empty) for one in taken]))


if __name__ == "__main__":
    KEPT.write_text(listed(), encoding="utf-8")
