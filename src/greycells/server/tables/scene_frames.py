"""What a page draws: the scene as its viewer sees it, the question in words, and the possible moves.

A page has no rules in it. It draws what it is given here, and offers the options that it was given.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType

from msgspec import Raw
from msgspec.json import encode
from msgspec.structs import replace

from greycells.language.sentences import Sentence, language
from greycells.notation.place_names import by_rooms
from greycells.notation.player_names import by_players, by_stand_in
from greycells.notation.record import Record
from greycells.notation.sighting_json import encode_sighting
from greycells.notation.story import question, tell
from greycells.protocol.frames import SceneFrame
from greycells.protocol.record_messages import ReplayStep, ReplaySteps
from greycells.rules.actions import Move
from greycells.rules.events import Dealt, Moved
from greycells.rules.movement.moves import walk
from greycells.rules.scene import Scene, after
from greycells.rules.seats import Seat
from greycells.rules.views import Sighting, View

NOBODY: Mapping[Seat, str] = MappingProxyType({})


class Spoken:
    """What has been said already, in which language: the same sentence to several viewers is put into words once."""

    def __init__(self) -> None:
        self._texts: dict[tuple[str, Sentence], str] = {}

    def __call__(self, sentence: Sentence) -> str:
        key = (language(), sentence)
        text = self._texts.get(key)
        if text is None:
            text = self._texts[key] = str(sentence)
        return text

    def clear(self) -> None:
        self._texts.clear()


def scene_frame(
    view: View,
    ask: Sentence | None = None,
    *,
    letters: bool = False,
    names: Mapping[Seat, str] = NOBODY,
    public: SceneFrame | None = None,
    spoken: Callable[[Sentence], str] = str,
) -> SceneFrame:
    """The scene as this viewer sees it now; `ask` is the question, if it is another one than the view's own.

    `names` are those of the people who are called by them. `public` is what everybody sees of this scene, if it is
    drawn already, and `spoken` puts a sentence into words.
    """
    return replace(
        public or public_scene(view.scene),
        number=len(view.sightings),
        ask=_said(by_players(ask or question(view), names), view.scene, letters=letters, spoken=spoken),
        hand=tuple(card.word for card in view.hand),
        paths=dict(_paths(view)),
    )


def public_scene(scene: Scene) -> SceneFrame:
    """A scene as everybody sees it, without a question, a hand or the paths of a pawn."""
    turn, deck = scene.turn, scene.edition.deck
    finished, to_act = scene.finished, scene.to_act
    return SceneFrame(
        number=0,
        ask="",
        turn=turn.number,
        mover=turn.mover.suspect.word,
        phase=turn.phase,
        to_act=to_act.suspect.word if to_act else None,
        dice=turn.dice,
        steps=turn.steps,
        theory=tuple(card.word for card in turn.theory or ()),
        pawns={suspect.word: place.name for suspect, place in zip(deck.suspects, scene.pawns, strict=True)},
        weapons={weapon.word: place.name for weapon, place in zip(deck.weapons, scene.weapons, strict=True) if place},
        out=tuple(seat.suspect.word for seat in scene.seats if scene.is_out(seat)),
        sizes={seat.suspect.word: size for seat, size in zip(scene.seats, scene.sizes, strict=True)},
        open_cards=tuple(card.word for card in scene.open_cards),
        hand=(),
        paths={},
        winner=finished.winner.suspect.word if finished and finished.winner else None,
        case_file=tuple(card.word for card in finished.case_file) if finished else (),
    )


def _paths(view: View) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The default path to every place where this viewer's pawn may go."""
    options = view.options if view.to_act else None
    if options is None or options.moves is None:
        return
    for place in dict.fromkeys((*options.moves.ends, *options.moves.pauses)):
        moved = walk(view.scene, Move(place))
        if isinstance(moved, Moved):
            yield place.name, tuple(step.name for step in moved.path)


def told(
    view: View,
    sightings: Sequence[Sighting],
    *,
    letters: bool = False,
    names: Mapping[Seat, str] = NOBODY,
    replaced: bool = False,
    spoken: Callable[[Sentence], str] = str,
) -> tuple[str, ...]:
    """Each of these sightings in a sentence to this viewer; `replaced` is one whose seat a bot played then."""
    sentences = [by_players(tell(sighting.event, view.seat), names) for sighting in sightings]
    if replaced:
        sentences = [by_stand_in(sentence) for sentence in sentences]
    return tuple(_said(sentence, view.scene, letters=letters, spoken=spoken) for sentence in sentences)


def _said(sentence: Sentence, scene: Scene, *, letters: bool, spoken: Callable[[Sentence], str]) -> str:
    """A sentence for a page: with squares by their letters only for those who asked for coordinates."""
    return spoken(sentence if letters else by_rooms(sentence, scene.edition.board))


def steps_of(record: Record) -> ReplaySteps:
    """A record, or a seat's copy of one, as the pages of a replay show it."""
    seat = record.copy.seat if record.copy is not None else None
    scene, hand = Scene.empty(record.table), record.table.edition.deck.nothing
    hands: dict[str, tuple[str, ...]] = {}
    seen: list[Sighting] = []
    steps: list[ReplayStep] = []
    for sighting in record.sightings:
        seen.append(sighting)
        scene = after(scene, sighting.event)
        if isinstance(sighting.event, Dealt):
            dealt = zip(record.table.seats, sighting.event.hands, strict=True)
            hands = {owner.suspect.word: tuple(card.word for card in cards) for owner, cards in dealt if cards}
            hand = (sighting.event.hands[seat.index] if seat is not None else None) or hand
        view = View(None, scene, hand, seen)
        words = str(tell(sighting.event, seat))
        steps.append(ReplayStep(Raw(encode(encode_sighting(sighting))), words, scene_frame(view)))
    seats = tuple((seat.suspect.word, seat.name) for seat in record.table.seats)
    return ReplaySteps(edition=record.table.edition.key, seats=seats, hands=hands, steps=tuple(steps))
