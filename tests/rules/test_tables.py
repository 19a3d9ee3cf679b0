"""A table from words: the same one however the words came, and one function that makes it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import greycells
from greycells import Game, load
from greycells.rules.scene import GameTable


def test_a_table_is_built_from_the_words_of_a_record() -> None:
    edition = load("classic")
    table = GameTable.from_words(edition, [("Plum", "Ada"), ("Scarlett", "Grace"), ("Green", "Hedy")])
    ada, grace, _ = table.seats
    assert [(seat.index, str(seat), seat.name) for seat in table.seats] == [
        (0, "Plum", "Ada"),
        (1, "Scarlett", "Grace"),
        (2, "Green", "Hedy"),
    ]
    assert table.by_suspect[ada.suspect.index] is ada
    assert table.by_suspect[grace.suspect.index] is grace
    assert sum(seat is not None for seat in table.by_suspect) == 3
    game = Game.new(edition, ["Ada", "Grace", "Hedy"], seed=1)
    assert GameTable.from_words(edition, [(str(seat), seat.name) for seat in game.seats]) == game.table
    with pytest.raises(KeyError, match="Poirot"):
        GameTable.from_words(edition, [("Poirot", "Ada")])


def test_no_other_module_seats_players_by_their_words() -> None:
    """It was written five times; `sit_down` seats by choice. Elsewhere seats have no suspects."""
    sources = Path(greycells.__file__).parent
    makers = {
        str(file.relative_to(sources)) for file in sources.rglob("*.py") if re.search(r"\bSeat\(\w", file.read_text())
    }
    assert makers == {
        "analysis/companion/tables.py",
        "analysis/puzzles/case_puzzle.py",
        "deduction/knowledge_files.py",
        "rules/scene.py",
        "rules/setup.py",
    }
