"""The board as it is drawn: what stands where, what is in reach, and how wide it gets."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.editions.copies import files_of

from greycells.editions import load, names
from greycells.rules.actions import Roll
from greycells.rules.chance import ScriptedDealer, SeededDealer
from greycells.rules.game import Game
from greycells.terminal.action_menu import menu_of
from greycells.terminal.board_text import FINE, MARGIN, PLAIN, Glyphs, draw, short_names, sketch, width_of

COTTAGE = """\
    a b c d e f g h i
 1 +----+  Sc  +----+
 2 |Kit.  < . > Pan.|
 3 +-  -+ . . .+----+
 4  . ^ . . . . . . .
 5  . . . . . . . .Mu
 6  . . . . . . . v .
 7 +----+ . . .+-  -+
 8 |Loft  < . > Stu.|
 9 +----+   .  +----+"""


def new_game(edition: str, *, dice: list[tuple[int, ...]] | None = None) -> Game:
    dealer = ScriptedDealer(dice=dice or [], otherwise=SeededDealer(1))
    return Game.new(load(edition), ["Ada", "Grace", "Alan"][: load(edition).rules.most_seats], dealer=dealer)


def test_a_small_board_in_plain_letters() -> None:
    lines = draw(new_game("cottage").scene, glyphs=PLAIN).plain.splitlines()
    expected = COTTAGE.splitlines()
    assert [line.rstrip() for line in lines[:-1]] == expected[:-1]
    assert lines[-1].rstrip() == " 9 +----+  Wh  +----+"


@pytest.mark.parametrize("edition", names())
@pytest.mark.parametrize("glyphs", [FINE, PLAIN])
def test_every_square_is_where_its_name_says(edition: str, glyphs: Glyphs) -> None:
    scene = new_game(edition).scene
    lines = draw(scene, glyphs=glyphs).plain.splitlines()[1:]
    board = scene.edition.board
    assert len(lines) == len(board.rows)
    assert max(map(len, lines)) == width_of(scene.edition)
    for place in board.places:
        if place.kind == "square" and place not in scene.pawns:
            letters = place.name.rstrip("0123456789")
            column = sum((ord(letter) - 96) * 26**power for power, letter in enumerate(reversed(letters))) - 1
            row = int(place.name.removeprefix(letters)) - 1
            assert lines[row][MARGIN + 2 * column + 1] in f"{glyphs.square}^v<>?", place


@pytest.mark.parametrize("edition", names())
def test_plain_letters_are_ascii_and_boards_fit_their_windows(edition: str) -> None:
    scene = new_game(edition).scene
    assert draw(scene, glyphs=PLAIN).plain.isascii()
    assert width_of(scene.edition) <= (100 if edition == "master-detective" else 80)


def test_places_in_reach_carry_their_numbers() -> None:
    game = new_game("classic", dice=[(6,)])
    game.play(Roll())
    menu = menu_of(game.view(game.seats[0]))
    lines = draw(game.scene, marks=menu.labels(), glyphs=FINE).plain.splitlines()
    number = next(number for place, number in menu.labels().items() if place.name == "q7")
    assert lines[7][MARGIN + 32 : MARGIN + 34] == f"{number:>2}"
    choice = menu.choice(int(number))
    assert choice is not None
    assert menu.choice(0) is None


def test_numbers_never_run_together() -> None:
    """Where squares in reach touch, they are marked, and typed by name."""
    game = new_game("master-detective", dice=[(5, 4)])
    game.play(Roll())
    menu = menu_of(game.view(game.scene.turn.mover))
    assert menu.squares
    assert {menu.labels()[square] for square in menu.squares} >= {"()"}
    rooms = [place for place, label in menu.labels().items() if label.isdigit() and place.kind == "room"]
    assert {room.name for room in rooms} >= {"Courtyard", "Kitchen", "Fountain"}


def test_everybody_in_a_room_is_drawn_inside_its_walls() -> None:
    game = new_game("classic")
    lounge = game.edition.board.place("Lounge")
    scene = game.scene.with_pawns((lounge,) * 6)._replace(weapons=(lounge,) * 6)
    inside = "".join(line[MARGIN + 34 :] for line in draw(scene, glyphs=FINE).plain.splitlines()[2:6])
    for code in ("◆S", "▲M", "○W", "■G", "▼P", "★P", "ro", "le", "kn", "wr", "ca", "re"):
        assert inside.count(code) == 1
    assert inside.count("│") == 7


def test_a_narrow_window_gets_a_sketch() -> None:
    game = new_game("master-detective")
    lines = sketch(game.scene, marks=[game.edition.board.place("n8")]).plain.splitlines()
    assert max(map(len, lines)) == 39 + MARGIN
    assert lines[7][MARGIN + 13] == "*"


def test_short_names_are_different() -> None:
    assert short_names(["Peacock", "Peach", "Plum"]) == ["Pe", "Pa", "Pl"]
    for edition in map(load, names()):
        codes = short_names([suspect.word for suspect in edition.deck.suspects])
        assert len(set(codes)) == len(codes)


@pytest.mark.parametrize(
    "kitchen",
    [
        "##K#1#PPP\n##K<.>PPP\n##K...PPP",
        "####1#PPP\nKKK<.>PPP\n###...PPP",
        "#KK#1#PPP\n#KK<.>PPP\n###...PPP",
        "####1#PPP\n##K<.>PPP\n###...PPP",
    ],
    ids=["one cell wide", "one row high", "two by two", "one cell"],
)
@pytest.mark.parametrize("glyphs", [FINE, PLAIN])
def test_a_room_of_whatever_size_is_drawn_with_who_is_in_it(tmp_path: Path, kitchen: str, glyphs: Glyphs) -> None:
    text, board = files_of("cottage")
    above = "KKK#1#PPP\nKKK<.>PPP\nKKK...PPP\n.^......."
    (tmp_path / "edition.toml").write_text(text, encoding="utf-8")
    (tmp_path / "board.txt").write_text(board.replace(above, f"{kitchen}\n........."), encoding="utf-8")
    edition = load(tmp_path)
    game = Game.new(edition, ["Ada", "Grace"], seed=1)
    room = edition.board.place("Kitchen")
    scene = game.scene.with_pawns((room, *game.scene.pawns[1:]))
    drawn = draw(scene, glyphs=glyphs).plain
    assert draw(scene, marks={room: "1"}, glyphs=glyphs).plain
    assert ("◆S" if glyphs.symbols else "Sc") in drawn
    assert len(drawn.splitlines()) == len(edition.board.rows) + 1
    assert sketch(scene).plain
