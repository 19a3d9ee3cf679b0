"""The table of the benchmark in docs/reference/research.md: python -m tools.evaluations --games 400

Bots take turns, a deal of four games at a time, so that all rows grow alike. Every game is kept in
`build/evaluations.jsonl`: it can be interrupted, and goes on where it was. It ends by printing the table.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec

from greycells.deduction import warm_up
from greycells.players.bot_levels import LADDER
from greycells.research.bots import BASELINES
from greycells.research.evaluation import EvaluatedGame, Trial, play_trial, summed_up
from greycells.research.evaluation_text import markdown_row

SEED = 2026
JOURNAL = Path("build", "evaluations.jsonl")
BOTS = (*(level.id for level in reversed(LADDER)), *BASELINES)
GAMES_OF_A_DEAL = 4


class KeptGame(msgspec.Struct, frozen=True):
    """A game of a bot, as the journal has it."""

    bot: str
    game: EvaluatedGame


def kept_games(journal: Path) -> list[KeptGame]:
    """The games that have been played."""
    lines = journal.read_bytes().splitlines() if journal.is_file() else []
    return [msgspec.json.decode(line, type=KeptGame) for line in lines]


def play_rows(bots: Sequence[str], games: int, *, journal: Path) -> None:
    """Play the games that the journal doesn't have yet."""
    played = {(kept.bot, kept.game.number) for kept in kept_games(journal)}
    journal.parent.mkdir(parents=True, exist_ok=True)
    for bot, number in _in_turn(bots, games):
        if (bot, number) not in played:
            kept = KeptGame(bot, play_trial(Trial(bot, seed=SEED), number))
            with journal.open("ab") as file:
                file.write(msgspec.json.encode(kept) + b"\n")


def _in_turn(bots: Sequence[str], games: int) -> Iterator[tuple[str, int]]:
    for first in range(0, games, GAMES_OF_A_DEAL):
        for bot in bots:
            yield from ((bot, number) for number in range(first, min(games, first + GAMES_OF_A_DEAL)))


def table_rows(bots: Sequence[str], journal: Path) -> list[str]:
    """A row for every bot that has games."""
    games = kept_games(journal)
    rows: list[str] = []
    for bot in bots:
        own = [kept.game for kept in games if kept.bot == bot]
        if own:
            rows.append(markdown_row(summed_up(Trial(bot, seed=SEED), own)))
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--bots", default=",".join(BOTS))
    asked = parser.parse_args()
    bots = str(asked.bots).split(",")
    warm_up()
    play_rows(bots, int(asked.games), journal=JOURNAL)
    print("\n".join(table_rows(bots, JOURNAL)))


if __name__ == "__main__":
    main()
