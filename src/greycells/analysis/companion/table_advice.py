"""Advice at a real table: what to ask, which card to show, and when to accuse."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from math import log2

from greycells.analysis.companion.other_minds import evidence_of, shown_to, sizing
from greycells.analysis.companion.sheets import CompanionSheet
from greycells.deduction.facts import Evidence, Has, Origin, Source
from greycells.deduction.knowledge import Knowledge
from greycells.deduction.problem import TooHard
from greycells.deduction.python_counting import entropy, shares_of
from greycells.deduction.time_limits import check_time
from greycells.deduction.what_if import Prospect, what_if_all
from greycells.players.race_to_accuse import enough
from greycells.protocol.companion_entries import AccusationEntry, SuggestionEntry
from greycells.rules.cards import Card, Room, Theory
from greycells.rules.edition import Answering
from greycells.rules.seats import Seat

SHORTLIST = 6
"""So many suggestions are worked out exactly, those that promise most."""

CROWDED = 6
"""With more players, answers of everybody are too many to work out for the others."""

GIVEN_AWAY = 0.4
"""What a bit costs that the best informed of the others learns, against one that I learn."""


@dataclass(frozen=True, slots=True)
class QuestionAdvice:
    """A suggestion worth making: the bits about the case file that it tells me, and each of the others, on average."""

    theory: Theory
    mine: float
    before: float
    others: tuple[tuple[Seat, float], ...]

    @property
    def value(self) -> float:
        return self.mine - GIVEN_AWAY * max((bits for _, bits in self.others), default=0.0)


@dataclass(frozen=True, slots=True)
class ShowAdvice:
    """A card that I could show: whether the suggester has seen it, who else has, and what it would tell in bits."""

    card: Card
    known: bool
    seen_by: tuple[Seat, ...]
    tells: float


@dataclass(frozen=True, slots=True)
class AccuseAdvice:
    """Whether to accuse now: the likeliest case file, how likely it is, and from where on an accusation pays."""

    theory: Theory
    share: float
    worth_it_from: float

    @property
    def now(self) -> bool:
        return self.share >= min(self.worth_it_from, 1.0)


def best_questions(sheet: CompanionSheet, rooms: Sequence[Room]) -> tuple[QuestionAdvice, ...]:
    """The best suggestions from these rooms, the best first; none where there are too many deals to count."""
    if not sheet.exact or not sheet.total or sheet.solution is not None:
        return ()
    table, before = sheet.table, _bits(sheet)
    try:
        if table.answering is Answering.EVERYBODY:
            mine = _of_everybody(sheet, rooms)
        else:
            prospects = what_if_all(sizing(sheet), _shortlist(sheet, rooms), by=table.me, answering=table.answering)
            mine = {prospect.theory: prospect.information for prospect in prospects}
    except TooHard:
        return ()
    told = {seat: _told(sheet, seat, list(mine)) for seat in table.seats if seat != table.me}
    advice = [
        QuestionAdvice(theory, bits, before, tuple((seat, told[seat][theory]) for seat in told if theory in told[seat]))
        for theory, bits in mine.items()
    ]
    return tuple(sorted(advice, key=lambda one: -one.value))


def _bits(sheet: CompanionSheet) -> float:
    """The entropy of the case file as I see it."""
    return entropy(sheet.knowledge.worlds.count.case_files.values())


def _shortlist(sheet: CompanionSheet, rooms: Sequence[Room]) -> list[Theory]:
    """The suggestions from these rooms that promise most when hands are taken as independent cards."""
    from greycells.players.suggestion_values import BeliefArrays, private_gain

    table = sheet.table
    deck, beliefs = table.deck, BeliefArrays.of(table.deck, shares_of(sheet.knowledge.worlds.count))
    gains = private_gain(beliefs, table.me.index)
    first = len(deck.suspects) + len(deck.weapons)
    ranked = sorted(
        product(range(len(deck.suspects)), range(len(deck.weapons)), [room.index - first for room in rooms]),
        key=lambda cards: -float(gains[cards]),
    )
    return [Theory(deck.suspects[who], deck.weapons[how], deck.rooms[where]) for who, how, where in ranked[:SHORTLIST]]


def _of_everybody(sheet: CompanionSheet, rooms: Sequence[Room]) -> dict[Theory, float]:
    """The best suggestions where everybody answers: the suggester learns which of the three are in the case file."""
    from greycells.players.suggestion_values import BeliefArrays, full_gain

    deck = sheet.table.deck
    gains = full_gain(BeliefArrays.of(deck, shares_of(sheet.knowledge.worlds.count)))
    first = len(deck.suspects) + len(deck.weapons)
    found = {
        Theory(suspect, weapon, room): float(gains[who, how, room.index - first])
        for (who, suspect), (how, weapon) in product(enumerate(deck.suspects), enumerate(deck.weapons))
        for room in rooms
    }
    return {theory: found[theory] for theory in sorted(found, key=lambda one: -found[one])[:SHORTLIST]}


def _told(sheet: CompanionSheet, seat: Seat, theories: list[Theory]) -> dict[Theory, float]:
    """What each suggestion would tell another player, who sees only who answers it."""
    table = sheet.table
    if table.answering is Answering.EVERYBODY and len(table.seats) > CROWDED:
        return {}
    try:
        check_time()
        prospects: list[Prospect] = what_if_all(
            evidence_of(sheet, seat), theories, by=table.me, viewer=seat, answering=table.answering
        )
    except TooHard:
        return {}
    return {prospect.theory: prospect.information for prospect in prospects}


def cards_to_show(sheet: CompanionSheet, asker: Seat, theory: Theory) -> tuple[ShowAdvice, ...]:
    """My cards among the three, the one to show first: one that the suggester knows, then the least telling one."""
    table = sheet.table
    held = [card for card in theory if card.index in table.setup.hand]
    if asker == table.me or not held:
        return ()
    evidence = evidence_of(sheet, asker)
    seen = set(shown_to(sheet, asker))
    others = [seat for seat in table.seats if seat not in (table.me, asker)]
    before = _uncertainty(evidence)
    advice: list[ShowAdvice] = []
    for card in held:
        after = _uncertainty(evidence.and_also(Has(table.me, card, Source(Origin.SUPPOSED))))
        tells = max(0.0, before - after) if before is not None and after is not None else 0.0
        seen_by = tuple(seat for seat in others if card in shown_to(sheet, seat))
        advice.append(ShowAdvice(card, card in seen, seen_by, tells))
    return tuple(sorted(advice, key=lambda one: (not one.known, round(one.tells, 6), -len(one.seen_by))))


def _uncertainty(evidence: Evidence) -> float | None:
    try:
        return entropy(Knowledge.of(evidence).worlds.count.case_files.values())
    except TooHard:
        return None


def when_to_accuse(sheet: CompanionSheet) -> AccuseAdvice | None:
    """Whether an accusation pays now; None where there are too many deals to count."""
    theories = sheet.knowledge.worlds.case_files
    if not theories or not sheet.exact:
        return None
    theory, number = theories[0]
    share = number / sheet.total
    table = sheet.table
    asked = [0] * len(table.seats)
    out = set[int]()
    for one in sheet.entered.entries:
        match one.entry:
            case SuggestionEntry(by=by):
                asked[by] += 1
            case AccusationEntry(by=by):
                out.add(by)
            case _:
                pass
    leads = [
        asked[seat.index] - asked[table.me.index] for seat in table.seats if seat != table.me and seat.index not in out
    ]
    # Without rivals there is no hurry: only what is certain is worth an accusation.
    threshold = enough(_bits(sheet), leads) if leads else 1.0
    return AccuseAdvice(theory, share, max(threshold, 1 / 2) if share < 1 else 0.0)


def possibilities(bits: float) -> int:
    """How many equally likely case files hold this much uncertainty: bits as people would count them."""
    return max(1, round(2**bits)) if bits < log2(1e9) else 10**9
