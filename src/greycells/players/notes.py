"""Notes: what a seat has written down while it watched, as masks of cards, and what a good human concludes from it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import prod

from greycells.deduction.problem import Problem
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
from greycells.rules.views import Sighting, View

MOST_WAYS = 1 << 13
"""In how many ways hands may be filled, by size alone, where cards are told from each other by suspicions."""


class Notes:
    """Who has what, who has none of what, who has one of what: by holder, the case file after the seats.

    `has` and `lacks` hold masks of cards, `one_of` (seat, cards) and `not_all` the theories that were wrong. `told`
    holds, by seat, the cards of one's own hand that it has seen; `asked` counts the suggestions and `named` how often
    each card was in them, by seat. `could_not` and `answered` are what everybody saw of the answers, `denied` the cards
    that a seat said it had none of where nobody checks (SHOW-9). `version` grows with every new fact.
    """

    def __init__(self, view: View) -> None:
        """An empty sheet, with the own hand and the open cards ticked (SET-18)."""
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
        """Whether these notes were taken in this very game at this seat, so that reading goes on where it stopped."""
        read, before, now = self._read, self._sightings, view.sightings
        if now is before:
            return True
        if view.seat is None or view.seat.index != self.me or view.scene.table != self.table or len(now) < read:
            return False
        return all(before[number] == now[number] for number in range(read))

    def read(self, view: View, heed: Callable[[int], bool]) -> None:
        """Write down what happened since the last reading.

        What one is shown oneself is always ticked; what others' answers tell only if one heeds that sighting.
        """
        sightings = view.sightings
        for number in range(self._read, len(sightings)):
            event = sightings[number].event
            match event:
                case CouldNotShow() | Shown(card=None) | Opened(right=False):
                    self._overhear(event)
                    if heed(number):
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
        """What everybody sees of an answer."""
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
        """What others' answers and wrong accusations prove (SHOW-2, ACC-5); a denial only where answers are checked."""
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
        """A holder has these cards, so nobody else has them."""
        self.has[holder] |= cards
        for other in range(self.seats + 1):
            if other != holder:
                self.lacks[other] |= cards

    def conclude(self) -> None:
        """Everything that a good human concludes: full hands, cards with one holder left, one of three become one."""
        while self._concluded != self.version:
            before = (*self.has, *self.lacks, len(self.one_of))
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
        """An answer of which one card is left was that card; an answer with a card that is known tells no more."""
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
        """Whether so much of so many hands is open that suspicions about every card could not be counted in time."""
        return prod(size - has.bit_count() + 1 for size, has in zip(self.sizes, self.has, strict=False)) > MOST_WAYS

    def problem(self) -> Problem:
        """Which deals fit? The question as the counting takes it."""
        case_file = self.all & ~self.lacks[-1]
        return Problem(
            self.kinds,
            self.all & ~self.open_cards,
            (*(self.all & ~lacks for lacks in self.lacks[:-1]), *(case_file & kind for kind in self.kinds)),
            (*self.sizes, 1, 1, 1),
            tuple(self.one_of),
            tuple(self.not_all),
        )

    def public_problem(self) -> Problem:
        """The same question as a spectator would put it, who has seen no card that does not lie open."""
        cards = self.all & ~self.open_cards
        return Problem(
            self.kinds,
            cards,
            (*(self.all & ~could_not for could_not in self.could_not), *(cards & kind for kind in self.kinds)),
            (*self.sizes, 1, 1, 1),
            tuple(self.answered),
        )

    def learn(self, marginals: Sequence[Sequence[float]], total: float) -> None:
        """Write down all that is certain about every card: what no fitting deal has, and what they all have."""
        for card, row in enumerate(marginals):
            bit = 1 << card
            for holder, number in enumerate(row):
                if number == 0:
                    self.lacks[holder] |= bit
                elif number == total:
                    self.has[holder] |= bit

    def suspected(self) -> tuple[int, int, int]:
        """Who, with what and where it may have been: the cards of each kind that may lie in the case file."""
        may = ~self.lacks[-1]
        suspects, weapons, rooms = self.kinds
        return suspects & may, weapons & may, rooms & may

    def solution(self) -> Theory | None:
        """The one theory that is left, if one is."""
        suspects, weapons, rooms = self.suspected()
        if suspects & suspects - 1 or weapons & weapons - 1 or rooms & rooms - 1:
            return None
        return self.theory(suspects | weapons | rooms)

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
