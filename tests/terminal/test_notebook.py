"""The notebook sheet: marks that are typed, and what the game prints into it."""

from __future__ import annotations

import pytest

from greycells.analysis.help.notebook_help import HelpLevel, known_boxes
from greycells.deduction.facts import CASE_FILE
from greycells.deduction.notebook import Box, Mark
from greycells.editions import load
from greycells.free_text.name_matching import Unclear
from greycells.rules.game import Game
from greycells.terminal.board_text import FINE, PLAIN
from greycells.terminal.notebook_sheet import remark, sheet
from greycells.terminal.typed_notebook import TypedNotebook


@pytest.fixture
def game() -> Game:
    return Game.new(load("classic"), ["Ada", "Grace", "Alan"], seed=1)


def written(pad: TypedNotebook) -> set[str]:
    return {f"{box.card.word} {box.holder} {mark.value}" for box, mark in pad.notebook.marks.items()}


@pytest.mark.parametrize(
    ("line", "marks"),
    {
        "rope white no": {"Rope White no"},
        "ROPE Alan N": {"Rope White no"},
        "lead pipe mustard yes": {"LeadPipe Mustard yes"},
        "rope knife grace -": {"Rope Mustard no", "Knife Mustard no"},
        "white white maybe": {"White White maybe"},
        "no plum mustard": {"Plum Mustard no"},
        "plum case file yes": {"Plum CaseFile yes"},
        "plum casefile": {"Plum CaseFile yes"},
        "rope white blank": set[str](),
    }.items(),
)
def test_marks(game: Game, line: str, marks: set[str]) -> None:
    pad = TypedNotebook(game.table)
    pad.mark(line.split())
    assert written(pad) == marks


def test_a_box_goes_on_to_the_next_mark(game: Game) -> None:
    pad = TypedNotebook(game.table)
    seen = [str(pad.mark(["rope", "white"])) for _ in range(4)]
    assert seen == [
        "Marked: White has the Rope.",
        "Marked: White doesn't have the Rope.",
        "Marked: White may have the Rope.",
        "Mark cleared: the Rope, White.",
    ]
    assert not pad.notebook.marks


@pytest.mark.parametrize("line", ["", "rope", "no", "rope nobody no", "pe p white", "butler white no", "rope q"])
def test_what_cannot_be_marked_is_said_so(game: Game, line: str) -> None:
    pad = TypedNotebook(game.table)
    with pytest.raises(Unclear):
        pad.mark(line.split())
    assert not pad.notebook.marks


def test_the_own_hand_is_printed_and_marks_stand_beside_it(game: Game) -> None:
    view, pad = game.view(game.seats[0]), TypedNotebook(game.table)
    pad.mark(["rope", "white", "no"])
    known = known_boxes(view, HelpLevel.NONE)
    assert all(known[Box(card, game.seats[0])] for card in view.hand)
    assert not any(known[Box(card, CASE_FILE)] for card in view.hand)
    for glyphs, mark in ((FINE, "✗"), (PLAIN, "n")):
        lines = sheet(view, pad.notebook, known, glyphs=glyphs).plain.splitlines()
        assert len(lines) == 1 + 3 + 21
        assert max(map(len, lines)) < 80
        (rope,) = [line for line in lines if " Rope" in line]
        assert mark in rope
        (held,) = [line for line in lines if f" {next(iter(view.hand)).name}" in line]
        assert held.count("+") == 1
        assert held.count("-") == 3
    card = next(card for card in game.edition.deck if card not in view.hand)
    assert remark(card, view, pad.notebook, known) == ""
    pad.write(Box(card, game.seats[2]), Mark.YES)
    assert remark(card, view, pad.notebook, known) == "White"
    assert remark(next(iter(view.hand)), view, pad.notebook, known) == "yours"
