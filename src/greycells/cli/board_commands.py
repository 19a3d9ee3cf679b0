"""`greycells reach` and `perft`: where a pawn may go, and counts of action sequences."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from greycells.cli.shared_options import AsJson, EditionName, HouseRules, Mistake
from greycells.editions import load
from greycells.language.sentences import Sentence, called, number_text
from greycells.rules.board import Board, Place, plain


def print_reach(
    edition: EditionName,
    start: Annotated[str, typer.Option("--from", metavar="PLACE")],
    roll: Annotated[int, typer.Option(min=1, max=12)],
    occupied: Annotated[str, typer.Option(metavar="a1,b2")] = "",
    house_rule: HouseRules = None,
    *,
    as_json: AsJson = False,
) -> None:
    """Print exactly where a pawn may end its move."""
    chosen = load(edition).with_house_rules(*house_rule or ())
    pawn = _place(chosen.board, start)
    others = _occupied(chosen.board, occupied) & ~pawn.bit
    ends, _, steps = chosen.walks.reach(pawn, roll, occupied=others)
    # A move may also return to where it began; only a pawn that can't move at all stays.
    stays = ends == (pawn,) and not chosen.walks.path(pawn, pawn, steps, occupied=others)
    ends = () if stays else ends
    squares = [end.name for end in ends if end.kind == "square"]
    rooms = [end.name for end in ends if end.kind != "square"]
    if as_json:
        typer.echo(json.dumps({"squares": squares, "rooms": rooms} | ({"stays": True} if stays else {})))
    elif stays:
        typer.echo(Sentence("cli.stays", place=pawn))
    else:
        typer.echo(Sentence("cli.squares", squares=" ".join(squares)))
        typer.echo(Sentence("cli.rooms", rooms=", ".join(called(chosen.board.place(room)) for room in rooms)))


def _place(board: Board, name: str) -> Place:
    """A place by its name in the edition, or in the current language."""
    try:
        return board.place(name)
    except LookupError as error:
        for place in board.places:
            if place.kind != "square" and plain(called(place)) == plain(name):
                return place
        raise Mistake(str(error)) from None


def _occupied(board: Board, squares: str) -> int:
    mask = 0
    for name in filter(None, map(str.strip, squares.split(","))):
        place = _place(board, name)
        if place.kind == "room":
            raise Mistake(str(Sentence("cli.rooms hold any number", place=place)))
        mask |= place.bit
    return mask


def print_perft(
    edition: EditionName,
    depth: Annotated[int, typer.Option(min=1, max=12)] = 3,
    seats: int | None = None,
    throws: Annotated[str, typer.Option(metavar="6,4")] = "6",
    seed: int = 0,
) -> None:
    """Count the sequences of actions from the start, accusations left out."""
    from greycells.rules.game import Game
    from greycells.rules.perft import perft, throws_of

    chosen = load(edition)
    players = [f"player {number + 1}" for number in range(seats or chosen.rules.fewest_seats)]
    position = Game.new(chosen, players, seed=seed).position
    scripted = throws_of(throws, dice=chosen.rules.dice)
    for actions in range(1, depth + 1):
        typer.echo(f"{actions:3} {number_text(perft(position, actions, throws=scripted)):>16}")
