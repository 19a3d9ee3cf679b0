"""The games from which puzzles are cut, played by a player that is frozen together with the generator.

Everything is whole numbers: cards are numbered through suspects, weapons and rooms, seats in turn order. The player
asks mostly for cards that it has not seen, sometimes for its own, and shows a card again rather than a new one. There
is no board: a seat chooses among three random rooms. No change of a bot, an edition or a library changes such a game.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from greycells.analysis.puzzles.stable_random import StableRandom

PLACES = 3
"""The places in the case file: suspect, weapon, room."""


@dataclass(frozen=True, slots=True)
class PuzzleTable:
    """The numbers of a table: cards of each kind, the seats' suspects, hand sizes, and the observer."""

    kinds: tuple[int, int, int]
    suspects: tuple[int, ...]
    sizes: tuple[int, ...]
    observer: int
    all_answer: bool

    @property
    def seats(self) -> int:
        return len(self.suspects)

    @property
    def cards(self) -> int:
        return sum(self.kinds)

    @property
    def kind_masks(self) -> tuple[int, int, int]:
        """The masks of suspects, weapons and rooms."""
        first, second, third = self.kinds
        return (1 << first) - 1, (1 << second) - 1 << first, (1 << third) - 1 << first + second

    def kind(self, card: int) -> int:
        """Whether a card is a suspect, a weapon or a room: 0, 1 or 2."""
        return (card >= self.kinds[0]) + (card >= self.kinds[0] + self.kinds[1])

    def place(self, card: int) -> int:
        """The hand that stands for this card's place in the case file."""
        return self.seats + self.kind(card)


@dataclass(frozen=True, slots=True)
class PuzzleEvent:
    """A suggestion with its answers, as the table's observer saw them.

    `showed` are the seats that showed a card; `seen[i]` is the card that seat i of them showed, -1 if hidden.
    """

    turn: int
    by: int
    theory: tuple[int, int, int]
    passed: tuple[int, ...]
    showed: tuple[int, ...]
    seen: tuple[int, ...]
    mask: int = field(init=False, repr=False, compare=False)
    """The three named cards."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "mask", sum(1 << card for card in self.theory))


@dataclass(frozen=True, slots=True)
class FrozenGame:
    """A whole game: the deal, and every suggestion as the observer saw it. `shown` are the cards really shown."""

    table: PuzzleTable
    hands: tuple[int, ...]
    case_file: tuple[int, int, int]
    events: tuple[PuzzleEvent, ...]
    shown: tuple[tuple[int, ...], ...]

    @property
    def observer_hand(self) -> int:
        return self.hands[self.table.observer]


def cards_in(mask: int) -> list[int]:
    """The numbers of the cards in a mask, lowest first."""
    found: list[int] = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found


def play_frozen(table: PuzzleTable, rng: StableRandom, turns: int) -> FrozenGame:
    """Deal and play this many suggestions."""
    masks = table.kind_masks
    case_file = tuple(rng.shuffled(cards_in(mask))[0] for mask in masks)
    pack = rng.shuffled(card for card in range(table.cards) if card not in case_file)
    hands = [0] * table.seats
    for number, card in enumerate(pack):
        hands[number % table.seats] |= 1 << card
    seen = list(hands)
    already = [[0] * table.seats for _ in hands]
    events: list[PuzzleEvent] = []
    shown: list[tuple[int, ...]] = []
    for turn in range(turns):
        by = turn % table.seats
        theory = _theory(table, rng, hands[by], seen[by])
        mask = 1 << theory[0] | 1 << theory[1] | 1 << theory[2]
        passed: list[int] = []
        answers: list[tuple[int, int]] = []
        for step in range(1, table.seats):
            seat = (by + step) % table.seats
            held = hands[seat] & mask
            if not held:
                passed.append(seat)
                continue
            card = rng.shuffled(cards_in(held & already[seat][by] or held))[0]
            already[seat][by] |= 1 << card
            seen[by] |= 1 << card
            answers.append((seat, card))
            if not table.all_answer:
                break
        visible = tuple(card if table.observer in (by, seat) else -1 for seat, card in answers)
        events.append(PuzzleEvent(turn + 1, by, theory, tuple(passed), tuple(seat for seat, _ in answers), visible))
        shown.append(tuple(card for _, card in answers))
    solution = (case_file[0], case_file[1], case_file[2])
    return FrozenGame(table, tuple(hands), solution, tuple(events), tuple(shown))


def _theory(table: PuzzleTable, rng: StableRandom, own: int, seen: int) -> tuple[int, int, int]:
    """What a seat suggests: unseen cards three times in four, otherwise its own; in the best of three random rooms."""
    suspects, weapons, rooms = table.kind_masks
    chosen: list[int] = []
    for kind in (suspects, weapons):
        wanted = kind & ~seen if rng.below(4) else kind & own
        chosen.append(rng.shuffled(cards_in(wanted or kind))[0])
    near = rng.shuffled(cards_in(rooms))[:3]
    unseen = [room for room in near if not seen >> room & 1]
    return chosen[0], chosen[1], (unseen or near)[0]
