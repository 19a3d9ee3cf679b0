"""The examples that come with the library: programs to start from, and records of whole games.

`python -m greycells.examples` lists them; with a folder behind it, it copies them there.
"""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from pathlib import Path

_HERE = Path(__file__).parent
_ROOT = _HERE if (_HERE / "records").is_dir() else _HERE.parents[2]
"""A wheel has the two folders beside this file; in the repository they are at its top."""


def programs() -> Mapping[str, Path]:
    """The example programs by name: `bot.py`, `bot.mjs` ...

    >>> programs()["bot.py"].is_file()
    True
    """
    return {file.name: file for file in sorted((_ROOT / "examples").glob("*.*"))}


def records() -> Mapping[str, Path]:
    """Whole games by name, as files for `Game.from_record`, `greycells replay` and the like.

    >>> list(records())[:2]
    ['anniversary/last-player', 'anniversary/solved']
    """
    folder = _ROOT / "records"
    return {file.relative_to(folder).with_suffix("").as_posix(): file for file in sorted(folder.rglob("*.case"))}


def copy_to(folder: Path) -> None:
    """Copy the programs and the records into a folder, each into one of its own."""
    for part in ("examples", "records"):
        shutil.copytree(_ROOT / part, folder / part, dirs_exist_ok=True, ignore=shutil.ignore_patterns("__pycache__"))
