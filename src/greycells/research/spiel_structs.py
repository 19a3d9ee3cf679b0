"""States, observations and actions as structs with `to_json`, under the names that OpenSpiel 2.0 has for them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import cast

import msgspec

from greycells.notation.action_json import Json
from greycells.notation.sighting_json import encode_sighting
from greycells.research.action_codes import PartialTheory, codes_of
from greycells.research.staged_game import StagedGame
from greycells.rules.cards import Card
from greycells.rules.scene import GameTable
from greycells.rules.views import View


class SpielMessage(msgspec.Struct, frozen=True):
    """A struct that can be written as JSON."""

    def to_json(self) -> str:
        return msgspec.json.encode(self).decode()

    def to_dict(self) -> dict[str, object]:
        return cast("dict[str, object]", msgspec.to_builtins(self))


class SpielAction(SpielMessage, frozen=True):
    """A choice by the names of its stages, such as `["accuse", "Plum", "Rope", "Hall"]`."""

    stages: tuple[str, ...]


class SpielObservation(SpielMessage, frozen=True, kw_only=True):
    """All that one player knows: the position, its own cards, and everything that it has seen, in order."""

    edition: str
    player: int
    players: tuple[str, ...]
    current_player: int
    turn: int
    phase: str
    hand: tuple[str, ...]
    pawns: dict[str, str]
    eliminated: tuple[str, ...]
    begun: tuple[str, ...]
    sightings: tuple[dict[str, Json], ...]


class SpielState(SpielMessage, frozen=True, kw_only=True):
    """A whole state, secrets included."""

    edition: str
    players: tuple[str, ...]
    current_player: int
    is_terminal: bool
    returns: tuple[float, ...]
    legal_actions: tuple[str, ...]
    case_file: tuple[str, ...]
    hands: dict[str, tuple[str, ...]]
    begun: tuple[str, ...]
    set_up: tuple[int, ...]
    events: int


def _words(cards: Iterable[Card]) -> tuple[str, ...]:
    return tuple(card.word for card in cards)


def action_struct(table: GameTable, codes: Sequence[int]) -> SpielAction:
    """The struct of a choice, or of the stages that make one up."""
    names = codes_of(table).names
    return SpielAction(tuple(names[code] for code in codes))


def codes_in(table: GameTable, action: SpielAction) -> list[int]:
    """The numbers of the stages that a struct names."""
    names = codes_of(table).names
    return [names.index(stage) for stage in action.stages]


def begun_words(begun: PartialTheory | None) -> tuple[str, ...]:
    """A theory that has been begun, in words."""
    if begun is None:
        return ()
    return (begun.deed, *(card.word for card in (begun.suspect, begun.weapon) if card is not None))


def observation_struct(view: View, begun: PartialTheory | None, current_player: int) -> SpielObservation:
    """What a seat knows, from its view; its own unfinished theory counts, nobody else's."""
    scene, suspects = view.scene, view.scene.edition.deck.suspects
    return SpielObservation(
        edition=scene.edition.key,
        player=-1 if view.seat is None else view.seat.index,
        players=tuple(seat.suspect.word for seat in scene.seats),
        current_player=current_player,
        turn=scene.turn.number,
        phase=scene.turn.phase,
        hand=_words(view.hand),
        pawns={suspect.word: place.name for suspect, place in zip(suspects, scene.pawns, strict=True)},
        eliminated=tuple(seat.suspect.word for seat in scene.seats if scene.is_out(seat)),
        begun=begun_words(begun if view.to_act else None),
        sightings=tuple(encode_sighting(sighting) for sighting in view.sightings),
    )


def state_struct(staged: StagedGame, current_player: int) -> SpielState:
    """A whole state, for whoever runs the game."""
    game, over = staged.game, staged.next_step == "over"
    legal = staged.legal(current_player) if current_player >= 0 else []
    return SpielState(
        edition=staged.table.edition.key,
        players=tuple(seat.suspect.word for seat in staged.table.seats),
        current_player=current_player,
        is_terminal=over,
        returns=tuple(staged.returns() if over else [0.0] * len(staged.table.seats)),
        legal_actions=action_struct(staged.table, legal).stages,
        case_file=() if game is None else _words(game.secrets.case_file),
        hands={} if game is None else {seat.suspect.word: _words(game.hand(seat)) for seat in game.seats},
        begun=begun_words(staged.begun),
        set_up=staged.draws.drawn,
        events=0 if game is None else len(game.events),
    )
