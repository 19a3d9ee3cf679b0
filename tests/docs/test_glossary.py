"""The glossary lists every noun once: the game's, and every public module and class with its module."""

from __future__ import annotations

import ast
import re
from collections import Counter
from pathlib import Path

from tools.glossary import PAGE, page

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "greycells"
ROW = re.compile(r"^\| `?([^|`]+?)`? \| (.+?) \|$", re.MULTILINE)


def section(title: str) -> list[tuple[str, str]]:
    """The rows of one section of the page."""
    text = (ROOT / "docs" / "design" / "glossary.md").read_text(encoding="utf-8")
    body = text.split(f"\n## {title}\n", 1)[1].split("\n## ", 1)[0]
    return [(name, says) for name, says in ROW.findall(body) if name not in ("noun", "module", "class", "---")]


def public_modules() -> list[str]:
    files = (file.relative_to(SOURCE).as_posix() for file in SOURCE.rglob("*.py"))
    return [file for file in files if not file.endswith(("__init__.py", "__main__.py"))]


def public_classes() -> list[tuple[str, str]]:
    """Every public class at the top of a module, with its module."""
    return [
        (node.name, module)
        for module in public_modules()
        for node in ast.parse((SOURCE / module).read_text(encoding="utf-8")).body
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_")
    ]


def test_no_two_public_classes_share_a_name() -> None:
    found = public_classes()
    assert len(found) > 300
    counted = Counter(name for name, _ in found)
    assert {name: [where for one, where in found if one == name] for name in counted if counted[name] > 1} == {}


def test_no_two_modules_share_a_name() -> None:
    counted = Counter(Path(module).name for module in public_modules())
    assert [name for name, times in counted.items() if times > 1] == []


def test_every_public_module_is_listed_once() -> None:
    assert sorted(name for name, _ in section("Modules")) == sorted(public_modules())


def test_every_public_class_is_listed_once_with_its_module() -> None:
    told = [(name, says.split("`")[1]) for name, says in section("Classes")]
    assert sorted(told) == sorted(public_classes())


def test_every_row_says_what_the_docstring_says() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert text == page(text), "run python -m tools.glossary"


def test_every_noun_of_the_game_is_listed_once() -> None:
    nouns = [name for name, _ in section("The game")]
    assert len(nouns) == len(set(nouns)) >= 30
    for noun in ("suspect", "theory", "suggestion", "case file", "seat", "pawn", "passage", "snoop", "view"):
        assert noun in nouns
