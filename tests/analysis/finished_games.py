"""Finished games to analyse, and what an inspector who sat there knew."""

from __future__ import annotations

from random import Random

from greycells.analysis.conclusions.first_proofs import FirstProofs
from greycells.editions import load
from greycells.players.inspector import Inspector
from greycells.players.notes import Notes
from greycells.players.player_specs import player
from greycells.rules.actions import Accuse, CannotShow
from greycells.rules.cards import Theory
from greycells.rules.edition import Edition
from greycells.rules.events import Began, TurnEnded
from greycells.rules.game import Game
from greycells.rules.legal_options import options
from greycells.rules.seats import Seat
from greycells.rules.views import view_of

LIARS = load("getaway").with_house_rules("unchecked answers")


EDITIONS = [
    *((load(name), 3) for name in ("luxury", "classic", "anniversary", "parlour", "cottage")),
    (load("getaway"), 4),
    (load("master-detective"), 5),
    (LIARS, 3),
]


def played(edition: Edition, seats: int, *, seed: int, wrong: int | None = 1) -> Game:
    """A game of detectives to its end, in which one seat accuses wrongly on its first turn."""
    game = Game.new(edition, [f"player {number}" for number in range(seats)], seed=seed)
    minds = [player("sergeant:slip=0", seed=number) for number in range(seats)]
    whim = Random(seed)
    while (seat := game.to_act) is not None:
        offered = options(game.scene, seat, game.hand(seat))
        if seat.index == wrong and offered.accuse:
            game.play(Accuse(mistaken(game)))
        elif edition is LIARS and offered.cannot_show and offered.show and whim.random() < 0.3:
            game.play(CannotShow())
        else:
            game.play(minds[seat.index].choose(game.view(seat)))
    return game


def mistaken(game: Game) -> Theory:
    """A theory in which one card is wrong."""
    case_file, deck = game.secrets.case_file, game.edition.deck
    return case_file._replace(weapon=next(card for card in deck.weapons if card is not case_file.weapon))


def known_to_an_inspector(game: Game, seat: Seat) -> FirstProofs:
    """The same, from the notes that an inspector takes at that seat, read after every single event."""
    sightings = tuple(game.view(seat).sightings)
    begun = next(number for number, event in enumerate(game.events, 1) if isinstance(event, Began))
    view = view_of(game.table, seat, sightings[:begun])
    notes, inspector, turn = Notes(view), Inspector(), 1
    first: dict[int, int] = {}
    for end in range(begun, len(sightings)):
        notes.read(view._replace(sightings=sightings[: end + 1]), lambda _number, _event: True)
        inspector.deduce(notes)
        for kind, (mask, card) in enumerate(zip(notes.suspected(), game.secrets.case_file, strict=True)):
            if mask == card.bit:
                first.setdefault(kind, turn)
        turn += isinstance(sightings[end].event, TurnEnded)
    return FirstProofs(first.get(0), first.get(1), first.get(2))
