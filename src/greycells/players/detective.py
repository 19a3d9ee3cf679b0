"""What all our players have in common: keep notes, accuse when sure, move to the best room, suggest, show."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import NamedTuple

from greycells.chances.travel_times import Journeys, journeys
from greycells.players.notes import Notes
from greycells.players.seeded_random import SeededRandom
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
    TakePassage,
)
from greycells.rules.board import Place
from greycells.rules.cards import Card, Theory
from greycells.rules.events import Event
from greycells.rules.legal_options import Options
from greycells.rules.seats import Seat
from greycells.rules.views import View


class Situation(NamedTuple):
    """A choice to make: the view, the options, the notes, and random numbers for this choice."""

    view: View
    options: Options
    notes: Notes
    whim: SeededRandom


class Detective(ABC):
    """A player that keeps notes. Its choices depend only on its seed and the view, not on earlier calls."""

    patience = 0.7
    """The discount on a room's value for each turn of distance."""

    def __init__(self, *, seed: int = 0) -> None:
        self.seed = seed
        self.notes: Notes | None = None

    def choose(self, view: View) -> Action:
        """Answer if asked, otherwise accuse if sure, otherwise continue the turn."""
        options = view.options
        if not options:
            raise ValueError("This seat has nothing to choose now.")
        if options.show:
            return self._show(view, options)
        if options.cannot_show:
            return CannotShow()
        moment = self._moment(view, options)
        verdict = self.verdict(moment)
        if verdict is not None:
            return Accuse(verdict)
        if options.snoop:
            return Snoop(self.whom_to_snoop(moment))
        match view.scene.turn.phase:
            case "starting":
                return self._set_out(moment)
            case "moving":
                return self._walk(moment)
            case _:
                return Suggest(self.suggestion(moment)) if options.rooms else EndTurn()

    def heed(self, number: int, event: Event) -> bool:  # noqa: ARG002
        """Whether to note what this event, the sighting with this number, says about other players' cards."""
        return True

    @abstractmethod
    def verdict(self, moment: Situation) -> Theory | None:
        """What to accuse now, if anything."""

    @abstractmethod
    def worth(self, moment: Situation) -> Sequence[float]:
        """The value of a suggestion in each room, in deck order."""

    @abstractmethod
    def suggestion(self, moment: Situation) -> Theory:
        """What to suggest, in one of the rooms that may be named."""

    @abstractmethod
    def card_to_show(self, moment: Situation, to: Seat) -> Card:
        """Which of the named cards to show."""

    def whom_to_snoop(self, moment: Situation) -> Seat:
        """The opponent with the largest unknown share of their hand."""
        notes = moment.notes

        def unknown(owner: Seat) -> float:
            size = notes.sizes[owner.index]
            return 1 - notes.has[owner.index].bit_count() / size

        return max(moment.options.snoop, key=unknown)

    def _moment(self, view: View, options: Options) -> Situation:
        notes = self.notes
        if notes is None or not notes.belong_to(view):
            notes = self.notes = Notes(view)
        notes.read(view, self.heed)
        return Situation(view, options, notes, SeededRandom(self.seed, len(view.sightings)))

    def _show(self, view: View, options: Options) -> Action:
        if len(options.show) == 1:
            return Show(next(iter(options.show)))
        return Show(self.card_to_show(self._moment(view, options), view.scene.turn.mover))

    def _set_out(self, moment: Situation) -> Action:
        """The start of a turn: suggest after being moved (SUG-9), take the passage, or roll."""
        options, way = moment.options, self._journeys(moment)
        worth = self.worth(moment)
        first = _first_room(moment)
        choices: list[tuple[float, Action | None]] = []
        if options.rooms:
            choices.append((max(worth[room.index - first] for room in options.rooms), None))
        if options.passage is not None:
            choices.append((_drawn(worth, way, options.passage, first), TakePassage()))
        if options.roll:
            here = way.pull_afoot[moment.view.scene.pawn(options.seat).index]
            choices.append((max(map(_times, worth, here)), Roll()))
        if not choices:
            return EndTurn()
        action = max(choices, key=lambda choice: choice[0])[1]
        return Suggest(self.suggestion(moment)) if action is None else action

    def _walk(self, moment: Situation) -> Action:
        """Where to go with this roll: into the best room in reach, or towards the best one out of reach."""
        moves = moment.options.moves
        assert moves is not None
        way, worth, first = self._journeys(moment), self.worth(moment), _first_room(moment)
        best = max(moves.ends, key=lambda place: _drawn(worth, way, place, first))
        pause = self._pause(moment, best) if moves.pauses else None
        return Move(best) if pause is None else Move(pause)

    def _pause(self, moment: Situation, best: Place) -> Place | None:
        """A spyglass on the way from which the destination can still be reached (SNOOP-4)."""
        scene, options = moment.view.scene, moment.options
        assert options.moves is not None
        pawn, steps = scene.pawn(options.seat), options.moves.steps
        occupied, used = scene.occupied_by_others(pawn), scene.turn.used & ~pawn.bit
        walks = scene.edition.walks
        for spyglass in options.moves.pauses:
            path = walks.pause_path(pawn, spyglass, steps, occupied=occupied, used=used)
            entered = used | pawn.bit
            for place in path[:-1]:
                entered |= place.bit
            further = walks.reach(spyglass, steps - len(path), occupied=occupied, used=entered)
            if best in further.ends:
                return spyglass
        return None

    def _journeys(self, moment: Situation) -> Journeys:
        return journeys(moment.view.scene.edition, self.patience)


def _first_room(moment: Situation) -> int:
    return moment.notes.deck.rooms[0].index


def _drawn(worth: Sequence[float], way: Journeys, place: Place, first: int) -> float:
    """The value of a place as the end of a move: that of the room, or of the best room reachable later."""
    if place.room is not None:
        return worth[place.room.index - first]
    pull = way.pull[place.index]
    return max(map(_times, worth, pull))


def _times(one: float, other: float) -> float:
    return one * other
