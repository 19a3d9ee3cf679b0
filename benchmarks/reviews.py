"""Measures the review: accuracy along the ladder, the mean of luck, and how much the luck-adjusted result is worth.

    python -m benchmarks.reviews accuracy --games 200 --edition classic   # four of a level, every second level
    python -m benchmarks.reviews luck --games 2000                        # two chiefs against two inspectors

Reviews are kept in `build/reviews`, so that the same command continues where it was stopped. `--seconds` stops it in
time and reports what there is. Intervals are 95 % of the mean over games, or over deals that were played in every
rotation.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from math import sqrt
from pathlib import Path
from statistics import fmean, stdev
from time import monotonic

import msgspec

from greycells.analysis.review import review_game
from greycells.arena.match import Pairing, play_match
from greycells.deduction.count_engine import warm_up
from greycells.players.ladder import LADDER

SEED = 1602
KEPT = Path(__file__).parents[1] / "build" / "reviews"
EVERY_SECOND = tuple(level.id for level in LADDER[:9:2])
"""From the constable to the chief inspector."""
LAST = LADDER[-1].id
"""The superintendent, only reported."""
SEATS = 4
DUEL = ("chief-inspector", "inspector", "chief-inspector", "inspector")
WIDE = 1.96


class ReviewedEntry(msgspec.Struct, frozen=True):
    """One seat of a reviewed game."""

    level: str
    accuracy: float
    deal: float
    dice: float
    answers: float
    result: float
    adjusted: float

    @property
    def luck(self) -> float:
        return self.deal + self.dice + self.answers


class ReviewedMatch(msgspec.Struct, frozen=True):
    """A reviewed game, by its number."""

    game: int
    seats: tuple[ReviewedEntry, ...]


class MeanInterval(msgspec.Struct, frozen=True):
    """A mean with the half of its 95 % interval."""

    mean: float
    half: float

    @classmethod
    def of(cls, values: Sequence[float]) -> MeanInterval:
        spread = stdev(values) / sqrt(len(values)) if len(values) > 1 else float("nan")
        return cls(fmean(values), WIDE * spread)

    def __str__(self) -> str:
        return f"{self.mean:+8.3f} ± {self.half:.3f}"


def reviewed(pairing: Pairing, number: int) -> ReviewedMatch:
    """Play a game and review it."""
    _, game = play_match(pairing, number)
    review = review_game(game)
    levels = [pairing.players[entry] for entry in pairing.sitting(number)]
    return ReviewedMatch(
        number,
        tuple(
            ReviewedEntry(
                levels[one.seat.index], one.accuracy, *one.balance.luck, one.balance.result, one.balance.adjusted
            )
            for one in review.seats
        ),
    )


def matches(pairing: Pairing, games: int, seconds: float) -> Iterator[ReviewedMatch]:
    """The first games of a pairing, from the disk or played now, as many as there is time for."""
    KEPT.mkdir(parents=True, exist_ok=True)
    file = (
        KEPT
        / f"{pairing.edition}-{len(pairing.players)}-{'+'.join(dict.fromkeys(pairing.players))}-{pairing.seed}.jsonl"
    )
    known = [] if not file.exists() else file.read_bytes().splitlines()
    done = {match.game: match for match in (msgspec.json.decode(line, type=ReviewedMatch) for line in known)}
    until = monotonic() + seconds
    with file.open("ab") as log:
        for number in range(games):
            if number not in done and monotonic() > until:
                return
            if number not in done:
                done[number] = reviewed(pairing, number)
                log.write(msgspec.json.encode(done[number]) + b"\n")
                log.flush()
            yield done[number]


def accuracy(edition: str, games: int, seconds: float) -> None:
    """The mean accuracy of each level among its like, by game.

    At a table of several levels the strong end the game before the weak could have proved anything, and so before most
    of what they would have overlooked.
    """
    levels = (*EVERY_SECOND, LAST)
    for level in levels:
        found = list(matches(Pairing(edition, (level,) * SEATS, SEED), games, seconds / len(levels)))
        means = [fmean(one.accuracy for one in match.seats) for match in found]
        if means:
            print(f"{edition:18}{level:22}{len(means):5} games  {MeanInterval.of(means)}", flush=True)


def luck(edition: str, games: int, seconds: float) -> None:
    """The mean luck of a seat, and the difference between chief and inspector, raw and without luck."""
    pairing = Pairing(edition, DUEL, SEED)
    found = list(matches(pairing, games, seconds))
    deals = [found[at : at + len(DUEL)] for at in range(0, len(found) - len(found) % len(DUEL), len(DUEL))]
    print(f"{edition}: {len(deals)} deals, each in {len(DUEL)} rotations")
    for level in (DUEL[0], DUEL[1]):
        for part in ("deal", "dice", "answers", "luck"):
            values = [_mean(deal, level, part) for deal in deals]
            print(f"{level:20}{part:10}{MeanInterval.of(values)}")
    raw, adjusted = (
        MeanInterval.of([_mean(deal, DUEL[0], part) - _mean(deal, DUEL[1], part) for deal in deals])
        for part in ("result", "adjusted")
    )
    print(f"chief - inspector, raw        {raw}")
    print(f"chief - inspector, adjusted   {adjusted}   standard error {adjusted.half / raw.half:.2f} of the raw one")


def _mean(deal: Sequence[ReviewedMatch], level: str, part: str) -> float:
    return fmean(float(getattr(one, part)) for match in deal for one in match.seats if one.level == level)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("accuracy", "luck"))
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--edition", default="classic")
    parser.add_argument("--seconds", type=float, default=float("inf"))
    asked = parser.parse_args()
    warm_up()
    (accuracy if asked.what == "accuracy" else luck)(asked.edition, asked.games, asked.seconds)


if __name__ == "__main__":
    main()
