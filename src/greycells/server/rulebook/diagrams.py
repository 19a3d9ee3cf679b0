"""Rules in drawings: places of an edition's own board where a rule shows, found and worked out by its walks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import product
from typing import NamedTuple

from greycells.editions import load
from greycells.editions.catalogue import rule
from greycells.language.sentences import Sentence, either
from greycells.protocol.rulebook_messages import RuleDiagram
from greycells.rules.board import Place
from greycells.rules.cards import Suspect
from greycells.rules.edition import Edition, Occupied, Passages

ROLLS = (5, 4, 6, 3)
"""The rolls that are looked at, the best to draw first."""

MOST_NAMED = 7
"""How many places a sentence can name and still be read."""


class DiagramPosition(NamedTuple):
    """What is to be drawn: where pawns stand, what the mover reaches, what is barred, and the way that is taken."""

    name: str
    sentence: Sentence
    rules: tuple[str, ...]
    pawns: Mapping[Suspect, Place]
    lit: tuple[Place, ...] = ()
    barred: tuple[Place, ...] = ()
    way: tuple[Place, ...] = ()

    def drawing(self) -> RuleDiagram:
        return RuleDiagram(
            self.name,
            str(Sentence(f"figure.{self.name} title")),
            str(self.sentence),
            self.rules,
            {suspect.word: place.name for suspect, place in self.pawns.items()},
            _names(self.lit),
            _names(self.barred),
            _names(self.way),
        )


def _names(places: tuple[Place, ...]) -> tuple[str, ...]:
    return tuple(place.name for place in places)


class DiagramStep(NamedTuple):
    """One walk that may be shown: from where, how far, to which end and by which way; `token` stands on the way."""

    start: Place
    roll: int
    end: Place
    way: tuple[Place, ...]
    token: Place | None = None


def from_a_room(edition: Edition) -> DiagramPosition | None:
    """A roll from a room: by a door to exactly so many squares, or into another room with steps to spare."""
    rooms = [place for place in edition.board.places if place.kind == "room"]
    steps = [
        DiagramStep(room, roll, end, edition.walks.path(room, end, roll))
        for roll in ROLLS
        for room in rooms
        for end in edition.walks.reach(room, roll).ends
        if end.kind == "room" and end is not room
    ]
    if not steps:
        return None
    step = min(steps, key=lambda step: len(edition.walks.reach(step.start, step.roll).ends))
    ends = edition.walks.reach(step.start, step.roll).ends
    sentence = Sentence("figure.roll", roll=step.roll, room=step.start, ends=either(ends))
    pawns, way = {edition.deck.suspects[0]: step.start}, (step.start, *step.way)
    return DiagramPosition("roll", sentence, ("MOVE-8", "MOVE-9", "MOVE-10"), pawns, ends, way=way)


def _steps(edition: Edition, starts: Iterable[Place]) -> Iterator[DiagramStep]:
    """Walks from these places, each with another pawn somewhere on its way."""
    for roll, start in product(ROLLS, starts):
        if edition.rules.dice:
            for end in edition.walks.reach(start, roll).ends:
                way = edition.walks.path(start, end, roll)
                for token in way[:-1]:
                    if token.kind == "square":
                        yield DiagramStep(start, roll, end, way, token)


def _before_doors(edition: Edition) -> list[Place]:
    return list(dict.fromkeys(door.square for door in edition.board.doors))


def _blocked(
    edition: Edition, steps: Iterable[DiagramStep], *, name: str, rules: tuple[str, ...]
) -> DiagramPosition | None:
    """A pawn in the way: what it leaves to be reached, and the room that could be reached without it."""
    mover, other = edition.deck.suspects[:2]
    for step in steps:
        token = step.token
        if token is None or step.end.kind != "room":
            continue
        free = edition.walks.reach(step.start, step.roll).ends
        left = edition.walks.reach(step.start, step.roll, occupied=token.bit).ends
        lost = tuple(place for place in free if place not in left and place is not token)
        if step.end in lost and 1 < len(left) <= MOST_NAMED and len(lost) <= MOST_NAMED and step.start not in left:
            sentence = Sentence(
                f"figure.{name}",
                mover=mover,
                other=other,
                start=step.start,
                token=token,
                roll=step.roll,
                room=step.end,
                ends=either(left),
                lost=either(lost),
            )
            return DiagramPosition(name, sentence, rules, {mover: step.start, other: token}, left, lost)
    return None


def corridor(edition: Edition) -> DiagramPosition | None:
    """A pawn in a corridor cannot be passed (MOVE-5)."""
    if edition.rules.occupied is not Occupied.BLOCKS:
        return None
    steps = _steps(edition, _before_doors(edition))
    between = (step for step in steps if step.token and edition.board.room_before(step.token) is None)
    return _blocked(edition, between, name="corridor", rules=("MOVE-5",))


def doorway(edition: Edition) -> DiagramPosition | None:
    """A pawn in front of a door bars it, in and out (MOVE-11)."""
    if edition.rules.occupied is not Occupied.BLOCKS:
        return None
    squares = [place for place in edition.board.places if place.kind == "square"]
    doors = (step for step in _steps(edition, squares) if len(step.way) > 2 and step.token is step.way[-2])
    return _blocked(edition, doors, name="doorway", rules=("MOVE-11", "MOVE-15"))


def jump(edition: Edition) -> DiagramPosition | None:
    """A token is jumped, and its square counts (MOVE-6)."""
    if edition.rules.occupied is not Occupied.JUMPED:
        return None
    mover, other = edition.deck.suspects[:2]
    for step in _steps(edition, _before_doors(edition)):
        token = step.token
        if token is not None and step.end.kind == "square" and token is step.way[-2] and _straight(step):
            sentence = Sentence(
                "figure.jump", mover=mover, other=other, start=step.start, token=token, roll=step.roll, end=step.end
            )
            pawns = {mover: step.start, other: token}
            return DiagramPosition("jump", sentence, ("MOVE-6",), pawns, (step.end,), way=(step.start, *step.way))
    return None


def behind(edition: Edition) -> DiagramPosition | None:
    """A count that would end on a token stops one space behind it (MOVE-7)."""
    if edition.rules.occupied is not Occupied.JUMPED:
        return None
    mover, other = edition.deck.suspects[:2]
    for step in _steps(edition, _before_doors(edition)):
        *way, last, token = (step.start, *step.way)
        if token.kind != "square" or not _straight(step) or not way or last.kind != "square":
            continue
        if last in edition.walks.reach(step.start, step.roll, occupied=token.bit).ends:
            sentence = Sentence(
                "figure.behind", mover=mover, other=other, start=step.start, token=token, roll=step.roll, end=last
            )
            pawns = {mover: step.start, other: token}
            return DiagramPosition("behind", sentence, ("MOVE-7",), pawns, (last,), (token,), (*way, last))
    return None


def _straight(step: DiagramStep) -> bool:
    """Whether a walk goes in one direction, so that a drawing of it is read at a glance."""
    files = {place.name.rstrip("0123456789") for place in (step.start, *step.way)}
    ranks = {place.name.lstrip("abcdefghijklmnopqrstuvwxyz") for place in (step.start, *step.way)}
    return len(files) == 1 or len(ranks) == 1


def passage(edition: Edition) -> DiagramPosition | None:
    """A secret passage joins two places (PASS-1 to PASS-3)."""
    for start, end in edition.board.passages.items():
        inside = edition.rules.passages is Passages.ALSO_INSIDE_A_ROLL
        mover = edition.deck.suspects[0]
        sentence = Sentence("figure.passage inside" if inside else "figure.passage", mover=mover, start=start, end=end)
        return DiagramPosition(
            "passage", sentence, ("PASS-4", "PASS-5", "PASS-7"), {mover: start}, (end,), way=(start, end)
        )
    return None


def snoop(edition: Edition) -> DiagramPosition | None:
    """A move stops at a spyglass, looks at a card, and goes on with what is left of the roll (SNOOP-4)."""
    mover = edition.deck.suspects[0]
    for roll, start in product(ROLLS, _before_doors(edition)):
        for glass in edition.walks.reach(start, roll).pauses:
            way = edition.walks.pause_path(start, glass, roll)
            left = roll - len(way)
            used = start.bit | sum(place.bit for place in way)
            ends = edition.walks.reach(glass, left, used=used).ends
            if len(way) < 2 or left < 2 or len(ends) > MOST_NAMED or any(place.kind != "square" for place in way):
                continue
            steps = {"roll": roll, "steps": len(way), "left": left}
            sentence = Sentence("figure.snoop", mover=mover, start=start, glass=glass, ends=either(ends), **steps)
            return DiagramPosition("snoop", sentence, ("SNOOP-2", "SNOOP-4"), {mover: start}, ends, way=(start, *way))
    return None


@cache
def moments(key: str) -> tuple[DiagramPosition, ...]:
    """What there is to be drawn for an edition, in the order of a turn."""
    edition = load(key)
    shown = (from_a_room, corridor, doorway, jump, behind, passage, snoop)
    found = [moment for find in shown if (moment := find(edition)) is not None]
    return tuple(
        moment._replace(rules=tuple(id_ for id_ in moment.rules if rule(id_).as_in(edition))) for moment in found
    )
