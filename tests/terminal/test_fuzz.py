"""Whatever is typed, there is an answer: an action, a command, or a sentence that says what is not understood."""

from __future__ import annotations

import os
import subprocess
import sys
from io import StringIO
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st
from rich.console import Console

from greycells.analysis.help.notebook_help import HelpLevel
from greycells.editions import load
from greycells.rules.actions import Roll
from greycells.rules.game import Game
from greycells.rules.legal_options import why_not
from greycells.terminal.action_prompt import choose
from greycells.terminal.player_console import Leave, PlayerConsole
from greycells.terminal.screen import Screen
from greycells.terminal.start_menu import set_table
from greycells.terminal.table_setup import TableSetup
from greycells.terminal.typed_notebook import TypedNotebook

TYPED = (
    "roll suggest accuse mark note why not rule notes board log all cards players hint help quit go path via stop "
    "green wrench plum rope hall lounge q7 p2 casefile white yes no maybe blank the with in 1 2 99 0 -1 ² ٣ 9999999999 "
    "people bots edition house rules begin master classic nobody Ada:plum inspector [red] [/] {x} \x1b[2J \x00 ? ! ,"
)
LINE = st.one_of(st.lists(st.sampled_from(TYPED.split(" ")), max_size=6).map(" ".join), st.text(max_size=40))
LINES = st.lists(LINE, max_size=12)


def keep_nothing(to: Path | None = None) -> Path:
    return to or Path("here")


def screen_with(lines: list[str]) -> tuple[Screen, StringIO]:
    typed, output = iter(lines), StringIO()

    def keyboard(_: str) -> str:
        line = next(typed, None)
        if line is None:
            raise EOFError
        return line

    console = Console(file=output, width=80, highlight=False, markup=False, emoji=False)
    return Screen(console, keyboard), output


@settings(max_examples=150, deadline=None)
@given(lines=LINES, edition=st.sampled_from(["classic", "master-detective", "parlour"]), rolled=st.booleans())
def test_a_turn(lines: list[str], edition: str, *, rolled: bool) -> None:
    game = Game.new(load(edition), ["Ada", "Grace", "Alan"], seed=5)
    if rolled and edition != "parlour":
        game.play(Roll())
    assert game.to_act is not None
    view = game.view(game.to_act)
    screen, output = screen_with([line for line in lines if not line.strip().lower().startswith(("save", "sa", "sv"))])
    desk = PlayerConsole(
        game.to_act,
        screen,
        TypedNotebook(game.table),
        help_level=HelpLevel.FULL_LOGIC,
        save=lambda to=None: to or Path("here"),
    )
    try:
        action = choose(desk, view)
    except (EOFError, Leave):
        pass
    else:
        assert why_not(view.scene, game.to_act, view.hand, action) is None
    assert "\x1b[2J" not in output.getvalue()


@settings(max_examples=100, deadline=None)
@given(lines=LINES)
def test_the_welcome(lines: list[str]) -> None:
    screen, _ = screen_with(lines)
    try:
        plan = set_table(screen, TableSetup(load("classic"), bots=("sergeant",) * 3))
    except (EOFError, Leave):
        return
    assert plan.edition.rules.fewest_seats <= len(plan.chairs) <= plan.edition.rules.most_seats


def test_a_pipe_full_of_rubbish(tmp_path: Path) -> None:
    rubbish = bytes(range(256)) * 40 + b"\n" + b"roll\n\xff\xfe\n" + b"9" * 10_000 + b"\n"
    shown = subprocess.run(
        [sys.executable, "-m", "greycells", "play", "--seed", "5", "--bots", "2"],
        input=rubbish,
        capture_output=True,
        env={**os.environ, "XDG_DATA_HOME": str(tmp_path)},
        check=False,
    )
    assert shown.returncode == 0, shown.stderr.decode()
    assert b"Your game is saved in" in shown.stdout
