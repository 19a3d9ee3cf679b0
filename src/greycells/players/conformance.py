"""Conformance checks: what every player must do, callable from a bot author's tests.

from greycells.players.conformance import check_player
check_player("path/to/bot.py:MyBot")
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from greycells.editions import load, names
from greycells.errors import GreycellsError
from greycells.players.guarded_player import Closable, Guarded
from greycells.players.player import Player
from greycells.players.player_specs import class_player, player
from greycells.players.seeded_random import SeededRandom
from greycells.rules.actions import Action
from greycells.rules.cards import Card, CardSet, Theory
from greycells.rules.chance import SeededDealer
from greycells.rules.events import Accused, CouldNotShow, Dealt, Event, Opened, Sealed, Shown, Snooped, Suggested
from greycells.rules.game import Game
from greycells.rules.legal_options import why_not
from greycells.rules.position import Secrets
from greycells.rules.seats import Seat

MOST_TURNS = 2000


class Misconduct(GreycellsError, AssertionError):
    """What a player did wrong, as a sentence; `trace` is the traceback out of its own code, if it raised anything."""

    def __init__(self, told: str, trace: str = "") -> None:
        super().__init__(told)
        self.trace = trace

    @property
    def kind(self) -> str:
        """The same for faults that look alike: where its code raised, or what was said, without turn and numbers."""
        places = re.findall(r'File "(.*)", line (\d+)', self.trace)
        return f"{places[-1]}" if places else re.sub(r"\d+", "", str(self).partition(": ")[2])


def check_player(spec: str, *, editions: Sequence[str] | None = None, games: int = 1, seed: int = 1) -> None:
    """Play games with a player among inspectors, in every edition and with every number of seats; raises Misconduct.

    Every choice must be legal, and every game must end. A new instance of the player must repeat each choice from the
    view alone, and also over another deal that looks the same to the seat.
    """
    for edition in editions or names():
        rules = load(edition).rules
        for seats in range(rules.fewest_seats, rules.most_seats + 1):
            for number in range(games):
                check_game(spec, edition, seats=seats, seed=seed + number)


def check_game(spec: str, edition: str, *, seats: int, seed: int) -> None:
    """Play one game with the player among inspectors."""
    game = Game.new(load(edition), ["conformance"] * seats, dealer=SeededDealer(seed))
    own = game.seats[seed % seats]
    players = [player(spec if seat is own else "inspector", seed=seed + seat.index) for seat in game.seats]
    try:
        while (seat := game.to_act) is not None:
            if game.scene.turn.number > MOST_TURNS:
                raise Misconduct(f"{spec}: a game of {edition} with {seats} seats does not end (seed {seed}).")
            action = _choice(players[seat.index], game, seat)
            if seat is own:
                _check_again(spec, action, game, own, seed=seed + own.index)
            game.play(action)
    finally:
        for one in players:
            if isinstance(one, Closable):
                one.close()


def _choice(one: Player, game: Game, seat: Seat) -> Action:
    view = game.view(seat)
    action = one.choose(view)
    if isinstance(one, Guarded) and one.faults:
        raise Misconduct(f"Turn {game.scene.turn.number}: {one.faults[-1]}", one.trace)
    if refused := why_not(view.scene, seat, view.hand, action):
        raise Misconduct(f"Turn {game.scene.turn.number}: {refused}")
    return action


def _check_again(spec: str, action: Action, game: Game, seat: Seat, *, seed: int) -> None:
    """Check that a new instance makes the same choice, also over another deal that looks the same."""
    if spec.startswith("cmd:") and game.scene.turn.number % 10:
        # A new process for every choice would take minutes.
        return
    for tried in (game, another_deal(game, seat, SeededRandom(seed, len(game.events)))):
        own_class = spec.partition(":")[0].endswith(".py")
        fresh = Guarded(class_player(spec, seed=seed)) if own_class else player(spec, seed=seed)
        try:
            again = _choice(fresh, tried, seat)
        finally:
            if isinstance(fresh, Closable):
                fresh.close()
        if again != action:
            over = "from the view alone" if tried is game else "over another deal that fits its view"
            raise Misconduct(f"Turn {game.scene.turn.number}: {spec} chose {action}, but {over} {again}.")


def another_deal(game: Game, seat: Seat, whim: SeededRandom, *, swaps: int = 30) -> Game:
    """The same game from this seat's point of view, over another deal: cards that it hasn't seen are swapped."""
    deck, secrets = game.edition.deck, game.secrets
    shown = list(_seen_by(game, seat))
    for _ in range(swaps):
        one, other = whim.choice(deck.cards), whim.choice(deck.cards)
        swapped = _swapped(secrets, one, other)
        unseen = swapped is not None and swapped.hands[seat.index] == game.secrets.hands[seat.index]
        if swapped and unseen and all(_fits(swapped, *fact) for fact in shown):
            secrets = swapped
    return Game(
        game.table, game.dealer, [_retold(event, secrets, seat, theory) for event, theory in _with_theory(game)]
    )


def _with_theory(game: Game) -> Iterator[tuple[Event, Theory | None]]:
    """Every event with the theory that it is about."""
    theory: Theory | None = None
    for event in game.events:
        if isinstance(event, Suggested | Accused):
            theory = event.theory
        yield event, theory


def _seen_by(game: Game, seat: Seat) -> Iterator[tuple[Event, Theory]]:
    """What a seat saw of answers and accusations, with the theory; unseen cards are removed."""
    nothing = Theory(game.edition.deck.suspects[0], game.edition.deck.weapons[0], game.edition.deck.rooms[0])
    for sighting, (_, theory) in zip(game.view(seat).sightings, _with_theory(game), strict=True):
        if isinstance(sighting.event, CouldNotShow | Shown | Snooped | Opened):
            yield sighting.event, theory or nothing


def _fits(secrets: Secrets, event: Event, theory: Theory) -> bool:
    match event:
        case CouldNotShow(seat):
            return not secrets.hands[seat.index].mask & theory.mask
        case Shown(seat, _, None):
            return bool(secrets.hands[seat.index].mask & theory.mask)
        case Shown(seat, _, card) | Snooped(_, seat, card):
            return card is None or card in secrets.hands[seat.index]
        case Opened(_, case_file, right):
            return case_file == secrets.case_file if case_file else (theory == secrets.case_file) is right
        case _:
            return True


def _swapped(secrets: Secrets, one: Card, other: Card) -> Secrets | None:
    """Swap two cards; in the case file only with a card of the same kind, and never open cards."""
    case_file = secrets.case_file
    dealt = case_file.mask | sum(hand.mask for hand in secrets.hands)
    if not dealt & one.bit or not dealt & other.bit:
        return None
    if one in case_file or other in case_file:
        if type(one) is not type(other):
            return None
        case_file = Theory(*(other if card is one else one if card is other else card for card in case_file))  # type: ignore[arg-type]
    held = one.bit | other.bit
    hands = tuple(
        CardSet(hand.deck, hand.mask ^ held) if (hand.mask & held).bit_count() == 1 else hand for hand in secrets.hands
    )
    sizes = [len(hand) for hand in hands] == [len(hand) for hand in secrets.hands]
    moved = hands != secrets.hands
    return Secrets(case_file, hands) if sizes and moved else None


def _retold(event: Event, secrets: Secrets, viewer: Seat, theory: Theory | None) -> Event:
    """The event over this deal; it looks the same to the viewer."""
    match event:
        case Sealed():
            return Sealed(secrets.case_file)
        case Dealt(dealer, sizes, _):
            return Dealt(dealer, sizes, secrets.hands)
        case Shown(seat, to, _) if viewer not in (seat, to) and theory is not None:
            return Shown(seat, to, next(iter(secrets.hands[seat.index].common(theory))))
        case Snooped(seat, owner, _) if viewer not in (seat, owner):
            return Snooped(seat, owner, next(iter(secrets.hands[owner.index])))
        case Opened(seat, _, right) if viewer is not seat:
            return Opened(seat, secrets.case_file, right)
        case _:
            return event
