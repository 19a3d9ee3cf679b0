"""The command line: every command a few lines over the layers below.

A mistake of the person at the keyboard is a sentence on stderr and exit code 1; wrong usage is exit code 2.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Generator, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from greycells import __version__
from greycells.editions import load, names
from greycells.editions.catalogue import Rule, UnknownRule, rule, rules
from greycells.editions.reading import EditionError
from greycells.rules.board import Board, Kind, Place
from greycells.rules.edition import Edition, UnknownHouseRule
from greycells.rules.sentences import Refusal

if TYPE_CHECKING:
    from greycells.client.seat import Chooser, Hearer

app = typer.Typer(
    help="The open home of the great detective board game.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
editions_app = typer.Typer(help="List, check and compare editions.", rich_markup_mode=None)
app.add_typer(editions_app, name="editions")

AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]
EditionName = Annotated[str, typer.Argument(metavar="EDITION", help="The key of an edition, or the path of a folder.")]


class Mistake(Exception):
    """What somebody asked for that cannot be: a sentence to them."""


def main() -> None:
    """Run a command; whatever a person got wrong is told in a sentence."""
    try:
        app(prog_name="greycells")
    except (Mistake, EditionError, UnknownHouseRule, UnknownRule, Refusal) as error:
        typer.echo(error, err=True)
        sys.exit(1)


def _version(asked: bool) -> None:  # noqa: FBT001
    if asked:
        typer.echo(f"greycells {__version__}")
        raise typer.Exit


@app.callback()
def options(
    *,
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version and exit.")
    ] = False,
) -> None:
    """What goes before every command."""


@editions_app.callback(invoke_without_command=True)
def list_editions(context: typer.Context) -> None:
    """List the editions."""
    if context.invoked_subcommand is not None:
        return
    for edition in map(load, names()):
        typer.echo(f"{edition.key:18}{_seats(edition):18}{edition.rulebook}")


@editions_app.command("check")
def check_edition(
    path: Annotated[str, typer.Argument(help="A folder with an edition.toml, or the file itself.")],
) -> None:
    """Validate an edition of one's own."""
    edition = load(path)
    deck, squares = edition.deck, sum(place.kind is Kind.SQUARE for place in edition.board.places)
    cards = f"{len(deck.suspects)} suspects, {len(deck.weapons)} weapons, {len(deck.rooms)} rooms"
    typer.echo(f"{edition.title} is in order: {cards}, {squares} squares, {_seats(edition)}.")


def _seats(edition: Edition) -> str:
    return f"{edition.rules.fewest_seats} to {edition.rules.most_seats} players"


@editions_app.command("compare")
def compare_editions(
    chosen: Annotated[
        list[str] | None, typer.Argument(metavar="[EDITION]...", help="Default: the five rulebooks.")
    ] = None,
    *,
    as_json: AsJson = False,
) -> None:
    """Print the questions on which editions differ."""
    from greycells.editions.comparison import differences, in_words
    from greycells.editions.loader import BY_THE_BOOK

    editions = [load(name) for name in chosen or BY_THE_BOOK]
    if as_json:
        typer.echo(json.dumps(differences(editions), indent=2))
        return
    from rich.console import Console
    from rich.table import Table

    printed = Table("question", *(edition.title for edition in editions))
    for question, given in differences(editions).items():
        printed.add_row(in_words(question), *map(in_words, given.values()))
    Console().print(printed)


@app.command("rules")
def print_rules(
    id: Annotated[str | None, typer.Argument(metavar="[ID]", help="A rule such as SUG-4; default: all.")] = None,  # noqa: A002
    edition: Annotated[str | None, typer.Option(help="As this edition has it: a key or a path.")] = None,
    markdown: Annotated[Path | None, typer.Option(help="Write the whole catalogue as pages into this folder.")] = None,
) -> None:
    """Print a rule as each edition has it."""
    if markdown is not None:
        from greycells.editions.pages import pages

        _write(markdown, pages())
        return
    asked = rules() if id is None else (rule(id),)
    told = [text for each in asked for text in _told(each, None if edition is None else load(edition))]
    if not told:
        raise Mistake(f"The edition {edition} has no rule {asked[0].id}.")
    typer.echo("\n".join(told))


def _told(asked: Rule, edition: Edition | None) -> Iterator[str]:
    if edition is not None:
        text = asked.as_in(edition)
        if text is not None:
            yield f"{asked.id:8} {text}"
        return
    for text, keys in asked.variants().items():
        yield f"{asked.id:8} {', '.join(keys)}: {text}"


def _write(folder: Path, pages: Mapping[str, str]) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in pages.items():
            (folder / name).write_text(text, encoding="utf-8")
    except OSError as error:
        raise Mistake(f"{folder}: cannot be written: {error.strerror}.") from None


@app.command("reach")
def print_reach(
    edition: EditionName,
    start: Annotated[str, typer.Option("--from", metavar="PLACE", help="Where the pawn stands: q7, Lounge.")],
    roll: Annotated[int, typer.Option(min=1, max=12, help="How far it goes.")],
    occupied: Annotated[str, typer.Option(metavar="a1,b2", help="Squares on which other pawns stand.")] = "",
    house_rule: Annotated[list[str] | None, typer.Option(help="A house rule of the table; may be given again.")] = None,
    *,
    as_json: AsJson = False,
) -> None:
    """Print exactly where a pawn may end its move."""
    chosen = load(edition).with_house_rules(*house_rule or ())
    pawn = _place(chosen.board, start)
    ends = chosen.walks.reach(pawn, roll, occupied=_occupied(chosen.board, occupied) & ~pawn.bit).ends
    squares = [end.name for end in ends if end.kind is Kind.SQUARE]
    rooms = [end.name for end in ends if end.kind is not Kind.SQUARE]
    if as_json:
        typer.echo(json.dumps({"squares": squares, "rooms": rooms}))
    else:
        typer.echo(f"squares: {' '.join(squares)}\nrooms: {', '.join(rooms)}")


def _place(board: Board, name: str) -> Place:
    try:
        return board.place(name)
    except LookupError as error:
        raise Mistake(error.args[0]) from None


def _occupied(board: Board, squares: str) -> int:
    mask = 0
    for name in filter(None, map(str.strip, squares.split(","))):
        place = _place(board, name)
        if place.kind is Kind.ROOM:
            raise Mistake(f"The {place} cannot be occupied: rooms hold any number of pawns (MOVE-18).")
        mask |= place.bit
    return mask


@app.command("perft")
def print_perft(
    edition: EditionName,
    depth: Annotated[int, typer.Option(min=1, max=12, help="How many actions.")] = 3,
    seats: Annotated[int | None, typer.Option(help="How many players; default: the fewest.")] = None,
    throws: Annotated[str, typer.Option(metavar="6,4", help="What each turn rolls, over and over.")] = "6",
    seed: Annotated[int, typer.Option(help="The deal.")] = 0,
) -> None:
    """Count the sequences of actions from the start, accusations left out."""
    from greycells.rules.game import Game
    from greycells.rules.perft import perft, throws_of

    chosen = load(edition)
    players = [f"player {number + 1}" for number in range(seats or chosen.rules.fewest_seats)]
    position = Game.new(chosen, players, seed=seed).position
    scripted = throws_of(throws, dice=chosen.rules.dice)
    for actions in range(1, depth + 1):
        typer.echo(f"{actions:3} {perft(position, actions, throws=scripted):16,}")


@app.command("play")
def play_here(
    file: Annotated[Path | None, typer.Argument(metavar="[FILE]", help="A game to play on with.")] = None,
    edition: Annotated[str | None, typer.Option("--edition", "-e", help="A key, or the path of a folder.")] = None,
    player: Annotated[
        list[str] | None, typer.Option("--player", "-p", metavar="NAME[:SUSPECT]", help="A person; may be given again.")
    ] = None,
    bots: Annotated[
        str | None, typer.Option("--bots", "-b", help="How many, or which: 3, inspector,constable.")
    ] = None,
    help_level: Annotated[
        str | None, typer.Option(help="What the notebook is told: none, direct facts, full logic.")
    ] = None,
    house_rule: Annotated[list[str] | None, typer.Option(help="A house rule of the table; may be given again.")] = None,
    seed: Annotated[int | None, typer.Option(help="Deal and roll the same every time.")] = None,
    *,
    plain: Annotated[bool, typer.Option("--plain", help="No colours, and ASCII letters only.")] = False,
) -> None:
    """Play in this terminal: against bots, or several people at one keyboard."""
    from greycells.players.registry import PlayerError
    from greycells.terminal.plan import BadPlan
    from greycells.terminal.play import play_with
    from greycells.terminal.saves import NoSave

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


RecordFile = Annotated[Path, typer.Argument(metavar="FILE", help="A record: .case, or JSON Lines.")]
OwnEdition = Annotated[str | None, typer.Option("--edition", "-e", help="The folder of an edition of one's own.")]
SeatName = Annotated[str | None, typer.Option("--seat", help="As this seat saw it; nobody for a spectator.")]
Plain = Annotated[bool, typer.Option("--plain", help="No colours, and ASCII letters only.")]


@contextmanager
def _reporting(*, err: bool = False) -> Generator[None]:
    """What is wrong with a record is said line by line, and the exit code is 1."""
    from greycells.terminal.records import BadRecord

    try:
        yield
    except BadRecord as wrong:
        typer.echo(wrong, err=err)
        raise typer.Exit(1) from None


@app.command("check")
def check_record(file: RecordFile, edition: OwnEdition = None) -> None:
    """Replay a record through the referee."""
    from greycells.terminal.records import checked_file, summary

    with _reporting():
        typer.echo(f"{file}: {summary(checked_file(file, edition=edition))}")


@app.command("verify")
def verify_record(file: RecordFile, edition: OwnEdition = None) -> None:
    """Prove from a record alone that deal and dice were not chosen."""
    from greycells.terminal.records import verified_file

    with _reporting():
        typer.echo(f"{file}: {verified_file(file, edition=edition)}")


@app.command("convert")
def convert_record(
    file: RecordFile,
    to: Annotated[str | None, typer.Option(metavar="case|json", help="Default: the form that it has not.")] = None,
    output: Annotated[Path | None, typer.Option("--output", "-o", help="Default: standard output.")] = None,
    seat: SeatName = None,
    edition: OwnEdition = None,
) -> None:
    """Turn a record into its other form, or into the copy of a seat."""
    from greycells.terminal.records import converted

    if to not in (None, "case", "json"):
        raise Mistake(f"A record is written as case or as json, not as {to}.")
    with _reporting(err=True):
        text = converted(file, to=to, viewer=seat, edition=edition)
    if output is None:
        sys.stdout.buffer.write(text.encode())
    else:
        _write(output.parent, {output.name: text})


@app.command("show")
def show_record(
    file: RecordFile,
    at: Annotated[int | None, typer.Option(min=0, help="After which turn; default: the last one.")] = None,
    seat: SeatName = None,
    edition: OwnEdition = None,
    *,
    plain: Plain = False,
) -> None:
    """Print the board as it stood, and what a seat had seen."""
    from greycells.terminal.records import seen_file
    from greycells.terminal.replaying import show
    from greycells.terminal.screen import Screen

    with _reporting(err=True):
        record = seen_file(file, seat, edition=edition)
    show(record, Screen.here(plain=plain), at=at)


@app.command("replay")
def replay_record(file: RecordFile, seat: SeatName = None, edition: OwnEdition = None, *, plain: Plain = False) -> None:
    """Step through a record, turn by turn."""
    from greycells.terminal.records import seen_file
    from greycells.terminal.replaying import step_through
    from greycells.terminal.screen import Screen

    with _reporting(err=True):
        record = seen_file(file, seat, edition=edition)
    step_through(record, Screen.here(plain=plain))


@app.command("solve")
def solve_file(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A seat's copy of a record, or a state as JSON.")],
    why: Annotated[
        tuple[str, str] | None, typer.Option(metavar="CARD HOLDER", help="Prove it; the case file is called case.")
    ] = None,
    seat: SeatName = None,
    edition: OwnEdition = None,
    *,
    as_json: AsJson = False,
) -> None:
    """Everything that follows from what a seat has seen, and how likely the rest is."""
    from greycells.deduction.solve import Contradicting, Unsolvable, evidence_in, solve

    try:
        evidence = evidence_in(file, seat=seat, edition=None if edition is None else load(edition))
        typer.echo(solve(evidence, as_json=as_json, why=why))
    except Contradicting as error:
        typer.echo(json.dumps(error.form) if as_json else error, err=not as_json)
        raise typer.Exit(1) from None
    except Unsolvable as error:
        raise Mistake(str(error)) from None


@app.command("arena")
def arena(
    players: Annotated[str, typer.Option(help="Who plays, by commas: chief,inspector,bot.py:MyBot,cmd:./mybot.")],
    edition: Annotated[str, typer.Option("--edition", "-e", help="A key, or the path of a folder.")] = "classic",
    games: Annotated[
        int, typer.Option(min=1, help="How many games in all; every deal with every rotation of seats.")
    ] = 1000,
    seed: Annotated[int | None, typer.Option(help="Play the same games every time; default: other ones.")] = None,
    house_rule: Annotated[list[str] | None, typer.Option(help="A house rule of the table; may be given again.")] = None,
    report: Annotated[Path | None, typer.Option(help="Write a page with plots.")] = None,
    records: Annotated[Path | None, typer.Option(help="Write the record of every game into this folder.")] = None,
    workers: Annotated[int | None, typer.Option(min=1, help="Processes; default: one for each core.")] = None,
    *,
    as_json: AsJson = False,
) -> None:
    """Let players play many games: the same deals with rotated seats."""
    from greycells.arena.command import run
    from greycells.players import PlayerError

    specs = tuple(spec.strip() for spec in players.split(","))
    try:
        run(
            (edition, specs, tuple(house_rule or ())),
            games,
            seed=seed,
            report=report,
            records=records,
            workers=workers,
            as_json=as_json,
        )
    except PlayerError as error:
        raise Mistake(str(error)) from error
    except KeyboardInterrupt:
        raise Mistake("Interrupted. The same command with the same --seed goes on from here.") from None


@app.command("study")
def study_games(
    player: Annotated[str, typer.Option(help="Who plays against itself.")] = "inspector",
    games: Annotated[int, typer.Option(min=1, help="How many games on each table.")] = 400,
    seed: Annotated[int, typer.Option(help="Which games.")] = 1,
    output: Annotated[Path | None, typer.Option("--output", "-o", help="Default: standard output.")] = None,
) -> None:
    """Answer from many games what people ask: does going first help, which rooms are best to hold."""
    from greycells.arena.study import study
    from greycells.players import PlayerError

    try:
        page = study(player, games, seed=seed, progress=lambda table: typer.echo(table, err=True))
    except PlayerError as error:
        raise Mistake(str(error)) from error
    if output is None:
        typer.echo(page, nl=False)
    else:
        _write(output.parent, {output.name: page})


@app.command("serve")
def serve(
    host: Annotated[str, typer.Option(help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=1, max=65535, help="The port to listen on.")] = 8000,
    data: Annotated[Path, typer.Option(help="The folder of the database and the key.")] = Path("data"),
    public_url: Annotated[str | None, typer.Option(help="The address that guests use, behind a proxy.")] = None,
    trusted_proxies: Annotated[str, typer.Option(help="Addresses whose forwarded headers are believed.")] = "127.0.0.1",
    pace: Annotated[float, typer.Option(min=0, help="How slowly bots play; 0 is at once.")] = 1.0,
    bot_workers: Annotated[int, typer.Option(min=0, help="Processes for bots; 0: one less than cores.")] = 0,
    limits_factor: Annotated[float, typer.Option(min=0.01, help="Widens all limits on guests.")] = 1.0,
    *,
    open_page: Annotated[bool, typer.Option("--open", help="Open it in the browser of this machine.")] = False,
) -> None:
    """Keep tables for friends: serve the game to browsers, terminals and bots."""
    from greycells.server.app import run
    from greycells.server.service import Config
    from greycells.server.store import StoreError

    config = Config(
        data,
        host=host,
        port=port,
        public_url=public_url,
        trusted_proxies=trusted_proxies,
        pace=pace,
        bot_workers=bot_workers,
        limits_factor=limits_factor,
    )

    def ready(sentence: str) -> None:
        typer.echo(sentence)
        if open_page:
            _open_in_browser(f"http://{host}:{port}/")

    try:
        run(config, ready=ready)
    except StoreError as error:
        raise Mistake(str(error)) from error


def _open_in_browser(address: str) -> None:
    """Open a page where somebody can see it: a browser that runs inside a terminal would only be in the way."""
    import webbrowser

    if sys.platform in ("darwin", "win32") or os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"):
        webbrowser.open(address)


@app.command("join")
def join_table(
    url: Annotated[str, typer.Argument(help="The address of a table, or the secret link of your seat.")],
    name: Annotated[str, typer.Option(help="What you are called at the table.")] = "Guest",
    *,
    plain: Annotated[bool, typer.Option("--plain", help="No colours, and ASCII letters only.")] = False,
) -> None:
    """Play at somebody's table from this terminal."""
    from greycells.client import in_thread
    from greycells.terminal.desk import Leave
    from greycells.terminal.remote import RemoteDesk

    desk = RemoteDesk(plain=plain)
    try:
        _visit(url, in_thread(desk.choose), name=name, hear=lambda place, _: desk.catch_up(place.view))
    except Leave:
        typer.echo("The game is kept at the table: come back by the link of your seat.")


@app.command("bot")
def bring_bot(
    url: Annotated[str, typer.Argument(help="The address of a table, or the secret link of a seat.")],
    player: Annotated[str, typer.Option(help="inspector, path/to/bot.py:MyBot, cmd:./mybot.")] = "inspector",
    name: Annotated[str | None, typer.Option(help="What it is called at the table.")] = None,
) -> None:
    """Bring a bot to somebody's table, through the same door as people."""
    from greycells.client import in_thread
    from greycells.players.registry import PlayerError
    from greycells.players.registry import player as player_called

    try:
        bot = player_called(player)
    except PlayerError as error:
        raise Mistake(str(error)) from error
    _visit(url, in_thread(bot.choose), name=name or player[:24], hear=lambda _, __: None)


def _visit(url: str, choose: Chooser, *, name: str, hear: Hearer) -> None:
    import asyncio

    from greycells.client import Closed, NotDone, ServerError, visit

    try:
        place = asyncio.run(visit(url, choose, name=name, hear=hear, tell=typer.echo))
    except (Closed, NotDone, ServerError) as error:
        raise Mistake(str(error)) from error
    except KeyboardInterrupt:
        raise typer.Exit(130) from None
    if place.table is not None:
        typer.echo(f"The game is over: {place.table.winner or 'nobody'} won.")
