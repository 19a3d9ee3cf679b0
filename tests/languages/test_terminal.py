"""Whole games of every edition at a German terminal: whatever is said, nothing of it is English."""

from __future__ import annotations

import re
from collections.abc import Generator
from pathlib import Path

import pytest
from tests.languages.english import english_in, english_only
from tests.terminal.typist import LOOKS, Typist

from greycells.analysis.help.notebook_help import HelpLevel
from greycells.editions import names
from greycells.language.sentences import using_language
from greycells.terminal.play_session import deal, play
from greycells.terminal.start_menu import set_table
from greycells.terminal.table_setup import TableSetup, find_edition

QUOTED = re.compile(r"„[^“]*“")
GERMAN = (
    "hilfe",
    "notizen",
    "verlauf alles",
    "regel show-2",
    "tipp",
    "warum seil fallakte",
    "markieren seil weiß nein",
)


@pytest.fixture(autouse=True)
def german() -> Generator[None]:
    with using_language("de"):
        yield


class GermanTypist(Typist):
    """Reads German, and types in either language."""

    def type(self, prompt: str) -> str:
        if "Eingabetaste" in prompt:
            return ""
        if "Noch ein Spiel" in prompt:
            return "nein"
        return super().type(prompt)

    @property
    def told(self) -> str:
        """What the terminal said: without what was typed, and without where it is quoted."""
        text = QUOTED.sub("", self.transcript)
        for line in {line.strip() for line in self.typed if line.strip()}:
            text = re.sub(rf"> +{re.escape(line)} *\n", ">\n", text)
        return text.replace("Plum looks nervous", "").replace("game.case", "")


def test_the_reader_knows_english() -> None:
    assert {"weapon", "lounge", "scarlett", "accused"} <= english_only()
    assert english_in("Du hast in der Lounge accused.") == {"lounge", "accused"}
    assert not english_in("Oberst von Gatow mit dem Seil im Salon.")


@pytest.mark.parametrize("edition", names())
def test_a_whole_game_in_german(edition: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.terminal.typist.LOOKS", (*LOOKS, *GERMAN * 2))
    monkeypatch.chdir(tmp_path)
    typist = GermanTypist(seed=5, slips=0.5)
    plan = TableSetup(
        find_edition(edition)[0], people=("Ada",), bots=("constable", "sergeant"), help=HelpLevel.FULL_LOGIC
    )
    kept = deal(plan.seated(), seed=3)
    typist.game = kept.game
    play(kept, Path("game.case"), typist.screen(width=100))
    assert kept.game.over
    assert "Die Fallakte wird geöffnet" in typist.told
    assert english_in(typist.told) == set()


def test_a_table_is_set_in_german(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    typist = GermanTypist(seed=1)
    typist.lines = [
        "hilfe",
        "voll",
        "ausgabe",
        "reise",
        "bots 2 inspektor",
        "hausregeln",
        "2",
        "personen",
        "Ada:bloom",
        "",
    ]
    plan = set_table(typist.screen(), TableSetup(find_edition("klassisch")[0], people=("Ada",)).seated())
    assert (plan.edition.key, plan.bots, plan.help) == ("getaway", ("inspector", "inspector"), HelpLevel.FULL_LOGIC)
    assert plan.people == ("Ada:bloom",)
    assert english_in(typist.told) == set()
