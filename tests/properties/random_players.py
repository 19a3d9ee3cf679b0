"""Players on a whim: any table that an edition allows, and any choice that the options offer."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import combinations
from random import Random
from typing import assert_never

from hypothesis import strategies as st

from greycells.editions import load, names
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
from greycells.rules.board import Place
from greycells.rules.cards import Deck, Theory
from greycells.rules.chance import SeededDealer
from greycells.rules.edition import Edition
from greycells.rules.game import Game
from greycells.rules.legal_options import Options, why_not


@dataclass(frozen=True, slots=True)
class Party:
    """A table and all its chance: edition, house rules, number of seats, and the seed of deal, dice and whims."""

    edition: str
    house_rules: tuple[str, ...]
    seats: int
    seed: int

    @property
    def at_the_table(self) -> Edition:
        return load(self.edition).with_house_rules(*self.house_rules)

    def game(self) -> Game:
        """The game at its start. Some players choose suspects from the end of the list, so that spares lie between."""
        edition, whim = self.at_the_table, Random(self.seed)
        suspects = whim.sample(edition.deck.suspects, self.seats)
        players = [(f"player {number}", suspect) for number, suspect in enumerate(suspects)]
        return Game.new(edition, players, dealer=SeededDealer(self.seed))


@st.composite
def parties(draw: st.DrawFn, *editions: str) -> Party:
    """Any table of these editions, or of all."""
    edition = load(draw(st.sampled_from(editions or names())))
    house_rules = tuple(name for name in edition.offered_house_rules if draw(st.booleans()))
    seats = draw(st.integers(edition.own.fewest_seats, edition.own.most_seats))
    return Party(edition.key, house_rules, seats, draw(st.integers(0, 2**32)))


def every_table(key: str) -> Iterator[Party]:
    """An edition with every number of seats and every set of house rules that it offers."""
    edition = load(key)
    offered = edition.offered_house_rules
    for seats in range(edition.own.fewest_seats, edition.own.most_seats + 1):
        for count in range(len(offered) + 1):
            yield from (Party(key, house_rules, seats, seed=count) for house_rules in combinations(offered, count))


def any_theory(deck: Deck, whim: Random) -> Theory:
    return Theory(whim.choice(deck.suspects), whim.choice(deck.weapons), whim.choice(deck.rooms))


def on_a_whim(game: Game, whim: Random, *, patience: int = 400) -> Action:
    """Something that the seat to act may do. Accusations are rare, until patience with the game is lost."""
    assert game.to_act is not None
    offered = game.view(game.to_act).options
    assert offered is not None
    deck = game.edition.deck
    if offered.accuse and whim.random() < (0.03 if len(game.events) < patience else 0.5):
        return Accuse(game.secrets.case_file if whim.random() < 0.2 else any_theory(deck, whim))
    kinds: list[Callable[[], Action]] = []
    if offered.roll:
        kinds += [Roll] * 3
    if offered.passage is not None:
        kinds += [TakePassage] * 2
    if offered.moves is not None:
        kinds += [lambda: _walk(game, offered, whim)] * 4
    if offered.snoop:
        kinds += [lambda: Snoop(whim.choice(offered.snoop))] * 3
    if offered.rooms:
        kinds += [lambda: Suggest(any_theory(deck, whim)._replace(room=whim.choice(offered.rooms)))] * 6
    if offered.show:
        kinds += [lambda: Show(whim.choice(list(offered.show)))] * 2
    if offered.cannot_show:
        kinds.append(CannotShow)
    if offered.end_turn:
        kinds += [EndTurn] * 2
    if offered.take_back:
        kinds.append(TakeBack)
    return whim.choice(kinds)()


def _walk(game: Game, offered: Options, whim: Random) -> Move:
    """Along a path of its own if it finds one, or into a room or to a spyglass by preference."""
    assert offered.moves is not None
    rambling = ramble(game, whim)
    if why_not(game.scene, offered.seat, game.hand(offered.seat), rambling) is None:
        return rambling
    ends, pauses = offered.moves.ends, offered.moves.pauses
    rooms = [place for place in ends if place.room is not None]
    return Move(whim.choice(list(whim.choice([group for group in (ends, pauses, rooms) if group]))))


def offers(offered: Options, action: Action) -> bool:
    """Whether the options offer this action; a move with a path of its own is not among them."""
    match action:
        case Roll():
            return offered.roll
        case Move(to, _):
            return offered.moves is not None and (to in offered.moves.ends or to in offered.moves.pauses)
        case TakePassage():
            return offered.passage is not None
        case Snoop(owner):
            return owner in offered.snoop
        case Suggest(theory):
            return theory.room in offered.rooms
        case Show(card):
            return card in offered.show
        case CannotShow():
            return offered.cannot_show
        case Accuse():
            return offered.accuse
        case EndTurn():
            return offered.end_turn
        case TakeBack():
            return offered.take_back
    assert_never(action)


def all_sorts(game: Game, whim: Random) -> list[Action]:
    """One action of every kind, legal or not, and some that are nearly legal."""
    deck, board, scene = game.edition.deck, game.edition.board, game.scene
    theory, here = any_theory(deck, whim), scene.pawn(scene.turn.mover)
    actions: list[Action] = [
        Roll(),
        TakePassage(),
        CannotShow(),
        EndTurn(),
        TakeBack(),
        Accuse(theory),
        Suggest(theory),
    ]
    actions += [
        Move(whim.choice(board.places)),
        Move(here),
        Snoop(whim.choice(game.seats)),
        Show(whim.choice(deck.cards)),
    ]
    if here.room is not None:
        actions.append(Suggest(theory._replace(room=here.room)))
    if scene.turn.theory is not None:
        actions.append(Show(whim.choice(scene.turn.theory)))
    return actions


def ramble(game: Game, whim: Random) -> Move:
    """A walk of about as many steps as are left, over whatever comes next to what."""
    board, turn = game.edition.board, game.scene.turn
    place, path = game.scene.pawn(turn.mover), list[Place]()
    for _ in range(max(0, turn.steps - whim.choice((0, 0, 0, 1, 2)))):
        near = [*board.neighbours[place.index], *filter(None, [board.passage_from(place)])]
        if not near:
            break
        fresh = [other for other in near if other not in path]
        place = whim.choice(fresh or near)
        path.append(place)
    return Move(place, tuple(path))
