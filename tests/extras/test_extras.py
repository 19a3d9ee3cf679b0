"""A light core: each extra left out once, the sentence that names it, and the same games, beliefs and puzzles."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from tests.extras.without import run_without

from greycells.extras import EXTRAS, MissingExtra, extra_with, need

ROOT = Path(__file__).parents[2]
SOLVED = str(ROOT / "records" / "classic" / "solved.case")
MODULES = {"open_spiel": "pyspiel"}
"""The packages whose module has another name."""
FULL_CORE = 30_000_000
"""Bytes that `pip install greycells` may take, with everything that it brings, compiled."""

SAME = """
import json
from datetime import date
from greycells import Game, load
from greycells.analysis.puzzles.sources import daily_case
from greycells.deduction import Beliefs, Habit, Knowledge, Leaning, facts_from, what_if
from greycells.players import player

told = []
for edition, levels in (
    ("classic", ("constable", "senior-constable", "leading-constable", "detective-constable")),
    ("cottage", ("sergeant", "detective-sergeant", "inspector")),
    ("getaway", ("acting-sergeant", "inspector", "inspector")),
):
    game = Game.new(edition, list(levels), seed=11)
    minds = [player(level, seed=at) for at, level in enumerate(levels)]
    while (seat := game.to_act) is not None:
        if len(game.events) < 150:
            evidence = facts_from(game.view(seat))
        game.play(minds[seat.index].choose(game.view(seat)))
    told += map(repr, game.events)
    told += map(str, Knowledge.of(evidence))
    other, card, deck = game.seats[1], game.edition.deck.cards[3], game.edition.deck
    for soft in ((), (Leaning(card, other, 0.5),)):
        told += [f"{theory} {share:.9f}" for theory, share in Beliefs(evidence, leanings=soft).theories.items()]
    theory = next(iter(Beliefs(evidence).theories))
    told.append(f"{what_if(evidence, theory, by=game.seats[0]).information:.9f}")
told.append(json.dumps(daily_case(date(2026, 3, 14)).form()))
print(json.dumps(sorted(told)))
"""


def requirements(extra: str) -> set[str]:
    """The modules of the packages that an extra of `pyproject.toml` brings."""
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    names = {re.split(r"[\[><=!~; ]", one, maxsplit=1)[0] for one in extras[extra]} - {"greycells"}
    return {MODULES.get(name, name) for name in names}


@pytest.mark.parametrize("extra", EXTRAS)
def test_the_extras_are_those_of_the_project(extra: str) -> None:
    assert requirements(extra) == set(EXTRAS[extra]) - {"psycopg_pool"}


@pytest.mark.parametrize(
    ("extra", "command"),
    [
        ("fast", ["review", SOLVED]),
        ("fast", ["arena", "--players", "superintendent,chief,inspector", "--games", "1"]),
        ("fast", ["arena", "--players", "inspector,sergeant,constable", "--games", "1", "--luck"]),
        ("fast", ["play", "--bots", "superintendent,inspector"]),
        ("server", ["serve"]),
        ("server", ["join", "http://127.0.0.1:9/t/ABCDEF"]),
        ("server", ["bot", "http://127.0.0.1:9/t/ABCDEF", "--player", "inspector"]),
        ("server", ["admin", "tables"]),
        ("ray", ["arena", "--players", "inspector,sergeant,constable", "--games", "1", "--on", "ray"]),
        ("research", ["mcp"]),
        ("research", ["dataset", "games"]),
    ],
    ids=lambda value: value if isinstance(value, str) else value[0],
)
def test_a_command_says_which_extra_it_misses(extra: str, command: list[str], tmp_path: Path) -> None:
    ran = run_without(tmp_path, extra, command=["-m", "greycells", *command])
    assert ran.returncode == 1
    assert ran.stdout == ""
    (told,) = [line for line in ran.stderr.splitlines() if not line.startswith("seed")]
    assert f'pip install "greycells[{extra}]"' in told


@pytest.mark.parametrize(
    "command",
    [
        ["editions", "compare"],
        ["sheet", "classic", "--out", "sheet.html"],
        ["check", SOLVED],
        ["verify", SOLVED],
        ["show", SOLVED],
        ["solve", SOLVED, "--seat", "Peacock", "--why", "Rope", "case"],
        ["puzzle", "--date", "2026-03-14"],
        ["arena", "--players", "inspector,sergeant,constable", "--games", "2", "--seed", "1"],
    ],
    ids=lambda command: command[0],
)
def test_the_core_does_these_alone(command: list[str], tmp_path: Path) -> None:
    bare = run_without(tmp_path, "fast", "server", command=["-m", "greycells", *command])
    assert "pip install" not in bare.stderr
    assert bare.stdout or tmp_path.joinpath("sheet.html").exists(), bare.stderr


def test_games_beliefs_and_puzzles_are_the_same_without_each_extra(tmp_path: Path) -> None:
    alone, without_server, whole = (
        run_without(tmp_path, *extras, command=["-c", SAME]) for extras in (("fast", "server"), ("server",), ())
    )
    assert whole.returncode == 0, whole.stderr
    assert len(json.loads(whole.stdout)) > 500
    assert alone.stdout == whole.stdout, alone.stderr
    assert without_server.stdout == whole.stdout, without_server.stderr


def test_the_doctor_says_how_the_solver_counts(tmp_path: Path) -> None:
    bare = run_without(tmp_path, "fast", command=["-m", "greycells", "doctor"])
    assert 'plain Python: just as exact, but slower. Install what compiles it with: pip install "greycells[fast]"' in (
        bare.stdout
    )
    whole = run_without(tmp_path, command=["-m", "greycells", "doctor"])
    assert "The solver counts with compiled code" in whole.stdout


def test_importing_greycells_loads_no_other_package() -> None:
    code = "import sys; before = set(sys.modules); import greycells; print(*set(sys.modules) - before)"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    packages = {name.partition(".")[0] for name in ran.stdout.split()}
    assert packages - sys.stdlib_module_names == {"greycells"}


def test_a_missing_module_of_no_extra_is_no_excuse() -> None:
    assert extra_with("numpy.linalg") == "fast"
    assert extra_with("nothing.of.the.kind") is None
    with pytest.raises(MissingExtra, match="This needs nothing_at_all"):
        need("json", "nothing_at_all")


@pytest.mark.proof
def test_the_core_installs_light_and_plays(tmp_path: Path) -> None:
    """From the wheel into an empty environment, with what pip finds for it."""
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)], cwd=ROOT, check=True
    )
    subprocess.run([sys.executable, "-m", "venv", str(tmp_path / "venv")], check=True)
    python = str(tmp_path / "venv" / "bin" / "python")
    (wheel,) = tmp_path.glob("*.whl")
    subprocess.run([python, "-m", "pip", "install", "--quiet", str(wheel)], check=True)
    (packages,) = (tmp_path / "venv" / "lib").glob("*/site-packages")
    own = [one for one in packages.iterdir() if not re.match(r"pip|setuptools|pkg_resources|_distutils", one.name)]
    size = sum(file.stat().st_size for one in own for file in [one, *one.rglob("*")] if file.is_file())
    assert size < FULL_CORE
    game = [python, "-m", "greycells", "arena", "--players", "inspector,sergeant,constable", "--games", "2"]
    assert subprocess.run(game, capture_output=True, check=True).stdout
