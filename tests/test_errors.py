"""Every exception of ours has one class above it, so that `except GreycellsError` is enough."""

from __future__ import annotations

import ast
import builtins
from pathlib import Path

import pytest

import greycells
from greycells import GreycellsError

SOURCE = Path(greycells.__file__).parent


def bases() -> dict[str, set[str]]:
    """All classes of the source, with the names of what they inherit."""
    return {
        node.name: {ast.unparse(base) for base in node.bases}
        for file in SOURCE.rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.ClassDef)
    }


def test_every_exception_is_a_greycells_error() -> None:
    known = bases()
    exceptions = {
        name for name, kind in vars(builtins).items() if isinstance(kind, type) and issubclass(kind, BaseException)
    }
    ours: set[str] = {"GreycellsError"}
    while more := {name for name, above in known.items() if above & ours} - ours:
        ours |= more
    assert len(ours) > 50
    raised = {name for name, above in known.items() if above & (exceptions | ours)}
    while more := {name for name, above in known.items() if above & raised} - raised:
        raised |= more
    assert raised - ours == set()


def test_one_except_catches_what_a_program_meets() -> None:
    for wrong in (
        lambda: greycells.load("nowhere"),
        lambda: greycells.Game.new("classic", ["Ada", "Grace", "Hedy"], seed=7).play(greycells.EndTurn()),
        lambda: greycells.Game.from_record("no\nrecord"),
    ):
        with pytest.raises(GreycellsError):
            wrong()
