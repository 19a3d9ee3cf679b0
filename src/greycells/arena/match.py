"""A match: one game between players, and what is worth remembering of it."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from time import perf_counter_ns
from typing import NamedTuple

import msgspec

from greycells.editions import load
from greycells.players import Player, player
from greycells.players.guarded_player import Closable, Guarded
from greycells.rules.chance import SeededDealer
from greycells.rules.events import Accused, Began, Moved, Opened, Suggested, TookPassage
from greycells.rules.game import Game

MOST_TURNS = 4000
"""A game that has not ended by then is stuck: it is stopped, counted as such, and nobody has won it."""


class Pairing(NamedTuple):
    """Who plays what: an edition with its house rules, and the players' specs in the order in which they first sit.

    With `luck`, it is worked out for every game what the deal, the dice and the answers did for each seat.
    """

    edition: str
    players: tuple[str, ...]
    seed: int
    house_rules: tuple[str, ...] = ()
    luck: bool = False

    @property
    def seats(self) -> int:
        return len(self.players)

    def sitting(self, number: int) -> tuple[int, ...]:
        """Which entry sits on which seat in game `number`: every deal is played once in every rotation (duplicate)."""
        turned = number % self.seats
        return tuple((seat + turned) % self.seats for seat in range(self.seats))

    def deal(self, number: int) -> int:
        """The seed of the deal of game `number`."""
        return derived(self.seed, f"deal {number // self.seats}")


class Seated(msgspec.Struct, frozen=True):
    """How one seat fared: which entry sat there, and what it did."""

    entry: int
    hand: int
    suggestions: int
    wrong: bool
    decisions: int
    faults: int
    times: dict[int, int]
    """How many decisions took how long, by bucket."""
    fault: str = ""
    """What the player did wrong first, with the traceback if it raised something."""
    forfeited: bool = False
    """Whether the rest of the game was played for it."""
    luck: float | None = None
    """What deal, dice and answers did for it, in winning chances."""


class MatchResult(msgspec.Struct, frozen=True):
    """One game, over."""

    game: int
    turns: int
    starter: int
    winner: int | None
    stuck: bool
    seats: list[Seated]
    held: list[list[int]]
    """The rooms, by number, that each seat held."""


def bucket_of(microseconds: int) -> int:
    """The bucket of a time, four to each doubling; from the bits alone, since a logarithm costs more than a choice."""
    if microseconds < 4:
        return microseconds
    top = microseconds.bit_length() - 3
    return 4 * top + (microseconds >> top)


def least_in(bucket: int) -> int:
    """The shortest time, in microseconds, that falls into a bucket."""
    return bucket if bucket < 4 else (4 + bucket % 4) << (bucket // 4 - 1)


def derived(seed: int, purpose: str) -> int:
    """A seed for one purpose, from which neither the first seed nor one for another purpose can be guessed."""
    return int.from_bytes(blake2b(f"{seed} {purpose}".encode(), digest_size=8).digest(), "big")


def seated_players(pairing: Pairing, number: int) -> list[Player]:
    """The players of a game by seat, each with a seed of its own, which depends on the entry and the deal."""
    deal = number // pairing.seats
    return [
        player(pairing.players[entry], seed=derived(pairing.seed, f"player {entry} {deal}"))
        for entry in pairing.sitting(number)
    ]


def play_match(pairing: Pairing, number: int) -> tuple[MatchResult, Game]:
    """Play game `number` of a pairing: the same pairing and number always give the same game."""
    edition = load(pairing.edition).with_house_rules(*pairing.house_rules)
    names = [pairing.players[entry] for entry in pairing.sitting(number)]
    game = Game.new(edition, names, dealer=SeededDealer(pairing.deal(number)))
    players = seated_players(pairing, number)
    try:
        times = play_out(game, players)
        return _outcome(pairing, number, game, players, times), game
    finally:
        for one in players:
            if isinstance(one, Closable):
                one.close()


def play_out(game: Game, players: Sequence[Player], *, most_turns: int = MOST_TURNS) -> list[dict[int, int]]:
    """Let the players play a game to its end; returns how long their decisions took, by seat and bucket."""
    times: list[dict[int, int]] = [{} for _ in players]
    for viewer in game.seats:
        game.view(viewer)
    while (seat := game.to_act) is not None and game.scene.turn.number <= most_turns:
        view = game.view(seat)
        began = perf_counter_ns()
        action = players[seat.index].choose(view)
        bucket = bucket_of((perf_counter_ns() - began) // 1000)
        spent = times[seat.index]
        spent[bucket] = spent.get(bucket, 0) + 1
        game.play(action)
    return times


def _outcome(
    pairing: Pairing, number: int, game: Game, players: Sequence[Player], times: Sequence[dict[int, int]]
) -> MatchResult:
    suggestions = [0] * pairing.seats
    wrong = [False] * pairing.seats
    starter = 0
    for event in game.events:
        match event:
            case Suggested(seat, _):
                suggestions[seat.index] += 1
            case Opened(seat, _, right):
                wrong[seat.index] = not right
            case Began(seat):
                starter = seat.index
            case _:
                pass
    deck = game.edition.deck
    first = deck.rooms[0].index
    hands = [game.hand(seat) for seat in game.seats]
    entries = pairing.sitting(number)
    lucks = lucks_of(game) if pairing.luck and game.over else [None] * pairing.seats
    seats = [
        Seated(
            entries[seat],
            len(hands[seat]),
            suggestions[seat],
            wrong[seat],
            sum(times[seat].values()),
            faults_of(players[seat]),
            times[seat],
            first_fault_of(players[seat]),
            has_forfeited(players[seat]),
            lucks[seat],
        )
        for seat in range(pairing.seats)
    ]
    return MatchResult(
        number,
        game.scene.turn.number,
        starter,
        None if game.winner is None else game.winner.index,
        not game.over,
        seats,
        [[room.index - first for room in deck.rooms if room in hand] for hand in hands],
    )


def lucks_of(game: Game) -> list[float]:
    """What deal, dice and answers did for each seat of a game that is over, in winning chances."""
    from greycells.analysis.review.luck import lucks
    from greycells.analysis.review.reviewed_game import ReviewedGame
    from greycells.chances.model import default_model

    return [parts.total for parts in lucks(ReviewedGame.of(game.table, game.events, default_model()))]


def faults_of(one: Player) -> int:
    """How many of a player's choices had to be made for it."""
    return len(one.faults) if isinstance(one, Guarded) else 0


def first_fault_of(one: Player) -> str:
    """What a player did wrong first: its traceback, or else the sentence."""
    return (one.trace or one.faults[0]).rstrip() if isinstance(one, Guarded) and one.faults else ""


def has_forfeited(one: Player) -> bool:
    """Whether the rest of the game was played for a player, after too many faults that cost time."""
    return isinstance(one, Guarded) and one.forfeited


def places_visited(game: Game) -> list[int]:
    """The indices of the places where moves ended, in order: for the heat map."""
    ended: list[int] = []
    for event in game.events:
        match event:
            case Moved(_, path, _) if path:
                ended.append(path[-1].index)
            case TookPassage(_, to):
                ended.append(to.index)
            case Accused():
                break
            case _:
                pass
    return ended
