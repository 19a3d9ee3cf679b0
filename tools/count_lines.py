"""Count the lines of code of each package, now and at an earlier commit: `python -m tools.count_lines [REV]`.

Blank lines, comments and docstrings don't count; words, static files, vendored and generated ones aren't Python at all.
"""

from __future__ import annotations

import ast
import io
import subprocess
import sys
import tokenize
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

SOURCE = "src/greycells"
NO_CODE = (tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER)


def sources(revision: str | None) -> Iterator[tuple[str, str]]:
    """The modules with their text."""
    if revision is None:
        for file in sorted(Path(SOURCE).rglob("*.py")):
            yield file.as_posix(), file.read_text(encoding="utf-8")
        return
    for path in _git("ls-tree", "-r", "--name-only", revision, SOURCE).splitlines():
        if path.endswith(".py"):
            yield path, _git("show", f"{revision}:{path}")


def _git(*arguments: str) -> str:
    return subprocess.run(["git", *arguments], capture_output=True, text=True, check=True).stdout


def code_lines(text: str) -> int:
    """How many lines have something on them that is neither a comment nor part of a docstring."""
    told: set[int] = set()
    for node in ast.walk(ast.parse(text)):
        match node:
            case ast.Expr(value=ast.Constant(value=str())):
                told.update(range(node.lineno, (node.end_lineno or node.lineno) + 1))
            case _:
                pass
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    lines = {line for each in tokens if each.type not in NO_CODE for line in range(each.start[0], each.end[0] + 1)}
    return len(lines - told)


def count(revision: str | None) -> Counter[str]:
    """The lines of each package: those of the server and of the analysis by feature."""
    counted = Counter[str]()
    for path, text in sources(revision):
        parts = path.removeprefix(f"{SOURCE}/").split("/")
        deep = parts[0] in ("server", "analysis") and len(parts) > 2
        counted["/".join(parts[: 2 if deep else 1])] += code_lines(text)
        if parts[0] in ("server", "analysis"):
            counted[f"{parts[0]} in all"] += code_lines(text)
    return counted


def main() -> None:
    before, now = (count(sys.argv[1]) if sys.argv[1:] else Counter[str]()), count(None)
    print("package".ljust(24), "before".rjust(8), "now".rjust(8), "change".rjust(8))
    for package in sorted({*before, *now}):
        print(
            package.ljust(24),
            *(f"{each:8,}" for each in (before[package], now[package], now[package] - before[package])),
        )
    sums = [sum(number for package, number in each.items() if " in all" not in package) for each in (before, now)]
    print("sum".ljust(24), f"{sums[0]:8,} {sums[1]:8,} {sums[1] - sums[0]:8,}")


if __name__ == "__main__":
    main()
