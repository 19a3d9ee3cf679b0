"""The question that is put to the counting: which deals fit? All in bit masks, with the facts' names left behind."""

from __future__ import annotations

from typing import Generic, NamedTuple, TypeAlias, TypeVar

from greycells.deduction.plan import PLACES

Triple: TypeAlias = tuple[int, int, int]
Number = TypeVar("Number", int, float)


class Table(NamedTuple):
    """Soft evidence about a whole answer: `weights[n]` for every deal in which the hand holds n of these cards."""

    hand: int
    cards: int
    weights: tuple[float, ...]


class Weight(NamedTuple):
    """Soft evidence about one card: a factor for every deal in which that hand holds it."""

    card: int
    hand: int
    factor: float


class Problem(NamedTuple):
    """A deck that was dealt, and what is known about the deal.

    The hands are those of the seats in order, then the case file's three places. `kinds` are the masks of suspects,
    weapons and rooms; `cards` those that were dealt or sealed; `may[hand]` what a hand may hold; `sizes[hand]` how many
    cards it has; `one_of` pairs of a hand and cards of which it holds at least one; `wrong` theories that the case file
    is not.
    """

    kinds: Triple
    cards: int
    may: tuple[int, ...]
    sizes: tuple[int, ...]
    one_of: tuple[tuple[int, int], ...] = ()
    wrong: tuple[int, ...] = ()
    weights: tuple[Weight, ...] = ()
    tables: tuple[Table, ...] = ()

    @property
    def seats(self) -> int:
        return len(self.may) - PLACES

    @property
    def soft(self) -> bool:
        return bool(self.weights or self.tables)

    @property
    def deck(self) -> int:
        """How many cards there are, open ones included."""
        return self.kinds[-1].bit_length()

    @property
    def marked(self) -> int:
        """The cards that have weights of their own."""
        marked = 0
        for weight in self.weights:
            marked |= 1 << weight.card
        return marked

    def given(self, theory: int) -> Problem:
        """The same question where the case file is known to hold exactly these cards."""
        seats = self.seats
        may = [cards & ~theory for cards in self.may[:seats]]
        may += [cards & theory for cards in self.may[seats:]]
        return self._replace(may=tuple(may), wrong=())


class Count(NamedTuple, Generic[Number]):
    """How many deals fit: in all, for each card and holder, and for each case file that is possible.

    The holders are the seats in order, then the case file. Exact and whole without soft evidence, else sums of weights.
    """

    total: Number
    marginals: list[list[Number]]
    case_files: dict[Triple, Number]


class TooHard(Exception):
    """Counting would take more time or memory than it may; the message says so to a player."""
