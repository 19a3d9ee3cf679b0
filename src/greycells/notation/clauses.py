"""What happens inside a turn, clause by clause: a verb and what belongs to it."""

from __future__ import annotations

from greycells.notation.names import Names, unknown
from greycells.notation.record import RecordError
from greycells.notation.words import Words
from greycells.rules.actions import Move
from greycells.rules.board import Place
from greycells.rules.events import (
    Accused,
    Cleared,
    CouldNotShow,
    Event,
    FalseWitness,
    Opened,
    Rolled,
    Shown,
    Snooped,
    Suggested,
    TakenBack,
    TookPassage,
)
from greycells.rules.options import why_not
from greycells.rules.scene import Scene
from greycells.rules.seats import Seat
from greycells.rules.sentences import Refusal, Sentence
from greycells.rules.walking import walk, why_not_fallen

VERBS = (
    *("rolls", "to", "walks", "stays", "passage", "snoops", "suggests", "no", "shows", "false"),
    *("accuses", "sees", "cleared", "takes", "passes", "ends"),
)


def clause(words: Words, names: Names, scene: Scene, seat: Seat) -> Event:
    """The event that the next words tell of this seat."""
    start = words.at
    words.at += 1
    match words.texts[start]:
        case "rolls":
            dice = words.numbers()
            if no := why_not_fallen(scene.table.edition.rules, dice):
                raise RecordError.refused(words.spot(start), no)
            return Rolled(seat, dice)
        case "to":
            move = Move(words.place(names))
        case "suggests":
            return Suggested(seat, words.theory(names))
        case "no":
            return CouldNotShow(seat)
        case "shows":
            return Shown(seat, scene.turn.mover, words.card_or_unseen(names))
        case "walks":
            path = _path(words, names)
            move = Move(path[-1], path)
        case "stays":
            move = Move(scene.pawn(seat), ())
        case _:
            words.at = start
            return _rarer(words, names, seat)
    walked = walk(scene, move)
    if scene.to_act is not seat:
        walked = why_not(scene, seat, scene.edition.deck.nothing, move) or walked
    if isinstance(walked, Refusal):
        raise RecordError.refused(words.spot(start), walked)
    return walked


def _path(words: Words, names: Names) -> tuple[Place, ...]:
    path = [words.place(names)]
    while words.next in names.places:
        path.append(words.place(names))
    return tuple(path)


def _rarer(words: Words, names: Names, seat: Seat) -> Event:
    """The verbs that most turns do without."""
    verb = words.next
    words.at += 1
    match verb:
        case "passage":
            words.expect("to")
            return TookPassage(seat, words.place(names))
        case "snoops":
            return Snooped(seat, words.seat(names), words.card_or_unseen(names))
        case "accuses":
            return Accused(seat, words.theory(names))
        case "sees":
            return Opened(seat, words.theory_or_unseen(names), words.expect("right", "wrong") == "right")
        case "cleared":
            words.expect("to")
            return Cleared(seat, words.place(names))
        case "false":
            words.expect("in")
            return FalseWitness(seat, words.number(), words.theory(names))
        case "takes":
            words.expect("back")
            return TakenBack(seat)
        case _:
            words.at -= 1
            if not verb or verb == "|":
                words.miss(Sentence("record.a verb"))
            raise RecordError(words.here, unknown("verb", verb, VERBS))
