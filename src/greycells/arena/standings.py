"""Standings: from outcomes to wins, turns, wrong accusations and times, each with its interval, and to ratings."""

from __future__ import annotations

import csv
from collections.abc import Iterable
from io import StringIO
from math import sqrt
from typing import TYPE_CHECKING, cast

import msgspec

from greycells.arena.match import MatchResult, Pairing, least_in
from greycells.extras import installed

if TYPE_CHECKING:
    from openskill.models import PlackettLuce

SURE = 1.96
"""Two-sided 95 %."""


class Tally:
    """What one player did in all its games so far. Sums only, so that a million games take no more room than one."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.games = 0
        self.seats = 0
        self.wins = 0
        self.wrong = 0
        self.faults = 0
        self.forfeits = 0
        self.first_fault: tuple[int, str] | None = None
        self.decisions = 0
        self.turns = Mean()
        self.suggestions = Mean()
        self.by_deal = Mean()
        self.adjusted = Mean()
        self.times: dict[int, int] = {}


class Mean:
    """A mean with its interval, from sums."""

    def __init__(self) -> None:
        self.count = 0
        self.total = 0.0
        self.squares = 0.0

    def add(self, value: float) -> None:
        self.count += 1
        self.total += value
        self.squares += value * value

    @property
    def value(self) -> float | None:
        return self.total / self.count if self.count else None

    @property
    def interval(self) -> tuple[float, float] | None:
        """Where the true mean lies, with 95 % confidence."""
        if self.value is None or self.error is None:
            return None
        return self.value - SURE * self.error, self.value + SURE * self.error

    @property
    def error(self) -> float | None:
        """The standard error of the mean."""
        if self.count < 2:
            return None
        mean = self.total / self.count
        return sqrt(max(0.0, self.squares / self.count - mean * mean) / (self.count - 1))


class Standing(msgspec.Struct, frozen=True):
    """One distinct player's line in the table. `games` are those it sat in, `seats` its seats in them."""

    player: str
    games: int
    seats: int
    wins: int
    win_rate: float
    win_interval: tuple[float, float]
    turns_to_solve: float | None
    turns_interval: tuple[float, float] | None
    suggestions_to_solve: float | None
    suggestions_interval: tuple[float, float] | None
    wrong_accusations: int
    wrong_rate: float
    wrong_interval: tuple[float, float]
    faults: int
    decisions: int
    decision_median_us: int | None
    decision_p99_us: int | None
    rating: float | None
    rating_deviation: float | None
    first_fault: str = ""
    forfeits: int = 0
    """In how many games the rest was played for it, after too many faults that cost time."""
    win_error: float | None = None
    """The standard error of its wins per seat, over deals of which every rotation was played."""
    adjusted_rate: float | None = None
    adjusted_error: float | None = None
    """Its wins per seat without what luck did for it, and the standard error of that."""

    @property
    def never_chose(self) -> bool:
        """Whether every choice had to be made for this player."""
        return 0 < self.decisions <= self.faults


class Pair(msgspec.Struct, frozen=True):
    """How often one player won, and how often the other did, in the games in which both sat; shares are per seat."""

    player: str
    other: str
    wins: int
    losses: int
    share: float


class StandingsTable(msgspec.Struct, frozen=True):
    """The standings as `--json` prints them."""

    games: int
    edition: str
    seats: int
    seed: int
    house_rules: tuple[str, ...]
    unsolved: int
    stuck: int
    turns: float | None
    turns_interval: tuple[float, float] | None
    wins_by_turn_order: tuple[int, ...]
    players: list[Standing]
    pairs: list[Pair]


def written_as_csv(table: StandingsTable) -> str:
    """The standings with a line for each player, under the names that `--json` uses; an interval is two columns."""
    rows = [_flat(line) for line in table.players]
    text = StringIO()
    writer = csv.DictWriter(text, list(rows[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()


def _flat(line: Standing) -> dict[str, object]:
    """The fields of a line; an interval as its two ends."""
    flat: dict[str, object] = {}
    for name in line.__struct_fields__:
        value: object = getattr(line, name)
        if name.endswith("_interval"):
            low, high = cast("tuple[float, float] | None", value) or (None, None)
            flat |= {f"{name}_low": low, f"{name}_high": high}
        else:
            flat[name] = value
    return flat


class Standings:
    """All that is known after some games of a pairing; outcomes may come in any order."""

    def __init__(self, pairing: Pairing) -> None:
        self.pairing = pairing
        self.games = 0
        self.unsolved = 0
        self.stuck = 0
        self.turns = Mean()
        self.by_order = [0] * pairing.seats
        self.tallies = {name: Tally(name) for name in pairing.players}
        self._deals: dict[int, list[MatchResult]] = {}
        self.rated = Ratings(pairing) if installed("fast") else None

    def add(self, outcome: MatchResult) -> None:
        """One more game."""
        players = self.pairing.players
        self.games += 1
        self.turns.add(outcome.turns)
        self.stuck += outcome.stuck
        sat = {players[seated.entry] for seated in outcome.seats}
        for name in sat:
            self.tallies[name].games += 1
        for seated in outcome.seats:
            tally = self.tallies[players[seated.entry]]
            tally.seats += 1
            tally.wrong += seated.wrong
            tally.faults += seated.faults
            tally.forfeits += seated.forfeited
            if seated.fault and (tally.first_fault is None or outcome.game < tally.first_fault[0]):
                tally.first_fault = outcome.game, seated.fault
            tally.decisions += seated.decisions
            for bucket, number in seated.times.items():
                tally.times[bucket] = tally.times.get(bucket, 0) + number
        if outcome.winner is None:
            self.unsolved += not outcome.stuck
        else:
            winner = outcome.seats[outcome.winner]
            tally = self.tallies[players[winner.entry]]
            tally.wins += 1
            tally.turns.add(outcome.turns)
            tally.suggestions.add(winner.suggestions)
            self.by_order[(outcome.winner - outcome.starter) % self.pairing.seats] += 1
        if self.rated is not None:
            self.rated.add(outcome)
        self._add_to_deal(outcome)

    def _add_to_deal(self, outcome: MatchResult) -> None:
        """Once a deal was played in every rotation, what each player won in it per seat, with luck and without."""
        number, seats = outcome.game // self.pairing.seats, self.pairing.seats
        played = self._deals.setdefault(number, [])
        played.append(outcome)
        if len(played) < seats:
            return
        del self._deals[number]
        for name, tally in self.tallies.items():
            own = [
                (float(game.winner == at), seated.luck)
                for game in played
                for at, seated in enumerate(game.seats)
                if self.pairing.players[seated.entry] == name
            ]
            tally.by_deal.add(sum(won for won, _ in own) / len(own))
            adjusted = [won - luck for won, luck in own if luck is not None]
            if len(adjusted) == len(own):
                tally.adjusted.add(sum(adjusted) / len(own))

    def table(self) -> StandingsTable:
        """Everything, best first."""
        pairing = self.pairing
        lines = sorted((self._standing(tally) for tally in self.tallies.values()), key=lambda line: -line.win_rate)
        return StandingsTable(
            self.games,
            pairing.edition,
            pairing.seats,
            pairing.seed,
            pairing.house_rules,
            self.unsolved,
            self.stuck,
            self.turns.value,
            self.turns.interval,
            tuple(self.by_order),
            lines,
            list(self._pairs(lines)),
        )

    def _standing(self, tally: Tally) -> Standing:
        rating, deviation = (None, None) if self.rated is None else self.rated.of(tally.name)
        return Standing(
            tally.name,
            tally.games,
            tally.seats,
            tally.wins,
            tally.wins / tally.seats if tally.seats else 0.0,
            wilson(tally.wins, tally.seats),
            tally.turns.value,
            tally.turns.interval,
            tally.suggestions.value,
            tally.suggestions.interval,
            tally.wrong,
            tally.wrong / tally.seats if tally.seats else 0.0,
            wilson(tally.wrong, tally.seats),
            tally.faults,
            tally.decisions,
            quantile(tally.times, 0.5),
            quantile(tally.times, 0.99),
            rating,
            deviation,
            "" if tally.first_fault is None else tally.first_fault[1],
            tally.forfeits,
            tally.by_deal.error,
            tally.adjusted.value,
            tally.adjusted.error,
        )

    def _pairs(self, lines: list[Standing]) -> Iterable[Pair]:
        for number, one in enumerate(lines):
            for other in lines[number + 1 :]:
                # All players of a pairing sit in every game; per seat, so that three of a kind have no head start.
                mine, theirs = one.win_rate, other.win_rate
                share = mine / (mine + theirs) if mine + theirs else 0.5
                yield Pair(one.player, other.player, one.wins, other.wins, share)


class Ratings:
    """Plackett-Luce ratings (openskill, of the extra `fast`), game by game: the winner before everybody else."""

    def __init__(self, pairing: Pairing) -> None:
        from openskill.models import PlackettLuce

        self._pairing = pairing
        self._model: PlackettLuce = PlackettLuce()
        self._ratings = {name: self._model.rating(name=name) for name in pairing.players}
        self._waiting: dict[int, MatchResult] = {}
        self._next = 0

    def add(self, outcome: MatchResult) -> None:
        """Rate this game as soon as all games before it have been rated: the order must not depend on the machine."""
        self._waiting[outcome.game] = outcome
        while self._next in self._waiting:
            self._rate(self._waiting.pop(self._next))
            self._next += 1

    def of(self, name: str) -> tuple[float, float]:
        """A player's rating and its deviation."""
        rating = self._ratings[name]
        return float(rating.mu), float(rating.sigma)

    def _rate(self, outcome: MatchResult) -> None:
        if outcome.winner is None or len(self._ratings) < 2:
            return
        names = [self._pairing.players[seated.entry] for seated in outcome.seats]
        ranks = [1.0 if seat == outcome.winner else 2.0 for seat in range(len(names))]
        teams = self._model.rate([[self._ratings[name]] for name in names], ranks=ranks)
        for name in self._ratings:
            mine = [team[0] for team, sat in zip(teams, names, strict=True) if sat == name]
            mu = sum(rating.mu for rating in mine) / len(mine)
            sigma = sum(rating.sigma for rating in mine) / len(mine)
            self._ratings[name] = self._model.rating(mu=mu, sigma=sigma, name=name)


def wilson(hits: int, trials: int) -> tuple[float, float]:
    """Where the true share lies, with 95 % confidence (Wilson's interval)."""
    if not trials:
        return 0.0, 1.0
    share, z = hits / trials, SURE
    middle = share + z * z / (2 * trials)
    reach = z * sqrt(share * (1 - share) / trials + z * z / (4 * trials * trials))
    scale = 1 + z * z / trials
    return max(0.0, (middle - reach) / scale), min(1.0, (middle + reach) / scale)


def quantile(times: dict[int, int], share: float) -> int | None:
    """The time, in microseconds, within which this share of the decisions was made: the top of its bucket."""
    wanted = share * sum(times.values())
    reached = 0
    for bucket in sorted(times):
        reached += times[bucket]
        if reached >= wanted:
            return least_in(bucket + 1)
    return None
