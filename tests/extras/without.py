"""Python without an extra: as if its modules were not installed, in the processes that it starts too."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from greycells.extras import EXTRAS

HIDE = """
import os, sys

for module in os.environ["TEST_HIDDEN"].split():
    sys.modules[module] = None
"""
"""Run at the start of every interpreter (`sitecustomize`): an import then fails, and nothing is found."""


def run_without(folder: Path, *extras: str, command: list[str]) -> subprocess.CompletedProcess[str]:
    """Run Python with this command line, without these extras and what only they bring."""
    folder.joinpath("sitecustomize.py").write_text(HIDE, encoding="utf-8")
    hidden = [module for extra in extras for module in EXTRAS[extra]]
    # What the hidden packages bring: nothing of ours may lean on it either.
    hidden += ["llvmlite"] * ("fast" in extras) + ["anyio", "h11"] * ("server" in extras)
    environment = {**os.environ, "TEST_HIDDEN": " ".join(hidden), "PYTHONPATH": str(folder), "LANG": "C"}
    return subprocess.run(
        [sys.executable, *command], env=environment, cwd=folder, capture_output=True, text=True, check=False
    )
