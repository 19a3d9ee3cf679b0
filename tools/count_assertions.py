"""Count what the tests assert, now and at an earlier commit: `python -m tools.count_assertions [REV]`.

Assert statements, `pytest.raises`, Playwright's `expect`, the helpers that expect a refusal, and Node's `assert` in the
cases of the client; by folder, and those in tests marked `proof`, which `make test` leaves to `make proof`.
"""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

CALLS = frozenset({"raises", "expect", "refused", "warns"})
PYTHON, NODE = ".py", ".js"
NODES_ASSERT = re.compile(r"\bassert(?:\.\w+)*\(")


def sources(revision: str | None) -> Iterator[tuple[str, str]]:
    """The tests' files with their text."""
    if revision is None:
        for file in sorted(Path("tests").rglob("*")):
            if file.suffix in (PYTHON, NODE):
                yield file.as_posix(), file.read_text(encoding="utf-8")
        return
    for path in _git("ls-tree", "-r", "--name-only", revision, "tests").splitlines():
        if path.endswith((PYTHON, NODE)):
            yield path, _git("show", f"{revision}:{path}")


def _git(*arguments: str) -> str:
    return subprocess.run(["git", *arguments], capture_output=True, text=True, check=True).stdout


def assertions(tree: ast.AST) -> int:
    return sum(isinstance(node, ast.Assert) or _expects(node) for node in ast.walk(tree))


def _expects(node: ast.AST) -> bool:
    match node:
        case ast.Call(func=ast.Name(name)) | ast.Call(func=ast.Attribute(attr=name)):
            return name in CALLS
        case _:
            return False


def in_proof(tree: ast.Module) -> int:
    """Those in functions that are marked to run in the proof only."""
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    marked = (node for node in functions if any("mark.proof" in ast.unparse(each) for each in node.decorator_list))
    return sum(map(assertions, marked))


def count(revision: str | None) -> tuple[Counter[str], Counter[str]]:
    """By folder: all of them, and those in the proof only."""
    everything, proof = Counter[str](), Counter[str]()
    for path, text in sources(revision):
        folder = path.split("/")[1]
        if path.endswith(NODE):
            everything[folder] += len(NODES_ASSERT.findall(text))
            continue
        tree = ast.parse(text)
        everything[folder] += assertions(tree)
        proof[folder] += in_proof(tree)
    return everything, proof


def main() -> None:
    revisions: list[str | None] = [*sys.argv[1:], None]
    counted = {revision or "now": count(revision) for revision in revisions}
    print("folder".ljust(16), *(f"{name:>12} (proof)" for name in counted))
    folders = sorted({folder for everything, _ in counted.values() for folder in everything})
    for folder in folders:
        print(folder.ljust(16), *(f"{all_[folder]:12,} ({proof[folder]:5,})" for all_, proof in counted.values()))
    print("sum".ljust(16), *(f"{all_.total():12,} ({proof.total():5,})" for all_, proof in counted.values()))


if __name__ == "__main__":
    main()
