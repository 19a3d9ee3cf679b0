"""Set-up: seats, weapons, case file, deal, and who begins."""

from __future__ import annotations

from collections.abc import Sequence

from greycells.rules.board import Place
from greycells.rules.cards import Card, CardSet, Suspect
from greycells.rules.chance import Dealer
from greycells.rules.edition import Dealing, Edition, RematchStart, Seating, Starting, WeaponsStart
from greycells.rules.events import Began, Dealt, Event, LaidOpen, Placed, RolledForStart, Sealed
from greycells.rules.refusals import refusal
from greycells.rules.scene import GameTable
from greycells.rules.seats import Seat


def sit_down(edition: Edition, players: Sequence[tuple[str, Suspect | None]]) -> GameTable:
    """Seats for these players, in the order in which they play (SET-14 to SET-16, SET-19).

    Players who haven't chosen a suspect get the next free one.
    """
    rules = edition.rules
    if not rules.fewest_seats <= len(players) <= rules.most_seats:
        rule = "SET-16" if rules.most_seats > 6 else "SET-15"
        key = "number of players" if rules.fewest_seats < rules.most_seats else "number of players, one only"
        raise refusal(rule, key, fewest=rules.fewest_seats, most=rules.most_seats, players=len(players))
    chosen = [suspect for _, suspect in players if suspect is not None]
    for suspect in chosen:
        if not any(suspect is known for known in edition.deck.suspects):
            raise refusal("SET-19", "foreign suspect", suspect=repr(str(suspect)))
        if chosen.count(suspect) > 1:
            raise refusal("SET-19", "suspect taken", suspect=suspect)
    free = iter([suspect for suspect in edition.deck.suspects if suspect not in chosen])
    sitting = [(name, suspect or next(free)) for name, suspect in players]
    if rules.seating is Seating.BY_START_SQUARE:
        sitting.sort(key=lambda player: player[1].index)
    return GameTable.of(edition, tuple(Seat(index, suspect, name) for index, (name, suspect) in enumerate(sitting)))


def set_up(
    table: GameTable, dealer: Dealer, *, dealt_by: Seat | None = None, last_starter: Seat | None = None
) -> tuple[Event, ...]:
    """Everything that happens before the first turn (SET-3 to SET-13, SET-17).

    The last seat deals the first game (SET-8); `last_starter` is the seat that began the previous game.
    """
    edition, seats = table.edition, table.seats
    case_file = dealer.seal(edition.deck)
    rest = [card for card in edition.deck if not card.bit & case_file.mask]
    dealt, left_over = deal(table, dealer.shuffle(rest), dealt_by=dealt_by or seats[-1])
    events: list[Event] = [Placed(edition.starts, _weapons(edition, dealer)), Sealed(case_file), dealt]
    if left_over:
        events.append(LaidOpen(left_over))
    return (*events, *_starting(table, dealer, last_starter))


def _weapons(edition: Edition, dealer: Dealer) -> tuple[Place | None, ...]:
    count = len(edition.deck.weapons)
    if edition.rules.weapons_start is WeaponsStart.OFF_THE_BOARD:
        return (None,) * count
    rooms = [place for place in edition.board.places if place.kind == "room" and place.room is not None]
    return tuple(dealer.place_weapons(rooms, count))


def deal(table: GameTable, pack: Sequence[Card], *, dealt_by: Seat) -> tuple[Dealt, CardSet]:
    """Deal one card at a time, clockwise from the dealer's left; the rest as the edition says (SET-8 to SET-10)."""
    seats, deck = table.seats, table.edition.deck
    count = len(pack)
    if table.edition.rules.dealing is Dealing.EVEN_HANDS:
        count -= count % len(seats)
    masks = [0] * len(seats)
    for turn, card in enumerate(pack[:count]):
        masks[(dealt_by.index + 1 + turn) % len(seats)] |= card.bit
    hands = tuple(CardSet(deck, mask) for mask in masks)
    return Dealt(dealt_by, tuple(len(hand) for hand in hands), hands), deck.of(pack[count:])


def _starting(table: GameTable, dealer: Dealer, last_starter: Seat | None) -> tuple[Event, ...]:
    """Who begins (SET-11 to SET-13), or in a later game the seat to the left of the last starter (SET-17)."""
    rules, seats = table.edition.rules, table.seats
    if rules.rematch is RematchStart.IN_TURN and last_starter is not None:
        return (Began(seats[(last_starter.index + 1) % len(seats)]),)
    if rules.starting is Starting.FIRST_SUSPECT:
        return (Began(min(seats, key=lambda seat: seat.suspect.index)),)
    rounds: list[tuple[tuple[Seat, tuple[int, ...]], ...]] = []
    rolling = list(seats)
    while len(rolling) > 1:
        number = len(rounds)
        rolls = tuple((seat, dealer.roll_for_start(seat, rules.start_dice, round_number=number)) for seat in rolling)
        highest = max(sum(dice) for _, dice in rolls)
        rolling = [seat for seat, dice in rolls if sum(dice) == highest]
        rounds.append(rolls)
    return (RolledForStart(tuple(rounds)), Began(rolling[0]))
