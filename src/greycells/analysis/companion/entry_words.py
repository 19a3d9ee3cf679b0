"""Entries, clashes and corrections in words. I am called *you*."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from greycells.analysis.companion.clashes import Clash, Correction
from greycells.analysis.companion.entries import (
    AccusationEntry,
    CompanionEntry,
    KnownEntry,
    OpenCardEntry,
    SnoopEntry,
    SuggestionEntry,
    SuspicionEntry,
)
from greycells.analysis.companion.tables import CompanionTable
from greycells.deduction.knowledge import Claim
from greycells.deduction.proof_text import say_claim
from greycells.rules.sentences import Sentence, addressed


def say_entry(table: CompanionTable, entry: CompanionEntry) -> str:
    """What an entry says, in a sentence or two."""
    return " ".join(_begun(str(addressed(one, table.me))) for one in _sentences(table, entry))


def _begun(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}"


def _sentences(table: CompanionTable, entry: CompanionEntry) -> Iterator[Sentence]:
    match entry:
        case SuggestionEntry():
            yield from _suggestion(table, entry)
        case SnoopEntry(by=by, of=of, card=None):
            yield Sentence("companion.snoop", by=table.seat(by), of=table.seat(of))
        case SnoopEntry(by=by, of=of, card=int() as card):
            yield Sentence("companion.snoop, card", by=table.seat(by), of=table.seat(of), card=table.card(card))
        case OpenCardEntry(card=card, of=None):
            yield Sentence("companion.open", card=table.card(card))
        case OpenCardEntry(card=card, of=int() as of):
            yield Sentence("companion.open, player", card=table.card(card), player=table.seat(of))
        case AccusationEntry(by=by, cards=cards):
            yield Sentence("companion.accusation", by=table.seat(by), theory=table.theory(cards))
        case KnownEntry(holder=holder, card=card, has=has):
            yield Sentence("companion.known", claim=say_claim(Claim(table.card(card), table.holder(holder), has)))
        case SuspicionEntry(holder=holder, card=card, has=has, weight=weight):
            claim = say_claim(Claim(table.card(card), table.holder(holder), has))
            yield Sentence("companion.suspicion", claim=claim, weight=weight)
        case SnoopEntry() | OpenCardEntry():
            raise AssertionError("every card and player is a number or missing")
        case _:
            assert_never(entry)


def _suggestion(table: CompanionTable, entry: SuggestionEntry) -> Iterator[Sentence]:
    yield Sentence("companion.suggestion", by=table.seat(entry.by), theory=table.theory(entry.cards))
    if not entry.shown:
        yield Sentence("companion.nobody showed")
    for answer in entry.shown:
        player = table.seat(answer.player)
        if answer.card is None:
            yield Sentence("companion.showed", player=player)
        else:
            yield Sentence("companion.showed, card", player=player, card=table.card(answer.card))


def say_clash(table: CompanionTable, clash: Clash) -> Iterator[str]:
    """Which few entries clash, and which single corrections would heal it, line by line."""
    yield str(Sentence("companion.clash"))
    for part in clash.setup:
        yield f"- {Sentence(f'companion.clash, {part.value}')}"
    for one in clash.entries:
        yield f"- {one.number}. {say_entry(table, one.entry)}"
    for correction in clash.corrections:
        yield say_correction(table, correction)


def say_correction(table: CompanionTable, correction: Correction) -> str:
    """What to change so that everything fits."""
    changed = correction.setup
    if correction.entry is None:
        if changed is not None and changed.open != table.setup.open:
            cards = tuple(table.card(number) for number in changed.open)
            return str(Sentence("companion.heal, open cards", cards=cards))
        return str(Sentence("companion.heal, hand sizes"))
    number = correction.entry.number
    if correction.replacement is None:
        return str(Sentence("companion.heal, take out", number=number))
    said = say_entry(table, correction.replacement)
    return str(Sentence("companion.heal, instead", number=number, instead=said))
