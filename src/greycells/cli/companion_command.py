"""`greycells companion`: the companion for a real table, in this terminal."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from greycells.cli.shared_options import Mistake, Plain
from greycells.language.sentences import Sentence


def keep_company(
    file: Annotated[Path | None, typer.Argument(metavar="[FILE]")] = None,
    edition: Annotated[str, typer.Option("--edition", "-e")] = "classic",
    suspects: Annotated[str, typer.Option("--suspects", metavar="CARDS")] = "",
    weapons: Annotated[str, typer.Option("--weapons", metavar="CARDS")] = "",
    rooms: Annotated[str, typer.Option("--rooms", metavar="CARDS")] = "",
    player: Annotated[list[str] | None, typer.Option("--player", "-p", metavar="NAME")] = None,
    me: Annotated[str | None, typer.Option("--me", metavar="NAME")] = None,
    hand: Annotated[str, typer.Option("--hand", metavar="CARDS")] = "",
    face_up: Annotated[str, typer.Option("--open", metavar="CARDS")] = "",
    dealer: Annotated[str | None, typer.Option("--dealer", metavar="NAME")] = None,
    *,
    all_answer: Annotated[bool, typer.Option("--all-answer")] = False,
    plain: Plain = False,
) -> None:
    """Keep the sheet for a game at a real table."""
    from greycells.analysis.companion.tables import EntryError
    from greycells.free_text.name_matching import Unclear
    from greycells.terminal.companion_console import CompanionConsole, opened_game
    from greycells.terminal.companion_setup import typed_box, typed_setup
    from greycells.terminal.screen import Screen

    try:
        if file is not None and file.exists():
            game = opened_game(file)
        elif player:
            own = suspects or weapons or rooms or all_answer
            box = typed_box(suspects, weapons, rooms, everybody=all_answer) if own else edition
            game = typed_setup(box, player, me=me, hand=hand, face_up=face_up, dealer=dealer)
        else:
            raise Mistake(str(Sentence("cli.who plays")))
        CompanionConsole(Screen.here(plain=plain), game, file).run()
    except (EntryError, Unclear) as error:
        raise Mistake(str(error)) from None
    except OSError as error:
        raise Mistake(str(Sentence("cli.cannot write", file=str(file), why=error.strerror or ""))) from None
    except KeyboardInterrupt:
        raise typer.Exit(130) from None
