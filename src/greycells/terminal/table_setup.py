"""The plan of a table: edition, people, bots, help and house rules, until the cards are dealt."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import cycle, islice
from pathlib import Path
from typing import NamedTuple

from greycells.analysis.help.notebook_help import HelpLevel
from greycells.editions import load, names
from greycells.editions.translation import in_words, title
from greycells.errors import GreycellsError
from greycells.free_text.name_matching import NameIndex, card_names, number_in, ways
from greycells.language.sentences import Sentence
from greycells.players.bot_levels import LADDER, LEVELS, STARTERS, bot_name
from greycells.players.player_specs import check, levels
from greycells.rules.cards import Suspect, surname
from greycells.rules.edition import Edition


class BadPlan(GreycellsError, ValueError):
    """Why a table can't be set up, in a sentence."""

    def __init__(self, key: str, /, **arguments: str | int) -> None:
        super().__init__(str(Sentence(f"plan.{key}", **arguments)))


class ChairSetup(NamedTuple):
    """A place before the game: a person's name or a bot's spec, and the suspect if one was chosen."""

    name: str
    bot: bool
    suspect: Suspect | None = None


class TableSetup(NamedTuple):
    """What is going to be played; `source` is the folder of an edition of one's own."""

    edition: Edition
    people: tuple[str, ...] = ("You",)
    bots: tuple[str, ...] = ()
    help: HelpLevel = HelpLevel.NONE
    source: Path | None = None

    @property
    def chairs(self) -> tuple[ChairSetup, ...]:
        """Everybody who sits down: people with the suspect after their name (`Ada:plum`), then bots."""
        people = tuple(_person(self.edition, text) for text in self.people)
        return (*people, *(ChairSetup(spec, bot=True) for spec in self.bots))

    def with_edition(self, name: str) -> TableSetup:
        """Another edition at the same table, with as many bots as it needs and can seat."""
        edition, source = find_edition(name)
        return self._replace(edition=edition, source=source).seated()

    def seated(self) -> TableSetup:
        """The plan with bots added or sent away until the number of players fits."""
        rules = self.edition.rules
        bots = list(self.bots)[: max(0, rules.most_seats - len(self.people))]
        short = rules.fewest_seats - len(self.people) - len(bots)
        return self._replace(bots=(*bots, *in_turn(bots[-1:] or STARTERS, short)))

    def with_people(self, people: Sequence[str]) -> TableSetup:
        """The people at this keyboard; `nobody` lets the bots play among themselves."""
        people = [] if len(people) == 1 and people[0].lower() in ways("nobody") else people
        for text in people:
            _person(self.edition, text)
        return self._replace(people=tuple(people)).seated()

    def with_bots(self, words: Sequence[str]) -> TableSetup:
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
            bots += in_turn(bots[-1:] or self.bots or STARTERS, count)
        return self._replace(bots=tuple(bots))

    def with_help(self, text: str) -> TableSetup:
        levels = [level.value for level in HelpLevel]
        found = NameIndex[str](levels, lambda level: (level, level_name(level))).like(text)
        if len(found) != 1:
            raise BadPlan("no such help", text=text, levels=", ".join(map(level_name, levels)))
        return self._replace(help=HelpLevel(found[0]))

    def with_house_rules(self, rules: Sequence[str]) -> TableSetup:
        """The house rules of the table, by their names or the beginnings of these."""
        offered = self.edition.offered_house_rules
        chosen = [
            (NameIndex[str](offered, lambda rule: (rule, in_words(rule))).like(rule) or [rule])[0] for rule in rules
        ]
        return self._replace(edition=self.edition.with_house_rules(*chosen))


def in_turn(bots: Sequence[str], count: int) -> list[str]:
    """This many bots, cycling through the given ones."""
    return list(islice(cycle(bots), max(0, count)))


def level_name(level: str) -> str:
    """What a level of help is called."""
    return str(Sentence(f"assistance.{level}"))


def find_edition(name: str) -> tuple[Edition, Path | None]:
    """An edition by its key, any beginning of it, or the folder it is in."""
    if name not in names() and _is_there(name):
        return load(Path(name)), Path(name).resolve()
    found = NameIndex[str](names(), lambda key: (key, key.replace("-", " "), title(load(key)))).like(name)
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
        found = NameIndex[str](levels(), _spellings).like(name)
        if len(found) != 1:
            raise BadPlan("no such bot", text=name, bots=", ".join(level.rank for level in LADDER))
        spec = f"{found[0]}{colon}{rest}"
    check(spec)
    return spec


def _spellings(level: str) -> tuple[str, ...]:
    """What one may type for a bot: its id, its rank, or the name of its character."""
    one = LEVELS[level]
    return (level, bot_name(level), *((one.character,) if one.number else ()))


def _person(edition: Edition, text: str) -> ChairSetup:
    name, _, suspect = text.partition(":")
    if not suspect:
        return ChairSetup(name, bot=False)
    found = card_names(edition.deck.suspects).like(suspect)
    if len(found) != 1 or not isinstance(found[0], Suspect):
        raise BadPlan("no such suspect", text=suspect, suspects=", ".join(map(surname, edition.deck.suspects)))
    return ChairSetup(name, bot=False, suspect=found[0])
