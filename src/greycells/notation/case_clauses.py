"""What happens inside a turn, clause by clause: a verb and what belongs to it."""

from __future__ import annotations

from difflib import get_close_matches

from greycells.language.sentences import Sentence
from greycells.notation.case_tokens import LineTokens
from greycells.notation.names import RecordNames, unknown
from greycells.notation.record import RecordError
from greycells.rules.actions import Move
from greycells.rules.board import Place
from greycells.rules.events import (
    Accused,
    Cleared,
    CouldNotShow,
    Event,
    FalseWitness,
    Moved,
    Opened,
    Rolled,
    Shown,
    Snooped,
    Suggested,
    TakenBack,
    TookPassage,
)
from greycells.rules.legal_options import why_not
from greycells.rules.movement.moves import walk, why_not_fallen
from greycells.rules.refusals import Refusal, refusal
from greycells.rules.scene import Scene
from greycells.rules.seats import Seat

VERBS = (
    *("rolls", "to", "walks", "stays", "passage", "snoops", "suggests", "no", "shows", "false"),
    *("accuses", "sees", "cleared", "takes", "passes", "ends"),
)
GOES_ON = (*VERBS, "|", "...")
"""What may follow a clause, besides notes and the end of the line."""


def clause(words: LineTokens, names: RecordNames, scene: Scene, seat: Seat) -> Event:
    """The event that the next words tell of this seat. They are read to their end before anything is judged."""
    spot = words.here
    told = _told(words, names, scene, seat)
    if not words.at_end and words.next not in GOES_ON:
        raise RecordError(words.here, unknown("verb", words.next, VERBS))
    match told:
        case Move():
            walked = _walked(scene, seat, told)
            if isinstance(walked, Refusal):
                raise RecordError.refused(spot, walked)
            return walked
        case Rolled(_, dice) if no := why_not_fallen(scene.table.edition.rules, dice):
            raise RecordError.refused(spot, no)
        case _:
            return told


def _told(words: LineTokens, names: RecordNames, scene: Scene, seat: Seat) -> Event | Move:
    """What the next words say: an event, or a move, of which the board has to say what it comes to."""
    start = words.at
    words.at += 1
    match words.texts[start]:
        case "rolls":
            return Rolled(seat, _dice(words, scene))
        case "to":
            return Move(words.place(names))
        case "suggests":
            return Suggested(seat, words.theory(names))
        case "no":
            return CouldNotShow(seat)
        case "shows":
            return Shown(seat, scene.turn.mover, words.card_or_unseen(names))
        case "walks":
            path = _path(words, names)
            return Move(path[-1], path)
        case "stays":
            return Move(scene.pawn(seat), ())
        case _:
            words.at = start
            return _rarer(words, names, seat)


def _walked(scene: Scene, seat: Seat, move: Move) -> Moved | Refusal:
    """What a walk comes to, or why this seat cannot walk like that."""
    if scene.finished is None and scene.is_out(seat):
        caught = scene.false_witnesses >> seat.index & 1
        return refusal("SHOW-9" if caught else "ACC-5", "takes no turns", seat=seat)
    no = None if scene.to_act is seat else why_not(scene, seat, scene.edition.deck.nothing, move)
    return no or walk(scene, move)


def _dice(words: LineTokens, scene: Scene) -> tuple[int, ...]:
    """What was rolled; a word in place of a die that is still missing should have been a number."""
    dice = words.numbers()
    if len(dice) < scene.table.rules.dice and not words.at_end and words.next not in GOES_ON:
        words.number()
    return dice


def _path(words: LineTokens, names: RecordNames) -> tuple[Place, ...]:
    """Every place entered: a word that is nothing else, nor much like a verb, should have been another of them."""
    path = [words.place(names)]
    while words.next in names.places:
        path.append(words.place(names))
    if not words.at_end and words.next not in GOES_ON and not get_close_matches(words.next, VERBS, n=1):
        words.place(names)
    return tuple(path)


def _rarer(words: LineTokens, names: RecordNames, seat: Seat) -> Event:
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
