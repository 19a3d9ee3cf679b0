"""A broken edition gets a sentence that says where, what was expected and what was found."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from tests.editions.broken_editions import BROKEN
from tests.editions.copies import Write, files_of

from greycells.editions import load, names
from greycells.editions.toml_reader import LONGEST_FILE, EditionError


@pytest.mark.parametrize(("old", "new", "complaint"), BROKEN, ids=[complaint[:50] for *_, complaint in BROKEN])
def test_a_wrong_value_is_told_with_its_key(write: Write, old: str, new: str, complaint: str) -> None:
    folder = write((old, new))
    with pytest.raises(EditionError, match=re.escape(f"{folder / 'edition.toml'}: {complaint}")):
        load(folder)


def test_a_spyglass_in_the_drawing_wants_an_answer_to_what_it_gives(write: Write) -> None:
    spyglass = (".^.......", ".^.....?.")
    with pytest.raises(EditionError, match=r"rules\.snooping: expected a setting for the spyglasses in the drawing"):
        load(write(drawing=spyglass))
    edition = load(write(('snooping = "none"', 'snooping = "blind"'), drawing=spyglass))
    assert [place.name for place in edition.board.places if place.spyglass]


def test_a_passage_inside_a_roll_needs_a_passage(write: Write) -> None:
    inside = ("instead of rolling", "also inside a roll")
    assert load(write(inside)).rules.stride.passages
    with pytest.raises(
        EditionError, match=r"rules\.passages: expected 'instead of rolling', since there are no passages"
    ):
        load(write(inside, ('passages = [["Kitchen", "Study"]]', "")))


@pytest.mark.parametrize(
    ("question", "answer", "other"),
    [
        ("occupied", "blocks", "jumped"),
        ("entering", "ends the move", "may pass through"),
        ("passages", "instead of rolling", "also inside a roll"),
        ("snooping", "none", "blind"),
        ("start_square", "counts as entered", "may be re-entered"),
    ],
)
def test_without_dice_no_answer_promises_a_move(write: Write, question: str, answer: str, other: str) -> None:
    still = (("dice = 1", "dice = 0"), ("where one stands", "any room"))
    assert not load(write(*still)).rules.dice
    given = (f'{question} = "{answer}"', f'{question} = "{other}"')
    if question == "start_square":
        given = ("false_witness = false", f'false_witness = false\nstart_square = "{other}"')
    complaint = f"rules.{question}: expected '{answer}', since nobody moves without dice, got '{other}'"
    with pytest.raises(EditionError, match=re.escape(complaint)):
        load(write(*still, given))


def test_dice_need_squares(tmp_path: Path) -> None:
    text, board = files_of("parlour")
    (tmp_path / "edition.toml").write_text(text.replace("\ndice = 0", "\ndice = 1"), encoding="utf-8")
    (tmp_path / "board.txt").write_text(board, encoding="utf-8")
    with pytest.raises(
        EditionError, match=r"rules\.dice: expected 0, since the drawing has no squares to move on, got 1"
    ):
        load(tmp_path)


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("dice = 1", "dice = ", ":31:8: Invalid value"),
        ("dice = 1", "dice = 1\ndice = 2", ":32:9: Cannot overwrite a value"),
        ("false_witness = false", "false_witness = [", ":48:1: Invalid value"),
        ('"Cottage"', f'"{"x" * 1000}"', ":2:1001: expected the end of the line after at most 1,000 characters"),
    ],
)
def test_a_slip_of_the_pen_is_told_with_its_line_and_column(write: Write, old: str, new: str, complaint: str) -> None:
    folder = write((old, new))
    with pytest.raises(EditionError, match=re.escape(f"{folder / 'edition.toml'}{complaint}")):
        load(folder)


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        (".^.", ".<.", "5:2: expected a room on the west side of this door"),
        ("KKK#1#PPP", "KKK#1#PPPP", "3:10: expected a line of 10 characters like the first one, got 9"),
        ("........2", ".........", "10:10: expected the start square 2 before the end of the drawing"),
        ("........2", "..@.....2", "6:3: expected one of"),
    ],
)
def test_a_wrong_drawing_is_told_with_its_line_and_column(write: Write, old: str, new: str, complaint: str) -> None:
    folder = write(drawing=(old, new))
    with pytest.raises(EditionError, match=re.escape(f"{folder / 'board.txt'}:{complaint}")):
        load(folder)


def test_a_murder_needs_two_rooms(write: Write) -> None:
    folder = write(*((f'word = "{room}", name', "card = false, name") for room in ("Kitchen", "Pantry", "Study")))
    complaint = "rooms: expected at least 2 rooms with a card, and at most 60 cards in total, got 1 rooms"
    with pytest.raises(EditionError, match=complaint):
        load(folder)


def test_an_edition_of_ones_own_is_loaded_and_says_its_own_rulings(write: Write) -> None:
    from greycells.editions.catalogue import rule

    edition = load(write(("[rules]", '[rulings]\nSUG-3 = "Nobody has ever declined."\n[rules]')))
    assert edition.key == "hut"
    told = (
        "After entering a room, the player may make a suggestion, or decline (ruling). "
        "Ruling: Nobody has ever declined."
    )
    assert rule("SUG-3").as_in(edition) == told
    assert rule("SUG-2").as_in(edition) is None


def test_a_byte_order_mark_and_windows_line_ends_do_no_harm(write: Write) -> None:
    folder = write()
    for name in ("edition.toml", "board.txt"):
        text = (folder / name).read_text(encoding="utf-8")
        (folder / name).write_bytes(text.replace("\n", "\r\n").encode("utf-8-sig"))
    assert load(folder).board.rows == load("cottage").board.rows


def test_a_name_that_nobody_has_is_told_with_those_that_there_are() -> None:
    with pytest.raises(EditionError, match=r"^classik: expected 'master-detective', .* got neither$"):
        load("classik")


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        (b"x" * 1_000_000, f"expected at most {LONGEST_FILE:,} bytes, got more"),
        (b'key = "hut"\n\xff\xfe', "2:1: expected text in UTF-8, got other bytes"),
        (b"\x00" * 500, "1:1: Invalid statement"),
        (b"a = " + b"[\n" * 40_000, "expected lists and tables that aren't nested too deeply"),
        (b"a = " + b"1" * 900, "key: expected a key such as 'my-edition', got nothing"),
        (b"", "key: expected a key such as 'my-edition', got nothing"),
    ],
)
def test_hostile_files_get_a_sentence(tmp_path: Path, content: bytes, complaint: str) -> None:
    (tmp_path / "edition.toml").write_bytes(content)
    with pytest.raises(EditionError, match=re.escape(complaint)):
        load(tmp_path)


def test_hostile_paths_get_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "folder" / "edition.toml").mkdir(parents=True)
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    (tmp_path / "pipe").mkdir()
    os.mkfifo(tmp_path / "pipe" / "edition.toml")
    (tmp_path / "empty").mkdir()
    hostile: list[str | Path] = [
        tmp_path / "folder",
        tmp_path / "loop",
        tmp_path / "pipe",
        tmp_path / "empty",
        "",
        "/",
        "a\0b",
        "x" * 5000,
        "\udcff",
    ]
    for path in hostile:
        with pytest.raises(EditionError) as told:
            load(path)
        assert "\n" not in str(told.value)


def test_a_drawing_that_is_not_there_gets_a_sentence(write: Write) -> None:
    folder = write(('board = "board.txt"', 'board = "bored.txt"'))
    with pytest.raises(
        EditionError, match=re.escape(f"{folder / 'bored.txt'}: can't be read: No such file or directory")
    ):
        load(folder)


def test_what_is_broken_is_read_again_once_it_is_mended(write: Write) -> None:
    with pytest.raises(EditionError):
        load(write(("dice = 1", "dice = 9")))
    assert load(write()).rules.dice == 1


def test_an_edition_is_read_again_when_one_of_its_files_has_changed(write: Write) -> None:
    one = load(write())
    assert load(write()) is one
    assert load(write(('title = "Cottage"', 'title = "Chalet!"'))).title == "Chalet!"
    other = load(write(drawing=("........2", ".......2.")))
    assert other.starts[1].name == "h5"
    assert one.starts[1].name == "i5"
    assert load(write(drawing=("........2", ".......2."))) is other
    folder = write()
    (folder / "board.txt").unlink()
    with pytest.raises(EditionError, match="can't be read"):
        load(folder)


def test_loading_leaves_the_editions_of_greycells_alone(write: Write) -> None:
    load(write())
    assert "hut" not in names()
