"""The detective sheet: cards down, players across, and lines for suggestions, to be printed for a real table."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from greycells.editions.translation import title
from greycells.language.sentences import Sentence, called
from greycells.rules.edition import Edition

MANY_CARDS = 24
"""With more cards than this the rows are lower, so that a sheet still fits on one page."""
MANY_PLAYERS = 6
"""With more players than this the columns are narrower."""
ASKED = ("by", "suspect", "weapon", "room", "shown by")
"""What is noted of a suggestion."""
BOX, WIDE_BOX, LINE = 5, 11, 14
"""Characters of a box, of the case file's and of a field to write in, on a sheet of plain text."""


def _say(key: str, **arguments: str) -> str:
    return str(Sentence(f"paper.{key}", **arguments))


def heading(edition: Edition) -> str:
    """What stands at the top of the sheet."""
    return _say("title", edition=title(edition))


def clamp_players(edition: Edition, players: int | None) -> int:
    """How many columns for players: as many as asked for, within what the edition allows; at first the most."""
    fewest, most = edition.rules.fewest_seats, edition.rules.most_seats
    return most if players is None else max(fewest, min(most, players))


def _kinds(edition: Edition) -> Iterator[tuple[str, list[str]]]:
    deck = edition.deck
    for kind, cards in (("suspects", deck.suspects), ("weapons", deck.weapons), ("rooms", deck.rooms)):
        yield _say(kind), [called(card) for card in cards]


def sheet_body(edition: Edition, players: int) -> str:
    """The sheet as HTML, to be put into a page with the style of a sheet."""
    kinds = list(_kinds(edition))
    rows = sum(len(cards) + 1 for _, cards in kinds)
    size = f"{' low' if rows - len(kinds) > MANY_CARDS else ''}{' narrow' if players > MANY_PLAYERS else ''}"
    return (
        f'<div class="sheet{size}"><div class="top"><h1>{escape(heading(edition))}</h1>'
        f'<p class="field">{escape(_say("name"))}<span></span></p></div>'
        f'<div class="halves">{_grid(kinds, players)}{_suggestions(rows)}</div>'
        f'<div class="notes"><h2>{escape(_say("notes"))}</h2></div>'
        f'<div class="foot"><p>{escape(_say("key"))}</p><p>greycells</p></div></div>'
    )


def _grid(kinds: list[tuple[str, list[str]]], players: int) -> str:
    head = "".join(f'<th scope="col"><span class="aside">{number}</span></th>' for number in range(1, players + 1))
    boxes = "<td></td>" * (players + 1)
    body = "".join(
        f'<tr class="kind"><th colspan="{players + 2}" scope="rowgroup">{escape(kind)}</th></tr>'
        + "".join(f'<tr><th scope="row">{escape(card)}</th>{boxes}</tr>' for card in cards)
        for kind, cards in kinds
    )
    return (
        f'<table class="grid"><thead><tr><th scope="col">{escape(_say("players"))}</th>{head}'
        f'<th scope="col" class="file"><span>{escape(_say("case file"))}</span></th></tr></thead>'
        f"<tbody>{body}</tbody></table>"
    )


def _suggestions(rows: int) -> str:
    head = "".join(f'<th scope="col">{escape(_say(column))}</th>' for column in ASKED)
    blank = "<td></td>" * len(ASKED)
    lines = "".join(f'<tr><th scope="row">{number}</th>{blank}</tr>' for number in range(1, rows + 1))
    return (
        f'<table class="asked"><thead><tr><th scope="col"><span class="aside">{escape(_say("number"))}</span></th>'
        f"{head}</tr></thead><tbody>{lines}</tbody></table>"
    )


def sheet_page(edition: Edition, players: int, *, tag: str, head: str, before: str = "") -> str:
    """A whole page with the sheet; `head` has its style, and `before` is only on the screen."""
    return (
        f'<!doctype html><html lang="{tag}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(heading(edition))}</title>{head}</head>"
        f'<body>{before}<main tabindex="0">{sheet_body(edition, players)}</main></body></html>\n'
    )


def sheet_text(edition: Edition, players: int) -> str:
    """The sheet as plain text."""
    kinds = list(_kinds(edition))
    width = max(len(card) for _, cards in kinds for card in cards)
    numbers = "".join(f"|{number:^{BOX}}" for number in range(1, players + 1))
    boxes = f"{'|'.join(['', *[' ' * BOX] * players, ' ' * WIDE_BOX])}|"
    ruler = "-" * (width + 1) + f"{'+'.join(['', *['-' * BOX] * players, '-' * WIDE_BOX])}+"
    lines = [heading(edition), "", f"{_say('name')} {'_' * 2 * LINE}", ""]
    lines += [f"{_say('players'):{width}} {numbers}|{_say('case file'):^{WIDE_BOX}}|", ruler]
    for kind, cards in kinds:
        lines += [f"{kind.upper():{width}} {boxes}", ruler]
        lines += [line for card in cards for line in (f"{card:{width}} {boxes}", ruler)]
    lines += ["", _say("key"), "", "  ".join(["    ", *(f"{_say(column):{LINE}}" for column in ASKED)]).rstrip()]
    lines += [f"{number:3}.  {'  '.join(['_' * LINE] * len(ASKED))}" for number in range(1, 21)]
    return "\n".join([*lines, "", f"{_say('notes')}:", ""])
