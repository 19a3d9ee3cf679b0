"""The benchmark: a bot against a fixed panel, in duplicate, and measured at every step.

Every deal is played with each rotation of the seats. Intervals are over deals, because the games of one deal belong
together. The luck-adjusted win rate leaves out what deal, dice and answers did for the bot, in winning chances of a
model that was frozen before any of these games: the same rate in the long run, with less noise.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from typing import NamedTuple

import msgspec

from greycells.analysis.review.luck import luck_of
from greycells.analysis.review.reviewed_game import ReviewedGame
from greycells.arena.match import MOST_TURNS, Pairing, derived, play_out
from greycells.arena.standings import Mean, quantile
from greycells.chances.model import default_model
from greycells.deduction import warm_up
from greycells.editions import load
from greycells.players import Player
from greycells.players.guarded_player import Closable, Guarded
from greycells.research.bots import bot
from greycells.research.step_measures import MeasuredPlayer, StepSums
from greycells.rules.chance import SeededDealer
from greycells.rules.events import Opened
from greycells.rules.game import Game
from greycells.rules.setup import sit_down

PANEL = ("sergeant", "inspector", "superintendent")
"""The fixed opponents: levels 6, 8 and 10 of the ladder."""

EDITION = "classic"


class Trial(NamedTuple):
    """What is evaluated: a bot, the table and its seed, and whether luck is worked out, which takes longer."""

    spec: str
    edition: str = EDITION
    seed: int = 1
    luck: bool = True
    panel: tuple[str, ...] = PANEL

    @property
    def pairing(self) -> Pairing:
        return Pairing(self.edition, (self.spec, *self.panel), self.seed)


class EvaluatedGame(msgspec.Struct, frozen=True):
    """One game of the bot."""

    number: int
    won: bool
    wrong: bool
    turns: int
    luck: float | None
    faults: int
    sums: StepSums


class Evaluation(msgspec.Struct, frozen=True, kw_only=True):
    """A row of the benchmark's table. Rates and means come with where they lie with 95 % confidence."""

    bot: str
    edition: str
    panel: tuple[str, ...]
    seed: int
    games: int
    win_rate: float
    win_interval: tuple[float, float] | None
    adjusted_rate: float | None
    adjusted_interval: tuple[float, float] | None
    wrong_accusations: float
    missed_solutions: float | None
    missed_cards: float | None
    log_loss: float | None
    exact_log_loss: float | None
    bits: float | None
    best_bits: float | None
    faults: int
    choices: int
    median_us: int | None
    p99_us: int | None


def evaluate(
    trial: Trial, games: int, *, workers: int | None = None, progress: Callable[[int], None] | None = None
) -> Evaluation:
    """Play a trial's first games on this machine's cores, and sum up."""
    played: list[EvaluatedGame] = []
    for game in _played(trial, games, workers or os.cpu_count() or 1):
        played.append(game)
        if progress is not None:
            progress(len(played))
    return summed_up(trial, played)


def check(trial: Trial) -> None:
    """Whether this bot exists and its table can be played; a PlayerError or a Refusal says what is wrong."""
    edition = load(trial.edition)
    sit_down(edition, [(name, None) for name in trial.pairing.players])
    one = bot(trial.spec)
    if isinstance(one, Closable):
        one.close()


def _played(trial: Trial, games: int, workers: int) -> Iterator[EvaluatedGame]:
    if workers == 1:
        warm_up()
        yield from map(partial(play_trial, trial), range(games))
        return
    pool = ProcessPoolExecutor(workers, mp_context=get_context("spawn"), initializer=warm_up)
    try:
        yield from pool.map(partial(play_trial, trial), range(games), chunksize=4)
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def play_trial(trial: Trial, number: int) -> EvaluatedGame:
    """Play one game of a trial: the same trial and number always give the same game."""
    pairing = trial.pairing
    entries = pairing.sitting(number)
    game = Game.new(
        load(trial.edition), [pairing.players[entry] for entry in entries], dealer=SeededDealer(pairing.deal(number))
    )
    seeds = [derived(trial.seed, f"player {entry} {number // pairing.seats}") for entry in entries]
    players: list[Player] = [bot(pairing.players[entry], seed=seed) for entry, seed in zip(entries, seeds, strict=True)]
    own = entries.index(0)
    inner = players[own]
    measured = players[own] = MeasuredPlayer(inner, game.secrets.case_file)
    try:
        play_out(game, players, most_turns=MOST_TURNS)
    finally:
        for one in (inner, *players):
            if isinstance(one, Closable):
                one.close()
    seat = game.seats[own]
    return EvaluatedGame(
        number,
        game.winner is seat,
        any(isinstance(event, Opened) and event.seat is seat and not event.right for event in game.events),
        game.scene.turn.number,
        _luck(game, own) if trial.luck and game.over else None,
        len(inner.faults) if isinstance(inner, Guarded) else 0,
        measured.sums,
    )


def _luck(game: Game, seat: int) -> float:
    reviewed = ReviewedGame.of(game.table, game.events, default_model())
    return luck_of(reviewed, game.seats[seat]).total


def summed_up(trial: Trial, games: Iterable[EvaluatedGame]) -> Evaluation:
    """The row of these games."""
    played = sorted(games, key=lambda game: game.number)
    sums = StepSums()
    for game in played:
        sums.add(game.sums)
    wins = _by_deal(trial, [(game.number, float(game.won)) for game in played])
    lucks = [(game.number, game.won - game.luck) for game in played if game.luck is not None]
    adjusted = _by_deal(trial, lucks)
    return Evaluation(
        bot=trial.spec,
        edition=trial.edition,
        panel=trial.panel,
        seed=trial.seed,
        games=len(played),
        win_rate=wins.value or 0.0,
        win_interval=wins.interval,
        adjusted_rate=adjusted.value,
        adjusted_interval=adjusted.interval,
        wrong_accusations=sum(game.wrong for game in played) / max(1, len(played)),
        missed_solutions=_share(sums.missed_solutions, sums.turns),
        missed_cards=_share(sums.missed_cards, sums.compared),
        log_loss=_share(sums.own_loss, sums.compared),
        exact_log_loss=_share(sums.exact_loss, sums.compared),
        bits=_share(sums.bits, sums.questions),
        best_bits=_share(sums.best_bits, sums.questions),
        faults=sum(game.faults for game in played),
        choices=sums.choices,
        median_us=quantile(sums.times, 0.5) if sums.times else None,
        p99_us=quantile(sums.times, 0.99) if sums.times else None,
    )


def _by_deal(trial: Trial, values: Iterable[tuple[int, float]]) -> Mean:
    """The mean over deals of what the games of each deal gave on average."""
    deals: dict[int, list[float]] = {}
    for number, value in values:
        deals.setdefault(number // trial.pairing.seats, []).append(value)
    mean = Mean()
    for each in deals.values():
        mean.add(sum(each) / len(each))
    return mean


def _share(total: float, count: int) -> float | None:
    return total / count if count else None
