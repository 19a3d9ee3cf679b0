"""Where there are too many deals to count, help answers with less, and never with an error."""

from __future__ import annotations

from io import StringIO
from pathlib import Path
from typing import NoReturn, get_args

import pytest
from rich.console import Console
from tests.server.running_server import guest, quick, refused, running

from greycells import Game, load
from greycells.analysis.help.hints import find_hint
from greycells.analysis.help.notebook_help import HelpLevel, help_claims, known_boxes, objections, why
from greycells.deduction import exact_counting
from greycells.deduction.evidence import facts_from
from greycells.deduction.facts import CASE_FILE, CaseFile
from greycells.deduction.knowledge import Knowledge
from greycells.deduction.notebook import Box, Mark, Notebook
from greycells.deduction.problem import TooHard
from greycells.free_text.input_parser import TypedCommand, Verb
from greycells.players import player
from greycells.protocol.commands import Sit, Start
from greycells.protocol.help_messages import Advice, Hint
from greycells.protocol.plans import ChairPlan, TablePlan
from greycells.protocol.vocabulary import Help
from greycells.rules.views import View
from greycells.server.lobby import advice_api
from greycells.terminal.action_menu import menu_of
from greycells.terminal.player_console import PlayerConsole
from greycells.terminal.screen import Screen
from greycells.terminal.typed_notebook import TypedNotebook


def never(*_: object, **__: object) -> NoReturn:
    raise TooHard("counting would take too long")


def middle(edition: str, seed: int = 3) -> Game:
    """A game some way on, in which something follows that nobody has seen."""
    game = Game.new(load(edition), ["Ada", "Grace", "Alan"], seed=seed)
    bots = [player("sergeant:slip=0", seed=number) for number in range(3)]
    while game.to_act is not None:
        game.play(bots[game.to_act.index].choose(game.view(game.to_act)))
    return game.at(len(game.events) * 2 // 3)


@pytest.fixture
def uncountable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exact_counting, "count", never)
    monkeypatch.setattr(exact_counting, "weigh", never)


@pytest.mark.usefixtures("uncountable")
@pytest.mark.parametrize("edition", ["classic", "getaway", "master-detective"])
def test_help_is_weaker_but_true(edition: str) -> None:
    game = middle(edition)
    with pytest.raises(TooHard):
        Knowledge.of(facts_from(game.view(game.seats[0])))
    for seat in game.seats:
        view = game.view(seat)
        levels = [known_boxes(view, level) for level in HelpLevel]
        assert levels[0].items() < levels[1].items() <= levels[2].items()
        for (card, holder), has in levels[2].items():
            cards = game.secrets.case_file if isinstance(holder, CaseFile) else game.hand(holder)
            assert has == (card in cards)


@pytest.mark.usefixtures("uncountable")
def test_hint_and_why_answer_without_numbers() -> None:
    game = middle("classic")
    view = game.view(game.seats[0])
    told = [str(sentence) for sentence in find_hint(view).sentences()]
    assert told[0].startswith("Still possible: ")
    assert not any("in 100" in sentence or "solutions are possible" in sentence for sentence in told)
    known = known_boxes(view, HelpLevel.FULL_LOGIC)
    certain = next(box for box in known if box.holder == game.seats[1])
    assert why(view, certain)[-1]
    unsure = next(box for card in view.scene.edition.deck if (box := Box(card, CASE_FILE)) not in known)
    (line,) = why(view, unsure)
    assert line.startswith("That isn't certain yet, and too many deals")
    wrong = Notebook().write(certain, Mark.NO if known[certain] else Mark.YES)
    assert [str(sentence)[:20] for sentence in objections(wrong, view, HelpLevel.FULL_LOGIC)] == [
        "Your notebook says o"
    ]


async def test_the_server_answers_with_less_and_not_with_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with running(quick(tmp_path)) as (address, _):
        ada = await guest(address, "Ada")
        bots = (ChairPlan(), ChairPlan(bot="constable"), ChairPlan(bot="constable"))
        table = (await ada.open(TablePlan(chairs=bots, help="full logic"))).id
        await ada.ask(table, Sit(chair=0))
        await ada.ask(table, Start())
        monkeypatch.setattr(exact_counting, "count", never)
        monkeypatch.setattr(exact_counting, "weigh", never)
        path = f"/api/tables/{table}/chairs/0"
        marks = (await ada.get(f"{path}/help", Advice)).marks
        assert marks
        assert (await ada.get(f"{path}/hint", Hint)).sentence
        reason = f"{path}/why?card={marks[0].card}&holder={marks[0].holder}"
        assert (await ada.get(reason, Hint)).proof
        with refused(409, "doesn't follow"):
            await ada.get(f"{path}/why?card=Rope&holder=Nobody", Hint)


def console(view: View, game: Game, level: HelpLevel) -> tuple[PlayerConsole, StringIO]:
    assert view.seat is not None
    output = StringIO()
    screen = Screen(Console(file=output, width=200), lambda _: "")
    pad = TypedNotebook(game.table)
    return PlayerConsole(view.seat, screen, pad, help_level=level, save=lambda to=None: to or Path("here")), output


def test_terminal_and_server_agree_on_what_help_says() -> None:
    """Both print what the analysis found; only a table with full logic gives hints."""
    assert [level.value for level in HelpLevel] == list(get_args(Help))
    game = middle("classic")
    view = game.view(game.seats[0])
    for level in HelpLevel:
        desk, output = console(view, game, level)
        served = {(mark.card, mark.holder): mark.has for mark in advice_api.marks(view, level.value)}
        sheet = {(box.card.word, str(box.holder)): has for box, has in desk.known(view).items()}
        assert served.items() <= sheet.items()
        assert len(served) == len(help_claims(facts_from(view), level))
        for command in (TypedCommand(Verb.HINT, ()), TypedCommand(Verb.WHY, ("rope", "casefile"))):
            output.truncate(output.seek(0))
            desk.obey(command, view, menu_of(view))
            refusal = f"Hints need full logic; the help level at this table is {level.value}."
            assert (output.getvalue().strip() == refusal) is (level is not HelpLevel.FULL_LOGIC)
