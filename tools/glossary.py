"""Brings docs/design/glossary.md up to date: adds a row for each new module and class, drops those that are gone.

    python -m tools.glossary

What a row says is taken from the first sentence of the docstring when it is added, and is kept as it is afterwards.
"""

from __future__ import annotations

import ast
import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "design" / "glossary.md"
SOURCE = ROOT / "src" / "greycells"
ROW = re.compile(r"^\| `([^|`]+)` \| (.+?) \|$", re.MULTILINE)


def first_sentence(node: ast.Module | ast.ClassDef) -> str:
    """What a docstring says first, as one line of a table."""
    lines = (ast.get_docstring(node) or "").split("\n\n")[0]
    text = " ".join(lines.split())
    found = re.match(r"(.+?[.;])(\s|$)", text)
    return (found[1] if found else text).rstrip(".;").replace("|", "/")


def rows(text: str, title: str) -> dict[str, str]:
    body = text.split(f"\n## {title}\n", 1)[1].split("\n## ", 1)[0]
    return dict(ROW.findall(body))


def main() -> None:
    text = PAGE.read_text(encoding="utf-8")
    modules, classes = rows(text, "Modules"), rows(text, "Classes")
    told_modules: list[str] = []
    told_classes: list[str] = []
    for file in sorted(SOURCE.rglob("*.py")):
        name = file.relative_to(SOURCE).as_posix()
        if name.endswith(("__init__.py", "__main__.py")):
            continue
        tree = ast.parse(file.read_text(encoding="utf-8"))
        told_modules.append(f"| `{name}` | {modules.get(name) or first_sentence(tree)} |")
        for node in tree.body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                kept = classes.get(node.name, "")
                says = kept.partition(": ")[2] or first_sentence(node)
                told_classes.append(f"| `{node.name}` | `{name}`: {says} |")
    game = text.split("\n## Modules\n", 1)[0]
    PAGE.write_text(
        f"{game}\n## Modules\n\n| module | what it holds |\n|---|---|\n"
        + "\n".join(told_modules)
        + "\n\n## Classes\n\n| class | module, and what it is |\n|---|---|\n"
        + "\n".join(sorted(told_classes, key=str.lower))
        + "\n",
        encoding="utf-8",
    )


if __name__ == "__main__":
    main()
