"""`greycells arena` and `study`: many games and their statistics."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from greycells.cli.shared_options import AsJson, HouseRules, Mistake, write_pages
from greycells.language.sentences import Sentence


def arena(
    players: Annotated[str, typer.Option()],
    edition: Annotated[str, typer.Option("--edition", "-e")] = "classic",
    games: Annotated[int, typer.Option(min=1)] = 1000,
    seed: int | None = None,
    house_rule: HouseRules = None,
    report: Path | None = None,
    records: Path | None = None,
    workers: Annotated[int | None, typer.Option(min=1)] = None,
    on: str | None = None,
    *,
    as_json: AsJson = False,
    as_csv: Annotated[bool, typer.Option("--csv")] = False,
    luck: Annotated[bool, typer.Option("--luck")] = False,
) -> None:
    """Let players play many games: the same deals with rotated seats."""
    from greycells.arena.arena_run import run
    from greycells.arena.tournament import WorkplaceError
    from greycells.players import PlayerError
    from greycells.players.guarded_player import trace_of

    specs = tuple(spec.strip() for spec in players.split(","))
    try:
        table = run(
            (edition, specs, tuple(house_rule or ())),
            games,
            seed=seed,
            report=report,
            records=records,
            workers=workers,
            on=on,
            as_json=as_json,
            as_csv=as_csv,
            luck=luck,
        )
    except PlayerError as error:
        if error.__cause__ is not None and (trace := trace_of(error.__cause__)):
            typer.echo(trace, err=True, nl=False)
        raise Mistake(str(error)) from error
    except WorkplaceError as error:
        raise Mistake(str(error)) from error
    except KeyboardInterrupt:
        raise Mistake(str(Sentence("cli.interrupted"))) from None
    if lazy := [line.player for line in table.players if line.never_chose]:
        raise Mistake(str(Sentence("cli.never chose", players=", ".join(lazy))))


def study_games(
    player: str = "inspector",
    games: Annotated[int, typer.Option(min=1)] = 400,
    seed: int = 1,
    output: Annotated[Path | None, typer.Option("--output", "-o")] = None,
    on: str | None = None,
) -> None:
    """Answer from many games what people ask: does going first help, which rooms are best to hold."""
    from greycells.arena.arena_run import workplace
    from greycells.arena.progress import watching_tables
    from greycells.arena.study import study
    from greycells.arena.tournament import WorkplaceError
    from greycells.players import PlayerError

    try:
        with workplace(on) as runner, watching_tables(games) as watch:
            page = study(player, games, seed=seed, progress=watch, runner=runner)
    except (PlayerError, WorkplaceError) as error:
        raise Mistake(str(error)) from error
    except KeyboardInterrupt:
        raise Mistake(str(Sentence("cli.interrupted"))) from None
    if output is None:
        typer.echo(page, nl=False)
    else:
        write_pages(output.parent, {output.name: page})
