"""What the others at the table must know by now, from what was entered: a lower bound, as in `deduction.empathy`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from greycells.analysis.companion.sheets import CompanionSheet
from greycells.deduction.facts import CASE_FILE, UNDERSTOOD, Evidence, Fact, Has, HasNone, HasOneOf, Origin, Source
from greycells.deduction.feasibility import fits
from greycells.deduction.knowledge import Knowledge
from greycells.deduction.problem import TooHard
from greycells.deduction.time_limits import check_time
from greycells.protocol.companion_entries import (
    AccusationEntry,
    CompanionEntry,
    KnownEntry,
    OpenCardEntry,
    SnoopEntry,
    SuggestionEntry,
    SuspicionEntry,
)
from greycells.rules.cards import Card, CardSet, Theory
from greycells.rules.seats import Seat

KNOWN = Source(Origin.KNOWN)


@dataclass(frozen=True, slots=True)
class OtherMind:
    """What another player must know: how many case files are left for them, which one if it is certain.

    `solutions` is None where there are too many deals to count. `cards` are those of mine that they have seen.
    """

    seat: Seat
    solutions: int | None
    solved: Theory | None
    cards: tuple[Card, ...]
    ruled_out: int
    eliminated: bool


def other_minds(sheet: CompanionSheet) -> tuple[OtherMind, ...]:
    """All the others, in order."""
    return tuple(_mind(sheet, seat) for seat in sheet.table.seats if seat != sheet.table.me)


def _mind(sheet: CompanionSheet, seat: Seat) -> OtherMind:
    evidence = evidence_of(sheet, seat)
    accused = any(
        isinstance(one.entry, AccusationEntry) and one.entry.by == seat.index for one in sheet.entered.entries
    )
    cards = tuple(shown_to(sheet, seat))
    try:
        check_time()
        knowledge = Knowledge.of(evidence)
    except TooHard:
        return OtherMind(seat, None, None, cards, 0, accused)
    ruled_out = sum(knowledge.has(card, CASE_FILE) is False for card in evidence.deck)
    solutions = len(knowledge.worlds.count.case_files)
    return OtherMind(seat, solutions, knowledge.solution, cards, ruled_out, accused)


def sizing(sheet: CompanionSheet) -> Evidence:
    """My facts with the first hand sizes that fit; for advice, one possible set of sizes is as good as another."""
    sized = sheet.entered.sized
    return sized[0] if len(sized) == 1 else next((one for one in sized if fits(one.problem())), sized[0])


def evidence_of(sheet: CompanionSheet, seat: Seat) -> Evidence:
    """The facts that another player certainly has: public ones, what I know they saw, what I know of their hand."""
    mine = sizing(sheet)
    facts: list[Fact] = [fact for fact in mine.facts if isinstance(fact, UNDERSTOOD)]
    for one in sheet.entered.entries:
        facts += _seen(sheet, one.entry, seat)
    knowledge = sheet.knowledge
    not_held = mine.deck.of(card for card in mine.deck if knowledge.has(card, seat) is False)
    if not_held:
        facts.append(HasNone(seat, not_held, KNOWN))
    facts += [Has(seat, card, KNOWN) for card in mine.deck if knowledge.has(card, seat)]
    return Evidence(mine.deck, mine.seats, tuple(facts))


def _seen(sheet: CompanionSheet, entry: CompanionEntry, seat: Seat) -> Iterator[Fact]:
    """What this player saw of an entry."""
    table = sheet.table
    match entry:
        case SuggestionEntry():
            yield from _answers(sheet, entry, seat)
        case SnoopEntry(by=by, of=of, card=int() as card):
            if seat.index in (by, of):
                yield Has(table.seat(of), table.card(card), KNOWN)
        case OpenCardEntry(card=card, of=int() as of):
            yield Has(table.seat(of), table.card(card), KNOWN)
        case AccusationEntry():
            yield from table.facts(entry, 0)
        case SnoopEntry() | OpenCardEntry() | KnownEntry() | SuspicionEntry():
            pass


def _answers(sheet: CompanionSheet, entry: SuggestionEntry, seat: Seat) -> Iterator[Fact]:
    table = sheet.table
    named = CardSet(table.deck, table.theory(entry.cards).mask)
    cards = {answer.player: answer.card for answer in entry.shown}
    for player, showed in table.asked(entry):
        if not showed:
            yield HasNone(player, named, KNOWN)
            continue
        yield HasOneOf(player, named, KNOWN)
        if entry.by == seat.index:
            card = cards[player.index]
            held = [one for one in named if sheet.knowledge.has(one, player) is not False]
            if card is not None:
                yield Has(player, table.card(card), KNOWN)
            elif len(held) == 1:
                yield Has(player, held[0], KNOWN)


def shown_to(sheet: CompanionSheet, seat: Seat) -> Iterator[Card]:
    """The cards of mine that this player has seen, as far as I entered them."""
    table, seen = sheet.table, set[int]()
    for one in sheet.entered.entries:
        match one.entry:
            case SuggestionEntry(by=by, shown=shown) if by == seat.index:
                mine = [answer.card for answer in shown if answer.player == table.me.index]
            case SnoopEntry(by=by, of=of, card=card) if by == seat.index and of == table.me.index:
                mine = [card]
            case _:
                continue
        for number in mine:
            if number is not None and number not in seen:
                seen.add(number)
                yield table.card(number)
