"""`greycells evaluate`, `dataset` and `mcp`: what researchers need, from the extra `research`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from greycells.cli.shared_options import AsJson, Mistake
from greycells.language.sentences import Sentence

BotSpec = Annotated[str, typer.Argument(metavar="BOT")]


def evaluate_bot(
    bot: BotSpec,
    games: Annotated[int, typer.Option(min=1)] = 400,
    seed: int = 1,
    edition: Annotated[str, typer.Option("--edition", "-e")] = "classic",
    workers: Annotated[int | None, typer.Option(min=1)] = None,
    *,
    luck: Annotated[bool, typer.Option("--luck/--no-luck")] = True,
    as_json: AsJson = False,
) -> None:
    """Play a bot in duplicate against the fixed panel, and measure it at every step against exact knowledge."""
    import msgspec

    from greycells.extras import MissingExtra
    from greycells.players import PlayerError
    from greycells.research.evaluation import Trial, check, evaluate
    from greycells.research.evaluation_text import told_lines, told_progress

    def progress(played: int) -> None:
        if sys.stderr.isatty():
            typer.echo(f"\r{told_progress(played, games)}", err=True, nl=played == games)

    try:
        trial = Trial(bot, edition, seed, luck)
        check(trial)
        row = evaluate(trial, games, workers=workers, progress=progress)
    except (PlayerError, MissingExtra) as error:
        raise Mistake(str(error)) from None
    except KeyboardInterrupt:
        raise Mistake(str(Sentence("cli.interrupted"))) from None
    typer.echo(msgspec.json.encode(row).decode() if as_json else "\n".join(told_lines(row)))


def write_games(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER")],
    games: Annotated[int, typer.Option(min=1)] = 100,
    players: str = "inspector,inspector,inspector,inspector",
    edition: Annotated[str, typer.Option("--edition", "-e")] = "classic",
    seed: int = 1,
    workers: Annotated[int, typer.Option(min=1)] = 1,
    *,
    beliefs: Annotated[bool, typer.Option("--beliefs")] = False,
) -> None:
    """Write games and all their decisions as Parquet, with a card that describes them."""
    from greycells.extras import MissingExtra
    from greycells.players.player_specs import PlayerError, check
    from greycells.research.decision_rows import DataRecipe
    from greycells.research.evaluation_text import told_data_set

    specs = tuple(spec.strip() for spec in players.split(","))
    try:
        for spec in dict.fromkeys(specs):
            check(spec)
        from greycells.research.data_set import write_data_set

        recipe = DataRecipe(edition, specs, seed, beliefs)
        decisions = write_data_set(folder, recipe, games, workers=workers)
    except (PlayerError, MissingExtra) as error:
        raise Mistake(str(error)) from None
    except OSError as error:
        raise Mistake(str(Sentence("cli.cannot write", file=str(folder), why=error.strerror or ""))) from None
    except KeyboardInterrupt:
        raise Mistake(str(Sentence("cli.interrupted"))) from None
    typer.echo(told_data_set(games, decisions, folder))


def serve_models(
    *,
    solver: Annotated[bool, typer.Option("--solver/--no-solver")] = True,
) -> None:
    """Offer tables to a language model, as tools of the Model Context Protocol."""
    from greycells.extras import MissingExtra

    try:
        from greycells.research.mcp_server import serve
    except MissingExtra as error:
        raise Mistake(str(error)) from None
    serve(solver=solver)
