"""Notes: what a seat has noted, as bit masks of cards, and what a good human concludes from it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import prod

from greycells.deduction.problem import CountProblem
from greycells.rules.cards import Theory
from greycells.rules.edition import Answers
from greycells.rules.events import (
    Accused,
    CouldNotShow,
    Event,
    FalseWitness,
    LaidOpen,
    Opened,
    Shown,
    Snooped,
    Suggested,
)
from greycells.rules.views import Sighting, Sightings, View

MOST_WAYS = 1 << 13
"""The maximum number of ways to fill the hands, by size alone, for counting with soft evidence on every card."""


class Notes:
    """Who has what, who doesn't, and who has one of what: by holder, the case file after the seats.

    `has` and `lacks` are masks of cards, `one_of` are pairs (seat, cards), `not_all` are wrong theories. `told` has, by
    seat, the cards of our own hand that it has seen. `asked` counts suggestions by seat, `named` the cards in them.
    `could_not` and `answered` are the public part of the answers, `denied` the unchecked denials (SHOW-9). `version`
    increases with every new fact.
    """

    def __init__(self, view: View) -> None:
        """A new sheet with our own hand and the open cards noted (SET-18)."""
        assert view.seat is not None
        scene, deck = view.scene, view.scene.edition.deck
        self.table = scene.table
        self.deck = deck
        self.me = view.seat.index
        self.seats = len(scene.seats)
        suspects = (1 << len(deck.suspects)) - 1
        weapons = (1 << len(deck.weapons)) - 1 << len(deck.suspects)
        self.all = (1 << len(deck)) - 1
        self.kinds = (suspects, weapons, self.all & ~suspects & ~weapons)
        self.sizes = scene.sizes
        self.hand = view.hand.mask
        self.has = [0] * (self.seats + 1)
        self.lacks = [self.hand | scene.open_cards.mask] * (self.seats + 1)
        self.has[self.me] = self.hand
        self.lacks[self.me] = self.all & ~self.hand
        self.open_cards = scene.open_cards.mask
        self.one_of: list[tuple[int, int]] = []
        self.not_all: list[int] = []
        self.told = [0] * self.seats
        self.asked = [0] * self.seats
        self.named: list[dict[int, int]] = [{} for _ in range(self.seats)]
        self.could_not = [scene.open_cards.mask] * self.seats
        self.answered: list[tuple[int, int]] = []
        self.denied = [0] * self.seats
        self.version = 0
        self._concluded = -1
        self._named = 0
        self._denials_prove = scene.edition.rules.answers is Answers.CHECKED
        self._sightings: Sequence[Sighting] = ()
        self._read = 0

    def belong_to(self, view: View) -> bool:
        """Whether these notes are of this game and seat, so that reading can continue where it stopped."""
        read, before, now = self._read, self._sightings, view.sightings
        if now is before or (isinstance(now, Sightings) and now.go_on_from(before)):
            return True
        if view.seat is None or view.seat.index != self.me or view.scene.table != self.table or len(now) < read:
            return False
        return all(before[number] == now[number] for number in range(read))

    def read(self, view: View, heed: Callable[[int, Event], bool]) -> None:
        """Note what happened since the last reading.

        Cards shown to this seat are always noted; what others' answers say only if `heed` allows that sighting.
        """
        sightings = view.sightings
        for number, (_, event) in enumerate(sightings[self._read :], self._read):
            match event:
                case CouldNotShow() | Shown(card=None) | Opened(right=False):
                    self._overhear(event)
                    if heed(number, event):
                        self._infer(event)
                case Shown():
                    self._overhear(event)
                    self._tick(event)
                case _:
                    self._tick(event)
        self._sightings, self._read = sightings, len(sightings)

    def _tick(self, event: Event) -> None:
        """The cards that were shown to this seat, and those that it showed."""
        match event:
            case Suggested(seat, theory):
                self._named = theory.mask
                self.asked[seat.index] += 1
                times = self.named[seat.index]
                for card in theory:
                    times[card.index] = times.get(card.index, 0) + 1
                self.version += 1
            case Shown(seat, to, card) if card is not None:
                self._saw(seat.index, card.bit, by=to.index)
            case Snooped(seat, owner, card) if card is not None:
                self._saw(owner.index, card.bit, by=seat.index)
            case Accused(_, theory):
                self._named = theory.mask
            case LaidOpen(cards):
                self.open_cards |= cards.mask
            case FalseWitness(seat):
                self.denied[seat.index] = 0
                self.version += 1
            case _:
                pass

    def _overhear(self, event: Event) -> None:
        """Note the public part of an answer."""
        self.version += 1
        match event:
            case CouldNotShow(seat) if self._denials_prove:
                self.could_not[seat.index] |= self._named
            case CouldNotShow(seat):
                self.denied[seat.index] |= self._named
            case Shown(seat):
                self.answered.append((seat.index, self._named))
            case _:
                pass

    def _infer(self, event: Event) -> None:
        """Note what others' answers and wrong accusations prove (SHOW-2, ACC-5); a denial only if it is checked."""
        match event:
            case CouldNotShow(seat) if self._denials_prove:
                self.lacks[seat.index] |= self._named
                self.version += 1
            case Shown(seat, _, None):
                self.one_of.append((seat.index, self._named))
                self.version += 1
            case Opened(_, _, False):
                self.not_all.append(self._named)
                self.version += 1
            case _:
                pass

    def _saw(self, owner: int, card: int, *, by: int) -> None:
        if owner == self.me:
            self.told[by] |= card
        else:
            self.give(owner, card)
            self.version += 1

    def give(self, holder: int, cards: int) -> None:
        """Note that a holder has these cards, and so nobody else does."""
        self.has[holder] |= cards
        for other in range(self.seats + 1):
            if other != holder:
                self.lacks[other] |= cards

    def conclude(self, *, hands: bool = True) -> None:
        """Conclude what a good human concludes: full hands, cards with one holder left, answers with one card left.

        Without `hands`, full hands are overlooked, as by somebody who doesn't count them.
        """
        while self._concluded != self.version:
            before = (*self.has, *self.lacks, len(self.one_of))
            if hands:
                self._fill_hands()
            self._place_cards()
            self._settle_answers()
            if before == (*self.has, *self.lacks, len(self.one_of)):
                self._concluded = self.version

    def _fill_hands(self) -> None:
        for seat, size in enumerate(self.sizes):
            if self.has[seat].bit_count() == size:
                self.lacks[seat] = self.all & ~self.has[seat]
            elif (may := self.all & ~self.lacks[seat]).bit_count() == size:
                self.give(seat, may)

    def _place_cards(self) -> None:
        """A card that no seat can hold is in the case file, and so is the last of its kind that can be."""
        case_file = self.seats
        nobody = self.all & ~self.open_cards
        for seat in range(self.seats):
            nobody &= self.lacks[seat]
        for kind in self.kinds:
            may = kind & ~self.lacks[case_file]
            found = nobody & kind or (may if may.bit_count() == 1 else 0)
            if found:
                self.give(case_file, found)
                self.lacks[case_file] |= kind & ~found
        known = self.open_cards
        for cards in self.has:
            known |= cards
        for holder in range(self.seats + 1):
            only = self.all & ~known & ~self.lacks[holder]
            for other in range(self.seats + 1):
                if other != holder:
                    only &= self.lacks[other]
            if only:
                self.give(holder, only)

    def _settle_answers(self) -> None:
        """A one-of fact with one card left was that card; one with a known card is satisfied."""
        open_answers: list[tuple[int, int]] = []
        for seat, cards in self.one_of:
            may = cards & ~self.lacks[seat]
            if cards & self.has[seat]:
                continue
            if may.bit_count() == 1:
                self.give(seat, may)
            else:
                open_answers.append((seat, may))
        self.one_of = open_answers

    @property
    def crowded(self) -> bool:
        """Whether so many hands are unknown that soft evidence on every card couldn't be counted in time."""
        return prod(size - has.bit_count() + 1 for size, has in zip(self.sizes, self.has, strict=False)) > MOST_WAYS

    def problem(self) -> CountProblem:
        """The counting problem of these notes."""
        case_file = self.all & ~self.lacks[-1]
        return CountProblem(
            self.kinds,
            self.all & ~self.open_cards,
            (*(self.all & ~lacks for lacks in self.lacks[:-1]), *(case_file & kind for kind in self.kinds)),
            (*self.sizes, 1, 1, 1),
            tuple(self.one_of),
            tuple(self.not_all),
        )

    def public_problem(self) -> CountProblem:
        """The counting problem of a spectator, who has seen only open cards."""
        cards = self.all & ~self.open_cards
        return CountProblem(
            self.kinds,
            cards,
            (*(self.all & ~could_not for could_not in self.could_not), *(cards & kind for kind in self.kinds)),
            (*self.sizes, 1, 1, 1),
            tuple(self.answered),
        )

    def learn(self, marginals: Sequence[Sequence[float]], total: float) -> None:
        """Note all that is certain from a count: what holds in none or in all of the deals."""
        for card, row in enumerate(marginals):
            bit = 1 << card
            for holder, number in enumerate(row):
                if number == 0:
                    self.lacks[holder] |= bit
                elif number == total:
                    self.has[holder] |= bit

    def suspected(self) -> tuple[int, int, int]:
        """The cards of each kind that may be in the case file."""
        may = ~self.lacks[-1]
        suspects, weapons, rooms = self.kinds
        return suspects & may, weapons & may, rooms & may

    def solution(self) -> Theory | None:
        """The only remaining theory, if there is just one."""
        suspects, weapons, rooms = self.suspected()
        if suspects & suspects - 1 or weapons & weapons - 1 or rooms & rooms - 1:
            return None
        return self.theory(suspects | weapons | rooms)

    def theories(self, most: int) -> list[Theory]:
        """The remaining theories, if there are at most so many; otherwise none."""
        suspects, weapons, rooms = map(bits, self.suspected())
        if len(suspects) * len(weapons) * len(rooms) > most + len(self.not_all):
            return []
        left = [suspect | weapon | room for suspect in suspects for weapon in weapons for room in rooms]
        left = [theory for theory in left if theory not in self.not_all]
        return [self.theory(theory) for theory in left] if len(left) <= most else []

    def theory(self, mask: int) -> Theory:
        """The theory that names these three cards."""
        deck = self.deck
        suspects, weapons, _ = self.kinds
        suspect = (mask & suspects).bit_length() - 1
        weapon = (mask & weapons).bit_length() - 1 - len(deck.suspects)
        room = mask.bit_length() - 1 - len(deck.suspects) - len(deck.weapons)
        return Theory(deck.suspects[suspect], deck.weapons[weapon], deck.rooms[room])


def bits(mask: int) -> list[int]:
    """The cards of a mask, one bit each."""
    found: list[int] = []
    while mask:
        low = mask & -mask
        found.append(low)
        mask ^= low
    return found
