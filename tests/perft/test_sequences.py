"""Sequences of actions, counted by the engine and once more by hand from the drawing and the deal."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

import pytest

from greycells import Game, Room, load
from greycells.rules.edition import Suggesting
from greycells.rules.perft import perft, throws_of

TABLE = [line.split() for line in (Path(__file__).parent / "sequences.txt").read_text().splitlines() if line[0] != ";"]
WALKED = ["cottage", "classic", "luxury", "anniversary", "getaway"]
STEPS = {"^": (-1, 0), "v": (1, 0), "<": (0, -1), ">": (0, 1)}


def new_game(key: str) -> Game:
    edition = load(key)
    return Game.new(edition, [f"player {number}" for number in range(edition.rules.fewest_seats)], seed=0)


@pytest.mark.parametrize(("key", "depth", "throw", "count"), TABLE)
def test_the_counts_of_the_table(key: str, depth: str, throw: str, count: str) -> None:
    game = new_game(key)
    throws = throws_of(throw, dice=game.edition.rules.dice)
    assert perft(game.position, int(depth), throws=throws) == int(count.replace(",", ""))


def drawing(key: str) -> dict[tuple[int, int], str]:
    folder = "classic" if key in ("luxury", "anniversary") else key
    text = files("greycells.editions").joinpath(folder, "board.txt").read_text(encoding="utf-8")
    rows = [line for line in text.splitlines() if not line.startswith(";")]
    return {(row, column): mark for row, line in enumerate(rows) for column, mark in enumerate(line)}


def ends(cells: dict[tuple[int, int], str], start: tuple[int, int], roll: int) -> tuple[set[tuple[int, int]], set[str]]:
    """The squares, and the letters of rooms, where a walk of this length ends; the others stand on their starts."""
    squares = {cell for cell, mark in cells.items() if mark in ".^v<>" or (mark.isdigit() and cell == start)}
    rooms: set[str] = set()

    def walk(cell: tuple[int, int], left: int, seen: frozenset[tuple[int, int]]) -> Iterator[tuple[int, int]]:
        if left == 0:
            yield cell
            return
        if cells[cell] in STEPS:
            row, column = STEPS[cells[cell]]
            rooms.add(cells[cell[0] + row, cell[1] + column])
        for row, column in STEPS.values():
            near = cell[0] + row, cell[1] + column
            if near in squares and near not in seen:
                yield from walk(near, left - 1, seen | {near})

    return set(walk(start, roll, frozenset([start]))), rooms


@pytest.mark.parametrize(
    ("key", "throw"),
    [(key, throw) for key in WALKED for throw in range(load(key).rules.dice, min(10, 6 * load(key).rules.dice) + 1)],
)
def test_the_first_four_actions_are_counted_by_hand(key: str, throw: int) -> None:
    game = new_game(key)
    rules, deck = game.edition.rules, game.edition.deck
    first = game.to_act
    assert first is not None
    cells = drawing(key)
    name = game.scene.pawn(first).name
    letters, row = name.rstrip("0123456789"), int(name.lstrip("abcdefghijklmnopqrstuvwxyz"))
    column = ord(letters[-1]) - ord("a") + 26 * (len(letters) - 1)
    squares, entered = ends(cells, (row - 1, column), throw)
    rooms: list[Room] = [room for letter in entered if (room := game.edition.board.letters[letter].room) is not None]
    declining = rules.suggesting is Suggesting.OPTIONAL
    asked = game.hand(game.scene.next_seat(first))
    answers = sum(
        max(1, sum(card in asked for card in (suspect, weapon, room)))
        for room in rooms
        for suspect in deck.suspects
        for weapon in deck.weapons
    )
    suggestions = len(rooms) * len(deck.suspects) * len(deck.weapons)
    throws = throws_of(str(throw), dice=rules.dice)
    counts = [perft(game.position, depth, throws=throws) for depth in (1, 2, 3, 4)]
    arrived = len(squares) + len(rooms)
    turned = len(squares) + len(rooms) * declining
    assert counts == [1, arrived, turned + suggestions, turned + answers]


def test_a_game_without_a_board_is_counted_by_hand() -> None:
    game = new_game("parlour")
    deck = game.edition.deck
    theories = len(deck.suspects) * len(deck.weapons) * len(deck.rooms)
    assert game.to_act is not None
    asked = game.hand(game.scene.next_seat(game.to_act))
    answers = sum(
        max(1, sum(card in asked for card in (suspect, weapon, room)))
        for suspect in deck.suspects
        for weapon in deck.weapons
        for room in deck.rooms
    )
    assert perft(game.position, 1, throws=[()]) == theories + 1
    assert perft(game.position, 2, throws=[()]) == answers + theories + 1
