"""The README's Python runs as it stands."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

README = Path(__file__).parents[2] / "README.md"
BLOCKS = re.findall(r"```python\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)


def test_the_readme_shows_a_game_in_about_ten_lines() -> None:
    assert BLOCKS
    assert len(BLOCKS[0].splitlines()) <= 12


@pytest.mark.parametrize("block", BLOCKS)
def test_the_readmes_python_runs(block: str, capsys: pytest.CaptureFixture[str]) -> None:
    exec(compile(block, str(README), "exec"), {})
    assert capsys.readouterr().out
