"""The library's public surface changes only on purpose."""

from __future__ import annotations

import inspect
from importlib import import_module

import pytest
from tests.api.public_names import KEPT, PACKAGES, listed


def test_the_public_names_are_those_that_are_listed() -> None:
    assert listed() == KEPT.read_text(encoding="utf-8"), "run: python -m tests.api.public_names"


@pytest.mark.parametrize("package", PACKAGES)
def test_every_public_class_and_function_says_what_it_is(package: str) -> None:
    module = import_module(package)
    found = {name: getattr(module, name) for name in module.__all__}
    silent = [
        name for name, one in found.items() if (inspect.isclass(one) or inspect.isfunction(one)) and not one.__doc__
    ]
    assert silent == []
