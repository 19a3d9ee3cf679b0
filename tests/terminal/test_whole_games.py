"""Whole games of every edition through the keyboard, with mistakes; left at any moment, and played on."""

from __future__ import annotations

import shutil
from itertools import pairwise
from pathlib import Path

import pytest
from tests.terminal.typist import Typist

from greycells.analysis.help.notebook_help import HelpLevel
from greycells.deduction.notebook import Notebook
from greycells.editions import names
from greycells.notation.case_reader import scan_case
from greycells.notation.story import tell
from greycells.rules.fair_dealing import verify
from greycells.rules.game import Game
from greycells.rules.replay import replay
from greycells.rules.seats import Seat
from greycells.terminal.play_session import deal, play
from greycells.terminal.saved_games import Kept, NoSave, resume
from greycells.terminal.screen import Screen
from greycells.terminal.table_setup import TableSetup, find_edition


def table(edition: str, *, people: tuple[str, ...] = ("Ada",), help_level: HelpLevel = HelpLevel.NONE) -> TableSetup:
    return TableSetup(find_edition(edition)[0], people=people, bots=("constable", "sergeant"), help=help_level).seated()


def sit(typist: Typist, kept: Kept, file: Path, *, width: int = 80) -> None:
    typist.game = kept.game
    play(kept, file, typist.screen(width=width))


@pytest.mark.parametrize(
    ("edition", "level"),
    [
        *((edition, HelpLevel.FULL_LOGIC) for edition in names()),
        ("classic", HelpLevel.NONE),
        ("classic", HelpLevel.DIRECT_FACTS),
    ],
)
def test_a_whole_game_with_mistakes(edition: str, level: HelpLevel, tmp_path: Path) -> None:
    typist, file = Typist(seed=7), tmp_path / "game.case"
    width = 100 if edition == "master-detective" else 80
    kept = deal(table(edition, help_level=level), seed=11)
    sit(typist, kept, file, width=width)
    assert kept.game.over
    assert "The case file is open" in typist.transcript
    assert "…" not in typist.transcript
    assert max(map(len, typist.transcript.splitlines())) <= max(width, max(map(len, typist.typed)) + 40)
    reading = scan_case(file.read_text(encoding="utf-8"))
    assert reading.error is None
    assert list(reading.record.events) == kept.game.events
    assert reading.record.pledge is not None
    assert not list(verify(reading.record.table, reading.record.events, reading.record.pledge))
    assert replay(reading.record.table, reading.record.events) == kept.game.scene


@pytest.mark.parametrize("edition", ["classic", "master-detective"])
def test_leaving_loses_nothing(edition: str, tmp_path: Path) -> None:
    """A game that is left after every few lines goes on exactly where it was, marks and notes included."""
    file = tmp_path / "game.case"
    kept = deal(table(edition), seed=4)
    for sitting in range(400):
        typist = Typist(seed=sitting)
        typist.patience = sitting % 23
        sit(typist, kept, file)
        if kept.game.over:
            break
        again = resume(file)
        assert again.game.events == kept.game.events
        assert [pad.notebook for pad in again.pads.values()] == [pad.notebook for pad in kept.pads.values()]
        assert again.bots == kept.bots
        kept = again
    assert kept.game.over


def test_a_game_goes_the_same_way_whether_it_was_left_or_not(tmp_path: Path) -> None:
    """Dice and bots follow from the record alone."""
    whole = deal(table("classic"), seed=4)
    sit(Typist(seed=1, slips=0), whole, tmp_path / "whole.case")
    left = deal(table("classic"), seed=4)
    for _ in range(100):
        typist = Typist(seed=1, slips=0)
        typist.patience = 5
        sit(typist, left, tmp_path / "left.case")
        if left.game.over:
            break
        left = resume(tmp_path / "left.case")
    assert left.game.events == whole.game.events


def secrets_told_to(seat: Seat, game: Game) -> set[str]:
    """The sentences that only this seat, or this seat and another one, may read."""
    events = [event for _, event in game.view(seat).sightings]
    return {str(tell(event, seat)) for event in events if event not in [seen for _, seen in game.view(None).sightings]}


def test_several_people_at_one_keyboard_see_their_own_cards_only(tmp_path: Path) -> None:
    typist, file = Typist(seed=3, slips=0.2), tmp_path / "game.case"
    kept = deal(table("classic", people=("Ada", "Grace", "Alan")), seed=8)
    sit(typist, kept, file)
    assert kept.game.over
    told = {seat.name: secrets_told_to(seat, kept.game) for seat in kept.game.seats}
    looks = {seat.name: "" for seat in kept.pads}
    screens = typist.transcript.partition("The case file is open")[0].split(" is next.")
    for before, screen in pairwise(screens):
        looks[before.rsplit("\n", 1)[-1].split()[0]] += " ".join(screen.split())
    for name, look in looks.items():
        assert len([secret for secret in told[name] if secret in look]) > 1
        for other, secrets in told.items():
            assert not [secret for secret in secrets - told[name] if secret in look], f"{name} saw what {other} did"


def test_another_game_at_the_same_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The deal passes on, notes and cards are new, and the game is kept in a file of its own."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))

    def always_the_same(size: int) -> str:
        return "07" * size

    # In some deals the bots would solve the second case before anybody is asked.
    monkeypatch.setattr("secrets.token_hex", always_the_same)
    typist = Typist(seed=5)
    typist.rematches = 1
    kept = deal(table("cottage"), seed=6)
    sit(typist, kept, tmp_path / "first.case")
    assert kept.game.over
    (file,) = (tmp_path / "greycells").glob("*.case")
    again = resume(file)
    assert not again.game.over
    assert again.bots == kept.bots
    assert "dealer   Scarlett" in file.read_text(encoding="utf-8")
    assert "dealer   White" in (tmp_path / "first.case").read_text(encoding="utf-8")
    assert all(pad.notebook == Notebook() for pad in again.pads.values())


def test_a_disk_that_fills_up_does_not_end_the_game(tmp_path: Path) -> None:
    """What cannot be kept is said, and the game goes on."""
    folder = tmp_path / "games"
    typist = Typist(seed=5)
    kept = deal(table("cottage"), seed=6)
    typist.game = kept.game
    typist.patience = 3
    play(kept, folder / "game.case", typist.screen())
    shutil.rmtree(folder)
    folder.write_text("in the way", encoding="utf-8")
    with pytest.raises(NoSave):
        play(kept, folder / "game.case", typist.screen())
    folder.unlink()

    def fill(prompt: str) -> str:
        if folder.is_dir():
            shutil.rmtree(folder)
            folder.write_text("in the way", encoding="utf-8")
        return typist.type(prompt)

    typist.patience = None
    play(kept, folder / "game.case", Screen(typist.screen().console, fill))
    assert kept.game.over
    assert " can't be written: " in " ".join(typist.transcript.split())


def test_bots_among_themselves_can_be_watched(tmp_path: Path) -> None:
    typist = Typist(seed=1)
    kept = deal(table("cottage", people=())._replace(bots=("sergeant", "sergeant")), seed=2)
    sit(typist, kept, tmp_path / "game.case")
    assert kept.game.over
    assert typist.typed == []
    assert " showed Mustard a card." in typist.transcript
