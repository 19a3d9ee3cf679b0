"""`greycells evaluate` and `mcp`: what researchers need, from the extra `research`."""

from __future__ import annotations

import sys
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

    from greycells.players import PlayerError
    from greycells.research.evaluation import Trial, check, evaluate
    from greycells.research.evaluation_text import told_lines, told_progress
    from greycells.research.extras import MissingExtra

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


def serve_models(
    *,
    solver: Annotated[bool, typer.Option("--solver/--no-solver")] = True,
) -> None:
    """Offer tables to a language model, as tools of the Model Context Protocol."""
    from greycells.research.extras import MissingExtra

    try:
        from greycells.research.mcp_server import serve
    except MissingExtra as error:
        raise Mistake(str(error)) from None
    serve(solver=solver)
