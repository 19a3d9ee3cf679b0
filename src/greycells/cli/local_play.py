"""`greycells play`: a game in this terminal."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from greycells.cli.shared_options import HouseRules, Mistake, Plain


def play_here(
    file: Annotated[Path | None, typer.Argument(metavar="[FILE]")] = None,
    edition: Annotated[str | None, typer.Option("--edition", "-e")] = None,
    player: Annotated[list[str] | None, typer.Option("--player", "-p", metavar="NAME[:SUSPECT]")] = None,
    bots: Annotated[str | None, typer.Option("--bots", "-b")] = None,
    help_level: str | None = None,
    house_rule: HouseRules = None,
    seed: int | None = None,
    *,
    plain: Plain = False,
) -> None:
    """Play in this terminal: against bots, or several people at one keyboard."""
    from greycells.players.player_specs import PlayerError
    from greycells.terminal.play_session import play_with
    from greycells.terminal.saved_games import NoSave
    from greycells.terminal.table_setup import BadPlan

    wishes = (edition, player, bots, help_level, house_rule, seed)
    try:
        play_with(
            file,
            edition=edition or "classic",
            people=player or (),
            bots=bots,
            help_level=help_level or "none",
            house_rules=house_rule or (),
            seed=seed,
            plain=plain,
            ask=all(wish is None for wish in wishes),
        )
    except (BadPlan, NoSave, PlayerError) as error:
        raise Mistake(str(error)) from None
    except KeyboardInterrupt:
        raise typer.Exit(130) from None
