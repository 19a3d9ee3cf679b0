"""The scene: the public state of a game, and how events change it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, NamedTuple, TypeAlias, assert_never, overload

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

    `to_act` is the seat that has to choose, or None. `used` are the places that the move may not enter again when it
    continues. `shown` says whether a card has been shown. `steps` is the rest of the roll while the move may continue.
    `entered` is the unused right to suggest after entering a room, `spyglass` the unused right to snoop. `cut_short` is
    the seat whose turn a shown card has just ended (SHOW-7).
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

    def __repr__(self) -> str:
        return (
            f"Turn({self.number}, {self.mover} {self.phase}{'' if self.to_act is None else f', {self.to_act} to act'})"
        )

    @property
    def asked(self) -> Seat | None:
        """The seat that has to answer."""
        return self.to_act if self.phase == "answering" else None


class Denial(NamedTuple):
    """An unchecked answer: this seat said that it had none of these cards (SHOW-9)."""

    seat: Seat
    turn: int
    theory: Theory


class GameTable(NamedTuple):
    """The edition and the seats, fixed before the deal. `by_suspect` is the seat of each suspect, if it has one."""

    edition: Edition
    seats: tuple[Seat, ...]
    by_suspect: tuple[Seat | None, ...]
    rules: Rules

    @classmethod
    def of(cls, edition: Edition, seats: tuple[Seat, ...]) -> GameTable:
        played = {seat.suspect.index: seat for seat in seats}
        by_suspect = tuple(played.get(index) for index in range(len(edition.deck.suspects)))
        return cls(edition, seats, by_suspect, edition.rules)

    def __repr__(self) -> str:
        return f"GameTable({self.edition.key}, {', '.join(map(str, self.seats))})"

    @overload
    def seat(self, seat: Seat | int) -> Seat: ...
    @overload
    def seat(self, seat: Seat | int | None) -> Seat | None: ...
    def seat(self, seat: object) -> Seat | None:
        """The seat of this table with this number, from 0 in turn order, or equal to this one; None stays None."""
        match seat:
            case None:
                return None
            case Seat() if seat in self.seats:
                return self.seats[seat.index]
            case Seat():
                raise ValueError(f"{seat} {seat.name!r} does not sit at this table.")
            case int() if not isinstance(seat, bool):
                if 0 <= seat < len(self.seats):
                    return self.seats[seat]
                raise IndexError(f"Seats are numbered from 0 to {len(self.seats) - 1}: there is no seat {seat}.")
            case _:
                raise TypeError(f"Expected a seat, its number, or None for a spectator, not {type(seat).__name__}.")

    @classmethod
    def from_words(cls, edition: Edition, players: Iterable[tuple[str, str]]) -> GameTable:
        """The table of these players in turn order, each a suspect's word (as records write it) and a name.

        A KeyError names a word that is no suspect of the edition.
        """
        suspects = {suspect.word: suspect for suspect in edition.deck.suspects}
        return cls.of(edition, tuple(Seat(index, suspects[word], name) for index, (word, name) in enumerate(players)))


class Scene(NamedTuple):
    """The public state of a game.

    `occupied` is a mask of the squares and spaces with pawns, without rooms, which hold any number. `called`, `out` and
    `false_witnesses` are bit masks of seats: those whose pawn was moved by a suggestion and who may suggest there
    (SUG-9), those that are eliminated, and those eliminated by SHOW-9; `suggested` is a mask of those whose pawn has
    not left the room of their last suggestion (SUG-8). `denials` are kept only if answers are unchecked.
    """

    table: GameTable
    turn: Turn
    pawns: tuple[Place, ...]
    occupied: int
    weapons: tuple[Place | None, ...]
    called: int
    suggested: int
    out: int
    false_witnesses: int
    sizes: tuple[int, ...]
    open_cards: CardSet
    denials: tuple[Denial, ...]
    before: Scene | None
    finished: Finished | None

    def __repr__(self) -> str:
        return f"Scene({self.table.edition.key}, {self.turn})"

    @classmethod
    def empty(cls, table: GameTable) -> Scene:
        """The scene before the set-up."""
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
        """The seat that has to choose, or None."""
        return self.turn.to_act

    def pawn(self, seat: Seat) -> Place:
        """The place of a seat's pawn."""
        return self.pawns[seat.suspect.index]

    def is_out(self, seat: Seat) -> bool:
        """Whether a seat is eliminated, by a wrong accusation or a false answer, and only answers (ACC-5, SHOW-9)."""
        return bool(self.out >> seat.index & 1)

    def may_still_accuse(self) -> tuple[Seat, ...]:
        """The seats that can still win (ACC-8)."""
        return tuple(seat for seat in self.table.seats if not self.out >> seat.index & 1)

    def next_seat(self, seat: Seat) -> Seat:
        """The next seat to the left, eliminated or not (SHOW-1)."""
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
        """A mask of the squares and spaces with pawns, except `place` (MOVE-5, MOVE-6)."""
        return self.occupied & ~place.bit

    def with_pawns(self, pawns: tuple[Place, ...]) -> Scene:
        """The scene with the pawns in these places."""
        return self._replace(pawns=pawns, occupied=_occupied(pawns))


def _occupied(pawns: Iterable[Place]) -> int:
    mask = 0
    for place in pawns:
        if place.kind != "room":
            mask |= place.bit
    return mask


def new_turn(scene: Scene, mover: Seat, *, number: int, cut_short: Seat | None = None) -> Turn:
    """The start of a turn. Without dice there is no move: the mover suggests at once."""
    if scene.table.rules.dice:
        return Turn(number, mover, "starting", mover, cut_short=cut_short)
    return Turn(number, mover, "moved", mover, entered=True, cut_short=cut_short)


def after(scene: Scene, event: Event) -> Scene:
    """The scene after an event. Never fails for events that the referee made."""
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
    """The scene with another turn and nothing to take back."""
    table, _, pawns, occupied, weapons, called, suggested, out, false, sizes, open_cards, denials, _, finished = scene
    return Scene(
        table, turn, pawns, occupied, weapons, called, suggested, out, false, sizes, open_cards, denials, None, finished
    )


def _rolled(scene: Scene, event: Rolled) -> Scene:
    turn = scene.turn
    return _with_turn(scene, Turn(turn.number, turn.mover, "moving", turn.mover, event.dice, steps=sum(event.dice)))


def _moved(scene: Scene, event: Moved) -> Scene:
    table, turn, pawns, occupied, weapons, called, suggested, out, false, sizes, open_cards, denials, _, finished = (
        scene
    )
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
        suggested &= ~(1 << event.seat.index)
    return Scene(
        table,
        turn,
        pawns,
        occupied,
        weapons,
        called,
        suggested,
        out,
        false,
        sizes,
        open_cards,
        denials,
        before,
        finished,
    )


def _left_behind(rules: Rules, start: Place) -> int:
    """The start of a move counts as entered, unless the table allows returning to it (MOVE-4)."""
    free = rules.start_square is StartSquare.MAY_BE_REENTERED and start.kind == "square"
    return 0 if free else start.bit


def _took_passage(scene: Scene, event: TookPassage) -> Scene:
    turn = scene.turn
    moved = Turn(turn.number, turn.mover, "moved", turn.mover, entered=event.to.room is not None)
    pawns = _put(scene.pawns, event.seat.suspect.index, event.to)
    before = scene if scene.table.rules.take_backs is TakeBacks.ALLOWED else None
    suggested = scene.suggested & ~(1 << event.seat.index)
    return scene.with_pawns(pawns)._replace(turn=moved, suggested=suggested, before=before)


def _turn_ended(scene: Scene) -> Scene:
    """Start the next turn; the right to suggest after being moved by a suggestion expires (SUG-7, SUG-9)."""
    table, turn, pawns, occupied, weapons, called, suggested, out, false, sizes, open_cards, denials, _, finished = (
        scene
    )
    cut_short = turn.mover if turn.shown else None
    called &= ~(1 << turn.mover.index)
    turn = new_turn(scene, scene.next_mover(), number=turn.number + 1, cut_short=cut_short)
    return Scene(
        table, turn, pawns, occupied, weapons, called, suggested, out, false, sizes, open_cards, denials, None, finished
    )


def _suggested(scene: Scene, event: Suggested) -> Scene:
    """Move pawn and weapon to the room (SUG-4); the pawn's player may suggest there next turn (SUG-9)."""
    table, turn, pawns, occupied, weapons, called, suggested, out, false, sizes, open_cards, denials, _, finished = (
        scene
    )
    seat, theory = event.seat, event.theory
    place = table.edition.board.place_of(theory.room)
    suggested |= 1 << seat.index
    if place is not None:
        suspect = theory.suspect.index
        if pawns[suspect] is not place:
            occupied &= ~pawns[suspect].bit
            pawns = (*pawns[:suspect], place, *pawns[suspect + 1 :])
            owner = table.by_suspect[suspect]
            if owner is not None and owner is not seat:
                called |= 1 << owner.index
                suggested &= ~(1 << owner.index)
        weapon = theory.weapon.index - len(table.edition.deck.suspects)
        if weapons[weapon] is not place:
            weapons = (*weapons[:weapon], place, *weapons[weapon + 1 :])
    asked = scene.next_seat(seat)
    turn = Turn(turn.number, seat, "answering", asked, turn.dice, turn.used, theory)
    return Scene(
        table, turn, pawns, occupied, weapons, called, suggested, out, false, sizes, open_cards, denials, None, finished
    )


def _could_not_show(scene: Scene, event: CouldNotShow) -> Scene:
    turn = scene.turn
    scene = _with_turn(scene, _ask_next(scene, shown=turn.shown))
    if scene.table.rules.answers is Answers.UNCHECKED and turn.theory is not None:
        return scene._replace(denials=(*scene.denials, Denial(event.seat, turn.number, turn.theory)))
    return scene


def _shown(scene: Scene) -> Scene:
    """End the answering after the first card shown, or ask everyone in turn (SHOW-4, SHOW-5)."""
    until_shown = scene.table.rules.answering is Answering.UNTIL_SHOWN
    return _with_turn(scene, _answered(scene.turn) if until_shown else _ask_next(scene, shown=True))


def _ask_next(scene: Scene, *, shown: bool) -> Turn:
    """Ask the next seat to the left, until the suggester is reached (SHOW-1)."""
    number, mover, _, asked, dice, used, theory, *_ = turn = scene.turn
    seat = scene.next_seat(asked or mover)
    if seat is mover:
        return _answered(turn, shown=shown)
    return Turn(number, mover, "answering", seat, dice, used, theory, shown)


def _answered(turn: Turn, *, shown: bool = True) -> Turn:
    """The answering is over: the mover may accuse or end the turn."""
    number, mover, _, _, dice, used, theory, *_ = turn
    return Turn(number, mover, "closing", mover, dice, used, theory, shown)
