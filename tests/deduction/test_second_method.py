"""An independent method agrees to the last digit, and a SAT solver finds no fact that was missed or made up."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import pytest
from tests.deduction.independent_counting import CASE, SeatBySeat
from tests.deduction.sat import Sat
from tests.deduction.selfplay import SEATS, Moment, moments
from tests.margin import PROOF

from greycells.deduction.exact_counting import warm_up
from greycells.deduction.facts import CASE_FILE, Holder
from greycells.deduction.knowledge import Claim, Knowledge
from greycells.deduction.worlds import Worlds
from greycells.rules.cards import Card

TABLES = [(edition, seats) for edition, numbers in SEATS.items() for seats in numbers]
GAMES = 8 if PROOF else 1
"""With GREYCELLS_PROOF more than 2,000 states in all."""


def states(edition: str, seats: int) -> Iterator[Moment]:
    for seed in range(GAMES):
        yield from islice(moments(edition, seats, seed=seed, every=2), 12 if GAMES > 1 else 4)


def equal(numbers: tuple[int, float], found: int) -> bool:
    """Modulo 2**64 exactly, and in size to nine places."""
    whole, near = numbers
    return (whole - found) % 2**64 == 0 and near == pytest.approx(found, rel=1e-9)


@pytest.mark.parametrize(("edition", "seats"), TABLES)
def test_seat_by_seat(edition: str, seats: int) -> None:
    warm_up()
    for moment in states(edition, seats):
        worlds, second = Worlds(moment.evidence), SeatBySeat(moment.evidence)
        answer = second.answer()
        assert equal(answer.total, worlds.total)
        assert set(answer.case_files) == set(worlds.count.case_files)
        assert all(equal(numbers, worlds.count.case_files[theory]) for theory, numbers in answer.case_files.items())
        for card in moment.evidence.deck:
            if moment.view.scene.open_cards.mask & card.bit:
                continue
            size = second.alike(card)
            for holder in moment.evidence.holders:
                at = (card.index, CASE if holder is CASE_FILE else holder.index)
                found = worlds.number_with(card, holder)
                whole, near = answer.whole.get(at, 0), answer.real.get(at, 0.0)
                assert (whole - found * (size if at[1] != CASE else 1)) % 2**64 == 0
                assert near == pytest.approx(found, rel=1e-9)


@pytest.mark.parametrize(("edition", "seats"), TABLES)
def test_no_fact_is_missed_and_none_is_made_up(edition: str, seats: int) -> None:
    warm_up()
    for moment in states(edition, seats):
        facts = moment.evidence.facts
        knowledge, sat = Knowledge.of(moment.evidence), Sat(moment.evidence)
        for card in moment.evidence.deck:
            for holder in moment.evidence.holders:
                claim = Claim(card, holder, truth(moment, card, holder))
                assert (knowledge.has(card, holder) is claim.has) is sat.follows([claim], facts=facts)


def truth(moment: Moment, card: Card, holder: Holder) -> bool:
    return card in (moment.case_file if holder is CASE_FILE else moment.hands[holder.index])
