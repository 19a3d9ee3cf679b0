"""The rules as pages to read: one for the whole catalogue, and one for each edition."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby

from greycells.editions.catalogue import Rule, rules
from greycells.editions.comparison import answers, differences
from greycells.editions.loader import BY_THE_BOOK, load
from greycells.editions.translation import in_words
from greycells.rules.edition import Edition

NOTE = """
Where a rulebook is silent or contradicts itself the text says *ruling*: that answer is ours, and it stands in the
edition's file. These pages are made by `greycells rules --markdown docs/rules`.
"""


def pages() -> dict[str, str]:
    """Every page by its file name."""
    editions = [load(key) for key in BY_THE_BOOK]
    texts = {"README.md": _catalogue(editions)} | {f"{edition.key}.md": _edition(edition) for edition in editions}
    return {name: "\n".join(lines) + "\n" for name, lines in texts.items()}


def _catalogue(editions: list[Edition]) -> list[str]:
    lines = ["# The rules", "", "Every rule of the five rulebooks, in our own words, each with a stable id.", NOTE]
    lines += [f"- [{edition.title}]({edition.key}.md): {edition.rulebook}" for edition in editions]
    lines += ["", "## On which questions they differ", ""]
    lines += _table(["question", *(edition.title for edition in editions)], _differing(editions))
    for section, group in groupby(rules(), key=lambda rule: rule.section):
        lines += ["", f"## {section}", "", *_table(["id", "editions", "rule"], _variants(group))]
    return lines


def _edition(edition: Edition) -> list[str]:
    deck = edition.deck
    lines = [f"# {edition.title}", "", edition.rulebook, NOTE]
    lines += [
        f"- {kind}: {', '.join(card.name for card in cards)}."
        for kind, cards in (("Suspects", deck.suspects), ("Weapons", deck.weapons), ("Rooms", deck.rooms))
    ]
    lines += [f"- House rules on offer: {', '.join(edition.offered_house_rules)}.", ""]
    lines += _table(
        ["question", "answer"], ([in_words(name), in_words(answer)] for name, answer in answers(edition).items())
    )
    lines += ["", "```", *edition.board.rows, "```"]
    lines += _list("The suspects", {suspect.name: suspect.dossier for suspect in deck.suspects if suspect.dossier})
    for section, group in groupby(rules(), key=lambda rule: rule.section):
        lines += _list(section, {rule.id: text for rule in group if (text := rule.as_in(edition))})
    return lines + _list("Where the rulebook is silent: our rulings", edition.rulings)


def _list(title: str, entries: Mapping[str, str]) -> list[str]:
    return ["", f"## {title}", "", *(f"- **{name}** {text}" for name, text in entries.items())] if entries else []


def _differing(editions: list[Edition]) -> Iterator[list[str]]:
    for question, given in differences(editions).items():
        yield [in_words(question), *(in_words(answer) for answer in given.values())]


def _variants(group: Iterable[Rule]) -> Iterator[list[str]]:
    for rule in group:
        for text, keys in rule.variants().items():
            yield [rule.id, "all" if keys == BY_THE_BOOK else ", ".join(keys), text]


def _table(head: list[str], rows: Iterable[list[str]]) -> list[str]:
    lines = [head, ["---"] * len(head), *rows]
    return [f"| {' | '.join(cells)} |".replace("| --- ", "|---").replace(" --- |", "---|") for cells in lines]
