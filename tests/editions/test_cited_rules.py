"""Every rule that a refusal cites can be read, whatever an edition answers and whatever rulebook it follows."""

from __future__ import annotations

from random import Random

import pytest
from tests.editions.copies import Write

from greycells.editions import load
from greycells.editions.catalogue import rule
from greycells.language.sentences import using_language
from greycells.rules.actions import (
    Accuse,
    Action,
    CannotShow,
    EndTurn,
    Move,
    Roll,
    Show,
    Snoop,
    Suggest,
    TakeBack,
    TakePassage,
)
from greycells.rules.cards import Theory
from greycells.rules.edition import Edition
from greycells.rules.game import Game
from greycells.rules.legal_options import why_not

OTHER: list[list[tuple[str, str]]] = [
    [],
    [('follows = "classic"\n', "")],
    [('follows = "classic"', 'follows = "master-detective"')],
    [('follows = "classic"', 'follows = "getaway"'), ('passages = [["Kitchen", "Study"]]', "")],
    [("blocks", "jumped"), ("ends the move", "may pass through"), ("instead of rolling", "also inside a roll")],
    [('"optional"', '"required"'), ('"until a card is shown"', '"everybody"'), ("turn ends", "may accuse")],
    [('"first suspect"', '"highest roll"'), ("start_dice = 0", "start_dice = 2"), ('"all cards"', '"even hands"')],
    [("dice = 1", "dice = 0"), ("where one stands", "any room"), ("in rooms", "off the board")],
    [("dice = 1", "dice = 2"), ("clears doors", "stays"), ("false_witness = false", "false_witness = true")],
]


def cited(edition: Edition, *, seed: int) -> set[str]:
    """The rules that refuse something in a few turns, whatever anybody might try."""
    rng, found = Random(seed), set[str]()
    game = Game.new(edition, ["one", "two"], seed=seed)
    deck, places = edition.deck, edition.board.places
    for _ in range(120):
        if game.to_act is None:
            break
        theory = Theory(rng.choice(deck.suspects), rng.choice(deck.weapons), rng.choice(deck.rooms))
        simple: tuple[Action, ...] = (
            Roll(),
            EndTurn(),
            TakePassage(),
            TakeBack(),
            CannotShow(),
            Show(rng.choice(list(deck))),
        )
        tried: tuple[Action, ...] = (
            *simple,
            Accuse(theory),
            *(Suggest(Theory(theory.suspect, theory.weapon, room)) for room in deck.rooms),
            *(Move(place) for place in places),
            *(Move(place, tuple(rng.choices(places, k=2))) for place in rng.sample(places, k=4)),
            *(Snoop(seat) for seat in game.seats),
        )
        hands = game.position.secrets.hands
        refusals = (why_not(game.scene, seat, hands[seat.index], action) for seat in game.seats for action in tried)
        found |= {no.rule for no in refusals if no is not None}
        options = game.view(game.to_act).options
        assert options is not None
        legal = [one for one in options.actions() if not isinstance(one, Accuse)]
        game.play(rng.choice(legal))
    return found


@pytest.mark.parametrize("changes", OTHER, ids=[str(number) for number in range(len(OTHER))])
def test_every_rule_that_a_refusal_cites_can_be_read(write: Write, changes: list[tuple[str, str]]) -> None:
    edition = load(write(*changes))
    for table in (edition, edition.with_house_rules(*edition.offered_house_rules)):
        found = {name for seed in range(4) for name in cited(table, seed=seed)}
        assert len(found) > 5
        for tag in ("en", "de"):
            with using_language(tag):
                assert {name for name in found if rule(name).as_in(table) is None} == set()
