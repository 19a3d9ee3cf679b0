"""The start menu: continue the last game, or set up a table. Enter always accepts the default."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from rich.table import Table
from rich.text import Text

from greycells.analysis.help.notebook_help import HelpLevel
from greycells.editions import load, names
from greycells.editions.toml_reader import EditionError
from greycells.editions.translation import in_words, rulebook, title
from greycells.free_text.input_parser import Verb, verb_of
from greycells.free_text.name_matching import NameIndex, number_in, ways
from greycells.language.sentences import Sentence, called
from greycells.players.bot_levels import LADDER, bot_name
from greycells.players.player_specs import PlayerError
from greycells.rules.board import plain
from greycells.rules.cards import surname
from greycells.rules.edition import UnknownHouseRule
from greycells.rules.refusals import Refusal
from greycells.rules.setup import sit_down
from greycells.terminal.player_console import Leave
from greycells.terminal.saved_games import Kept, NoSave, resume, unfinished
from greycells.terminal.screen import Screen
from greycells.terminal.table_setup import BadPlan, TableSetup, level_name

ITEMS = ("edition", "people", "bots", "help", "house rules")


def play_on(screen: Screen) -> tuple[Kept, Path] | None:
    """Offer to continue the last game, if there is one."""
    file = unfinished()
    if file is None:
        return None
    try:
        kept = resume(file)
    except (NoSave, ValueError, Refusal):
        return None
    people = tuple(seat.name for seat in kept.pads) or tuple(seat.name for seat in kept.game.seats)
    turn = kept.game.scene.turn.number
    screen.say(Sentence("plan.left", title=title(kept.game.edition), people=people, turn=turn), "bold")
    answer = plain(screen.ask(_enter("play on"), complete=lambda _: [ways("new")[0]]))
    return None if answer in (*ways("new"), *ways("no")) else (kept, file)


def set_table(screen: Screen, plan: TableSetup) -> TableSetup:
    """Change what is to be played until Enter begins it."""
    while True:
        _show(screen, plan)
        text = screen.ask(_enter("begin"), complete=partial(_next_words, plan))
        try:
            if verb_of(text) is Verb.QUIT:
                raise Leave
            if not text or plain(text) in ways("begin"):
                sit_down(plan.edition, [(chair.name, chair.suspect) for chair in plan.chairs])
                return plan
            plan = _changed(screen, plan, text)
        except (BadPlan, PlayerError, EditionError, UnknownHouseRule, Refusal) as wrong:
            screen.say(str(wrong), "yellow")


def _enter(key: str) -> str:
    return str(Sentence("sheet.enter", choice=Sentence(f"sheet.{key}")))


def _called(item: str) -> str:
    return str(Sentence(f"item.{item}"))


def _show(screen: Screen, plan: TableSetup) -> None:
    edition = plan.edition
    table = Table.grid(padding=(0, 2))
    rows = (
        f"{title(edition)}. {rulebook(edition)}",
        ", ".join(
            f"{chair.name}{f' ({called(chair.suspect)})' if chair.suspect else ''}"
            for chair in plan.chairs
            if not chair.bot
        ),
        ", ".join(map(bot_name, plan.bots)) or "-",
        level_name(plan.help.value),
        ", ".join(map(in_words, edition.house_rules)) or "-",
    )
    for number, (item, row) in enumerate(zip(ITEMS, rows, strict=True), 1):
        table.add_row(str(number), Text(_called(item), "bold"), row)
    screen.gap()
    screen.show(table)
    screen.say(Sentence("plan.how to"), "dim")


def _changed(screen: Screen, plan: TableSetup, text: str) -> TableSetup:
    """The plan after `bots 2 inspector`, `getaway`, or a number and an answer to the question that follows."""
    words = text.replace(",", " ").split()
    if not words:
        return plan
    item = _item(words)
    rest = (
        words[2:]
        if item == "house rules" and plain("".join(words[:2])) in ("houserules", plain(_called(item)))
        else words[1:]
    )
    if item is None:
        return plan.with_edition(text)
    if not rest:
        _offer(screen, plan, item)
        rest = screen.ask(f"{_called(item)} > ").replace(",", " ").split()
        if not rest:
            return plan
    match item:
        case "edition":
            return plan.with_edition(" ".join(rest))
        case "people":
            return plan.with_people(rest)
        case "bots":
            return plan.with_bots(rest)
        case "help":
            return plan.with_help(" ".join(rest))
        case _:
            return plan.with_house_rules(_switched(plan, " ".join(rest)))


def _item(words: list[str]) -> str | None:
    number = number_in(words[0])
    if number is not None and 1 <= number <= len(ITEMS):
        return ITEMS[number - 1]
    found = NameIndex[str](ITEMS, lambda item: (item, _called(item))).like(words[0])
    return found[0] if len(found) == 1 else None


def _switched(plan: TableSetup, text: str) -> list[str]:
    """A house rule switched on, or off if it was on."""
    now, offered = list(plan.edition.house_rules), plan.edition.offered_house_rules
    number = number_in(text)
    if number is not None and 1 <= number <= len(offered):
        text = offered[number - 1]
    found = NameIndex[str](offered, lambda rule: (rule, in_words(rule))).like(text)
    rule = found[0] if len(found) == 1 else text
    return [other for other in now if other != rule] if rule in now else [*now, rule]


def _offer(screen: Screen, plan: TableSetup, item: str) -> None:
    """What may be answered."""
    match item:
        case "edition":
            for key in names():
                screen.say(f"{title(load(key)):18}{rulebook(load(key))}", indent=2)
        case "people":
            screen.say(Sentence("plan.people", suspects=tuple(map(surname, plan.edition.deck.suspects))))
        case "bots":
            for level in LADDER:
                screen.say(f"{level.number:2} {level.title}: {level.way}", indent=2)
            screen.say(Sentence("plan.bots"))
        case "help":
            screen.say(Sentence("plan.help", levels=tuple(level_name(level.value) for level in HelpLevel)))
        case _:
            for number, rule in enumerate(plan.edition.offered_house_rules, 1):
                screen.say(f"{number} {in_words(rule)}", indent=2)


def _next_words(plan: TableSetup, line: str) -> list[str]:
    words = line.split()
    match _item(words) if words else None:
        case "edition":
            return [title(load(key)).lower() for key in names()]
        case "bots":
            return [level.id for level in LADDER]
        case "help":
            return [level_name(level.value) for level in HelpLevel]
        case "house rules":
            return [in_words(rule) for rule in plan.edition.offered_house_rules]
        case _:
            return (
                [*(_called(item).lower() for item in ITEMS), *(title(load(key)).lower() for key in names())]
                if not words
                else []
            )
