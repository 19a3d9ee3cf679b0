"""What an entry may have been meant to say: every slip of the finger put right, the likeliest first."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from greycells.analysis.companion.tables import CompanionTable, EntryError
from greycells.deduction.facts import kind_of
from greycells.protocol.companion_entries import (
    AccusationEntry,
    CompanionEntry,
    KnownEntry,
    OpenCardEntry,
    ShownEntry,
    SnoopEntry,
    SuggestionEntry,
    SuspicionEntry,
    ThreeCards,
)


def corrected_entries(table: CompanionTable, entry: CompanionEntry) -> Iterator[CompanionEntry]:
    """The same entry with a slip of the finger put right: another player, then another card."""
    for changed in _changed(table, entry):
        try:
            table.check(changed)
        except EntryError:
            continue
        if changed != entry:
            yield changed


def _changed(table: CompanionTable, entry: CompanionEntry) -> Iterator[CompanionEntry]:
    players, replace = range(len(table.seats)), msgspec.structs.replace
    match entry:
        case SuggestionEntry():
            yield from _other_answers(table, entry)
            for place, number in enumerate(entry.cards):
                for other in _same_kind(table, number):
                    shown = tuple(replace(one, card=other) if one.card == number else one for one in entry.shown)
                    yield replace(entry, cards=_with(entry.cards, place, other), shown=shown)
            yield from (replace(entry, by=player) for player in players)
        case SnoopEntry(card=card):
            yield from (replace(entry, of=player) for player in players)
            yield from (replace(entry, card=other) for other in _same_kind(table, card))
        case OpenCardEntry():
            yield from (replace(entry, card=card.index) for card in table.deck)
        case AccusationEntry(cards=cards):
            for place, number in enumerate(cards):
                for other in _same_kind(table, number):
                    yield replace(entry, cards=_with(cards, place, other))
        case KnownEntry(card=card):
            yield replace(entry, has=not entry.has)
            yield from (replace(entry, holder=player) for player in players)
            yield from (replace(entry, card=other) for other in _same_kind(table, card))
        case SuspicionEntry():
            pass


def _other_answers(table: CompanionTable, entry: SuggestionEntry) -> Iterator[SuggestionEntry]:
    """Another player showed, one more or one fewer, or another of the three cards was shown."""
    replace = msgspec.structs.replace
    for place, answer in enumerate(entry.shown):
        before, after = entry.shown[:place], entry.shown[place + 1 :]
        for player in range(len(table.seats)):
            yield replace(entry, shown=(*before, replace(answer, player=player), *after))
        if answer.card is not None:
            for card in entry.cards:
                yield replace(entry, shown=(*before, replace(answer, card=card), *after))
        yield replace(entry, shown=(*before, *after))
    for player in range(len(table.seats)):
        yield replace(entry, shown=(*entry.shown, ShownEntry(player)))


def _same_kind(table: CompanionTable, number: int | None) -> Iterator[int]:
    if number is not None:
        kind = kind_of(table.card(number))
        yield from (card.index for card in table.deck if kind_of(card) == kind and card.index != number)


def _with(cards: ThreeCards, place: int, card: int) -> ThreeCards:
    first, second, third = (card if at == place else old for at, old in enumerate(cards))
    return first, second, third
