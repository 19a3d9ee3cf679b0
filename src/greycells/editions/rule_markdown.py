"""The rules as pages to read: one for the whole catalogue, and one for each edition."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby

from greycells.editions.catalogue import Rule, rules
from greycells.editions.comparison import answers, differences
from greycells.editions.loader import BY_THE_BOOK, load
from greycells.editions.translation import dossier, in_words, rulebook, title
from greycells.language.languages import ENGLISH
from greycells.language.sentences import Sentence, called, language
from greycells.rules.edition import Edition


def _say(key: str) -> str:
    return str(Sentence(f"catalogue.{key}"))


def pages() -> dict[str, str]:
    """Every page by its file name."""
    editions = [load(key) for key in BY_THE_BOOK]
    texts = {"README.md": _catalogue(editions)} | {f"{edition.key}.md": _edition(edition) for edition in editions}
    return {name: "\n".join(lines) + "\n" for name, lines in texts.items()}


def _catalogue(editions: list[Edition]) -> list[str]:
    lines = [f"# {_say('title')}", "", _say("lead"), _say("note")]
    lines += [f"- [{title(edition)}]({edition.key}.md): {rulebook(edition)}" for edition in editions]
    lines += ["", f"## {_say('differ')}", ""]
    lines += _table([_say("question"), *(title(edition) for edition in editions)], _differing(editions))
    for section, group in groupby(rules(), key=lambda rule: rule.section):
        head = [_say("id"), _say("editions"), _say("rule")]
        lines += ["", f"## {section}", "", *_table(head, _variants(group, editions))]
    return lines


def _edition(edition: Edition) -> list[str]:
    deck = edition.deck
    lines = [f"# {title(edition)}", "", rulebook(edition), _say("note")]
    lines += [
        f"- {_say(kind)}: {', '.join(called(card) for card in cards)}."
        for kind, cards in (("suspects", deck.suspects), ("weapons", deck.weapons), ("rooms", deck.rooms))
    ]
    lines += [f"- {_say('house rules')}: {', '.join(map(in_words, edition.offered_house_rules))}.", ""]
    lines += _table(
        [_say("question"), _say("answer")],
        ([in_words(name), in_words(answer)] for name, answer in answers(edition).items()),
    )
    lines += ["", "```", *edition.board.rows, "```"]
    lines += _list(_say("dossiers"), {called(one): dossier(edition, one) for one in deck.suspects if one.dossier})
    for section, group in groupby(rules(), key=lambda rule: rule.section):
        lines += _list(section, {rule.id: text for rule in group if (text := rule.as_in(edition))})
    # An edition's file is written in English; in other languages the rules above say what it rules.
    return lines + _list(_say("rulings"), edition.rulings if language() == ENGLISH else {})


def _list(title: str, entries: Mapping[str, str]) -> list[str]:
    return ["", f"## {title}", "", *(f"- **{name}** {text}" for name, text in entries.items())] if entries else []


def _differing(editions: list[Edition]) -> Iterator[list[str]]:
    for question, given in differences(editions).items():
        yield [in_words(question), *(in_words(answer) for answer in given.values())]


def _variants(group: Iterable[Rule], editions: list[Edition]) -> Iterator[list[str]]:
    for rule in group:
        for text, keys in rule.variants(editions).items():
            yield [rule.id, _say("all") if keys == BY_THE_BOOK else ", ".join(keys), text]


def _table(head: list[str], rows: Iterable[list[str]]) -> list[str]:
    lines = [head, ["---"] * len(head), *rows]
    return [f"| {' | '.join(cells)} |".replace("| --- ", "|---").replace(" --- |", "---|") for cells in lines]
