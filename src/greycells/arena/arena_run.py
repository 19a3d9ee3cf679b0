"""The command `greycells arena`: checks what was asked for, plays, and prints."""

from __future__ import annotations

import secrets
import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import msgspec

from greycells.arena.match import Pairing
from greycells.arena.progress import print_table, watching
from greycells.arena.standings import StandingsTable, written_as_csv
from greycells.arena.tournament import Journal, Runner, WorkplaceError, on_cores, play_tournament
from greycells.editions import load
from greycells.extras import need
from greycells.language.sentences import Sentence
from greycells.players.player_specs import check as check_player
from greycells.rules.setup import sit_down


def run(
    asked: tuple[str, tuple[str, ...], tuple[str, ...]],
    games: int,
    *,
    seed: int | None = None,
    report: Path | None = None,
    records: Path | None = None,
    workers: int | None = None,
    on: str | None = None,
    as_json: bool = False,
    as_csv: bool = False,
    luck: bool = False,
) -> StandingsTable:
    """Play `games` games between the asked players; the result alone goes to stdout, and faults go to stderr."""
    edition, specs, house_rules = asked
    check(edition, specs, house_rules)
    if seed is None:
        seed = secrets.randbits(32)
        sys.stderr.write(f"{Sentence('arena.seed', seed=str(seed))}\n")
    if luck:
        need("numpy")
    pairing = Pairing(edition, specs, seed, house_rules, luck)
    with workplace(on, workers) as runner, watching(games) as watch:
        standings = play_tournament(
            pairing, games, journal=Journal.of(pairing), records=records, progress=watch, runner=runner
        )
    table = standings.table()
    if report is not None:
        from greycells.arena.report import write_report

        write_report(report, table, pairing)
    if as_csv:
        sys.stdout.write(written_as_csv(table))
    elif as_json:
        sys.stdout.write(msgspec.json.encode(table).decode() + "\n")
    else:
        print_table(table)
    tell_faults(table)
    return table


@contextmanager
def workplace(on: str | None, workers: int | None = None) -> Generator[Runner]:
    """Where to play: on this machine's cores, or with `ray` or `ray://address` on a Ray cluster."""
    if on is None:
        yield on_cores(workers)
        return
    if on != "ray" and not on.startswith("ray://"):
        raise WorkplaceError(Sentence("arena.unknown workplace", on=on))
    if workers is not None:
        raise WorkplaceError(Sentence("arena.workers elsewhere"))
    from greycells.arena.ray_cluster import ray_runner

    with ray_runner(None if on == "ray" else on) as runner:
        yield runner


def tell_faults(table: StandingsTable) -> None:
    """Name each player some of whose choices had to be made for it, with the first thing that it did wrong."""
    for line in table.players:
        if line.faults:
            told = Sentence("arena.faulty", player=line.player, faults=line.faults, decisions=line.decisions)
            gave_up = Sentence("arena.forfeited", player=line.player, forfeits=line.forfeits, games=line.seats)
            sys.stderr.write(f"{told}\n{line.first_fault}\n" + (f"{gave_up}\n" if line.forfeits else ""))


def check(edition: str, specs: tuple[str, ...], house_rules: tuple[str, ...]) -> None:
    """Whether these players exist and can sit down in this edition; each mistake is a sentence."""
    table = load(edition).with_house_rules(*house_rules)
    sit_down(table, [(spec, None) for spec in specs])
    for spec in dict.fromkeys(specs):
        check_player(spec)
