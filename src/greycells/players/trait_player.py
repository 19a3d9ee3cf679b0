"""A player made of traits: it names what it doesn't know, and notes and concludes as much as its traits allow."""

from __future__ import annotations

from collections.abc import Sequence

from greycells.deduction.count_fallback import count
from greycells.language.sentences import Sentence
from greycells.players.detective import Detective, Situation
from greycells.players.notes import Notes, bits
from greycells.players.seeded_random import SeededRandom
from greycells.players.traits import Traits
from greycells.rules.cards import Card, Theory
from greycells.rules.events import CouldNotShow, Event, Shown
from greycells.rules.legal_options import Options
from greycells.rules.seats import Seat
from greycells.rules.views import View

KNOWN_ROOM = 0.3
"""The value of a room that is ruled out, relative to one that is possible."""

IN_VAIN = 0.7
"""The factor on a room's value for each suggestion made there."""


class TraitPlayer(Detective):
    """A player that suggests and moves to what it doesn't know, and otherwise plays by its traits.

    What it misses is decided once for each event, by its seed: it stays missed. What it notes is always true, so it
    accuses wrongly only where it follows a hunch.
    """

    def __init__(self, traits: Traits = Traits(), *, seed: int = 0) -> None:  # noqa: B008
        super().__init__(seed=seed)
        self.traits = traits
        self._counted = -1

    def heed(self, number: int, event: Event) -> bool:
        traits = self.traits
        match event:
            case CouldNotShow():
                share = traits.denials
            case Shown():
                share = traits.answers
            case _:
                share = max(traits.denials, traits.answers)
        return SeededRandom(~self.seed, number).part() >= 1 - share

    def verdict(self, moment: Situation) -> Theory | None:
        notes = moment.notes
        self.deduce(notes)
        certain = notes.solution()
        if certain is not None or self.traits.hunch == 1:
            return certain
        left = notes.theories(self.traits.hunch)
        return moment.whim.choice(left) if left else None

    def worth(self, moment: Situation) -> Sequence[float]:
        return worth_of_unknown(moment.notes)

    def suggestion(self, moment: Situation) -> Theory:
        return name_unknown(moment)

    def card_to_show(self, moment: Situation, to: Seat) -> Card:
        return shown_before(moment, to) if self.traits.hides else moment.whim.choice(tuple(moment.options.show))

    def deduce(self, notes: Notes) -> None:
        """Conclude what this player can, if there are new facts."""
        if self._counted == notes.version:
            return
        notes.conclude(hands=self.traits.counts_hands)
        if self.traits.counts_deals and notes.solution() is None:
            found = count(notes.problem())
            notes.learn(found.marginals, found.total)
        self._counted = notes.version

    def _moment(self, view: View, options: Options) -> Situation:
        before = self.notes
        moment = super()._moment(view, options)
        if moment.notes is not before:
            self._counted = -1
        return moment


def listening(slip: float) -> Traits:
    """The traits of a player that misses this share of the answers between others, and nothing else."""
    if not 0 <= slip <= 1:
        raise ValueError(Sentence("player.slip", slip=str(slip)))
    return Traits(denials=1 - slip, answers=1 - slip)


def worth_of_unknown(notes: Notes) -> list[float]:
    """The value of each room: high if it may be in the case file; once that room is known, if nobody else can show it.

    It falls with each suggestion there. Otherwise the player would return to the room of the murder for ever, because
    nobody can show it.
    """
    suspects, weapons, rooms = notes.suspected()
    silent = rooms | notes.hand if rooms.bit_count() == 1 else rooms
    # If suspect and weapon are known, a known room is worthless: no passage is worth taking for it.
    known = KNOWN_ROOM if suspects & suspects - 1 or weapons & weapons - 1 else 0.0
    asked = notes.named[notes.me]
    return [IN_VAIN ** asked.get(room.index, 0) if room.bit & silent else known for room in notes.deck.rooms]


def name_unknown(moment: Situation) -> Theory:
    """A possible suspect, weapon and room; for what is already known, a card that nobody else can show."""
    notes, options, whim = moment.notes, moment.options, moment.whim
    offered = 0
    for room in options.rooms:
        offered |= room.bit
    named = 0
    for kind, may in zip((*notes.kinds[:2], offered), notes.suspected(), strict=True):
        named |= _one(kind & may, kind & notes.hand, kind, whim)
    return notes.theory(named)


def _one(may: int, own: int, kind: int, whim: SeededRandom) -> int:
    if may.bit_count() == 1 and own:
        return whim.choice(bits(own))
    return whim.choice(bits(may or own or kind))


def shown_before(moment: Situation, to: Seat) -> Card:
    """A card that this seat has already seen, otherwise one that most others have seen, otherwise any."""
    notes, whim = moment.notes, moment.whim
    cards = tuple(moment.options.show)
    offset = whim.below(len(cards))

    def known(number: int) -> tuple[bool, int]:
        bit = cards[number].bit
        return bool(notes.told[to.index] & bit), sum(bool(told & bit) for told in notes.told)

    turned = [(number + offset) % len(cards) for number in range(len(cards))]
    return cards[max(turned, key=known)]
