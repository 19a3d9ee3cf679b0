"""Measures the review: its winning chances, accuracy along the ladder, and luck.

    python -m benchmarks.reviews calibration --games 2000                 # all editions, one level and any levels
    python -m benchmarks.reviews accuracy --games 200 --edition classic   # four of a level, every second level
    python -m benchmarks.reviews luck --games 2000                        # two chiefs against two inspectors
    python -m benchmarks.reviews lost --games 20 FOLDER                   # reviews to read, and what decided each game

Reviews are kept in `build/reviews`, so that the same command continues where it was stopped. `--seconds` stops it in
time and reports what there is. Intervals are 95 % of the mean over games, or over deals that were played in every
rotation. `lost` writes each review as whoever lost the game reads it, and prints which turn decided it, judged by
nothing but the winning chances with all hands known: so that readers can be asked whether a review told them.
Decisions and luck are reviewed separately. `--part 0/2` and `--part 1/2` share the games
between two processes; after both, the same command without it reports on all of them.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from io import StringIO
from itertools import count, islice
from math import sqrt
from pathlib import Path
from random import Random
from statistics import fmean, stdev
from time import monotonic

import msgspec
from rich.console import Console
from tools.train_chances import UNSEEN, GameSample, measured, positions_of, sample

from greycells.analysis.review.decisions import choices_of
from greycells.analysis.review.game_review import accuracy_of, review_record
from greycells.analysis.review.luck import balances
from greycells.analysis.review.reviewed_game import ReviewedGame
from greycells.arena.match import Pairing, play_match
from greycells.chances.model import default_model, model_versions
from greycells.chances.standing import ends_the_turn
from greycells.deduction.exact_counting import warm_up
from greycells.notation.record import Record
from greycells.players.bot_levels import LADDER
from greycells.rules.game import Game
from greycells.rules.legal_options import options
from greycells.terminal.record_reviews import print_review
from greycells.terminal.screen import Screen

SEED = 1602
KEPT = Path(__file__).parents[1] / "build" / "reviews"
EVERY_SECOND = tuple(level.id for level in LADDER[:9:2])
"""From the constable to the chief inspector."""
LAST = LADDER[-1].id
"""The superintendent, only reported."""
SEATS = 4
DUEL = ("chief-inspector", "inspector", "chief-inspector", "inspector")
WIDE = 1.96
LEVELS = tuple(level.id for level in LADDER[:9])
HALF = 0.5 + 1e-9
WEAK = 5
"""The lowest levels overlook what people overlook."""
TABLES = ("classic", "getaway", "master-detective", "classic", "luxury", "anniversary")


class ReviewedEntry(msgspec.Struct, frozen=True):
    """One seat of a reviewed game: its accuracy, or its luck, whichever was asked for."""

    level: str
    result: float
    accuracy: float | None = None
    deal: float = 0.0
    dice: float = 0.0
    answers: float = 0.0
    adjusted: float = 0.0

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


def reviewed(pairing: Pairing, number: int, *, decisions: bool) -> ReviewedMatch:
    """Play a game and review its decisions, or else its luck."""
    _, match = play_match(pairing, number)
    game = ReviewedGame.of(match.table, match.events, default_model())
    levels = [pairing.players[entry] for entry in pairing.sitting(number)]
    won: list[float] = game.result.tolist()
    if decisions:
        accuracies = [accuracy_of(choices_of(game, seat), len(levels)) for seat in game.table.seats]
        return ReviewedMatch(number, tuple(map(ReviewedEntry, levels, won, accuracies)))
    found = zip(levels, won, balances(game, [()] * len(levels)), strict=True)
    return ReviewedMatch(
        number, tuple(ReviewedEntry(level, result, None, *one.luck, one.adjusted) for level, result, one in found)
    )


def matches(
    pairing: Pairing, games: int, seconds: float, *, decisions: bool = True, part: tuple[int, int] = (0, 1)
) -> Iterator[ReviewedMatch]:
    """The first games of a pairing, from the disk or played now, as many as there is time for.

    Of a `part` (0 of 2), only every second game is played. What was reviewed with another model is not read again.
    """
    KEPT.mkdir(parents=True, exist_ok=True)
    players = "+".join(dict.fromkeys(pairing.players))
    what = "" if decisions else "luck-"
    name = f"{what}{pairing.edition}-{pairing.seats}-{players}-{pairing.seed}-model-{model_versions()}"
    known = [line for file in KEPT.glob(f"{name}-part*.jsonl") for line in file.read_bytes().splitlines()]
    done = {match.game: match for match in (msgspec.json.decode(line, type=ReviewedMatch) for line in known)}
    until = monotonic() + seconds
    with (KEPT / f"{name}-part{part[0]}.jsonl").open("ab") as log:
        for number in range(part[0], games, part[1]):
            if number not in done and monotonic() > until:
                return
            if number not in done:
                done[number] = reviewed(pairing, number, decisions=decisions)
                log.write(msgspec.json.encode(done[number]) + b"\n")
                log.flush()
            yield done[number]


def accuracy(edition: str, games: int, seconds: float, part: tuple[int, int]) -> None:
    """The mean accuracy of each level among its like, by game.

    At a table of several levels the strong end the game before the weak could have proved anything, and so before most
    of what they would have overlooked.
    """
    levels = (*EVERY_SECOND, LAST)
    for level in levels:
        found = list(matches(Pairing(edition, (level,) * SEATS, SEED), games, seconds / len(levels), part=part))
        means = [fmean(one.accuracy or 0.0 for one in match.seats) for match in found]
        if means:
            print(f"{edition:18}{level:22}{len(means):5} games  {MeanInterval.of(means)}", flush=True)


def calibration(games: int, seconds: float) -> None:
    """How well the winning chances agree with the results of games that the model has not seen, and how much they say.

    Positions whose mover has proved the case are left out: there the chances say what accusing would do.
    """
    until, found = monotonic() + seconds, list[GameSample]()
    for number in range(games):
        if monotonic() > until:
            break
        one = sample(number, UNSEEN)
        if one is not None:
            found.append(one)
    for line in measured(default_model(), positions_of(found)):
        print(msgspec.json.encode(line).decode(), flush=True)


def luck(edition: str, games: int, seconds: float, part: tuple[int, int]) -> None:
    """The mean luck of a seat, and the difference between chief and inspector, raw and without luck."""
    pairing = Pairing(edition, DUEL, SEED)
    found = list(matches(pairing, games, seconds, decisions=False, part=part))
    if part[1] > 1:
        print(f"{len(found)} games reviewed")
        return
    deals = [found[at : at + len(DUEL)] for at in range(0, len(found) - len(found) % len(DUEL), len(DUEL))]
    print(f"{edition}: {len(deals)} deals, each in {len(DUEL)} rotations")
    for level in (DUEL[0], DUEL[1]):
        for share in ("deal", "dice", "answers", "luck"):
            values = [_mean(deal, level, share) for deal in deals]
            print(f"{level:20}{share:10}{MeanInterval.of(values)}")
    raw, adjusted = (
        MeanInterval.of([_mean(deal, DUEL[0], share) - _mean(deal, DUEL[1], share) for deal in deals])
        for share in ("result", "adjusted")
    )
    print(f"chief - inspector, raw        {raw}")
    print(f"chief - inspector, adjusted   {adjusted}   standard error {adjusted.half / raw.half:.3f} of the raw one")


def lost(folder: Path, games: int, skipped: int) -> None:
    """Reviews of games that a weak player lost, as that player reads them, and the turn that decided each."""
    folder.mkdir(parents=True, exist_ok=True)
    for found, game in enumerate(islice(lost_games(), skipped, skipped + games), 1):
        reader = game.seats[0]
        printed, review = StringIO(), review_record(Record(game.table, tuple(game.events)))
        print_review(review.read_by(reader, alone=False), Screen(Console(file=printed, width=100), input))
        (folder / f"{found:02}.txt").write_text(f"You are {reader}.\n\n{printed.getvalue()}", encoding="utf-8")
        turn, why = deciding_turn(game)
        print(f"{found:02}  turn {turn}: {why}", flush=True)


def lost_games(first: int = 0) -> Iterator[Game]:
    """Games at mixed tables that somebody else than the first seat won, where a weak player sits, from a number on."""
    for number in count(first):
        rng = Random(f"lost {number}")
        players = (*rng.choices(LEVELS[:WEAK], k=3), rng.choice(LEVELS))
        game = play_match(Pairing(TABLES[number % len(TABLES)], players, rng.getrandbits(40)), 0)[1]
        if game.winner not in (None, game.seats[0]):
            yield game


def deciding_turn(game: Game) -> tuple[int, str]:
    """The last turn in which somebody who did not win could have accused what was right and more likely than not, or
    that of the winner's proof or guess, if it was later; that of the win, if the winner passed it after all others.
    """
    reviewed, winner = ReviewedGame.of(game.table, game.events, default_model()), game.winner
    assert winner is not None
    missed, proved, last, passed, used = (0, ""), 0, 0, 0, 0
    for point in reviewed.points[:-1]:
        last, seat = point.scene.turn.number, point.scene.turn.to_act
        able = seat is not None and options(point.scene, seat, game.hand(seat)).accuse
        if seat is not None and able and not ends_the_turn(point.scene):
            known = reviewed.knowledge[seat.index].at(point.event)
            if seat is winner and known.solved and used != last:
                passed, used = used, last
            elif seat is not winner and known.truth > HALF:
                missed = last, f"{seat} only had to accuse" if known.solved else f"{seat} had the likely guess"
        if not proved and reviewed.knowledge[winner.index].at(point.event).solved:
            proved = last
    if passed > missed[0]:
        return last, f"{winner} used the win that they had passed in turn {passed}"
    won = (proved, f"{winner} proved the case") if proved else (last, f"{winner} guessed right")
    return max(won, missed)


def _mean(deal: Sequence[ReviewedMatch], level: str, part: str) -> float:
    return fmean(float(getattr(one, part)) for match in deal for one in match.seats if one.level == level)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("calibration", "accuracy", "luck", "lost"))
    parser.add_argument("folder", nargs="?", type=Path, default=KEPT / "lost", help="where lost games' reviews go")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--skip", type=int, default=0, help="how many lost games to leave out, because they were read")
    parser.add_argument("--edition", default="classic")
    parser.add_argument("--seconds", type=float, default=float("inf"))
    parser.add_argument("--part", default="0/1", help="play only a part of the games: 0/2 or 1/2")
    asked = parser.parse_intermixed_args()
    number, of = asked.part.split("/")
    warm_up()
    if asked.what == "lost":
        lost(asked.folder, asked.games, asked.skip)
        return
    if asked.what == "calibration":
        calibration(asked.games, asked.seconds)
        return
    (accuracy if asked.what == "accuracy" else luck)(asked.edition, asked.games, asked.seconds, (int(number), int(of)))


if __name__ == "__main__":
    main()
