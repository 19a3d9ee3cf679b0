"""The constable: a beginner with a notebook."""

from __future__ import annotations

from collections.abc import Sequence

from greycells.players.detective import Detective, Moment
from greycells.players.notes import Notes, bits
from greycells.players.whim import Whim
from greycells.rules.cards import Card, Theory
from greycells.rules.seats import Seat

KNOWN_ROOM = 0.3
"""What a room is worth that is known not to be the place, against one that may be it."""

IN_VAIN = 0.7
"""What is left of a room's worth after one has asked there once more."""


class Constable(Detective):
    """A beginner who has understood what the notebook is for.

    It names the suspects, weapons and rooms that it has not seen, and walks to the nearest room that it has not seen.
    It ticks the cards that it is shown and deduces nothing: not from those who cannot answer,
    and not from cards that others are shown. Of its own cards it shows any.
    It accuses only when its ticks leave one suspect, one weapon and one room: never wrongly.
    """

    def heed(self, number: int) -> bool:  # noqa: ARG002
        return False

    def verdict(self, moment: Moment) -> Theory | None:
        return moment.notes.solution()

    def worth(self, moment: Moment) -> Sequence[float]:
        return worth_of_unknown(moment.notes)

    def suggestion(self, moment: Moment) -> Theory:
        return name_unknown(moment)

    def card_to_show(self, moment: Moment, to: Seat) -> Card:  # noqa: ARG002
        return moment.whim.choice(tuple(moment.options.show))


def worth_of_unknown(notes: Notes) -> list[float]:
    """Rooms that may be the place of the murder are worth a visit; once it is known, rooms that nobody else can show.

    A room in which one has asked in vain is worth less each time: else one would come back for ever to the place of the
    murder, which nobody can show.
    """
    suspects, weapons, rooms = notes.suspected()
    silent = rooms | notes.hand if rooms.bit_count() == 1 else rooms
    # With who and how known there is nothing to ask in a room that is known: no passage is worth taking for it.
    known = KNOWN_ROOM if suspects & suspects - 1 or weapons & weapons - 1 else 0.0
    asked = notes.named[notes.me]
    return [IN_VAIN ** asked.get(room.index, 0) if room.bit & silent else known for room in notes.deck.rooms]


def name_unknown(moment: Moment) -> Theory:
    """A suspect, a weapon and a room that may be it; where that is known, one that nobody else can show."""
    notes, options, whim = moment.notes, moment.options, moment.whim
    offered = 0
    for room in options.rooms:
        offered |= room.bit
    named = 0
    for kind, may in zip((*notes.kinds[:2], offered), notes.suspected(), strict=True):
        named |= _one(kind & may, kind & notes.hand, kind, whim)
    return notes.theory(named)


def _one(may: int, own: int, kind: int, whim: Whim) -> int:
    if may.bit_count() == 1 and own:
        return whim.choice(bits(own))
    return whim.choice(bits(may or own or kind))
