"""Bring docs/design/glossary.md up to date: a row for each public module and class, from its docstring.

python -m tools.glossary
"""

from __future__ import annotations

import ast
import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "design" / "glossary.md"
SOURCE = ROOT / "src" / "greycells"


def first_sentence(node: ast.Module | ast.ClassDef) -> str:
    """What a docstring says first, as one line of a table."""
    lines = (ast.get_docstring(node) or "").split("\n\n")[0]
    text = " ".join(lines.split())
    found = re.match(r"(.+?[.;])(\s|$)", text)
    return (found[1] if found else text).rstrip(".;").replace("|", "/")


def page(text: str) -> str:
    """The page with its tables of modules and classes made anew; the nouns of the game are written by hand."""
    modules: list[str] = []
    classes: list[str] = []
    for file in sorted(SOURCE.rglob("*.py")):
        name = file.relative_to(SOURCE).as_posix()
        if name.endswith(("__init__.py", "__main__.py")):
            continue
        tree = ast.parse(file.read_text(encoding="utf-8"))
        modules.append(f"| `{name}` | {first_sentence(tree)} |")
        classes += [
            f"| `{node.name}` | `{name}`: {first_sentence(node)} |"
            for node in tree.body
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_")
        ]
    game = text.split("\n## Modules\n", 1)[0]
    return (
        f"{game}\n## Modules\n\n| module | what it holds |\n|---|---|\n"
        + "\n".join(modules)
        + "\n\n## Classes\n\n| class | module, and what it is |\n|---|---|\n"
        + "\n".join(sorted(classes, key=str.lower))
        + "\n"
    )


if __name__ == "__main__":
    PAGE.write_text(page(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
