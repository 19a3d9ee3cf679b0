"""The companion in the terminal: lines in, what follows out, and the file is the game."""

from __future__ import annotations

from collections.abc import Iterator
from io import StringIO
from pathlib import Path

import msgspec
import pytest
from rich.console import Console
from tests.analysis.companion_games import bot_game, entered_copy

from greycells.analysis.companion.changes import read_game
from greycells.analysis.companion.tables import EntryError
from greycells.free_text.name_matching import Unclear
from greycells.language.sentences import using_language
from greycells.protocol.companion_entries import (
    AccusationEntry,
    CompanionGame,
    KnownEntry,
    OpenCardEntry,
    ShownEntry,
    SnoopEntry,
    SuggestionEntry,
    SuspicionEntry,
)
from greycells.terminal.companion_console import CompanionConsole, opened_game
from greycells.terminal.companion_setup import typed_box, typed_setup
from greycells.terminal.screen import Screen

PLAYERS = ("Ada", "Grace", "Alan", "Hedy")
HAND = "scarlett, rope, lead pipe, hall, lounge"


def typed(game: CompanionGame, *lines: str, file: Path | None = None) -> str:
    """What is printed when these lines are typed."""
    waiting: Iterator[str] = iter(lines)

    def keyboard(_: str) -> str:
        line = next(waiting, None)
        if line is None:
            raise EOFError
        return line

    printed = StringIO()
    screen = Screen(Console(file=printed, width=120, highlight=False, markup=False), keyboard, ascii_only=True)
    CompanionConsole(screen, game, file).run()
    return printed.getvalue()


def new_game() -> CompanionGame:
    return typed_setup("classic", PLAYERS, me="ada", hand=HAND, face_up="", dealer="hedy")


@pytest.mark.parametrize(
    ("hand", "dealer", "dealt"),
    [
        ("scarlett, rope", "hedy", "5"),
        ("scarlett, rope", None, "4 or 5"),
        ("scarlett, rope, knife, hall, study, lounge", None, "4 or 5"),
    ],
)
def test_a_hand_of_which_cards_are_missing_is_refused(hand: str, dealer: str | None, dealt: str) -> None:
    """It would count as the whole hand, and what follows from it would be false."""
    with pytest.raises(Unclear, match=f"as your hand, but you were dealt {dealt}. Name all"):
        typed_setup("classic", PLAYERS, me="ada", hand=hand, face_up="", dealer=dealer)


def test_lines_are_entries_and_the_file_is_the_game(tmp_path: Path) -> None:
    file = tmp_path / "friday.json"
    lines = (
        "mustard knife kitchen alan knife",
        "suggest grace white rope hall ada hall",
        "why knife alan",
        "know hedy the study",
        "think case revolver 9",
        "accuse alan green wrench library",
        "open dining room",
        "why knife alan",
        "hint kitchen hall",
        "fix 9",
        "fix 1",
        "hint kitchen hall",
        "hedy plum knife study nobody",
        "edit 7 hedy plum knife study alan",
        "out 6",
        "log",
        "undo",
        "help",
        "quit",
    )
    told = typed(new_game(), *lines, file=file)
    assert "1. You suggested Col. Mustard with the Knife in the Kitchen. Alan showed the Knife." in told
    assert "1. In entry 1, Alan showed the Knife." in told
    assert "You think that the Revolver is in the case file (9 to 1)." in told
    clash, after = told.split("These can't all be true. Until that's put right, nothing is certain:\n")[1:3]
    told_nothing = "Your entries contradict each other. Until that's put right, nothing is certain."
    assert clash.count(told_nothing) == 2, "neither a reason nor advice"
    assert "  fix 1: Everything fits if you leave the hand sizes blank.\n" in clash
    assert "  fix 2: Everything fits without entry 6.\n" in clash
    assert "Solved" not in after
    assert clash.startswith("- How many cards each player has.\n- 6. The Dining Room is face up")
    assert "Don't accuse yet" in told
    kept = read_game(file.read_bytes())
    assert [type(entry).__name__ for entry in kept.entries].count("SuggestionEntry") == 3
    assert len(kept.entries) == 7, "what was taken out came back by undo"
    assert not kept.setup.sizes
    assert opened_game(file) == kept


def test_every_kind_of_entry_is_edited_and_the_box_may_be_another(tmp_path: Path) -> None:
    box = typed_box("Ann, Ben, Cat", "Axe, Bow, Cup", "Attic, Bath, Cellar, Den", everybody=False)
    game = typed_setup(box, PLAYERS[:3], me=None, hand="Ann, Axe", face_up="", dealer=None)
    file = tmp_path / "box.json"
    lines = (
        "grace ann bow bath alan",
        "snoop grace alan",
        "open den alan",
        "accuse alan ben bow attic",
        "know grace bow no",
        "think case cup 9",
        "edit 1 ann cup bath ada ann",
        "edit 2 ada alan attic",
        "edit 3 cellar grace",
        "edit 4 cat bow attic",
        "edit 5 case bow",
        "edit 6 think alan ben no 20",
    )
    told = typed(game, *lines, file=file)
    assert "6. You think that Alan doesn't have Ben (20 to 1)." in told
    assert read_game(file.read_bytes()).entries == tuple(
        msgspec.structs.replace(entry, id=kept.id)
        for entry, kept in zip(
            (
                SuggestionEntry(id="", by=1, cards=(0, 5, 7), shown=(ShownEntry(0, 0),)),
                SnoopEntry(id="", by=0, of=2, card=6),
                OpenCardEntry(id="", card=8, of=1),
                AccusationEntry(id="", by=2, cards=(2, 4, 6)),
                KnownEntry(id="", holder=-1, card=4, has=True),
                SuspicionEntry(id="", holder=2, card=1, has=False, weight=20),
            ),
            read_game(file.read_bytes()).entries,
            strict=True,
        )
    )
    with pytest.raises(EntryError, match="weapons"):
        typed_box("Ann", "", "Attic", everybody=False)


def test_what_is_unclear_changes_nothing() -> None:
    game = new_game()
    told = typed(game, "butler rope hall nobody", "out 3", "why", "mustard rope", "know nobody rope", "snoop ada ada")
    assert "no card" in told.casefold()
    assert "There's no choice 3" in told
    with pytest.raises(Unclear):
        typed_setup("classic", PLAYERS, me="Charles", hand="", face_up="", dealer=None)


def test_a_bot_s_game_is_typed_line_by_line(tmp_path: Path) -> None:
    game = bot_game("classic", 4, 1)
    copy = entered_copy(game, game.seats[0])
    names = [card.word for card in game.edition.deck]
    entries = [entry for entry, _ in copy.entries if isinstance(entry, SuggestionEntry)][:6]
    lines: list[str] = []
    for entry in entries:
        shown = " ".join(
            f"{PLAYERS[one.player]} {names[one.card] if one.card is not None else ''}" for one in entry.shown
        )
        lines.append(f"{PLAYERS[entry.by]} {' '.join(names[card] for card in entry.cards)} {shown or 'nobody'}")
    hand = ", ".join(names[card] for card in copy.setup.hand)
    start = typed_setup("classic", PLAYERS, me=None, hand=hand, face_up="", dealer="Hedy")
    file = tmp_path / "bots.json"
    typed(start, *lines, file=file)
    kept = read_game(file.read_bytes())
    told = [(one.by, one.cards, one.shown) for one in kept.entries if isinstance(one, SuggestionEntry)]
    assert told == [(one.by, one.cards, one.shown) for one in entries]
    assert kept.setup.sizes == copy.setup.sizes


def test_in_german_german_is_typed() -> None:
    with using_language("de"):
        told = typed(new_game(), "gatow dolch küche alan dolch", "warum dolch alan", "hilfe", "zurück")
    assert "Alan hat den Dolch gezeigt." in told
    assert "in Eintrag 1" in told.replace("In Eintrag 1", "in Eintrag 1")
    assert "Die Fallakte heißt fallakte." in told
