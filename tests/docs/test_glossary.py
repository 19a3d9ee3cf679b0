"""The glossary explains every noun once, and no two classes share a name."""

from __future__ import annotations

import ast
import re
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "greycells"
ROW = re.compile(r"^\| ([^|]+?) \| (.+?) \|$", re.MULTILINE)


def nouns() -> list[str]:
    """All nouns of the page, of the game and of the code."""
    text = (ROOT / "docs" / "design" / "glossary.md").read_text(encoding="utf-8")
    return [noun for noun, _ in ROW.findall(text) if noun not in ("noun", "---")]


def test_no_two_public_classes_share_a_name() -> None:
    found = [
        (node.name, file.relative_to(SOURCE).as_posix())
        for file in SOURCE.rglob("*.py")
        for node in ast.parse(file.read_text(encoding="utf-8")).body
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_")
    ]
    assert len(found) > 300
    counted = Counter(name for name, _ in found)
    assert {name: [where for one, where in found if one == name] for name in counted if counted[name] > 1} == {}


def test_every_noun_is_explained_once() -> None:
    found = nouns()
    assert len(found) == len(set(found)) >= 60
    for noun in ("suspect", "theory", "suggestion", "case file", "seat", "view", "frame", "lease", "sentence"):
        assert noun in found
