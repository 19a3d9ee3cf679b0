"""Setting the table and finding it again: what is typed at the welcome, and what is kept."""

from __future__ import annotations

from collections.abc import Iterator
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from greycells.analysis.help.notebook_help import HelpLevel
from greycells.editions import load, names
from greycells.players.bot_levels import LADDER, STARTERS
from greycells.rules.refusals import Refusal
from greycells.terminal.play_session import deal
from greycells.terminal.player_console import Leave
from greycells.terminal.saved_games import NoSave, keep, new_file, resume, unfinished
from greycells.terminal.screen import Screen
from greycells.terminal.start_menu import play_on, set_table
from greycells.terminal.table_setup import BadPlan, TableSetup, find_bot, find_edition


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:  # pyright: ignore[reportUnusedFunction]
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))


def screen_with(*lines: str) -> tuple[Screen, StringIO]:
    typed: Iterator[str] = iter(lines)
    output = StringIO()

    def keyboard(_: str) -> str:
        return next(typed)

    return Screen(Console(file=output, width=80, highlight=False), keyboard), output


def plan() -> TableSetup:
    return TableSetup(load("classic"), bots=("sergeant",) * 3)


def test_enter_plays_the_classic_game_against_three_bots() -> None:
    screen, _ = screen_with("")
    assert set_table(screen, plan()) == plan()


def test_everything_can_be_changed_until_the_start() -> None:
    screen, output = screen_with(
        "getaway", "people Ada Grace:plum", "bots 2 insp", "help full", "5", "last player", "house", "1", "whatever", ""
    )
    chosen = set_table(screen, plan())
    assert chosen.edition.key == "getaway"
    assert [(chair.name, str(chair.suspect or "")) for chair in chosen.chairs] == [
        ("Ada", ""),
        ("Grace", "Plum"),
        ("inspector", ""),
        ("inspector", ""),
    ]
    assert chosen.help is HelpLevel.FULL_LOGIC
    assert chosen.edition.house_rules == ("may decline to suggest", "last player wins")
    assert "There's no edition “whatever”" in output.getvalue()


def test_a_table_that_cannot_be_set_is_not_begun() -> None:
    screen, output = screen_with("people A B C D E F", "bots 3", "", "bots constabel", "bots 0", "")
    chosen = set_table(screen, plan())
    assert "9 players; this edition is for" in output.getvalue()
    assert chosen.bots == ()
    with pytest.raises(Leave):
        set_table(screen_with("quit")[0], plan())


@pytest.mark.parametrize("edition", names())
def test_every_edition_gets_as_many_players_as_it_needs(edition: str) -> None:
    seated = TableSetup(load("classic"), people=("Ada",), bots=("sergeant",) * 3).with_edition(edition)
    rules = seated.edition.rules
    assert rules.fewest_seats <= len(seated.chairs) <= rules.most_seats


def test_somebody_who_has_not_chosen_plays_against_the_lowest_levels() -> None:
    assert TableSetup(load("classic")).seated().bots == STARTERS[:2]
    assert TableSetup(load("classic")).with_bots(["3"]).bots == STARTERS
    assert TableSetup(load("classic")).with_bots(["4"]).bots == (*STARTERS, STARTERS[0])
    assert plan().with_bots(["2"]).bots == ("sergeant", "sergeant")


def test_bots_are_described_where_they_are_chosen_and_found_by_rank_or_name() -> None:
    screen, output = screen_with("bots", "senior larkspur", "")
    assert set_table(screen, plan()).bots == ("senior-constable", "sergeant")
    shown = " ".join(output.getvalue().split())
    assert all(f"{level.title}: {level.way}" in shown for level in LADDER)


def test_names_of_editions_and_bots_may_be_short() -> None:
    assert find_edition("MASTER")[0].key == "master-detective"
    assert find_bot("insp") == "inspector"
    assert find_bot("serg:slip=0.2") == "sergeant:slip=0.2"
    for wrong in (
        lambda: find_edition("chess"),
        lambda: find_bot("butler"),
        lambda: plan().with_people(["Ada:butler"]),
    ):
        with pytest.raises(BadPlan):
            wrong()


def test_two_people_cannot_be_the_same_suspect() -> None:
    with pytest.raises(Refusal, match="SET-19"):
        deal(plan().with_people(["Ada:plum", "Grace:plum"]))


def test_people_sit_where_their_suspects_do_and_bots_elsewhere() -> None:
    kept = deal(plan().with_people(["sergeant:plum", "Ada:white"])._replace(bots=("sergeant",)), seed=1)
    assert [str(seat) for seat in kept.pads] == ["White", "Plum"]
    assert [str(seat) for seat in kept.bots] == ["Scarlett"]


def test_an_edition_of_ones_own_is_found_again(tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    folder.mkdir()
    built_in = Path(__file__).parents[2] / "src/greycells/editions/cottage"
    (folder / "board.txt").write_text((built_in / "board.txt").read_text(encoding="utf-8"), encoding="utf-8")
    text = (built_in / "edition.toml").read_text(encoding="utf-8").replace('key = "cottage"', 'key = "mine"')
    (folder / "edition.toml").write_text(text, encoding="utf-8")
    kept = deal(plan().with_edition(str(folder)), seed=1)
    keep(kept, tmp_path / "game.case")
    assert resume(tmp_path / "game.case").game.edition is kept.game.edition


def test_the_game_that_was_left_last_is_offered() -> None:
    assert unfinished() is None
    assert play_on(screen_with()[0]) is None
    kept = deal(plan(), seed=1)
    file = new_file(kept.game.edition)
    keep(kept, file)
    assert new_file(kept.game.edition) != file
    assert play_on(screen_with("new")[0]) is None
    screen, output = screen_with("")
    found = play_on(screen)
    assert found is not None
    assert found[1] == file
    assert found[0].game.events == kept.game.events
    assert "You have a saved game: Classic, You, turn 1." in output.getvalue()


@pytest.mark.parametrize(
    "text",
    ["", "case 1\n", "not a game", 'case 1\nedition  classic\nseats    Scarlett "A" | Mustard "B" | White "C"\n'],
)
def test_what_is_no_game_is_said_so(text: str, tmp_path: Path) -> None:
    file = tmp_path / "other.case"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(NoSave, match=r"other\.case"):
        resume(file)
    with pytest.raises(NoSave):
        resume(tmp_path / "missing.case")
    with pytest.raises(NoSave):
        resume(tmp_path)


def test_a_game_that_was_tampered_with_is_refused(tmp_path: Path) -> None:
    kept = deal(plan(), seed=1)
    file = tmp_path / "game.case"
    keep(kept, file)
    file.write_text(file.read_text(encoding="utf-8") + "1. Scarlett  rolls 9  to q7\n", encoding="utf-8")
    with pytest.raises(NoSave):
        resume(file)


def test_a_disk_that_cannot_be_written_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(NoSave, match="can't be written"):
        keep(deal(plan(), seed=1), tmp_path / "file" / "game.case")
