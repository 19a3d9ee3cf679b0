"""The client's own modules: their types hold, every word is in the catalogue, and none is there for nothing."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

STATIC = Path(__file__).parents[2] / "src" / "greycells" / "server" / "static"
TYPESCRIPT = "typescript@5.9.3"
NEEDED = "The types of the browser's modules are checked with npx, which comes with npm."


def modules() -> list[Path]:
    return [path for path in sorted(STATIC.rglob("*.js")) if "vendor" not in path.parts]


def test_the_types_of_every_module_hold() -> None:
    npx = shutil.which("npx")
    if npx is None:
        assert not os.environ.get("CI"), (
            "The types of the browser's modules are checked with npx, which comes with npm."
        )
        pytest.skip("The types of the browser's modules are checked with npx, which comes with npm.")
    command = [npx, "--yes", "--package", TYPESCRIPT, "tsc", "--project", str(STATIC / "tsconfig.json")]
    checked = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)
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
