"""States of knowledge from games of real players, in any edition: what every seat had to go on, turn by turn."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from tests.deduction.states import State
from tests.properties.random_players import Party, on_a_whim

from greycells.deduction.evidence import facts_from
from greycells.deduction.facts import Evidence, Has, HasNone, HasOneOf, NotAllOf, OpenCards
from greycells.editions import load
from greycells.players.player_specs import player
from greycells.rules.cards import CardSet, Theory
from greycells.rules.game import Game
from greycells.rules.seats import Seat
from greycells.rules.views import View

SEATS = {
    "classic": range(3, 7),
    "luxury": range(3, 7),
    "anniversary": range(3, 7),
    "getaway": range(3, 7),
    "master-detective": range(3, 11),
    "parlour": range(3, 7),
    "cottage": range(2, 4),
}
"""The editions, and how many may play them."""


class Moment(NamedTuple):
    """What one seat had to go on at one time, what every seat had seen, and how the cards really lay."""

    view: View
    views: tuple[View, ...]
    evidence: Evidence
    case_file: Theory
    hands: tuple[CardSet, ...]

    @property
    def seat(self) -> Seat:
        assert self.view.seat is not None
        return self.view.seat


def moments(edition: str, seats: int, *, seed: int, every: int = 1) -> Iterator[Moment]:
    """Every so many turns of a game, what a seat chosen at random had to go on."""
    rng = Random(seed)
    game = Game.new(load(edition), [f"player {seat}" for seat in range(seats)], seed=seed)
    players = [player(rng.choice(["constable", "sergeant", "sergeant:slip=0.3"])) for _ in range(seats)]
    last = 0
    while not game.over:
        seat = game.to_act
        assert seat is not None
        game.play(players[seat.index].choose(game.view(seat)))
        turn = game.scene.turn.number
        if turn >= last + every or game.over:
            last = turn
            yield moment(game, rng.choice(game.seats))


def whims(party: Party, *, every: int = 3) -> Iterator[Moment]:
    """The same from a game in which everybody plays on a whim: it takes longer, with wrong accusations and snoops."""
    game, whim = party.game(), Random(party.seed)
    last = 0
    while not game.over:
        game.play(on_a_whim(game, whim))
        if game.scene.turn.number >= last + every or game.over:
            last = game.scene.turn.number
            yield moment(game, whim.choice(game.seats))


def moment(game: Game, seat: Seat) -> Moment:
    views = tuple(view._replace(sightings=tuple(view.sightings)) for view in map(game.view, game.seats))
    view = views[seat.index]
    return Moment(view, views, facts_from(view), game.secrets.case_file, game.secrets.hands)


def state_of(evidence: Evidence) -> State:
    """The same facts in the vectors' form. That the case file holds a card is told as: no seat does."""
    has: list[tuple[int, int]] = []
    none: list[tuple[int, tuple[int, ...]]] = []
    some: list[tuple[int, tuple[int, ...]]] = []
    wrong: list[tuple[int, ...]] = []
    public: list[int] = []
    for fact in evidence.facts:
        match fact:
            case Has(Seat() as seat, card):
                has.append((seat.index, card.index))
            case Has(_, card):
                none += [(seat.index, (card.index,)) for seat in evidence.seats]
            case HasNone(Seat() as seat, cards):
                none.append((seat.index, tuple(card.index for card in cards)))
            case HasOneOf(seat, cards):
                some.append((seat.index, tuple(card.index for card in cards)))
            case NotAllOf(theory):
                wrong.append(tuple(card.index for card in theory))
            case OpenCards(cards):
                public += [card.index for card in cards]
            case _:
                pass
    deck = evidence.deck
    cats = len(deck.suspects), len(deck.weapons), len(deck.rooms)
    return State(cats, evidence.sizes, 0, tuple(public), tuple(has), tuple(none), tuple(some), tuple(wrong))
