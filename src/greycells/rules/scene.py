"""The scene: what everybody at the table sees, and how an event changes it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, NamedTuple, TypeAlias, assert_never

from greycells.rules.board import Place
from greycells.rules.cards import CardSet, Theory
from greycells.rules.edition import Answering, Answers, Edition, Rules, StartSquare, TakeBacks
from greycells.rules.events import (
    Accused,
    Began,
    Cleared,
    CouldNotShow,
    Dealt,
    Event,
    FalseWitness,
    Finished,
    LaidOpen,
    Moved,
    Opened,
    Placed,
    Rolled,
    RolledForStart,
    Sealed,
    Shown,
    Snooped,
    Suggested,
    TakenBack,
    TookPassage,
    TurnEnded,
)
from greycells.rules.seats import Seat

Phase: TypeAlias = Literal["setting up", "starting", "moving", "moved", "answering", "closing", "over"]
"""What the game is waiting for."""


class Turn(NamedTuple):
    """One seat's turn so far (TURN-1).

    `to_act` is the one seat whose choice is awaited, or nobody. `used` are the places that a walk may not enter again
    when it goes on, `shown` says whether a card has been shown. `steps` is what is left of the roll while the pawn may
    go on, `entered` the open right to suggest for having entered a room, `spyglass` the open right to snoop.
    `cut_short` is the seat whose turn a shown card has just ended (SHOW-7).
    """

    number: int
    mover: Seat
    phase: Phase
    to_act: Seat | None
    dice: tuple[int, ...] = ()
    used: int = 0
    theory: Theory | None = None
    shown: bool = False
    steps: int = 0
    entered: bool = False
    spyglass: bool = False
    cut_short: Seat | None = None

    @property
    def asked(self) -> Seat | None:
        """The seat whose answer is due."""
        return self.to_act if self.phase == "answering" else None


class Denial(NamedTuple):
    """An answer of a table with unchecked answers: this seat said that it held none of these (SHOW-9)."""

    seat: Seat
    turn: int
    theory: Theory


class Table(NamedTuple):
    """Who plays what: fixed before the first card is dealt. `by_suspect` is the seat of each suspect, if it has one."""

    edition: Edition
    seats: tuple[Seat, ...]
    by_suspect: tuple[Seat | None, ...]
    rules: Rules

    @classmethod
    def of(cls, edition: Edition, seats: tuple[Seat, ...]) -> Table:
        played = {seat.suspect.index: seat for seat in seats}
        by_suspect = tuple(played.get(index) for index in range(len(edition.deck.suspects)))
        return cls(edition, seats, by_suspect, edition.rules)


class Scene(NamedTuple):
    """All that is public.

    `occupied` is a mask of the squares and spaces on which pawns stand; a room has place for everybody. `called`, `out`
    and `false_witnesses` are bits by seat: who may suggest where it was called to (SUG-9), who is out, and who of those
    by SHOW-9. `denials` are kept at tables with unchecked answers only.
    """

    table: Table
    turn: Turn
    pawns: tuple[Place, ...]
    occupied: int
    weapons: tuple[Place | None, ...]
    called: int
    out: int
    false_witnesses: int
    sizes: tuple[int, ...]
    open_cards: CardSet
    denials: tuple[Denial, ...]
    before: Scene | None
    finished: Finished | None

    @classmethod
    def empty(cls, table: Table) -> Scene:
        """The table before anything has been set up."""
        edition = table.edition
        return cls(
            table,
            Turn(0, table.seats[0], "setting up", None),
            edition.starts,
            _occupied(edition.starts),
            (None,) * len(edition.deck.weapons),
            0,
            0,
            0,
            (0,) * len(table.seats),
            edition.deck.nothing,
            (),
            None,
            None,
        )

    @property
    def edition(self) -> Edition:
        return self.table.edition

    @property
    def seats(self) -> tuple[Seat, ...]:
        return self.table.seats

    @property
    def over(self) -> bool:
        return self.finished is not None

    @property
    def to_act(self) -> Seat | None:
        """The one seat whose choice is awaited, or nobody."""
        return self.turn.to_act

    def pawn(self, seat: Seat) -> Place:
        """Where a seat's pawn stands."""
        return self.pawns[seat.suspect.index]

    def is_out(self, seat: Seat) -> bool:
        """Whether a seat has accused wrongly or was found a false witness, and only answers now (ACC-5, SHOW-9)."""
        return bool(self.out >> seat.index & 1)

    def may_still_accuse(self) -> tuple[Seat, ...]:
        """The seats that can still win (ACC-8)."""
        return tuple(seat for seat in self.table.seats if not self.out >> seat.index & 1)

    def next_seat(self, seat: Seat) -> Seat:
        """The next seat to the left, in or out (SHOW-1)."""
        seats = self.table.seats
        return seats[(seat.index + 1) % len(seats)]

    def next_mover(self) -> Seat:
        """The next seat to the left that still takes turns (SET-14, TURN-1)."""
        mover, out = self.turn.mover, self.out
        seat = self.next_seat(mover)
        while out >> seat.index & 1 and seat is not mover:
            seat = self.next_seat(seat)
        return seat

    def occupied_by_others(self, place: Place) -> int:
        """The squares and spaces on which pawns other than the one on `place` stand, as a mask (MOVE-5, MOVE-6)."""
        return self.occupied & ~place.bit

    def with_pawns(self, pawns: tuple[Place, ...]) -> Scene:
        """The same scene with the pawns elsewhere."""
        return self._replace(pawns=pawns, occupied=_occupied(pawns))


def _occupied(pawns: Iterable[Place]) -> int:
    mask = 0
    for place in pawns:
        if place.kind != "room":
            mask |= place.bit
    return mask


def new_turn(scene: Scene, mover: Seat, *, number: int, cut_short: Seat | None = None) -> Turn:
    """A turn begins. Without dice there is no move: one suggests at once, from where one sits."""
    if scene.table.rules.dice:
        return Turn(number, mover, "starting", mover, cut_short=cut_short)
    return Turn(number, mover, "moved", mover, entered=True, cut_short=cut_short)


def after(scene: Scene, event: Event) -> Scene:
    """The scene after an event. It never fails on an event that the referee made."""
    match event:
        case Rolled():
            return _rolled(scene, event)
        case Moved():
            return _moved(scene, event)
        case TurnEnded():
            return _turn_ended(scene)
        case Suggested():
            return _suggested(scene, event)
        case CouldNotShow():
            return _could_not_show(scene, event)
        case Shown():
            return _shown(scene)
        case TookPassage():
            return _took_passage(scene, event)
        case Snooped():
            return scene._replace(turn=scene.turn._replace(spyglass=False), before=None)
        case Accused():
            return scene._replace(before=None)
        case Opened(seat, _, right):
            return scene if right else scene._replace(out=scene.out | 1 << seat.index)
        case FalseWitness(seat, turn):
            bit = 1 << seat.index
            unproved = tuple(denial for denial in scene.denials if (denial.seat, denial.turn) != (seat, turn))
            return scene._replace(out=scene.out | bit, false_witnesses=scene.false_witnesses | bit, denials=unproved)
        case Cleared(seat, to):
            return scene.with_pawns(_put(scene.pawns, seat.suspect.index, to))
        case TakenBack():
            return scene.before or scene
        case Finished():
            return scene._replace(turn=scene.turn._replace(phase="over", to_act=None), finished=event, before=None)
        case Placed(pawns, weapons):
            return scene.with_pawns(pawns)._replace(weapons=weapons)
        case Dealt(_, sizes):
            return scene._replace(sizes=sizes)
        case LaidOpen(cards):
            return scene._replace(open_cards=cards)
        case Began(starter):
            return scene._replace(turn=new_turn(scene, starter, number=1))
        case Sealed() | RolledForStart():
            return scene
    assert_never(event)


def _put(places: tuple[Place, ...], index: int, place: Place) -> tuple[Place, ...]:
    return (*places[:index], place, *places[index + 1 :])


def _with_turn(scene: Scene, turn: Turn) -> Scene:
    """The scene with another state of the turn, nothing to take back, and all else as it was."""
    table, _, pawns, occupied, weapons, called, out, false, sizes, open_cards, denials, _, finished = scene
    return Scene(table, turn, pawns, occupied, weapons, called, out, false, sizes, open_cards, denials, None, finished)


def _rolled(scene: Scene, event: Rolled) -> Scene:
    turn = scene.turn
    return _with_turn(scene, Turn(turn.number, turn.mover, "moving", turn.mover, event.dice, steps=sum(event.dice)))


def _moved(scene: Scene, event: Moved) -> Scene:
    table, turn, pawns, occupied, weapons, called, out, false, sizes, open_cards, denials, _, finished = scene
    path, left = event.path, event.steps_left
    before = scene if table.rules.take_backs is TakeBacks.ALLOWED else None
    index = event.seat.suspect.index
    place = path[-1] if path else pawns[index]
    used = turn.used or _left_behind(table.rules, pawns[index])
    for entered in path:
        used |= entered.bit
    goes_on = left > 0 and place.kind != "room"
    turn = Turn(
        turn.number,
        turn.mover,
        "moving" if goes_on else "moved",
        turn.mover,
        turn.dice,
        used,
        steps=left,
        entered=bool(path) and place.room is not None,
        spyglass=place.spyglass if path else turn.spyglass,
    )
    if path:
        occupied &= ~pawns[index].bit
        if place.kind != "room":
            occupied |= place.bit
        pawns = (*pawns[:index], place, *pawns[index + 1 :])
    return Scene(
        table, turn, pawns, occupied, weapons, called, out, false, sizes, open_cards, denials, before, finished
    )


def _left_behind(rules: Rules, start: Place) -> int:
    """Where a walk began counts as entered, unless the table lets it come back to its first square (MOVE-4)."""
    free = rules.start_square is StartSquare.MAY_BE_REENTERED and start.kind == "square"
    return 0 if free else start.bit


def _took_passage(scene: Scene, event: TookPassage) -> Scene:
    turn = scene.turn
    moved = Turn(turn.number, turn.mover, "moved", turn.mover, entered=event.to.room is not None)
    pawns = _put(scene.pawns, event.seat.suspect.index, event.to)
    before = scene if scene.table.rules.take_backs is TakeBacks.ALLOWED else None
    return scene.with_pawns(pawns)._replace(turn=moved, before=before)


def _turn_ended(scene: Scene) -> Scene:
    """The next turn begins; a right to suggest where one was called to lapses with one's turn (SUG-7, SUG-9)."""
    table, turn, pawns, occupied, weapons, called, out, false, sizes, open_cards, denials, _, finished = scene
    cut_short = turn.mover if turn.shown else None
    called &= ~(1 << turn.mover.index)
    turn = new_turn(scene, scene.next_mover(), number=turn.number + 1, cut_short=cut_short)
    return Scene(table, turn, pawns, occupied, weapons, called, out, false, sizes, open_cards, denials, None, finished)


def _suggested(scene: Scene, event: Suggested) -> Scene:
    """Pawn and weapon come to the room (SUG-4); a pawn called over may suggest there next (SUG-9)."""
    table, turn, pawns, occupied, weapons, called, out, false, sizes, open_cards, denials, _, finished = scene
    seat, theory = event.seat, event.theory
    place = table.edition.board.place_of(theory.room)
    if place is not None:
        suspect = theory.suspect.index
        if pawns[suspect] is not place:
            occupied &= ~pawns[suspect].bit
            pawns = (*pawns[:suspect], place, *pawns[suspect + 1 :])
            owner = table.by_suspect[suspect]
            if owner is not None and owner is not seat:
                called |= 1 << owner.index
        weapon = theory.weapon.index - len(table.edition.deck.suspects)
        if weapons[weapon] is not place:
            weapons = (*weapons[:weapon], place, *weapons[weapon + 1 :])
    asked = scene.next_seat(seat)
    turn = Turn(turn.number, seat, "answering", asked, turn.dice, turn.used, theory)
    return Scene(table, turn, pawns, occupied, weapons, called, out, false, sizes, open_cards, denials, None, finished)


def _could_not_show(scene: Scene, event: CouldNotShow) -> Scene:
    turn = scene.turn
    scene = _with_turn(scene, _ask_next(scene, shown=turn.shown))
    if scene.table.rules.answers is Answers.UNCHECKED and turn.theory is not None:
        return scene._replace(denials=(*scene.denials, Denial(event.seat, turn.number, turn.theory)))
    return scene


def _shown(scene: Scene) -> Scene:
    """The first card shown ends the answering, or everybody is asked in turn (SHOW-4, SHOW-5)."""
    until_shown = scene.table.rules.answering is Answering.UNTIL_SHOWN
    return _with_turn(scene, _answered(scene.turn) if until_shown else _ask_next(scene, shown=True))


def _ask_next(scene: Scene, *, shown: bool) -> Turn:
    """The next seat to the left is asked, until it is the suggester's own (SHOW-1)."""
    number, mover, _, asked, dice, used, theory, *_ = turn = scene.turn
    seat = scene.next_seat(asked or mover)
    if seat is mover:
        return _answered(turn, shown=shown)
    return Turn(number, mover, "answering", seat, dice, used, theory, shown)


def _answered(turn: Turn, *, shown: bool = True) -> Turn:
    """Nobody else is asked: the mover may accuse, or end the turn."""
    number, mover, _, _, dice, used, theory, *_ = turn
    return Turn(number, mover, "closing", mover, dice, used, theory, shown)
