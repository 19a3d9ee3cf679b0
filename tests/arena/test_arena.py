"""The arena: the same deals with rotated seats, the same games for the same seed, and no game lost."""

from __future__ import annotations

import csv
import io
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import msgspec
import pytest

from greycells.analysis.review.luck import luck_of
from greycells.analysis.review.reviewed_game import ReviewedGame
from greycells.arena import Journal, MatchResult, Pairing, Standings, play_match, play_tournament
from greycells.arena.match import bucket_of, least_in
from greycells.arena.progress import TITLES, print_table
from greycells.arena.standings import quantile, wilson, written_as_csv
from greycells.chances.model import default_model
from greycells.language.sentences import Sentence
from greycells.notation import read

TRIO = Pairing("cottage", ("sergeant", "constable", "stroller"), 7)


def told(outcome: MatchResult) -> object:
    """An outcome without its times, which no seed can repeat."""
    seats = [msgspec.structs.replace(seated, times={}) for seated in outcome.seats]
    return msgspec.structs.replace(outcome, seats=seats)


def without_times(standings: Standings) -> object:
    table = standings.table()
    lines = [msgspec.structs.replace(line, decision_median_us=0, decision_p99_us=0) for line in table.players]
    return msgspec.structs.replace(table, players=lines)


def test_every_deal_is_played_once_in_every_rotation() -> None:
    games = [play_match(TRIO, number) for number in range(6)]
    deals = [game.secrets for _, game in games]
    assert deals[0] == deals[1] == deals[2] != deals[3] == deals[4] == deals[5]
    for deal in (games[:3], games[3:]):
        for seat in range(3):
            assert {outcome.seats[seat].entry for outcome, _ in deal} == {0, 1, 2}


def test_the_same_seed_plays_the_same_games() -> None:
    assert [told(play_match(TRIO, n)[0]) for n in range(4)] == [told(play_match(TRIO, n)[0]) for n in range(4)]
    other = TRIO._replace(seed=8)
    assert [told(play_match(TRIO, n)[0]) for n in range(4)] != [told(play_match(other, n)[0]) for n in range(4)]


def test_a_crash_loses_no_game_and_plays_none_twice(tmp_path: Path) -> None:
    whole = play_tournament(TRIO, 9, workers=1)
    journal = Journal(tmp_path / "journal.jsonl")
    for number in (0, 1, 5):
        journal.write(play_match(TRIO, number)[0])
    with journal.path.open("ab") as file:
        file.write(b'{"game":2,"turns":1')
    seen: list[int] = []
    resumed = play_tournament(
        TRIO, 9, workers=1, journal=journal, progress=lambda standings: seen.append(standings.games)
    )
    assert seen == [3, 4, 5, 6, 7, 8, 9]
    assert without_times(resumed) == without_times(whole)
    assert not journal.path.exists()


def test_on_two_cores_the_same_as_on_one() -> None:
    assert without_times(play_tournament(TRIO, 12, workers=2)) == without_times(play_tournament(TRIO, 12, workers=1))


def test_records_are_written_and_can_be_read(tmp_path: Path) -> None:
    play_tournament(TRIO, 3, workers=1, records=tmp_path)
    files = sorted(tmp_path.iterdir())
    assert [file.name for file in files] == ["000000.case", "000001.case", "000002.case"]
    record = read(files[1].read_text(encoding="utf-8"))
    assert list(record.events) == play_match(TRIO, 1)[1].events


def test_wins_and_seats_add_up() -> None:
    table = play_tournament(Pairing("parlour", ("inspector", "inspector", "sergeant"), 3), 10, workers=1).table()
    lines = {line.player: line for line in table.players}
    assert (lines["inspector"].games, lines["inspector"].seats) == (10, 20)
    assert (lines["sergeant"].games, lines["sergeant"].seats) == (10, 10)
    assert sum(line.wins for line in table.players) + table.unsolved == table.games == 10
    assert sum(table.wins_by_turn_order) == 10
    better, worse = lines["inspector"].rating, lines["sergeant"].rating
    assert better is not None
    assert worse is not None
    assert better > worse


def test_intervals() -> None:
    low, high = wilson(250, 1000)
    assert low == pytest.approx(0.2242, abs=1e-4)
    assert high == pytest.approx(0.2778, abs=1e-4)
    assert wilson(0, 0) == (0.0, 1.0)


def test_times_fall_into_buckets_that_are_found_again() -> None:
    for microseconds in [*range(3000), 10**6, 10**9]:
        bucket = bucket_of(microseconds)
        assert least_in(bucket) <= microseconds < least_in(bucket + 1)
    assert quantile({bucket_of(10): 99, bucket_of(5000): 1}, 0.99) == least_in(bucket_of(10) + 1)
    assert quantile({}, 0.5) is None


@pytest.fixture(autouse=True)
def _own_journals(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))


def arena(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "greycells", "arena", *arguments]


def test_the_command_prints_json_alone(tmp_path: Path) -> None:
    asked = arena("--players", "sergeant,constable", "--edition", "cottage", "--games", "6", "--seed", "1", "--json")
    done = subprocess.run(asked, capture_output=True, text=True, check=True)
    table = json.loads(done.stdout)
    assert table["games"] == 6
    assert {line["player"] for line in table["players"]} == {"sergeant", "constable"}
    assert all(line["games"] == 6 and line["wins"] >= 0 for line in table["players"])
    assert not list(tmp_path.rglob("*.jsonl"))


def test_a_wrong_player_is_a_sentence() -> None:
    done = subprocess.run(arena("--players", "chef,inspector,inspector"), capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "no bot called 'chef'" in done.stderr
    assert "Traceback" not in done.stderr


BOTS = """
from greycells.players.stroller import Stroller

class Broken:
    def choose(self, view):
        return self.think(view)
    def think(self, view):
        return {}["the theory"]

class Moody(Stroller):
    def choose(self, view):
        if len(view.sightings) % 2:
            raise RuntimeError("not in the mood")
        return super().choose(view)

class Stillborn:
    def __init__(self):
        self.plan = open("/no/such/plan")
    def choose(self, view): ...

class Quitter:
    def choose(self, view):
        raise SystemExit(3)
"""


def play_with(bot: str, tmp_path: Path) -> subprocess.CompletedProcess[str]:
    (tmp_path / "bots.py").write_text(BOTS)
    asked = arena(
        "--players", f"{bot},inspector", "--edition", "cottage", "--games", "2", "--seed", "1", "--workers", "1"
    )
    return subprocess.run(asked, capture_output=True, text=True, check=False, cwd=tmp_path)


def test_a_bot_that_raises_is_named_with_its_first_traceback(tmp_path: Path) -> None:
    done = play_with("bots.py:Broken", tmp_path)
    assert done.returncode == 1
    assert "bots.py:Broken failed to choose a legal action in" in done.stderr
    assert done.stderr.count("Traceback") == 1
    assert 'bots.py", line 8, in think' in done.stderr
    assert "KeyError: 'the theory'" in done.stderr
    assert "guard.py" not in done.stderr
    assert "These bots never chose a legal action: bots.py:Broken." in done.stderr
    assert "inspector" in done.stdout


def test_a_bot_that_exits_costs_itself_the_choice_and_not_the_arena(tmp_path: Path) -> None:
    done = play_with("bots.py:Quitter", tmp_path)
    assert done.returncode == 1
    assert "SystemExit: 3" in done.stderr
    assert "These bots never chose a legal action: bots.py:Quitter." in done.stderr


def test_a_bot_that_raises_now_and_then_is_named_but_the_games_count(tmp_path: Path) -> None:
    done = play_with("bots.py:Moody", tmp_path)
    assert done.returncode == 0
    assert "bots.py:Moody failed to choose a legal action in" in done.stderr
    assert "RuntimeError: not in the mood" in done.stderr
    assert "Never made" not in done.stderr


@pytest.mark.parametrize(
    ("bot", "told"),
    [
        ("bots.py:Stillborn", "bots.py:Stillborn: [Errno 2]"),
        ("cmd:./no-such-bot", "./no-such-bot cannot be started: No such file or directory"),
    ],
)
def test_a_bot_that_cannot_be_started_is_named(bot: str, told: str, tmp_path: Path) -> None:
    done = play_with(bot, tmp_path)
    assert done.returncode == 1
    assert told in done.stderr
    assert bot in done.stderr
    if bot.startswith("bots.py"):
        assert 'in __init__\n    self.plan = open("/no/such/plan")' in done.stderr
        assert "player_specs.py" not in done.stderr


def test_after_ctrl_c_the_same_command_goes_on(tmp_path: Path) -> None:
    asked = arena("--players", "stroller,stroller,stroller", "--games", "40", "--seed", "1", "--workers", "2", "--json")
    first = subprocess.Popen(asked, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True)
    while first.poll() is None and not any(file.stat().st_size for file in tmp_path.rglob("*.jsonl")):
        time.sleep(0.05)
    os.killpg(first.pid, signal.SIGINT)
    _, said = first.communicate()
    assert first.returncode == 1
    assert "with the same --seed to continue" in said
    (journal,) = tmp_path.rglob("*.jsonl")
    played = len(Journal(journal).read())
    assert 0 < played < 40
    second = json.loads(subprocess.run(asked, capture_output=True, text=True, check=True).stdout)
    assert second["games"] == 40


def test_the_standings_as_csv_and_every_column_explained(capsys: pytest.CaptureFixture[str]) -> None:
    table = play_tournament(Pairing("cottage", ("inspector", "sergeant"), 3), 4, workers=1).table()
    rows = list(csv.DictReader(io.StringIO(written_as_csv(table))))
    assert [row["player"] for row in rows] == [line.player for line in table.players]
    assert [int(row["wins"]) for row in rows] == [line.wins for line in table.players]
    assert float(rows[0]["win_interval_low"]) == table.players[0].win_interval[0]
    print_table(table)
    printed = capsys.readouterr().out
    for title in TITLES:
        assert f"{Sentence(f'arena.{title}')}: {Sentence(f'arena.about {title}')}" in printed


def test_results_without_luck_beside_the_raw_ones(capsys: pytest.CaptureFixture[str]) -> None:
    """Over deals played in every rotation: what is left of a game's result without what luck did in it."""
    pairing = Pairing("cottage", ("inspector", "sergeant"), 3, luck=True)
    outcome, game = play_match(pairing, 0)
    reviewed = ReviewedGame.of(game.table, game.events, default_model())
    assert [seated.luck for seated in outcome.seats] == [luck_of(reviewed, seat).total for seat in game.seats]
    games = [play_match(pairing, number)[0] for number in range(5)]
    standings = Standings(pairing)
    for one in (games[3], games[4], games[0], games[2], games[1]):
        standings.add(one)
    table = standings.table()
    for line in table.players:
        entry = pairing.players.index(line.player)
        own = [
            (float(one.winner == at), seated.luck or 0.0)
            for one in games[:4]  # The last deal was played in one rotation only.
            for at, seated in enumerate(one.seats)
            if seated.entry == entry
        ]
        by_deal = [sum(won - luck for won, luck in own[first : first + 2]) / 2 for first in (0, 2)]
        assert line.adjusted_rate == pytest.approx(sum(by_deal) / 2)
        assert line.adjusted_error == pytest.approx(abs(by_deal[0] - by_deal[1]) / 2)
        assert line.win_error is not None
    print_table(table)
    assert "without luck" in capsys.readouterr().out
    plain = Standings(Pairing("cottage", ("inspector", "sergeant"), 3))
    plain.add(play_match(plain.pairing, 0)[0])
    assert plain.table().players[0].adjusted_rate is None
