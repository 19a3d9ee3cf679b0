"""The notebook sheet: cards down, holders across, one's own marks, and in another ink what the table's help allows."""

from __future__ import annotations

from collections.abc import Mapping

from rich.text import Text

from greycells.deduction.facts import CASE_FILE, CaseFile, Holder
from greycells.deduction.notebook import Box, Mark, Notebook
from greycells.language.sentences import Sentence, called
from greycells.rules.cards import Card
from greycells.rules.views import View
from greycells.terminal.board_text import Glyphs, chip, pawn_codes

FINE_MARKS = {Mark.YES: "✓", Mark.NO: "✗", Mark.MAYBE: "?"}
PLAIN_MARKS = {Mark.YES: "Y", Mark.NO: "n", Mark.MAYBE: "?"}
PRINTED = {True: "+", False: "-"}
"""The other ink: what the game itself writes."""


def sheet(view: View, notebook: Notebook, known: Mapping[Box, bool], *, glyphs: Glyphs) -> Text:
    """The whole sheet; `known` is what the other ink says."""
    edition = view.scene.edition
    holders: list[Holder] = [*view.scene.seats, CASE_FILE]
    width = max(len(called(card)) for card in edition.deck) + 2
    text = Text(no_wrap=True)
    text.append(" " * width)
    codes = pawn_codes(edition, glyphs)
    for holder in holders:
        if isinstance(holder, CaseFile):
            text.append(str(Sentence("sheet.file")), "bold")
        else:
            text.append(codes[holder.suspect], chip(holder.suspect))
            text.append("* " if holder == view.seat else "  ")
    for kind, cards in (
        ("who", edition.deck.suspects),
        ("what", edition.deck.weapons),
        ("where", edition.deck.rooms),
    ):
        text.append(f"\n{Sentence(f'sheet.{kind}')}", "bold")
        for card in cards:
            text.append(f"\n {called(card):{width - 1}}", "dim" if card in view.hand else "")
            for holder in holders:
                _box(text, Box(card, holder), notebook, known, fine=glyphs.symbols)
    return text


def _box(text: Text, box: Box, notebook: Notebook, known: Mapping[Box, bool], *, fine: bool) -> None:
    """One box: the own mark first, then the other ink."""
    mark, ink = notebook.marks.get(box), known.get(box)
    own = (FINE_MARKS if fine else PLAIN_MARKS)[mark] if mark is not None else ""
    text.append(own or " ", "bold yellow")
    text.append(PRINTED[ink] if ink is not None else " " if own else ".", "cyan" if ink is not None else "dim")
    text.append("  ")


def remark(card: Card, view: View, notebook: Notebook, known: Mapping[Box, bool]) -> str:
    """What the sheet says of a card in a word, for lists of cards: whose it is, as far as it is marked or printed."""
    if card in view.hand:
        return str(Sentence("sheet.yours"))
    if card in view.scene.open_cards:
        return str(Sentence("sheet.open"))
    held = {box: mark is Mark.YES for box, mark in notebook.marks.items()} | dict(known)
    holder = next((box.holder for box, has in held.items() if has and box.card == card), None)
    if holder is None:
        return ""
    return str(Sentence("sheet.case file")) if isinstance(holder, CaseFile) else called(holder)
