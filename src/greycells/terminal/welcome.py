"""The welcome: play on where one left, or set the table. Enter is always an answer."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from rich.table import Table
from rich.text import Text

from greycells.editions import load, names
from greycells.editions.reading import EditionError
from greycells.players.registry import PlayerError, levels
from greycells.rules.board import plain
from greycells.rules.edition import UnknownHouseRule
from greycells.rules.sentences import Refusal, Sentence
from greycells.rules.setup import sit_down
from greycells.terminal.advice import Help
from greycells.terminal.desk import Leave
from greycells.terminal.plan import BadPlan, Plan
from greycells.terminal.saves import Kept, NoSave, resume, unfinished
from greycells.terminal.screen import Screen
from greycells.terminal.spelling import Names, number_in

ITEMS = ("edition", "people", "bots", "help", "house rules")


def play_on(screen: Screen) -> tuple[Kept, Path] | None:
    """Offer the game that was left last, if there is one."""
    file = unfinished()
    if file is None:
        return None
    try:
        kept = resume(file)
    except (NoSave, ValueError, Refusal):
        return None
    people = tuple(seat.name for seat in kept.pads) or tuple(seat.name for seat in kept.game.seats)
    turn = kept.game.scene.turn.number
    screen.say(Sentence("plan.left", title=kept.game.edition.title, people=people, turn=turn), "bold")
    answer = plain(screen.ask("[Enter: play on] > ", complete=lambda _: ["on", "new"]))
    return None if answer in ("new", "no", "n", "another") else (kept, file)


def set_table(screen: Screen, plan: Plan) -> Plan:
    """Change what is to be played until Enter begins it."""
    while True:
        _show(screen, plan)
        text = screen.ask("[Enter: begin] > ", complete=partial(_next_words, plan))
        try:
            if plain(text) in ("quit", "q", "exit"):
                raise Leave
            if not text or plain(text) in ("begin", "start", "play", "go"):
                sit_down(plan.edition, [(chair.name, chair.suspect) for chair in plan.chairs])
                return plan
            plan = _changed(screen, plan, text)
        except (BadPlan, PlayerError, EditionError, UnknownHouseRule, Refusal) as wrong:
            screen.say(str(wrong), "yellow")


def _show(screen: Screen, plan: Plan) -> None:
    edition = plan.edition
    table = Table.grid(padding=(0, 2))
    rows = (
        f"{edition.title}. {edition.rulebook}",
        ", ".join(
            f"{chair.name}{f' ({chair.suspect})' if chair.suspect else ''}" for chair in plan.chairs if not chair.bot
        ),
        ", ".join(plan.bots) or "-",
        plan.help.value,
        ", ".join(edition.house_rules) or "-",
    )
    for number, (item, row) in enumerate(zip(ITEMS, rows, strict=True), 1):
        table.add_row(str(number), Text(item, "bold"), row)
    screen.gap()
    screen.show(table)
    screen.say(Sentence("plan.how to"), "dim")


def _changed(screen: Screen, plan: Plan, text: str) -> Plan:
    """The plan after `bots 2 inspector`, `getaway`, or a number and an answer to the question that follows."""
    words = text.replace(",", " ").split()
    if not words:
        return plan
    item = _item(words)
    rest = words[2:] if item == "house rules" and plain("".join(words[:2])) == "houserules" else words[1:]
    if item is None:
        return plan.with_edition(text)
    if not rest:
        _offer(screen, plan, item)
        rest = screen.ask(f"{item} > ").replace(",", " ").split()
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
    found = Names[str](ITEMS, lambda item: (item,)).like(words[0])
    return found[0] if len(found) == 1 else None


def _switched(plan: Plan, text: str) -> list[str]:
    """A house rule switched on, or off if it was on."""
    now, offered = list(plan.edition.house_rules), plan.edition.offered_house_rules
    number = number_in(text)
    if number is not None and 1 <= number <= len(offered):
        text = offered[number - 1]
    found = Names[str](offered, lambda rule: (rule,)).like(text)
    rule = found[0] if len(found) == 1 else text
    return [other for other in now if other != rule] if rule in now else [*now, rule]


def _offer(screen: Screen, plan: Plan, item: str) -> None:
    """What may be answered."""
    match item:
        case "edition":
            for key in names():
                screen.say(f"{key:18}{load(key).rulebook.strip()}", indent=2)
        case "people":
            screen.say(Sentence("plan.people", suspects=tuple(card.word for card in plan.edition.deck.suspects)))
        case "bots":
            screen.say(Sentence("plan.bots", bots=levels()))
        case "help":
            screen.say(Sentence("plan.help", levels=tuple(level.value for level in Help)))
        case _:
            for number, rule in enumerate(plan.edition.offered_house_rules, 1):
                screen.say(f"{number} {rule}", indent=2)


def _next_words(plan: Plan, line: str) -> list[str]:
    words = line.split()
    match _item(words) if words else None:
        case "edition":
            return list(names())
        case "bots":
            return list(levels())
        case "help":
            return [level.value for level in Help]
        case "house rules":
            return list(plan.edition.offered_house_rules)
        case _:
            return [*ITEMS, *names()] if not words else []
