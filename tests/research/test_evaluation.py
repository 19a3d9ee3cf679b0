"""The benchmark: the same games for the same seed, what is measured means what it says, and every kind of bot plays."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Mapping
from itertools import product
from math import log2
from pathlib import Path

import msgspec
import pytest
from tests.cli import conftest as cli
from tests.cli.conftest import Run
from tools.evaluations import play_rows, table_rows

from greycells.arena.match import play_out
from greycells.players import Player, PlayerError
from greycells.players.detective import Situation
from greycells.research.baselines.entropy import EntropyPlayer
from greycells.research.bots import bot
from greycells.research.evaluation import EvaluatedGame, Evaluation, Trial, evaluate, play_trial, summed_up
from greycells.research.evaluation_text import markdown_row, told_lines
from greycells.research.step_measures import MeasuredPlayer, StepSums
from greycells.rules.cards import Theory
from greycells.rules.game import Game
from greycells.rules.views import View

run = cli.run
EXAMPLES = Path(__file__).parents[2] / "examples"
SPIEL = [
    pytest.param(
        f"openspiel:{EXAMPLES}/openspiel_bot.py:LastAction",
        marks=pytest.mark.skipif(
            importlib.util.find_spec("pyspiel") is None, reason="OpenSpiel is not installed: make proof installs it"
        ),
    )
]


def row(spec: str, games: int = 4) -> Evaluation:
    return evaluate(Trial(spec, luck=False), games, workers=1)


def without_times(one: Evaluation) -> Evaluation:
    return msgspec.structs.replace(one, median_us=None, p99_us=None)


def test_the_same_trial_gives_the_same_row() -> None:
    assert without_times(row("inspector", 2)) == without_times(row("inspector", 2))


def test_whoever_overlooks_nothing_believes_exactly_what_follows() -> None:
    inspector, constable = row("inspector"), row("constable")
    assert inspector.log_loss == pytest.approx(inspector.exact_log_loss)
    assert inspector.missed_cards == 0
    assert constable.log_loss is not None
    assert constable.exact_log_loss is not None
    assert constable.missed_cards is not None
    assert constable.log_loss > constable.exact_log_loss + 0.2
    assert constable.missed_cards > 0.5


def test_an_information_gain_player_asks_the_best_question_there_is() -> None:
    best, other = row("information-gain", 2), row("stroller", 2)
    assert best.bits == pytest.approx(best.best_bits)
    assert other.bits is not None
    assert other.best_bits is not None
    assert other.bits < 0.8 * other.best_bits


@pytest.mark.parametrize(
    "spec",
    [
        "random",
        "entropy",
        f"pettingzoo:{EXAMPLES}/random_policy.py:choose",
        f"text:{sys.executable} {EXAMPLES}/text_bot.py",
        *SPIEL,
    ],
)
def test_every_kind_of_bot_plays_a_game(spec: str) -> None:
    game = play_trial(Trial(spec, luck=False), 1)
    assert game.sums.choices > 2
    assert game.faults == 0


@pytest.mark.parametrize("spec", ["nobody", "pettingzoo:missing.py:choose", "openspiel:missing.py:Bot", "text:"])
def test_a_bot_that_is_not_there_is_told_in_a_sentence(spec: str) -> None:
    if spec.startswith("openspiel") and importlib.util.find_spec("pyspiel") is None:
        pytest.skip("OpenSpiel is not installed: make proof installs it")
    with pytest.raises(PlayerError, match=r"\w+ \w+"):
        bot(spec)


class Silent(EntropyPlayer):
    """Never accuses."""

    def verdict(self, moment: Situation) -> Theory | None:
        del moment
        return None


class Ignorant(Silent):
    """Believes every theory alike, whatever happens."""

    def beliefs(self, view: View) -> Mapping[Theory, float]:
        deck = view.scene.edition.deck
        every = [Theory(*named) for named in product(deck.suspects, deck.weapons, deck.rooms)]
        return dict.fromkeys(every, 1 / len(every))


def measured(one: Player) -> StepSums:
    """What is measured of a player in one game against two inspectors, of which it is told to the end."""
    game = Game.new("classic", ["one", "inspector", "inspector"], seed=11)
    watched = MeasuredPlayer(one, game.secrets.case_file)
    bots = [watched if seat.name == "one" else Silent(seed=seat.index) for seat in game.seats]
    play_out(game, bots, most_turns=60)
    return watched.sums


def test_a_solution_that_is_not_accused_is_missed_in_every_turn() -> None:
    sums = measured(Silent())
    assert sums.turns > 10
    assert 0 < sums.missed_solutions < sums.turns
    assert sums.accusations == 0


def test_the_log_loss_of_somebody_who_knows_nothing_is_that_of_all_theories() -> None:
    sums = measured(Ignorant())
    assert sums.own_loss / sums.compared == pytest.approx(log2(324))
    assert sums.exact_loss < sums.own_loss / 2


def test_intervals_are_over_deals_and_luck_is_taken_off() -> None:
    def game(number: int, *, won: bool) -> EvaluatedGame:
        return EvaluatedGame(number, won, wrong=False, turns=30, luck=0.25 if won else -0.25, faults=0, sums=StepSums())

    trial = Trial("inspector")
    each_deal_alike = summed_up(trial, [game(number, won=number % 4 == 0) for number in range(40)])
    assert each_deal_alike.win_rate == 0.25
    assert each_deal_alike.win_interval == pytest.approx((0.25, 0.25))
    assert each_deal_alike.adjusted_rate == pytest.approx(0.25 + 0.125)
    some_deals_won = summed_up(trial, [game(number, won=number < 10) for number in range(40)])
    assert some_deals_won.win_interval is not None
    assert some_deals_won.win_interval[1] - some_deals_won.win_interval[0] > 0.4


def test_a_row_in_words_and_in_the_table() -> None:
    found = evaluate(Trial("sergeant"), 2, workers=1)
    told = "\n".join(told_lines(found))
    assert "2 duplicate games" in told
    assert "without luck" in told
    assert markdown_row(found).count("|") == 12


def test_the_command(run: Run) -> None:
    said = run("evaluate", "stroller", "--games", "2", "--workers", "1", "--no-luck")
    assert "2 duplicate games against sergeant, inspector, superintendent" in said.out
    assert run("evaluate", "nobody").code == 1


def test_the_table_is_made_from_what_has_been_played_and_goes_on_there(tmp_path: Path) -> None:
    journal = tmp_path / "games.jsonl"
    play_rows(("stroller", "random"), 1, journal=journal)
    lines = journal.read_text(encoding="utf-8").splitlines()
    assert len(lines) == 2
    play_rows(("stroller", "random"), 1, journal=journal)
    assert journal.read_text(encoding="utf-8").splitlines() == lines
    rows = table_rows(("stroller", "random"), journal)
    assert [line.split(" | ")[0] for line in rows] == ["| stroller", "| random"]
    assert all(" | 1 | " in line for line in rows)
