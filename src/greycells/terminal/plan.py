"""The plan of a table: edition, people, bots, help and house rules, until the cards are dealt."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from greycells.editions import load, names
from greycells.editions.translation import in_words, title
from greycells.players.registry import levels, player
from greycells.rules.cards import Suspect
from greycells.rules.edition import Edition
from greycells.rules.sentences import Sentence, bot_name, surname
from greycells.terminal.advice import Help
from greycells.terminal.spelling import Names, card_names, number_in, ways

BOT = "sergeant"
"""The bot that sits down when nobody says which."""


class BadPlan(ValueError):
    """A table that cannot be set, in a sentence."""

    def __init__(self, key: str, /, **arguments: str | int) -> None:
        super().__init__(str(Sentence(f"plan.{key}", **arguments)))


class Chair(NamedTuple):
    """A place before the game: a person's name or a bot's spec, and the suspect if one was chosen."""

    name: str
    bot: bool
    suspect: Suspect | None = None


class Plan(NamedTuple):
    """What is going to be played; `source` is the folder of an edition of one's own."""

    edition: Edition
    people: tuple[str, ...] = ("You",)
    bots: tuple[str, ...] = ()
    help: Help = Help.NONE
    source: Path | None = None

    @property
    def chairs(self) -> tuple[Chair, ...]:
        """Everybody who sits down: people with the suspect after their name (`Ada:plum`), then bots."""
        people = tuple(_person(self.edition, text) for text in self.people)
        return (*people, *(Chair(spec, bot=True) for spec in self.bots))

    def with_edition(self, name: str) -> Plan:
        """Another edition at the same table, with as many bots as it needs and can seat."""
        edition, source = find_edition(name)
        return self._replace(edition=edition, source=source).seated()

    def seated(self) -> Plan:
        """The plan with bots added or sent away until the number of players fits."""
        rules = self.edition.rules
        bots = list(self.bots)[: max(0, rules.most_seats - len(self.people))]
        bots += [bots[-1] if bots else BOT] * (rules.fewest_seats - len(self.people) - len(bots))
        return self._replace(bots=tuple(bots))

    def with_people(self, people: Sequence[str]) -> Plan:
        """The people at this keyboard; `nobody` lets the bots play among themselves."""
        people = [] if len(people) == 1 and people[0].lower() in ways("nobody") else people
        for text in people:
            _person(self.edition, text)
        return self._replace(people=tuple(people)).seated()

    def with_bots(self, words: Sequence[str]) -> Plan:
        """Bots by number, by name, or both: `3`, `inspector constable`, `2 inspector`."""
        bots: list[str] = []
        count: int | None = None
        for word in words:
            if (number := number_in(word)) is not None:
                count = min(number, len(self.edition.deck.suspects))
            else:
                bots += [find_bot(word)] * (1 if count is None else count)
                count = None
        if count is not None:
            last = bots[-1] if bots else (self.bots[0] if self.bots else BOT)
            bots += [last] * count
        return self._replace(bots=tuple(bots))

    def with_help(self, text: str) -> Plan:
        found = Names[str]([level.value for level in Help], lambda level: (level, level_name(level))).like(text)
        if len(found) != 1:
            raise BadPlan("no such help", text=text, levels=", ".join(level_name(level.value) for level in Help))
        return self._replace(help=Help(found[0]))

    def with_house_rules(self, rules: Sequence[str]) -> Plan:
        """The house rules of the table, by their names or the beginnings of these."""
        offered = self.edition.offered_house_rules
        chosen = [(Names[str](offered, lambda rule: (rule, in_words(rule))).like(rule) or [rule])[0] for rule in rules]
        return self._replace(edition=self.edition.with_house_rules(*chosen))


def level_name(level: str) -> str:
    """What a level of help is called."""
    return str(Sentence(f"assistance.{level}"))


def find_edition(name: str) -> tuple[Edition, Path | None]:
    """An edition by its key, any beginning of it, or the folder it is in."""
    if name not in names() and _is_there(name):
        return load(Path(name)), Path(name).resolve()
    found = Names[str](names(), lambda key: (key, key.replace("-", " "), title(load(key)))).like(name)
    if len(found) != 1:
        raise BadPlan("no such edition", text=name, editions=", ".join(names()))
    return load(found[0]), None


def _is_there(name: str) -> bool:
    try:
        return Path(name).exists()
    except (OSError, ValueError):  # what cannot be the name of a file is none
        return False


def find_bot(spec: str) -> str:
    """A bot's spec that can be had: one of our own, also by its beginning, or one of the user's."""
    name, colon, rest = spec.partition(":")
    if name != "cmd" and not name.endswith(".py"):
        found = Names[str](levels(), lambda level: (level, bot_name(level))).like(name)
        if len(found) != 1:
            raise BadPlan("no such bot", text=name, bots=", ".join(map(bot_name, levels())))
        spec = f"{found[0]}{colon}{rest}"
    player(spec)
    return spec


def _person(edition: Edition, text: str) -> Chair:
    name, _, suspect = text.partition(":")
    if not suspect:
        return Chair(name, bot=False)
    found = card_names(edition.deck.suspects).like(suspect)
    if len(found) != 1 or not isinstance(found[0], Suspect):
        raise BadPlan("no such suspect", text=suspect, suspects=", ".join(map(surname, edition.deck.suspects)))
    return Chair(name, bot=False, suspect=found[0])
