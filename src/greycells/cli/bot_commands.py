"""`greycells bot`: let a bot play at a server's table, check one of your own, and write one to start from."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import Annotated

import typer

from greycells.cli.help_pages import Group, HelpCommand
from greycells.cli.online import bring_bot
from greycells.cli.shared_options import Mistake, write_pages
from greycells.editions import load, names
from greycells.language.sentences import Sentence


class BotGroup(Group):
    """`greycells bot URL` is short for `greycells bot join URL`."""

    def parse_args(self, ctx: object, args: list[str]) -> list[str]:
        own = {*self.commands, "--help"}
        return super().parse_args(ctx, args if not args or args[0] in own else ["join", *args])


bot_app = typer.Typer(cls=BotGroup, rich_markup_mode=None)
bot_app.command("join", cls=HelpCommand)(bring_bot)


@bot_app.callback()
def bots() -> None:
    """The commands about bots."""


@bot_app.command("check", cls=HelpCommand)
def check_bot(
    file: Annotated[str, typer.Argument(metavar="FILE")],
    edition: Annotated[list[str] | None, typer.Option("--edition", "-e")] = None,
) -> None:
    """Play a bot in every edition with every number of seats; show the first fault of each kind."""
    from greycells.players.conformance import Misconduct, check_game
    from greycells.players.player_specs import PlayerError

    spec = _spec(file)
    found: dict[str, Misconduct] = {}
    played = 0
    for rulebook in map(load, edition or names()):
        for seats in range(rulebook.rules.fewest_seats, rulebook.rules.most_seats + 1):
            played += 1
            try:
                check_game(spec, rulebook.key, seats=seats, seed=1)
            except Misconduct as fault:
                where = Sentence("cli.where it failed", edition=rulebook.key, seats=seats)
                if fault.kind not in found:
                    found[fault.kind] = fault
                    typer.echo(f"{where}\n{fault.trace}{fault}\n", err=True)
            except PlayerError as error:
                raise Mistake(str(error)) from None
    if found:
        raise Mistake(str(Sentence("cli.bot fails", bot=spec, kinds=len(found), games=played)))
    typer.echo(Sentence("cli.bot is well", bot=spec, games=played))


def _spec(file: str) -> str:
    """What was named, with the class if it is the only one in the file that chooses."""
    path = Path(file)
    if not file.endswith(".py") or not path.is_file():
        return file
    try:
        tree = ast.parse(path.read_text(encoding="utf-8"))
    except (SyntaxError, UnicodeDecodeError) as error:
        raise Mistake(f"{file}: {error}") from None
    found = [
        node.name
        for node in tree.body
        if isinstance(node, ast.ClassDef)
        and any(isinstance(one, ast.FunctionDef) and one.name == "choose" for one in node.body)
    ]
    if len(found) != 1:
        raise Mistake(str(Sentence("cli.which class", file=file, classes=", ".join(found) or "-")))
    return f"{file}:{found[0]}"


@bot_app.command("new", cls=HelpCommand)
def write_bot(name: Annotated[str, typer.Argument(metavar="NAME")]) -> None:
    """Write a bot that works, to start from."""
    from greycells.examples import programs

    if not name.isidentifier():
        raise Mistake(str(Sentence("cli.no class name", name=name)))
    file = Path(f"{name}.py")
    if file.exists():
        raise Mistake(str(Sentence("cli.is there already", file=str(file))))
    text = programs()["bot.py"].read_text(encoding="utf-8")
    text = re.sub(r"\bMyBot\b", name, text).replace("examples/bot.py", str(file))
    write_pages(Path(), {str(file): text})
    typer.echo(Sentence("cli.bot written", file=str(file), bot=f"{file}:{name}"))
