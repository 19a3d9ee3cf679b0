"""A copy of cottage in a folder of its own."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.editions.copies import Write, files_of


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Write an edition like cottage with some of its text replaced; gives its folder."""

    def write(*replacements: tuple[str, str], drawing: tuple[str, str] | None = None) -> Path:
        text, board = files_of("cottage")
        for old, new in replacements:
            assert old in text
            text = text.replace(old, new, 1)
        if drawing is not None:
            assert drawing[0] in board
            board = board.replace(*drawing, 1)
        (tmp_path / "edition.toml").write_text(text, encoding="utf-8")
        (tmp_path / "board.txt").write_text(board, encoding="utf-8")
        return tmp_path

    return write
