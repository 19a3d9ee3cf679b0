"""Another deal that a viewer could not tell from the true one, found by the rulebook and not by the engine."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import NamedTuple

from greycells.rules.actions import Accuse, Action, CannotShow, Show
from greycells.rules.cards import Card, Room, Suspect, Theory, Weapon
from greycells.rules.chance import ScriptedDealer
from greycells.rules.edition import Answers, Snooping
from greycells.rules.events import Dealt, Event, Finished, Rolled, Sealed, Snooped
from greycells.rules.game import Game
from greycells.rules.position import Secrets
from greycells.rules.scene import Denial, Scene
from greycells.rules.seats import Seat


class Step(NamedTuple):
    """One thing that was done: by whom, in which scene, what, and what came of it."""

    seat: Seat
    scene: Scene
    action: Action
    happened: tuple[Event, ...]


class Script(NamedTuple):
    """The same public play for another deal: its actions, and what its blind draws bring."""

    secrets: Secrets
    actions: tuple[Action, ...]
    draws: tuple[Card, ...]


class Inconsistent(Exception):
    """The viewer saw something that this deal cannot explain."""


class Rewriting(NamedTuple):
    """A game as played, and who looks at it."""

    game: Game
    viewer: Seat | None
    steps: Sequence[Step]
    whim: Random

    def another(self) -> Script | None:
        """Swap hidden cards for as long as the viewer could not tell; None if only the truth is left."""
        deck, own = self.game.edition.deck, self.viewer.index if self.viewer else None
        holders = [_holder(self.game.secrets, card) for card in deck]
        hidden = [card for card in deck if holders[card.index] not in ("open", own)]
        found: Script | None = None
        for _ in range(60):
            one, other = self.whim.sample(hidden, 2)
            if not _may_swap(holders, one, other):
                continue
            _swap(holders, one, other)
            try:
                script = self.script(_secrets(self.game, holders))
            except Inconsistent:
                _swap(holders, one, other)
            else:
                found = script if script.secrets != self.game.secrets else None
        return found

    def truth(self) -> Script:
        """The play as it was."""
        snooped = (event.card for step in self.steps for event in step.happened if isinstance(event, Snooped))
        draws = tuple(card for card in snooped if card is not None)
        return Script(self.game.secrets, tuple(step.action for step in self.steps), draws)

    def script(self, secrets: Secrets) -> Script:
        """The play with these secrets instead; Inconsistent if the viewer would have seen something else."""
        actions: list[Action] = []
        draws: list[Card] = []
        for step in self.steps:
            actions.append(self._action(step, secrets))
            draws += self._drawn(step, secrets)
            if any(isinstance(event, Finished) for event in step.happened):
                _must(secrets.case_file == self.game.secrets.case_file)
        return Script(secrets, tuple(actions), tuple(draws))

    def _action(self, step: Step, secrets: Secrets) -> Action:
        """What the seat would do with these cards, so that the viewer sees the same."""
        hand, theory = secrets.hands[step.seat.index], step.scene.turn.theory
        match step.action:
            case Show(card) if theory is not None:
                if self.viewer in (step.seat, step.scene.turn.mover):
                    _must(card in hand)
                    return step.action
                false = _proved_false(step.scene, step.seat, card)
                alike = [other for other in hand.common(theory) if _proved_false(step.scene, step.seat, other) == false]
                _must(bool(alike))
                return Show(self.whim.choice(alike))
            case CannotShow() if theory is not None:
                _must(self.game.edition.rules.answers is Answers.UNCHECKED or not hand.common(theory))
            case Accuse(named):
                truth = self.game.secrets.case_file
                _must((named == truth) == (named == secrets.case_file))
                _must(self.viewer is not step.seat or secrets.case_file == truth)
            case _:
                pass
        return step.action

    def _drawn(self, step: Step, secrets: Secrets) -> Iterator[Card]:
        owner_knows = self.game.edition.rules.snooping is Snooping.OWNER_KNOWS
        for event in step.happened:
            if isinstance(event, Snooped) and event.card is not None:
                hand = secrets.hands[event.owner.index]
                if self.viewer is event.seat or (owner_knows and self.viewer is event.owner):
                    _must(event.card in hand)
                    yield event.card
                else:
                    yield self.whim.choice(list(hand))

    def opening(self, script: Script) -> Game:
        """The game at its start with the script's deal, and with chance that falls as it says."""
        before = self.game.events[: len(self.game.events) - sum(len(step.happened) for step in self.steps)]
        dice = [event.dice for step in self.steps for event in step.happened if isinstance(event, Rolled)]
        dealer = ScriptedDealer(dice=dice, draws=script.draws)
        return Game(self.game.table, dealer, [_with(event, script.secrets) for event in before])


def _must(holds: bool) -> None:  # noqa: FBT001 - reads as a sentence
    if not holds:
        raise Inconsistent


def _proved_false(scene: Scene, seat: Seat, card: Card) -> list[Denial]:
    """The earlier answers that showing this card would prove false (SHOW-9)."""
    return [denial for denial in scene.denials if denial.seat is seat and card in denial.theory]


def _with(event: Event, secrets: Secrets) -> Event:
    match event:
        case Sealed():
            return Sealed(secrets.case_file)
        case Dealt(dealer, sizes):
            return Dealt(dealer, sizes, secrets.hands)
        case _:
            return event


def _holder(secrets: Secrets, card: Card) -> int | str:
    if card in secrets.case_file:
        return "case file"
    return next((seat for seat, hand in enumerate(secrets.hands) if card in hand), "open")


def _may_swap(holders: Sequence[int | str], one: Card, other: Card) -> bool:
    """Between two holders; and the case file holds one card of each kind."""
    between = {holders[one.index], holders[other.index]}
    return len(between) == 2 and ("case file" not in between or type(one) is type(other))


def _swap(holders: list[int | str], one: Card, other: Card) -> None:
    holders[one.index], holders[other.index] = holders[other.index], holders[one.index]


def _secrets(game: Game, holders: Sequence[int | str]) -> Secrets:
    deck = game.edition.deck
    suspect, weapon, room = (card for card in deck if holders[card.index] == "case file")
    assert isinstance(suspect, Suspect)
    assert isinstance(weapon, Weapon)
    assert isinstance(room, Room)
    hands = (deck.of(card for card in deck if holders[card.index] == seat.index) for seat in game.seats)
    return Secrets(Theory(suspect, weapon, room), tuple(hands))
