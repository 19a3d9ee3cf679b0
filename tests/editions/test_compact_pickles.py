"""What is pickled for another process of ours arrives as the same thing, editions and places by identity."""

from __future__ import annotations

from pathlib import Path

import pytest

from greycells import Game
from greycells.analysis.companion.tables import TangledEntries
from greycells.editions.compact_pickles import dumps, loads
from greycells.errors import GreycellsError
from greycells.notation import Record, read, write
from greycells.rules.views import View

RECORDS = sorted((Path(__file__).parents[2] / "records").glob("*/*.case"))


@pytest.mark.parametrize("file", RECORDS, ids=lambda file: f"{file.parent.name}/{file.stem}")
def test_a_record_arrives_as_it_was_and_small(file: Path) -> None:
    record = read(file.read_text(encoding="utf-8"))
    data = dumps(record)
    assert len(data) < 40_000, "the edition is named, not copied"
    found = loads(data)
    assert isinstance(found, Record)
    assert write(found) == write(record)
    assert found.table.edition is record.table.edition
    for mine, theirs in zip(record.table.seats, found.table.seats, strict=True):
        assert mine.suspect is theirs.suspect


def test_a_view_has_the_same_options() -> None:
    game = Game.new("classic", ["Ada", "Grace", "Hedy"], seed=1)
    view = game.view(game.to_act)
    found = loads(dumps(view._replace(sightings=tuple(view.sightings))))
    assert isinstance(found, View)
    assert found.options == view.options
    assert found.scene.pawns == view.scene.pawns, "places are compared by identity"


def test_an_error_says_the_same() -> None:
    error = TangledEntries("too tangled")
    found = loads(dumps(error))
    assert isinstance(found, GreycellsError)
    assert (type(found), str(found), found.args) == (type(error), str(error), error.args)
