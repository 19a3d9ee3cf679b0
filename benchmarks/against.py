"""Before and after in one run: measures another commit and this tree in turn, so that a busy machine slows both.

A probe is a program that answers each line of its input with a JSON object: names and numbers. The same probe runs in
both trees, so it may use only what both have.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Generator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

HERE = Path(__file__).resolve().parent.parent
ROUNDS = 4


class Tree:
    """A running probe in one tree, with the best of its answers so far."""

    def __init__(self, folder: Path, probe: str, *, more_is_better: bool) -> None:
        path = os.pathsep.join((str(folder / "src"), str(folder)))
        self._better = max if more_is_better else min
        self._process = subprocess.Popen(
            [sys.executable, "-c", probe],
            cwd=folder,
            env={**os.environ, "PYTHONPATH": path},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self.best: dict[str, float] = {}

    def measure(self) -> None:
        """One more round."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        print("go", file=self._process.stdin, flush=True)
        found: dict[str, float] = json.loads(self._process.stdout.readline())
        for name, number in found.items():
            self.best[name] = self._better(self.best.get(name, number), number)

    def close(self) -> None:
        assert self._process.stdin is not None
        with suppress(BrokenPipeError):
            self._process.stdin.close()
        self._process.wait()


@contextmanager
def checked_out(ref: str) -> Generator[Path]:
    """A temporary working tree of another commit."""
    with TemporaryDirectory() as folder:
        tree = Path(folder) / "before"
        git = ["git", "-C", str(HERE), "worktree"]
        subprocess.run([*git, "add", "--detach", str(tree), ref], check=True, capture_output=True)
        try:
            yield tree
        finally:
            subprocess.run([*git, "remove", "--force", str(tree)], check=True, capture_output=True)


def compare(ref: str, probe: str, *, more_is_better: bool = False, rounds: int = ROUNDS) -> None:
    """Run the probe in both trees, round by round, and print the best numbers of each and their ratio."""
    with checked_out(ref) as before:
        trees = [Tree(folder, probe, more_is_better=more_is_better) for folder in (before, HERE)]
        try:
            for _ in range(rounds):
                for tree in trees:
                    tree.measure()
        finally:
            for tree in trees:
                tree.close()
    old, new = (tree.best for tree in trees)
    print(f"{'':44}{ref[:10]:>12}{'now':>12}{'ratio':>8}")
    for name, number in new.items():
        if name in old:
            print(f"{name:44}{old[name]:12,.1f}{number:12,.1f}{number / old[name]:8.2f}")
        else:
            print(f"{name:44}{'-':>12}{number:12,.1f}")
