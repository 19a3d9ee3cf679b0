"""Knowledge over time: against every deal of the cottage, an inspector in the same seat, and a SAT solver."""

from __future__ import annotations

from collections import Counter
from math import log2

import pytest
from tests.analysis.brute_force import by_brute_force
from tests.analysis.finished_games import EDITIONS, known_to_an_inspector, played
from tests.deduction.sat import Sat
from tests.margin import PROOF

from greycells.analysis.conclusions.first_proofs import FirstProofs, first_proofs
from greycells.analysis.review.seat_knowledge import KnowledgeTimeline, knowledge_timeline
from greycells.deduction.facts import CASE_FILE
from greycells.deduction.knowledge import Claim
from greycells.editions import load
from greycells.rules.cards import Card, Theory
from greycells.rules.edition import Edition
from greycells.rules.game import Game
from greycells.rules.seats import Seat


def knowledge_of(game: Game, seat: Seat) -> KnowledgeTimeline:
    sightings = tuple(game.view(seat).sightings)
    return knowledge_timeline(game.table, seat, sightings=sightings, case_file=game.secrets.case_file)


def mask_of(theory: Theory) -> int:
    return theory.mask


@pytest.mark.parametrize("seed", range(12 if PROOF else 3))
def test_knowledge_over_time_is_what_every_deal_says(seed: int) -> None:
    """Possible case files, bits, the probability of the true one, and all that is certain: after every event."""
    game = played(load("cottage"), 2 + seed % 2, seed=seed)
    for seat in game.seats:
        known = knowledge_of(game, seat)
        begun = known.points[0].event
        for number, deals in by_brute_force(game, tuple(game.view(seat).sightings)):
            if number < begun:
                continue
            point, files = known.at(number), Counter(deal.case_file for deal in deals)
            shares = [count / len(deals) for count in files.values()]
            assert point.possible == len(files)
            assert point.bits == pytest.approx(-sum(share * log2(share) for share in shares), abs=1e-9)
            assert point.truth == pytest.approx(files[mask_of(game.secrets.case_file)] / len(deals))
            held = [(*deal.hands, deal.case_file) for deal in deals]
            for holder in range(len(game.seats) + 1):
                for card in game.edition.deck:
                    everywhere = {bool(hands[holder] & card.bit) for hands in held}
                    assert bool(point.has[holder] & card.bit) == (everywhere == {True})
                    assert bool(point.lacks[holder] & card.bit) == (everywhere == {False})


def proofs_by_event(known: KnowledgeTimeline) -> FirstProofs:
    """In which turn each card of the case file was first certain, event by event."""

    def first(card: Card) -> int | None:
        return next((point.turn for point in known.points if point.exact and point.has[-1] & card.bit), None)

    return FirstProofs(*map(first, known.case_file))


@pytest.mark.parametrize(("edition", "seats"), EDITIONS, ids=lambda value: str(getattr(value, "key", value)))
def test_provable_when_an_inspector_there_is_certain(edition: Edition, seats: int) -> None:
    """In 500 games of all editions at proof size."""
    for seed in range(64 if PROOF else 1):
        game = played(edition, seats, seed=100 + seed, wrong=1 if seed % 2 else None)
        for seat in game.seats:
            known, inspector = knowledge_of(game, seat), known_to_an_inspector(game, seat)
            assert proofs_by_event(known) == inspector
            assert known.provable_turn == inspector.everything, (edition.key, seed, seat)
            if not PROOF:
                sightings = tuple(game.view(seat).sightings)
                once = first_proofs(game.table, seat, sightings=sightings, case_file=game.secrets.case_file)
                assert proofs_by_event(known) == once


def test_provable_by_sat() -> None:
    """The case follows at that moment and not one telling event earlier, says a SAT solver: 50 games at proof size."""
    found = 0
    for seed in range(7 if PROOF else 1):
        for edition, seats in EDITIONS:
            game = played(edition, seats, seed=200 + seed, wrong=None)
            for seat in game.seats:
                known = knowledge_of(game, seat)
                claims = [Claim(card, CASE_FILE, has=True) for card in game.secrets.case_file]
                if known.provable is None:
                    last = known.evidence_at(known.points[-1].event)
                    assert not Sat(last).follows(claims, facts=last.facts)
                    continue
                found += 1
                place = known.points.index(known.provable)
                now, before = (known.evidence_at(known.points[at].event) for at in (place, place - 1))
                assert Sat(now).follows(claims, facts=now.facts)
                assert not Sat(before).follows(claims, facts=before.facts)
    assert found >= 5


def test_the_proof_is_told_as_it_stood() -> None:
    """The proof cites no turn after the one in which the case could be proved."""
    game = played(load("classic"), 3, seed=4, wrong=None)
    known = next(known for known in map(knowledge_of, [game] * 3, game.seats) if known.provable is not None)
    proof = " ".join(line for title, lines in known.proofs() for line in (title, *lines))
    assert all(str(card) in proof or card.word in proof for card in game.secrets.case_file)
    later = range((known.provable_turn or 0) + 1, game.scene.turn.number + 1)
    assert not any(f"turn {turn} " in proof or f"turn {turn}." in proof for turn in later)
