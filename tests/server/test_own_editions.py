"""A server with an edition of its operator's own: it is offered, told, played with bots, and its records are read."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from tests.editions.copies import files_of
from tests.server.running_server import guest, plays_until_over, quick, running

from greycells.editions import load, names
from greycells.editions.loader import OWN_EDITIONS, use_own_editions
from greycells.editions.toml_reader import EditionError
from greycells.language.sentences import using_language
from greycells.protocol.commands import Sit, Start
from greycells.protocol.plans import ChairPlan, TablePlan
from greycells.rules.game import Game
from greycells.server.records.upload_checks import checked
from greycells.server.web.endpoints import Unreadable


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with one edition, a copy of cottage in which a suggestion is required."""
    monkeypatch.setenv(OWN_EDITIONS, "")
    text, board = files_of("cottage")
    hut = tmp_path / "editions" / "hut"
    hut.mkdir(parents=True)
    text = text.replace('title = "Cottage"', 'title = "Hut"').replace('"optional"', '"required"')
    (hut / "edition.toml").write_text(text, encoding="utf-8")
    (hut / "board.txt").write_text(board, encoding="utf-8")
    return hut.parent


async def test_it_is_offered_and_told_and_played(folder: Path, tmp_path: Path) -> None:
    async with running(replace(quick(tmp_path / "data"), editions=folder)) as (address, _):
        ada = await guest(address, "Ada")
        offer, rules = await ada.text("/api/offer"), await ada.text("/rules/hut")
        table = (await ada.open(TablePlan(edition="hut", chairs=(ChairPlan(), ChairPlan(bot="constable"))))).id
        await ada.ask(table, Sit(chair=0))
        await ada.ask(table, Start())
        await plays_until_over(ada, table, 0)
        record = await ada.text(f"/api/tables/{table}/record")
    assert '"hut"' in offer
    assert "3 suspects, 3 weapons, 4 rooms" in rules
    assert "this is required, unless the player accuses instead" in rules
    assert Game.from_record(record).edition is load("hut")


def test_only_the_operator_names_a_folder(folder: Path) -> None:
    assert "hut" not in names()
    use_own_editions(folder)
    assert names()[-1] == "hut"
    assert load("hut").title == "Hut"
    use_own_editions(folder / "hut")
    assert names()[-1] == "hut"
    with pytest.raises(EditionError, match="expected a folder with an edition"):
        use_own_editions(folder.parent / "nowhere")


def test_a_record_of_an_edition_that_the_server_does_not_have_is_refused_in_words_for_a_page() -> None:
    for tag, told in (("en", "This server doesn't have the edition hut"), ("de", "Dieser Server hat die Ausgabe hut")):
        with using_language(tag), pytest.raises(Unreadable) as refused:
            checked(b'case 1\nedition  hut\nseats Scarlett "Ada" | Mustard "Bo"\n')
        assert refused.value.problem.sentence.startswith(told)
        assert "--edition" not in refused.value.problem.sentence
