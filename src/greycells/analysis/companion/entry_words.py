"""Entries, clashes, corrections and advice in words. The owner of the companion is called *you*."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import assert_never

from greycells.analysis.companion.clashes import Clash, Correction
from greycells.analysis.companion.other_minds import OtherMind
from greycells.analysis.companion.sheets import CompanionSheet
from greycells.analysis.companion.table_advice import AccuseAdvice, QuestionAdvice, ShowAdvice, possibilities
from greycells.analysis.companion.tables import CompanionTable
from greycells.deduction.facts import Holder
from greycells.deduction.knowledge import Claim
from greycells.deduction.proof_text import say_claim
from greycells.language.sentences import Sentence, addressed, number_text
from greycells.protocol.companion_entries import (
    AccusationEntry,
    CompanionEntry,
    CompanionGame,
    KnownEntry,
    OpenCardEntry,
    SnoopEntry,
    SuggestionEntry,
    SuspicionEntry,
)
from greycells.rules.cards import Card, Theory
from greycells.rules.seats import Seat


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
            yield Sentence("companion.accusation", by=table.seat(by), **table.theory(cards)._asdict())
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
    yield Sentence("companion.suggestion", by=table.seat(entry.by), **table.theory(entry.cards)._asdict())
    if not entry.shown:
        yield Sentence("companion.nobody showed")
    for answer in entry.shown:
        player = table.seat(answer.player)
        if answer.card is None:
            yield Sentence("companion.showed", player=player)
        else:
            yield Sentence("companion.showed, card", player=player, card=table.card(answer.card))


def say_clash(table: CompanionTable, clash: Clash) -> Iterator[str]:
    """What can't all be true, line by line."""
    if not clash.entries and not clash.setup:
        yield str(Sentence("companion.clash, tangled"))
        return
    yield str(Sentence("companion.clash"))
    for part in clash.setup:
        yield f"- {Sentence(f'companion.clash, {part.value}')}"
    for one in clash.entries:
        yield f"- {one.number}. {say_entry(table, one.entry)}"


def say_correction(table: CompanionTable, correction: Correction) -> str:
    """What to change, and whether everything fits then or only some of the clashes are gone."""
    if not correction.fits:
        return _say_easing(correction)
    changed = correction.setup
    if correction.entry is None:
        if changed is not None and changed.open != table.setup.open:
            cards = tuple(table.card(number) for number in changed.open)
            return str(Sentence("companion.heal, open cards", cards=cards))
        return str(Sentence("companion.heal, hand sizes"))
    number = correction.entry.number
    if correction.replacement is None:
        return str(Sentence("companion.heal, take out", number=number))
    said = _difference(table, correction.entry.entry, correction.replacement)
    return str(Sentence("companion.heal, instead", number=number, instead=said))


def _say_easing(correction: Correction) -> str:
    clears, found = correction.clears, correction.found
    if correction.entry is None:
        return str(Sentence("companion.ease, hand sizes", count=clears, found=found))
    return str(Sentence("companion.ease, take out", number=correction.entry.number, count=clears, found=found))


def _difference(table: CompanionTable, entry: CompanionEntry, instead: CompanionEntry) -> str:
    """What a corrected entry says that the old one doesn't, as briefly as possible."""
    if not isinstance(entry, SuggestionEntry) or not isinstance(instead, SuggestionEntry):
        return say_entry(table, instead)
    if entry.cards != instead.cards:
        pairs = ((table.card(old), table.card(new)) for old, new in zip(entry.cards, instead.cards, strict=True))
        old, new = next((old, new) for old, new in pairs if old != new)
        return str(Sentence("companion.heal, card", old=old, new=new))
    _, *answers = _suggestion(table, instead)
    whole = say_entry(table, instead)
    return whole if entry.by != instead.by else " ".join(_begun(str(addressed(one, table.me))) for one in answers)


def say_advice(advice: QuestionAdvice) -> str:
    """What a suggestion would tell me, and how much the other player who learns most from it."""
    now, then = possibilities(advice.before), possibilities(advice.before - advice.mine)
    told = [str(Sentence("companion.tells you", now=now, then=then))]
    if advice.others:
        seat, bits = max(advice.others, key=lambda one: one[1])
        percent = round(100 * (1 - 2**-bits))
        told.append(str(Sentence("companion.tells others", seat=seat, percent=percent)))
    return " ".join(told)


def say_show(sheet: CompanionSheet, asker: Seat, cards: Sequence[ShowAdvice]) -> Iterator[str]:
    """Which card to show first, and who has seen the others."""
    for place, one in enumerate(cards):
        if one.known:
            yield str(Sentence("companion.show, known", card=one.card, asker=asker))
        elif not place:
            yield str(Sentence("companion.show", card=one.card))
        elif one.seen_by:
            yield str(Sentence("companion.show, seen", card=one.card, seats=one.seen_by))
        else:
            yield str(Sentence("companion.show, unseen", card=one.card))
    if not cards and asker != sheet.table.me:
        yield str(Sentence("companion.show, nothing"))


def say_accuse(advice: AccuseAdvice | None) -> str:
    """Whether to accuse now."""
    if advice is None:
        return str(Sentence("advice.too many deals"))
    if advice.share >= 1:
        return str(Sentence("advice.certain", **advice.theory._asdict()))
    key = "companion.accuse, now" if advice.now else "companion.accuse, not yet"
    return str(Sentence(key, percent=round(100 * advice.share), **advice.theory._asdict()))


def say_mind(mind: OtherMind, table: CompanionTable) -> str:
    """What another player must know by now."""
    if mind.eliminated:
        told = Sentence("companion.mind, eliminated", seat=mind.seat)
    elif mind.solved is not None:
        told = Sentence("companion.mind, solved", seat=mind.seat)
    elif mind.solutions is None:
        told = Sentence("companion.mind, unknown", seat=mind.seat)
    else:
        told = Sentence("companion.mind", seat=mind.seat, count=mind.solutions)
    seen = str(Sentence("companion.mind, cards", cards=mind.cards)) if mind.cards else ""
    return " ".join(part for part in (str(addressed(told, table.me)), seen) if part)


def say_solved(theory: Theory) -> str:
    """That the case is solved."""
    return str(Sentence("companion.solved", **theory._asdict()))


def say_question(advice: QuestionAdvice) -> str:
    """The suggestion that is worth making."""
    return _begun(str(Sentence("companion.ask", **advice.theory._asdict())))


def say_mark(sheet: CompanionSheet, card: Card, holder: Holder) -> str:
    """Whether a holder has a card, or how likely it is in exact numbers."""
    has = sheet.knowledge.has(card, holder)
    claim = addressed(say_claim(Claim(card, holder, has is not False)), sheet.table.me)
    if has is not None:
        return f"{_begun(str(claim))}."
    if not sheet.exact:
        return str(Sentence("advice.too many deals"))
    number, percent = sheet.number_with(card, holder), number_text(100 * sheet.share(card, holder), 1)
    return str(Sentence("companion.so likely", claim=claim, percent=percent, number=number, total=sheet.total))


def say_nothing_certain() -> str:
    """That nothing follows while entries clash."""
    return str(Sentence("companion.nothing certain"))


def say_title(game: CompanionGame) -> str:
    """A line about a game for a list."""
    table = CompanionTable.of(game.setup)
    others = tuple(seat for seat in table.seats if seat != table.me)
    return str(Sentence("companion.listed", players=others, count=len(game.entries)))
