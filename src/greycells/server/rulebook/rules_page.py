"""The rules as whole pages that need no script, from the same data as the screens."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from collections.abc import Set as AbstractSet
from html import escape
from itertools import groupby

from greycells.editions import load
from greycells.editions.loader import BY_THE_BOOK, shelf
from greycells.editions.translation import title
from greycells.language.sentences import Sentence, language
from greycells.protocol.rulebook_messages import CardView, EditionView, SuspectView
from greycells.rules.edition import Edition
from greycells.server.rulebook.diagrams import moments
from greycells.server.rulebook.edition_views import differing, edition_view
from greycells.server.rulebook.how_to_play import how_to_play
from greycells.server.service.public_address import url

_ID = re.compile(r"\b[A-Z]+-\d+\b")


def _say(key: str) -> str:
    return escape(str(Sentence(f"reading.{key}")))


def all_rules() -> str:
    """Which rulebooks there are, and on what they differ."""
    return f"{_books('')}{_differences()}"


def rules_of(edition: Edition) -> str:
    """How to play an edition, then all that is printed about it: drawings in words, rules, cards, and who is who."""
    key = edition.key
    box = edition_view(key, language(), edition.house_rules)
    known = {rule.id for rule in box.rules}
    shown = [moment.drawing() for moment in moments(key)]
    steps = "".join(
        f"<li><h2>{escape(step.title)}</h2><p>{escape(step.words)}</p></li>" for step in how_to_play(edition)
    )
    parts = [f"{_books(key)}<p class='lead'>{escape(box.rulebook)}</p><ol class='how'>{steps}</ol>"]
    parts.append(f'<p><a href="{url(f"/print/{key}")}">{_say("print")}</a></p>')
    if shown:
        figures = (f"<h3>{escape(one.title)}</h3><p>{_linked(one.words, known)}</p>" for one in shown)
        parts.append(f"<section><h2>{_say('examples')}</h2>{''.join(figures)}</section>")
    parts.append(f"<p>{_say('rulings')}</p>")
    for section, rules in groupby(box.rules, key=lambda rule: rule.section):
        rows = "".join(
            f'<div id="{rule.id}"><dt>{rule.id}</dt><dd>{_linked(rule.text, known)}</dd></div>' for rule in rules
        )
        parts.append(f"<section><h2>{escape(section)}</h2><dl>{rows}</dl></section>")
    parts += [f"<section><h2>{_say('cards')}</h2>{''.join(_cards(box))}</section>", _dossiers(box.suspects)]
    return "".join([*parts, f'<p><a href="{url("/rules")}">{_say("differ")}</a></p>'])


def _books(key: str) -> str:
    """The editions, each with a link to its rules; the one that is read is marked."""
    current = ' aria-current="page"'
    rows = "".join(
        f'<a href="{url(f"/rules/{book}")}"{current if book == key else ""}>{escape(title(load(book)))}</a>'
        for book in shelf(BY_THE_BOOK)
    )
    return f'<nav class="chips">{rows}</nav>'


def _linked(text: str, known: AbstractSet[str]) -> str:
    """Words in which every rule that is known here is a link."""
    return _ID.sub(
        lambda found: f'<a href="#{found[0]}">{found[0]}</a>' if found[0] in known else found[0], escape(text)
    )


def _cards(box: EditionView) -> Iterator[str]:
    kinds: tuple[tuple[str, Iterable[SuspectView | CardView]], ...] = (
        ("suspects", box.suspects),
        ("weapons", box.weapons),
        ("rooms", box.rooms),
    )
    for kind, cards in kinds:
        yield f"<p><b>{_say(kind)}:</b> {escape(', '.join(card.name for card in cards))}.</p>"


def _dossiers(suspects: Iterable[SuspectView]) -> str:
    rows = "".join(
        f"<div><dt>{escape(one.name)}</dt><dd>{escape(one.dossier)}</dd></div>" for one in suspects if one.dossier
    )
    return f"<section><h2>{_say('suspects')}</h2><dl>{rows}</dl></section>" if rows else ""


def _differences() -> str:
    table = differing()
    head = "".join(
        f'<th scope="col">{escape(name)}</th>' for name in (_say("question"), *dict(table.editions).values())
    )
    rows = "".join(
        f'<tr><th scope="row">{escape(question)}</th>{"".join(f"<td>{escape(answer)}</td>" for answer in answers)}</tr>'
        for question, answers in table.questions
    )
    return (
        f"<section><h2>{_say('differ')}</h2>"
        f'<div class="wide" role="region" tabindex="0" aria-label="{_say("differ")}">'
        f'<table class="differ"><thead><tr>{head}</tr></thead>'
        f"<tbody>{rows}</tbody></table></div></section>"
    )
