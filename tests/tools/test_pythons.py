"""The package installs and works on every Python that it claims, where that Python is on this machine."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from trove_classifiers import classifiers

ROOT = Path(__file__).parents[2]
VERSIONS = ("3.11", "3.12", "3.13", "3.14")
SMOKE = """
from greycells import Game
from greycells.deduction import Knowledge, evidence_from
from greycells.players import player
game = Game.new("classic", ["Ada", "Grace", "Hedy"], seed=7)
minds = {seat: player("inspector", seed=seat.index) for seat in game.seats}
while (seat := game.to_act) is not None:
    game.play(minds[seat].choose(game.view(seat)))
view = game.view(0)
evidence = evidence_from(game.edition.deck, game.seats, sightings=view.sightings, viewer=view.seat)
print(len(game.events), Knowledge.of(evidence).consistent)
"""


def interpreter(version: str) -> str | None:
    """Where this version of Python is: on the path, or among those of pyenv."""
    found = shutil.which(f"python{version}")
    if found and ".pyenv/shims" not in found:
        return found
    versions = Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv") / "versions"
    kept = sorted(versions.glob(f"{version}.*/bin/python")) if versions.is_dir() else []
    return str(kept[-1]) if kept else None


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built once with what this environment has: the others need no build system."""
    folder = tmp_path_factory.mktemp("wheel")
    subprocess.run([sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)], cwd=ROOT, check=True)
    (built,) = folder.glob("*.whl")
    return built


def test_the_metadata_claims_these_versions() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["requires-python"] == f">={VERSIONS[0]}"
    claimed = re.findall(r"Python :: (3\.\d+)", "\n".join(project["classifiers"]))
    assert tuple(claimed) == VERSIONS
    assert [one for one in project["classifiers"] if one not in classifiers] == [], "no wheel is built with these"


@pytest.mark.proof
@pytest.mark.parametrize("version", VERSIONS)
def test_the_package_installs_and_plays(version: str, wheel: Path, tmp_path: Path) -> None:
    python = interpreter(version)
    if python is None:
        pytest.skip(f"NOT TESTED: there is no Python {version} on this machine.")
    subprocess.run([python, "-m", "venv", str(tmp_path / "venv")], check=True)
    own = tmp_path / "venv" / "bin"
    install = [str(own / "python"), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    subprocess.run(
        [*install, "--require-hashes", "-r", str(ROOT / "requirements.lock")], check=True, capture_output=True
    )
    subprocess.run([*install, "--no-deps", str(wheel)], check=True, capture_output=True)

    def said(*command: str) -> str:
        return subprocess.run(command, check=True, capture_output=True, text=True, cwd=tmp_path).stdout

    assert said(str(own / "python"), "-W", "error::SyntaxWarning", "-c", SMOKE).split()[1] == "True"
    assert said(str(own / "greycells"), "--version").startswith("greycells ")
    assert '"squares"' in said(str(own / "greycells"), "reach", "classic", "--from", "Lounge", "--roll", "3", "--json")
    assert "PROBLEM" not in said(str(own / "greycells"), "doctor", "--data", str(tmp_path / "data"))
    said(str(own / "python"), "-m", "pip", "check")
