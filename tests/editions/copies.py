"""Copies of real editions, to write in."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from greycells.editions import loader

EDITIONS = Path(loader.__file__).parent
Write = Callable[..., Path]


def files_of(name: str) -> tuple[str, str]:
    """The text and the drawing of an edition, as they would stand in a folder of its own, under another key."""
    text = (EDITIONS / name / "edition.toml").read_text(encoding="utf-8")
    text = text.replace(f'key = "{name}"', 'key = "hut"').replace("../classic/board.txt", "board.txt")
    folder = name if (EDITIONS / name / "board.txt").exists() else "classic"
    return text, (EDITIONS / folder / "board.txt").read_text(encoding="utf-8")
