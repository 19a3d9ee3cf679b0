"""Random play by numbers, and what a viewer must not be able to tell apart."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Protocol

import pytest
from tests.leaks.deals import Rewriting, Step

from greycells.editions import load, names
from greycells.research.action_codes import ActionCodes, PartialTheory, codes_of
from greycells.research.research_table import new_game, research_table
from greycells.rules import game as game_module
from greycells.rules.actions import Action
from greycells.rules.edition import Snooping
from greycells.rules.events import Event, Shown
from greycells.rules.game import Game
from greycells.rules.scene import GameTable
from greycells.rules.seats import Seat
from greycells.rules.views import View, seen_by

EDITIONS = names()
TABLES = [
    (edition, seats)
    for edition in EDITIONS
    for seats in range(load(edition).own.fewest_seats, load(edition).own.most_seats + 1)
]


def any_code(codes: ActionCodes, legal: list[int], whim: Random, begun: PartialTheory | None) -> int:
    """One of the legal numbers; accusations are rare."""
    if begun is None and len(legal) > 1 and whim.random() < 0.97:
        legal = [code for code in legal if codes.names[code] != "accuse"]
    return whim.choice(legal)


def any_action(game: Game, whim: Random) -> Action:
    """A whole action, chosen stage by stage."""
    codes, options = codes_of(game.table), game.view(game.to_act).options
    begun: PartialTheory | None = None
    while True:
        chosen = codes.read(any_code(codes, codes.legal(options, begun), whim, begun), options, begun)
        if not isinstance(chosen, PartialTheory):
            return chosen
        begun = chosen


def played_table(table: GameTable, seed: int, *, length: int) -> Rewriting:
    """A random game of this many choices at most, and the seat that looks at it."""
    game, whim = new_game(table, seed), Random(seed)
    steps: list[Step] = []
    while game.to_act is not None and len(steps) < length:
        seat, scene, action = game.to_act, game.scene, any_action(game, whim)
        steps.append(Step(seat, scene, action, game.play(action)))
    return Rewriting(game, game.seats[seed % len(game.seats)], steps, Random(seed))


def some_played(edition: str, count: int, *, length: int = 60) -> Iterator[Rewriting]:
    """Random games at the edition's largest table."""
    table = research_table(edition, load(edition).own.most_seats)
    return (played_table(table, seed, length=length) for seed in range(count))


class Form(Protocol):
    """A way in which a game is shown to seats: an environment, a state, or a text."""

    def play(self, action: Action) -> None: ...
    def seen(self, viewer: Seat) -> object: ...


def tells_a_difference(edition: str, form: Callable[[Game], Form], *, count: int = 60) -> bool:
    """Whether in one of these games a seat sees a difference to a deal that it can't tell from the true one."""
    compared = 0
    for game in some_played(edition, count):
        found = sees_a_difference(game, form)
        if found:
            return True
        compared += found is not None
    assert compared, "no game had another deal"
    return False


def sees_a_difference(rewriting: Rewriting, form: Callable[[Game], Form]) -> bool | None:
    """Play a game in truth and with another deal, and compare what the viewer sees; None if there is no other."""
    script, truth, viewer = rewriting.another(), rewriting.truth(), rewriting.viewer
    if script is None or viewer is None:
        return None
    one, other = form(rewriting.opening(truth)), form(rewriting.opening(script))
    for action, rewritten in zip(truth.actions, script.actions, strict=True):
        if one.seen(viewer) != other.seen(viewer):
            return True
        one.play(action)
        other.play(rewritten)
    return one.seen(viewer) != other.seen(viewer)


def shows_every_card(patch: pytest.MonkeyPatch) -> None:
    """A leak below all forms: everybody sees which card was shown."""

    def leaky(viewer: Seat | None, event: Event, *, snooping: Snooping) -> Event:
        return event if isinstance(event, Shown) else seen_by(viewer, event, snooping=snooping)

    patch.setattr(game_module, "seen_by", leaky)


def deals_a_card_too_many(patch: pytest.MonkeyPatch) -> None:
    """A leak below all forms: a view's hand has a card of the case file."""
    view = Game.view

    def leaky(game: Game, seat: Seat | int | None) -> View:
        seen = view(game, seat)
        return seen._replace(hand=seen.hand.deck.of([*seen.hand, game.secrets.case_file.weapon]))

    patch.setattr(Game, "view", leaky)
