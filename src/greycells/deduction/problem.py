"""The counting problem: which deals fit? In bit masks, without names."""

from __future__ import annotations

from typing import Generic, NamedTuple, TypeAlias, TypeVar, cast

from greycells.deduction.count_plan import PLACES
from greycells.errors import GreycellsError

Triple: TypeAlias = tuple[int, int, int]
Number = TypeVar("Number", int, float)


class WeightTable(NamedTuple):
    """Soft evidence about a whole answer: `weights[n]` for every deal in which the hand holds n of these cards."""

    hand: int
    cards: int
    weights: tuple[float, ...]


class Weight(NamedTuple):
    """Soft evidence about one card: a factor for every deal in which that hand holds it."""

    card: int
    hand: int
    factor: float


class CountProblem(NamedTuple):
    """A deal, and what is known about it.

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
    tables: tuple[WeightTable, ...] = ()

    @property
    def seats(self) -> int:
        return len(self.may) - PLACES

    @property
    def soft(self) -> bool:
        return bool(self.weights or self.tables)

    @property
    def deck(self) -> int:
        """The number of cards, including open ones."""
        return self.kinds[-1].bit_length()

    @property
    def marked(self) -> int:
        """The cards with their own weights."""
        marked = 0
        for weight in self.weights:
            marked |= 1 << weight.card
        return marked

    def given(self, theory: int) -> CountProblem:
        """The same problem with a known case file."""
        seats = self.seats
        may = [cards & ~theory for cards in self.may[:seats]]
        may += [cards & theory for cards in self.may[seats:]]
        return self._replace(may=tuple(may), wrong=())


class Count(Generic[Number]):
    """The number of deals that fit: in total, for each card and holder, and for each possible case file.

    The holders are the seats in order, then the case file. Exact integers without soft evidence, else sums of weights.
    """

    __slots__ = ("_case_files", "_marginals", "total")

    def __init__(self, total: Number, marginals: list[list[Number]], case_files: dict[Triple, Number]) -> None:
        self.total: Number = total
        self._marginals: list[list[Number]] | None = marginals
        self._case_files: dict[Triple, Number] | None = case_files

    @property
    def marginals(self) -> list[list[Number]]:
        """By card, the number for each holder."""
        assert self._marginals is not None
        return self._marginals

    @property
    def case_files(self) -> dict[Triple, Number]:
        """The possible case files, in the order of the deck."""
        assert self._case_files is not None
        return self._case_files

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Count) and self._numbers() == cast("Count[Number]", other)._numbers()

    def _numbers(self) -> tuple[object, ...]:
        return self.total, self.marginals, self.case_files

    # Lists and dictionaries have no hash, and neither have counts.
    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"Count(total={self.total}, marginals={self.marginals}, case_files={self.case_files})"


class TooHard(GreycellsError):
    """Counting would exceed the limits on time or memory; the message is for players."""
