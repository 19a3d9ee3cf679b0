"""The data set: rows hold what the seat knew and chose, the same recipe gives the same files, and the card tells it."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import cast

import numpy as np
import pytest
from tests.cli import conftest as cli
from tests.cli.conftest import Run

from greycells.arena.match import derived
from greycells.deduction import Worlds, facts_from
from greycells.notation import read
from greycells.research.action_codes import PartialTheory, codes_of
from greycells.research.data_card import card
from greycells.research.decision_rows import DataRecipe, played_rows
from greycells.research.observation import Observer, layout_of
from greycells.research.research_table import new_game, research_table
from greycells.rules.replay import replay

run = cli.run
RECIPE = DataRecipe("classic", ("inspector", "stroller", "sergeant"), seed=7, beliefs=True)
with_pyarrow = pytest.mark.skipif(
    importlib.util.find_spec("pyarrow") is None, reason="pyarrow is not installed: make proof installs it"
)


def test_the_rows_lead_through_the_game() -> None:
    rows = played_rows(RECIPE, 0)
    assert rows.record is not None
    table, events = rows.record.table, rows.record.events
    codes, layout = codes_of(table), layout_of(table)
    observers = [Observer(layout, seat.index) for seat in table.seats]
    number = 0
    game = new_game(table, derived(RECIPE.seed, "game 0"))
    while game.to_act is not None:
        view = game.view(game.to_act)
        assert rows.seats[number] == game.to_act.index
        assert np.array_equal(rows.observations[number], observers[game.to_act.index].observe(view))
        assert rows.legal[number] == codes.legal(view.options)
        worlds = Worlds(facts_from(view))
        believed = rows.beliefs[number].reshape(len(table.seats) + 1, -1)
        assert believed.sum(axis=0) == pytest.approx(np.ones(len(codes.deck)))
        share = worlds.number_with(codes.deck.cards[0], table.seats[0]) / worlds.total
        assert believed[0, 0] == pytest.approx(share)
        begun: PartialTheory | None = None
        for code in rows.choices[number]:
            chosen = codes.read(code, view.options, begun)
            begun = chosen if isinstance(chosen, PartialTheory) else None
            if not isinstance(chosen, PartialTheory):
                game.play(chosen)
        number += 1
    assert number == len(rows)
    assert tuple(game.events) == events
    assert sum(rows.rewards) == pytest.approx(0)


def test_before_anybody_has_asked_a_row_shows_no_other_hand() -> None:
    rows = played_rows(RECIPE, 1)
    assert rows.record is not None
    layout = layout_of(rows.record.table)
    early = [at for at in range(len(rows)) if rows.turns[at] == 1 and rows.phases[at] in ("starting", "moving")]
    assert early
    for number in early:
        assert layout.read(rows.observations[number])["seen"][1:].sum() == 0


def test_the_card_describes_the_files() -> None:
    text = card(RECIPE, 3, 210)
    assert "greycells dataset FOLDER --edition classic --players inspector,stroller,sergeant --games 3 --seed 7" in text
    for name in layout_of(research_table("classic", 3)).channels:
        assert f"| {name} |" in text


@with_pyarrow
def test_the_same_recipe_gives_the_same_files(tmp_path: Path) -> None:
    from greycells.research.data_set import write_data_set

    one, two, other = (tmp_path / name for name in ("one", "two", "other"))
    for folder, recipe, workers in ((one, RECIPE, 1), (two, RECIPE, 2), (other, RECIPE._replace(seed=8), 1)):
        write_data_set(folder, recipe, 3, workers=workers)
    for name in ("decisions.parquet", "games.parquet", "README.md"):
        assert (one / name).read_bytes() == (two / name).read_bytes()
        assert (one / name).read_bytes() != (other / name).read_bytes()


@with_pyarrow
def test_the_command_writes_what_can_be_read(run: Run, tmp_path: Path) -> None:
    import pyarrow.parquet as pq

    said = run("dataset", str(tmp_path), "--games", "2", "--players", "inspector,inspector,inspector", "--beliefs")
    assert "2 games" in said.out
    decisions, games = (pq.read_table(tmp_path / f"{name}.parquet") for name in ("decisions", "games"))
    assert decisions.num_rows == int(said.out.split()[3].replace(",", ""))
    record = read(cast("str", games.to_pylist()[0]["record"]))
    replay(record.table, record.events)


def test_the_command_says_what_is_wrong(run: Run, tmp_path: Path) -> None:
    said = run("dataset", str(tmp_path), "--players", "nobody,inspector,inspector")
    assert said.code == 1
    assert "nobody" in said.err
