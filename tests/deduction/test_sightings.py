"""From sightings to facts: each event tells a seat exactly what it may conclude, and false answers are left out."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from tests.deduction.selfplay import Moment, moments, whims
from tests.properties.random_players import Party, parties

from greycells.deduction.evidence import evidence_from, facts_from
from greycells.deduction.explain import refute
from greycells.deduction.facts import CASE_FILE, Fact, Has, HasNone, HasOneOf, NotAllOf, OpenCards, Origin
from greycells.deduction.knowledge import Claim, Knowledge, direct_claims
from greycells.editions import load
from greycells.rules.cards import CardSet, Theory
from greycells.rules.events import (
    Accused,
    Began,
    CouldNotShow,
    Dealt,
    Event,
    FalseWitness,
    Finished,
    LaidOpen,
    Opened,
    Shown,
    Snooped,
    Suggested,
    TurnEnded,
)
from greycells.rules.game import Game
from greycells.rules.seats import Seat
from greycells.rules.views import Sighting

DECK = load("classic").deck
GREEN, PLUM = DECK.suspects[3], DECK.suspects[5]
ROPE, KNIFE = DECK.weapons[0], DECK.weapons[1]
HALL, STUDY = DECK.rooms[0], DECK.rooms[8]
SEATS = tuple(Seat(index, DECK.suspects[index], f"player {index}") for index in range(3))
ME, LEFT, RIGHT = SEATS
THEORY = Theory(GREEN, ROPE, HALL)
NAMED = CardSet(DECK, THEORY.mask)


def facts(*events: Event, viewer: Seat | None = ME) -> tuple[Fact, ...]:
    sightings = [Sighting(number, event) for number, event in enumerate(events)]
    return evidence_from(DECK, SEATS, sightings=sightings, viewer=viewer).facts


def test_the_deal() -> None:
    hand = DECK.of([PLUM, KNIFE])
    found = facts(Dealt(RIGHT, (2, 8, 8), (hand, None, None)), LaidOpen(DECK.of([STUDY])))
    assert [(fact.holder, fact.card) for fact in found if isinstance(fact, Has)] == [(ME, PLUM), (ME, KNIFE)]
    assert [fact.cards for fact in found if isinstance(fact, OpenCards)] == [DECK.of([STUDY])]
    assert Knowledge.of(evidence_from(DECK, SEATS, sightings=(), viewer=None)).consistent is False


def test_answers() -> None:
    """Somebody could not answer; somebody showed a card to me; somebody showed one of three to somebody else."""
    could_not, shown, one_of = facts(
        Began(ME),
        Suggested(ME, THEORY),
        CouldNotShow(LEFT),
        Shown(RIGHT, ME, ROPE),
        TurnEnded(ME),
        Suggested(LEFT, THEORY),
        Shown(RIGHT, LEFT, None),
    )
    assert isinstance(could_not, HasNone)
    assert (could_not.holder, could_not.cards, could_not.source) == (LEFT, NAMED, (Origin.COULD_NOT, 1, 2))
    assert isinstance(shown, Has)
    assert (shown.holder, shown.card, shown.source) == (RIGHT, ROPE, (Origin.SHOWN, 1, 3))
    assert isinstance(one_of, HasOneOf)
    assert (one_of.holder, one_of.cards, one_of.source) == (RIGHT, NAMED, (Origin.SHOWED_ONE, 2, 6))


def test_my_own_answers_tell_me_nothing() -> None:
    assert facts(Began(LEFT), Suggested(LEFT, THEORY), Shown(ME, LEFT, ROPE), Snooped(LEFT, ME, ROPE)) == ()
    assert facts(Began(LEFT), Suggested(LEFT, THEORY), CouldNotShow(ME)) == ()


def test_snooping() -> None:
    """SNOOP-3: only who saw the card learns it."""
    (seen,) = facts(Began(ME), Snooped(ME, LEFT, ROPE), Snooped(RIGHT, LEFT, None))
    assert isinstance(seen, Has)
    assert (seen.holder, seen.card, seen.source.origin) == (LEFT, ROPE, Origin.SNOOPED)


def test_accusations() -> None:
    """ACC-5: the others learn one clause; a wrong accuser has seen the case file."""
    (wrong,) = facts(Began(LEFT), Accused(LEFT, THEORY), Opened(LEFT, None, right=False))
    assert isinstance(wrong, NotAllOf)
    assert wrong.theory == THEORY
    case_file = Theory(PLUM, KNIFE, STUDY)
    mine = facts(Began(ME), Accused(ME, THEORY), Opened(ME, case_file, right=False))
    assert [fact.card for fact in mine if isinstance(fact, Has)] == list(case_file)
    assert any(isinstance(fact, NotAllOf) for fact in mine)
    over = facts(Began(ME), Accused(LEFT, case_file), Opened(LEFT, None, right=True), Finished(LEFT, case_file))
    assert [(fact.holder, fact.card) for fact in over if isinstance(fact, Has)] == [
        (CASE_FILE, card) for card in case_file
    ]


def test_an_answer_that_was_found_false_is_left_out() -> None:
    """SHOW-9: only the answer that was found false, not the others of the same seat."""
    other = Theory(PLUM, ROPE, STUDY)
    left = facts(
        Began(ME),
        Suggested(ME, THEORY),
        CouldNotShow(LEFT),
        TurnEnded(ME),
        Suggested(RIGHT, other),
        CouldNotShow(LEFT),
        FalseWitness(LEFT, 1, THEORY),
    )
    assert [fact.cards for fact in left if isinstance(fact, HasNone)] == [CardSet(DECK, other.mask)]


def sound(moment: Moment) -> None:
    """Everything that is said to be certain is so, and what is plain to see is known."""
    knowledge = Knowledge.of(moment.evidence)
    assert knowledge.consistent
    for card, holder, has in knowledge:
        assert has is (card in (moment.case_file if holder is CASE_FILE else moment.hands[holder.index]))
    for claim in direct_claims(moment.evidence):
        assert knowledge.has(claim.card, claim.holder) is claim.has
    assert knowledge.solution in (None, moment.case_file)
    certain = set(knowledge)
    for card in moment.evidence.deck:
        owner = knowledge.holder_of(card)
        assert owner is None or Claim(card, owner, has=True) in certain


@settings(max_examples=25, deadline=None)
@given(parties("classic", "getaway", "master-detective", "cottage", "parlour"))
def test_games_on_a_whim(party: Party) -> None:
    """Any edition, house rules and seats: never a false fact, but where answers are unchecked.

    There an answer counts until it is found false; if it contradicts what else was seen, the contradiction is named.
    """
    for moment in whims(party, every=10):
        if "unchecked answers" not in party.house_rules:
            sound(moment)
        elif not Knowledge.of(moment.evidence).consistent:
            blamed = refute(moment.evidence).facts
            assert any(isinstance(fact, HasNone) for fact in blamed)
            assert not Knowledge.of(moment.evidence.only(blamed)).consistent


@pytest.mark.parametrize("edition", ["classic", "master-detective", "getaway"])
def test_games_of_players(edition: str) -> None:
    for moment in moments(edition, 5, seed=3, every=4):
        sound(moment)


def test_a_spectator_has_facts_too() -> None:
    game = Game.new(load("parlour"), ["a", "b", "c"], seed=1)
    evidence = facts_from(game.view(None))
    assert not any(isinstance(fact, Has) for fact in evidence.facts)
    assert Knowledge.of(evidence).worlds.total == 6 * 6 * 9 * 17153136
