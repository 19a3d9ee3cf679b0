"""Bots that attack: they read no card, make nobody wait beyond the limits, and the table is finished and names them."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from greycells import Game, load
from greycells.arena import Pairing, play_match, play_tournament
from greycells.arena.match import play_out
from greycells.arena.standings import Standing
from greycells.players import player
from greycells.players.guarded_player import Guarded
from greycells.players.program_player import STARTS, STRIKES, ProgramPlayer

BOTS = """
import gc, os, sys, time
from greycells.players.stroller import Stroller

class Reader(Stroller):
    def choose(self, view):
        for found in gc.get_objects():
            if type(found).__name__ in ("Secrets", "Game", "Position"):
                raise RuntimeError(f"found {type(found).__name__}")
        return super().choose(view)

class Hanging:
    def choose(self, view):
        time.sleep(10_000)

class Spinning:
    def choose(self, view):
        while True: pass

class Leaving:
    def choose(self, view):
        os._exit(3)

class LeavingOnce(Stroller):
    def choose(self, view):
        if view.options.roll and len(view.sightings) < 20:
            os._exit(3)
        return super().choose(view)

class Hungry:
    hoard = []
    def choose(self, view):
        while True: self.hoard.append(bytes(1 << 28))

class Loud(Stroller):
    def choose(self, view):
        for _ in range(40): print("x" * 100_000)
        return super().choose(view)

class Flooding:
    def choose(self, view):
        for number in range(100):
            try:
                while True: os.write(number, b"x" * 65536)
            except OSError:
                pass

class Slow:
    def __init__(self):
        time.sleep(10_000)
    def choose(self, view): ...

class Odd(BaseException): pass

class Raising:
    def choose(self, view):
        raise Odd("an exception of my own")
"""


@pytest.fixture
def bots(tmp_path: Path) -> Path:
    path = tmp_path / "bots.py"
    path.write_text(BOTS)
    return path


def line_of(bots: Path, name: str, *, games: int = 2) -> Standing:
    """How a bot fares against an inspector."""
    pairing = Pairing("cottage", (f"{bots}:{name}", "inspector"), 1)
    table = play_tournament(pairing, games, workers=1).table()
    assert table.games == games
    assert not table.stuck
    (line,) = (line for line in table.players if line.player.startswith(str(bots)))
    return line


def test_a_bot_that_searches_memory_finds_no_game(bots: Path) -> None:
    line = line_of(bots, "Reader")
    assert line.decisions > 4
    assert (line.faults, line.first_fault) == (0, "")


def test_a_bot_that_never_answers_forfeits_after_a_few_faults(bots: Path) -> None:
    line = line_of(bots, "Hanging", games=1)
    assert (line.forfeits, line.faults) == (1, line.decisions)
    assert line.first_fault == "no answer in time"


def test_a_bot_that_works_for_ever_is_ended(bots: Path) -> None:
    game = Game.new(load("cottage"), ["spinning", "inspector"], seed=1)
    spinning = Guarded(ProgramPlayer.hosting(f"{bots}:Spinning", seconds=0.2))
    play_out(game, [spinning, player("inspector")])
    assert game.over
    assert spinning.forfeited
    assert spinning.faults[0] == "no answer in time"
    assert isinstance(spinning.player, ProgramPlayer)
    assert not spinning.player.running
    spinning.close()


@pytest.mark.parametrize("workers", ["1", "2"])
def test_a_bot_that_exits_is_one_fault_named_as_such(workers: str, bots: Path) -> None:
    asked = ["--players", f"{bots}:LeavingOnce,inspector", "--edition", "cottage", "--games", "4", "--seed", "1"]
    done = subprocess.run(
        [sys.executable, "-m", "greycells", "arena", *asked, "--workers", workers],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "XDG_STATE_HOME": str(bots.parent)},
    )
    assert done.returncode == 0, done.stderr
    assert "the program exited (status 3)" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_bot_that_always_exits_is_started_a_few_times(bots: Path) -> None:
    line = line_of(bots, "Leaving")
    assert (line.forfeits, line.faults) == (2, line.decisions)
    assert line.first_fault == "the program exited (status 3)"


def test_a_bot_that_eats_memory_meets_a_limit(bots: Path) -> None:
    line = line_of(bots, "Hungry")
    assert (line.forfeits, line.faults) == (2, line.decisions)
    assert line.first_fault == "out of memory: a bot may use 2 GiB"


def test_what_a_bot_prints_is_limited_and_no_answer(bots: Path, capfd: pytest.CaptureFixture[str]) -> None:
    line = line_of(bots, "Loud", games=1)
    assert line.faults == 0
    printed = capfd.readouterr()
    assert printed.out == ""
    assert 1000 < len(printed.err) < 20_000
    assert "A bot prints too much" in printed.err


def test_a_bot_that_floods_every_stream_is_stopped(bots: Path) -> None:
    line = line_of(bots, "Flooding", games=1)
    assert (line.forfeits, line.faults) == (1, line.decisions)
    assert line.first_fault in ("the answer is longer than 1 MiB", "no answer in time")


def test_an_exception_of_any_kind_costs_the_choice_only(bots: Path) -> None:
    line = line_of(bots, "Raising", games=1)
    assert (line.forfeits, line.faults) == (0, line.decisions)
    assert "an exception of my own" in line.first_fault
    assert "bots.py" in line.first_fault


def test_a_bot_that_cannot_begin_is_not_asked_again(bots: Path) -> None:
    game = Game.new(load("cottage"), ["slow", "inspector"], seed=1)
    slow = Guarded(ProgramPlayer.hosting(f"{bots}:Slow", seconds=0.2))
    play_out(game, [slow, player("inspector")])
    slow.close()
    assert game.over
    assert slow.forfeited
    assert slow.faults[0] == "no answer in time"
    assert set(slow.faults[1:]) == {"the bot has forfeited this game"}


def test_a_program_that_reads_nothing_makes_nobody_wait(tmp_path: Path) -> None:
    deaf = tmp_path / "deaf.py"
    deaf.write_text(
        'import json, time\nprint(json.dumps({"type": "hello", "protocol": 1}), flush=True)\ntime.sleep(10_000)\n'
    )
    game = Game.new(load("cottage"), ["one", "other"], seed=1)
    bot = Guarded(ProgramPlayer((sys.executable, str(deaf)), seconds=0.2))
    players = [player("stroller", seed=1), player("stroller", seed=2)]
    assert game.to_act is not None
    players[game.to_act.index] = bot
    game.play(bot.choose(game.view(game.to_act)))
    assert isinstance(bot.player, ProgramPlayer)
    bot.player.complain("far more than a pipe holds" * 1_000_000)
    play_out(game, players)
    assert game.over
    assert bot.forfeited
    assert bot.faults[:3] == ["no answer in time"] * 3
    bot.close()
    assert not bot.player.running


def test_the_limits_are_those_of_the_page() -> None:
    page = (Path(__file__).parents[2] / "docs" / "reference" / "player-protocol.md").read_text()
    assert (STARTS, STRIKES) == (3, 3)
    for said in ("three", "2 GiB", "1 MiB", "16 KiB", "forfeit"):
        assert said in page


def test_own_bots_play_in_an_edition_of_ones_own(bots: Path, tmp_path: Path) -> None:
    source = Path(__file__).parents[2] / "src" / "greycells" / "editions" / "cottage"
    folder = tmp_path / "hut"
    folder.mkdir()
    for file in source.iterdir():
        if file.is_file():
            (folder / file.name).write_text(file.read_text().replace('key = "cottage"', 'key = "hut"'))
    outcome, _ = play_match(Pairing(str(folder), (f"{bots}:Reader", "stroller"), 1), 0)
    assert [seated.faults for seated in outcome.seats] == [0, 0]
