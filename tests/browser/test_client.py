"""The client's own modules: their types hold, every word is in the catalogue, and none is there for nothing."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

STATIC = Path(__file__).parents[2] / "src" / "greycells" / "server" / "static"
NEEDED = "The browser's modules are checked with npx, which comes with npm."


def modules() -> list[Path]:
    return [path for path in sorted(STATIC.rglob("*.js")) if "vendor" not in path.parts]


def npx(package: str, *command: str) -> subprocess.CompletedProcess[str]:
    """Run a tool of npm's: only checks need one, nobody needs it to play."""
    path = shutil.which("npx")
    if path is None:
        assert not os.environ.get("CI"), NEEDED
        pytest.skip(NEEDED)
    command = (path, "--yes", "--package", package, *command)
    return subprocess.run(command, cwd=STATIC, capture_output=True, text=True, check=False, timeout=300)


def test_the_types_of_every_module_hold() -> None:
    checked = npx("typescript@5.9.3", "tsc", "--project", "tsconfig.json")
    assert checked.returncode == 0, checked.stdout + checked.stderr


def test_every_module_is_laid_out_alike() -> None:
    checked = npx("prettier@3.6.2", "prettier", "--check", "**/*.js", "style/*.css", "types.d.ts", "!vendor/**")
    assert checked.returncode == 0, checked.stdout + checked.stderr


def test_every_word_is_in_the_catalogue_and_used() -> None:
    catalogue = set(
        re.findall(r'^  "([^"]+)":', (STATIC / "words" / "en.js").read_text(encoding="utf-8"), re.MULTILINE)
    )
    code = "\n".join(path.read_text(encoding="utf-8") for path in modules() if path.parent.name != "words")
    asked = set(re.findall(r'\bt\("([^"]+)"', code))
    assert asked <= catalogue
    families = set(re.findall(r"t\(`([a-z]+\.[a-z ]*)\$\{", code))
    literals = set(re.findall(r'"([a-z]+\.[a-zA-Z ]+)"', code))
    unused = {key for key in catalogue - asked - literals if not key.startswith(tuple(families))}
    assert not unused


@pytest.mark.parametrize("path", modules(), ids=lambda path: path.relative_to(STATIC).as_posix())
def test_a_module_fits_in_a_head(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert text.startswith("/**")
    assert len(text.splitlines()) <= 300 or path.parent.name == "words"
    assert "innerHTML" not in text
