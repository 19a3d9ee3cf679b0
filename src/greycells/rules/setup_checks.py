"""Check whether the set-up in a record is possible."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product, zip_longest
from typing import NamedTuple, TypeVar

from greycells.errors import GreycellsError
from greycells.language.sentences import Argument, Sentence
from greycells.rules.board import Place
from greycells.rules.cards import Card, CardSet, Theory
from greycells.rules.chance import ScriptedDealer
from greycells.rules.edition import Dealing, RematchStart, Starting, WeaponsStart
from greycells.rules.events import (
    Accused,
    Began,
    Dealt,
    Event,
    Finished,
    LaidOpen,
    Opened,
    Placed,
    RolledForStart,
    Sealed,
)
from greycells.rules.position import Secrets
from greycells.rules.record_metadata import Copy
from greycells.rules.refusals import Refusal, refusal
from greycells.rules.scene import GameTable
from greycells.rules.seats import Seat
from greycells.rules.setup import set_up, sit_down
from greycells.rules.views import seen_by

E = TypeVar("E", Placed, Sealed, Dealt, LaidOpen, RolledForStart, Began)


class Objection(GreycellsError):
    """Something in a record is impossible; `number` is that of the event, or None if it is about the seats."""

    def __init__(self, number: int | None, why: Refusal) -> None:
        super().__init__(number, why)
        self.number = number
        self.why = why

    def __str__(self) -> str:
        return str(self.why)


def objection(rule: str, key: str, /, **arguments: Argument) -> Refusal:
    """A refusal of what a record says, in the words of the `objection` section."""
    return Refusal(rule, Sentence(f"objection.{key}", **arguments))


class CheckedSetup(NamedTuple):
    """A checked set-up: its number of events, and its secrets, guessed where a copy hides them."""

    length: int
    secrets: Secrets


def check_set_up(table: GameTable, events: Sequence[Event], *, copy: Copy | None = None) -> CheckedSetup:
    """Check the set-up at the start of these events; raises an Objection.

    It is repeated with a dealer that follows the record; where a copy hides cards, any that fit are used.
    """
    check_seats(table)
    said = events[: next((number for number, event in enumerate(events, 1) if isinstance(event, Began)), len(events))]
    secrets = _secrets(table, said, _case_file(table, said, events))
    expected = set_up(
        table,
        _dealer(table, said, secrets),
        dealt_by=_dealt_by(table, said),
        last_starter=_last_starter(table, said),
    )
    for number, (event, due) in enumerate(zip_longest(said, expected)):
        if event is None:
            assert due is not None
            raise Objection(len(said) - 1 if said else None, objection("TURN-1", "stops early", line=line_of(due)))
        if due is None or type(event) is not type(due):
            raise Objection(number, _why_not_here(table, event, due, expected[number:]))
        if no := _why_not(
            table, event, due if copy is None else seen_by(copy.seat, due, snooping=table.rules.snooping)
        ):
            raise Objection(number, no)
    return CheckedSetup(len(said), secrets)


LINES: Mapping[type[Event], str] = {
    Placed: "weapons",
    Sealed: "seal",
    Dealt: "dealer",
    LaidOpen: "open",
    RolledForStart: "throw",
    Began: "begins",
}
"""The first word of the record's line for each event of the set-up."""


def line_of(event: Event) -> str:
    """The first word of the record's line for this event of the set-up."""
    return LINES[type(event)]


def _why_not_here(table: GameTable, event: Event, due: Event | None, expected: Sequence[Event]) -> Refusal:
    """Why this event can't come next in the set-up: something is missing before it, or it doesn't belong here."""
    if type(event) not in LINES:
        return refusal("TURN-1", "not begun")
    if due is None or not any(type(later) is type(event) for later in expected):
        return objection(_rule(table, due or event), "line out of place", line=line_of(event))
    if isinstance(due, Placed):
        off_the_board = table.edition.rules.weapons_start is WeaponsStart.OFF_THE_BOARD
        return objection("SET-6" if off_the_board else "SET-5", "line missing", line=line_of(due))
    return objection(_rule(table, due), "line missing", line=line_of(due))


def check_seats(table: GameTable) -> None:
    """Check the number of seats, their suspects, and their order (SET-14 to SET-16, SET-19)."""
    try:
        seats = sit_down(table.edition, [(seat.name, seat.suspect) for seat in table.seats]).seats
    except Refusal as no:
        raise Objection(None, no) from None
    if seats != table.seats:
        raise Objection(None, objection("SET-14", "order of seats", seats=seats))


def _found(kind: type[E], events: Sequence[Event]) -> E | None:
    return next((event for event in events if isinstance(event, kind)), None)


def _case_file(table: GameTable, said: Sequence[Event], events: Sequence[Event]) -> Theory:
    """The case file: from the record, from a later event of a copy, or any theory that isn't ruled out."""
    sealed = _found(Sealed, said)
    if sealed is not None and sealed.case_file is not None:
        return sealed.case_file
    denied: set[Theory] = set()
    for event in events:
        match event:
            case Opened(_, Theory() as case_file) | Finished(_, case_file):
                return case_file
            case Accused(_, theory):
                denied.add(theory)
            case _:
                pass
    deck, known = table.edition.deck, _known(said)
    theories = [Theory(*cards) for cards in product(deck.suspects, deck.weapons, deck.rooms)]
    return next((theory for theory in theories if not theory.mask & known and theory not in denied), theories[0])


def _known(said: Sequence[Event]) -> int:
    """The cards in known hands and on the table."""
    dealt, laid_open = _found(Dealt, said), _found(LaidOpen, said)
    mask = laid_open.cards.mask if laid_open is not None else 0
    for hand in dealt.hands if dealt is not None else ():
        mask |= hand.mask if hand is not None else 0
    return mask


def _secrets(table: GameTable, said: Sequence[Event], case_file: Theory) -> Secrets:
    """The deal, with hidden hands filled from the remaining cards. A card in two places raises an Objection."""
    deck, dealt, laid_open = table.edition.deck, _found(Dealt, said), _found(LaidOpen, said)
    if dealt is None:
        return Secrets(case_file, (deck.nothing,) * len(table.seats))
    taken = case_file.mask
    for cards in (*dealt.hands, laid_open.cards if laid_open is not None else None):
        if cards is not None and (twice := cards.mask & taken):
            rule, card = "SET-7" if twice & case_file.mask else "SET-8", next(iter(CardSet(deck, twice)))
            raise Objection(said.index(dealt), objection(rule, "card twice", card=card))
        taken |= cards.mask if cards is not None else 0
    free = [card for card in deck if not taken & card.bit]
    hands: list[CardSet] = []
    for size, hand in zip(dealt.sizes, dealt.hands, strict=True):
        if hand is not None:
            hands.append(hand)
        else:
            hands.append(deck.of(free[:size]))
            free = free[size:]
    left_over = table.edition.rules.dealing is Dealing.EVEN_HANDS and laid_open is None
    if free and None not in dealt.hands and not (left_over and len(free) < len(table.seats)):
        raise Objection(said.index(dealt), objection("SET-8", "cards missing", cards=tuple(free)))
    return Secrets(case_file, tuple(hands))


def _dealer(table: GameTable, said: Sequence[Event], secrets: Secrets) -> ScriptedDealer:
    """A dealer that repeats the record's random results."""
    placed, rolled = _found(Placed, said), _found(RolledForStart, said)
    places: list[Place] = [place for place in placed.weapons if place is not None] if placed is not None else []
    return ScriptedDealer(
        case_file=secrets.case_file,
        pack=_pack(table, said, secrets),
        weapons=places,
        start_rolls=[dice for throws in rolled.rounds for _, dice in throws] if rolled is not None else (),
    )


def _pack(table: GameTable, said: Sequence[Event], secrets: Secrets) -> list[Card]:
    """The order of cards that gives these hands when dealt, if there is one (SET-8)."""
    first = _dealt_by(table, said).index + 1
    hands = [list(hand) for hand in (*secrets.hands[first:], *secrets.hands[:first])]
    pack = [card for row in zip_longest(*hands) for card in row if card is not None]
    gone = {*pack, *secrets.case_file}
    return [*pack, *(card for card in table.edition.deck if card not in gone)]


def _dealt_by(table: GameTable, said: Sequence[Event]) -> Seat:
    dealt = _found(Dealt, said)
    return dealt.dealer if dealt is not None else table.seats[-1]


def _last_starter(table: GameTable, said: Sequence[Event]) -> Seat | None:
    """Who began the previous game: deal and start rotate together (SET-8, SET-17)."""
    seats, began = table.seats, _found(Began, said)
    if table.edition.rules.starting is Starting.FIRST_SUSPECT:
        first = min(seats, key=lambda seat: seat.suspect.index)
        return seats[(first.index + _dealt_by(table, said).index) % len(seats)]
    return seats[began.starter.index - 1] if began is not None and _found(RolledForStart, said) is None else None


def _why_not(table: GameTable, said: Event, due: Event) -> Refusal | None:
    """Why this event isn't the expected one."""
    rules = table.edition.rules
    match said, due:
        case Placed(pawns, weapons), Placed(starts):
            if pawns != starts:
                places = tuple(dict.fromkeys(starts))
                inside = all(place.kind == "room" for place in places)
                return objection(_rule(table, due), "pawns inside" if inside else "pawns", places=places)
            if rules.weapons_start is WeaponsStart.OFF_THE_BOARD:
                return objection("SET-6", "weapons off the board") if any(weapons) else None
            rooms = {place for place in weapons if place is not None and place.kind == "room" and place.room}
            return objection("SET-5", "weapons") if len(rooms) < len(weapons) else None
        case Sealed(), Sealed():
            return objection("SET-7", "case file hidden") if said != due else None
        case Dealt(_, sizes, hands), Dealt(_, due_sizes, due_hands):
            if sizes != due_sizes:
                return objection(_rule(table, due), "sizes", seats=table.seats, sizes=due_sizes)
            return objection("SET-20", "hands hidden") if hands != due_hands else None
        case LaidOpen(), LaidOpen(cards):
            return objection("SET-10", "open cards", count=len(cards)) if len(said.cards) != len(cards) else None
        case RolledForStart(rounds), RolledForStart():
            dice = [die for throws in rounds for _, throw in throws for die in throw]
            fair = said == due and all(1 <= die <= 6 for die in dice)
            counted = all(len(throw) == rules.start_dice for throws in rounds for _, throw in throws)
            return None if fair and counted else objection(_rule(table, due), "throws", count=rules.start_dice)
        case Began(), Began(starter):
            return objection(_rule(table, due), "starter", seat=starter) if said != due else None
        case _:
            return objection(_rule(table, due), "not now")


def _rule(table: GameTable, event: Event) -> str:
    """The rule under which this part of the set-up is done."""
    rules = table.edition.rules
    rolled = "SET-12" if rules.start_dice > 1 else "SET-13"
    match event:
        case Placed():
            return "SET-4" if table.edition.starts[0].kind == "room" else "SET-3"
        case Sealed():
            return "SET-7"
        case Dealt() | LaidOpen():
            return "SET-9" if rules.dealing is Dealing.ALL_CARDS else "SET-10"
        case RolledForStart():
            return rolled if rules.starting is Starting.HIGHEST_ROLL else "SET-11"
        case Began(starter):
            if rules.starting is Starting.HIGHEST_ROLL:
                return rolled
            later = rules.rematch is RematchStart.IN_TURN and starter.suspect != min(
                (seat.suspect for seat in table.seats), key=lambda suspect: suspect.index
            )
            return "SET-17" if later else "SET-11"
        case _:
            return "TURN-1"
