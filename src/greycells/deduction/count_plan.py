"""The plan of a count: cheap conclusions first, then an order in which to place the other cards.

All data is rows of integers, and a set of cards is a bit mask. A *hand* is anything that holds cards: the seats' hands,
then the three places of the case file, which are hands of one card that take one kind only. Plain Python runs this
module on lists; `kernel` compiles the same functions for numpy arrays, so they use only what both support.
"""

from __future__ import annotations

from typing import NamedTuple

from greycells.deduction.cheap_conclusions import (
    CONCLUSIONS,
    Puzzle,
    Row,
    count_bits,
    settle,
)

PLACES = 3
"""The case file takes a suspect, a weapon and a room."""

CARD, OPEN, CLOSE, DROP, FIRST, COST = 0, 1, 2, 3, 4, 5
HAND, GUARD, STEP, KEEP, WATCH = 0, 1, 2, 3, 4
FIELD, SHIFT, LAST = 0, 1, 2
FREE, LEVELS, START, BITS = 0, 1, 2, 3

LEVEL_ROWS, OPTION_ROWS, OUTLINE, FIRST_ROWS, CHOICE, ROWS = slice(0, 6), slice(6, 11), 11, slice(12, 14), 14, 15
"""The rows of a layout, and others, in the kernel's one array: calls with few arrays are faster."""

MAY, SURE, LEFT, FIELD_ROWS, HAND_ROWS = 0, 1, 2, slice(3, 5), 5
"""The same for the rows with an entry for each hand."""


class Layout(NamedTuple):
    """The order in which cards are placed, and what placing each one does to the counters.

    The counters are fields of one integer: how many cards each hand still takes, a bit for every open one-of fact that
    isn't satisfied yet, the number of counted cards for every open table. The lowest bit is always set.

    `levels`: the `CARD`, the facts that `OPEN`, the fields that must be empty at the `CLOSE`, the tables to be read and
    `DROP`ped, the `FIRST` option, and a scratch row (`COST`). `options`: the `HAND` that gets the card, the `GUARD`
    field that must not be empty before, the `STEP` to add, the bits to `KEEP`, the facts to `WATCH` if the hand is full
    afterwards. `fields`, `facts`, `tables`: where each counter lies, and at which level a table is read (`LAST`).
    `outline`: the `FREE` cards, how many `LEVELS`, the counters at the `START`, how many `BITS` they take at most.
    """

    levels: list[Row]
    options: list[Row]
    fields: list[Row]
    facts: Row
    tables: list[Row]
    outline: Row


def lowest(number: int) -> int:
    """The first of these cards."""
    return (number & -number).bit_length() - 1


def width(number: int) -> int:
    """The number of bits of a counter up to this number."""
    return number.bit_length()


def prepare(cards: int, marked: int, puzzle: Puzzle, layout: Layout) -> bool:
    """Draw the cheap conclusions, set the free group aside, order and lay out the rest. False if nothing fits.

    `marked` are cards with their own weights. The result is in the puzzle, the layout and its `outline`.
    """
    facts = settle(cards, puzzle)
    if facts < 0:
        return False
    del puzzle.owner[facts:], puzzle.one_of[facts:]
    free = free_group(marked, puzzle)
    levels = order_cards(free, puzzle, layout)
    layout.outline[FREE] = free
    layout.outline[LEVELS] = levels
    lay_out(free, levels, puzzle, layout)
    return True


def free_group(marked: int, puzzle: Puzzle) -> int:
    """The largest set of interchangeable unplaced cards: no fact or weight distinguishes them.

    They are never placed one by one; a factorial counts them. Some of them may be in the case file, others not.
    """
    may = puzzle.may
    idle = 0
    for hand in range(len(may)):
        idle |= may[hand]
    idle &= ~marked
    for fact in range(len(puzzle.one_of)):
        idle &= ~puzzle.one_of[fact]
    for table in range(len(puzzle.counted)):
        idle &= ~puzzle.counted[table]
    best = 0
    rest = idle
    while rest != 0:
        card = lowest(rest)
        group = idle
        for hand in range(len(may) - PLACES):
            if may[hand] >> card & 1 != 0:
                group &= may[hand]
            else:
                group &= ~may[hand]
        rest &= ~group
        if count_bits(group) > count_bits(best):
            best = group
    return best


def order_cards(free: int, puzzle: Puzzle, layout: Layout) -> int:
    """Order the cards greedily: next is the one that closes the most counters and opens the fewest.

    Writes the order into the layout; returns how many cards there are.
    """
    rest = 0
    for hand in range(len(puzzle.may)):
        rest |= puzzle.may[hand]
    rest &= ~free
    every = rest
    cost = layout.levels[COST]
    _first_costs(every, free, puzzle, cost)
    levels = 0
    while rest != 0:
        best = lowest(rest)
        others = rest & (rest - 1)
        while others != 0:
            card = lowest(others)
            others &= others - 1
            if cost[card] < cost[best]:
                best = card
        layout.levels[CARD][levels] = best
        levels += 1
        rest ^= 1 << best
        _next_costs(best, rest, every, free, puzzle, cost)
    return levels


def _first_costs(every: int, free: int, puzzle: Puzzle, cost: Row) -> None:
    """Score each card by what placing it first would open and close."""
    cards = every
    while cards != 0:
        cost[lowest(cards)] = 0
        cards &= cards - 1
    for hand in range(len(puzzle.may)):
        cards = puzzle.may[hand] & every
        _charge(cards, 2 + puzzle.left[hand], cost)
        if cards & (cards - 1) == 0 and cards != 0 and puzzle.may[hand] & free == 0:
            cost[lowest(cards)] -= 2 + puzzle.left[hand]
    for fact in range(len(puzzle.one_of)):
        _charge(puzzle.one_of[fact], 2, cost)
    for table in range(len(puzzle.counted)):
        cards = puzzle.counted[table] & every
        _charge(cards, 3, cost)
        if cards & (cards - 1) == 0 and cards != 0:
            cost[lowest(cards)] -= 3


def _next_costs(placed: int, rest: int, every: int, free: int, puzzle: Puzzle, cost: Row) -> None:
    """Change the scores of the remaining cards after one has been placed: only what it touches is different now."""
    for hand in range(len(puzzle.may)):
        cards = puzzle.may[hand]
        if cards >> placed & 1 != 0:
            _touch(cards & rest, cards & every, placed, 2 + puzzle.left[hand], cards & free, cost)
    for fact in range(len(puzzle.one_of)):
        cards = puzzle.one_of[fact]
        if cards >> placed & 1 != 0:
            _touch(cards & rest, cards, placed, 2, 0, cost)
    for table in range(len(puzzle.counted)):
        cards = puzzle.counted[table]
        if cards >> placed & 1 != 0:
            _touch(cards & rest, cards & every, placed, 3, 0, cost)


def _touch(rest: int, every: int, placed: int, price: int, free: int, cost: Row) -> None:
    """A counter is open once its first card is placed, and the last one closes it unless free cards count too."""
    if every == rest | 1 << placed:
        _charge(rest, -price, cost)
    if rest & (rest - 1) == 0 and rest != 0 and free == 0:
        cost[lowest(rest)] -= price


def _charge(cards: int, price: int, cost: Row) -> None:
    while cards != 0:
        cost[lowest(cards)] += price
        cards &= cards - 1


def lay_out(free: int, levels: int, puzzle: Puzzle, layout: Layout) -> None:
    """Assign a field to every counter, and masks to every pair of a card and a possible hand."""
    used = _lay_out_hands(puzzle, layout)
    rest = 0
    for level in range(levels):
        rest |= 1 << layout.levels[CARD][level]
    option = 0
    for level in range(levels):
        used = _open(level, rest, used, puzzle, layout)
        card = layout.levels[CARD][level]
        rest ^= 1 << card
        layout.levels[FIRST][level] = option
        for hand in range(len(puzzle.may)):
            if puzzle.may[hand] >> card & 1 != 0:
                _lay_out_option(option, card, rest, hand, puzzle, layout)
                option += 1
        used = _close(level, rest, free, used, puzzle, layout)
    layout.levels[FIRST][levels] = option


def _lay_out_hands(puzzle: Puzzle, layout: Layout) -> int:
    shift = 1
    start = 1
    for hand in range(len(puzzle.may)):
        size = width(puzzle.left[hand])
        layout.fields[FIELD][hand] = ((1 << size) - 1) << shift
        layout.fields[SHIFT][hand] = shift
        start |= puzzle.left[hand] << shift
        shift += size
    for table in range(len(puzzle.counted)):
        layout.tables[LAST][table] = -1
    layout.outline[START] = start
    layout.outline[BITS] = shift
    return (1 << shift) - 1


def _open(level: int, rest: int, used: int, puzzle: Puzzle, layout: Layout) -> int:
    """Allocate bits for the facts and tables that this level's card touches first; returns the bits in use."""
    card = layout.levels[CARD][level]
    opened = 0
    for fact in range(len(puzzle.one_of)):
        if puzzle.one_of[fact] >> card & 1 != 0 and puzzle.one_of[fact] & ~rest == 0:
            bit = ~used & (used + 1)
            layout.facts[fact] = bit
            used |= bit
            opened |= bit
    for table in range(len(puzzle.counted)):
        cards = puzzle.counted[table] & puzzle.may[puzzle.keeper[table]]
        if cards >> card & 1 != 0 and cards & ~rest == 0:
            shift = width(used)
            layout.tables[FIELD][table] = ((1 << width(count_bits(cards))) - 1) << shift
            layout.tables[SHIFT][table] = shift
            used |= layout.tables[FIELD][table]
    layout.levels[OPEN][level] = opened
    layout.outline[BITS] = max(layout.outline[BITS], width(used))
    return used


def _lay_out_option(option: int, card: int, rest: int, hand: int, puzzle: Puzzle, layout: Layout) -> None:
    """Set what giving this card to this hand does."""
    step = -(1 << layout.fields[SHIFT][hand])
    keep = -1
    watch = 0
    for fact in range(len(puzzle.one_of)):
        cards = puzzle.one_of[fact]
        if puzzle.owner[fact] != hand or cards & (rest | 1 << card) == 0:
            continue
        if cards >> card & 1 != 0:
            keep &= ~layout.facts[fact]
        elif cards & ~rest == 0:
            watch |= 1
        else:
            watch |= layout.facts[fact]
    for table in range(len(puzzle.counted)):
        if puzzle.keeper[table] == hand and puzzle.counted[table] >> card & 1 != 0:
            step += 1 << layout.tables[SHIFT][table]
    layout.options[HAND][option] = hand
    layout.options[GUARD][option] = layout.fields[FIELD][hand]
    layout.options[STEP][option] = step
    layout.options[KEEP][option] = keep
    layout.options[WATCH][option] = watch


def _close(level: int, rest: int, free: int, used: int, puzzle: Puzzle, layout: Layout) -> int:
    """Release the counters that don't change after this level; returns the bits still in use."""
    card = layout.levels[CARD][level]
    close = 0
    drop = 0
    for fact in range(len(puzzle.one_of)):
        if puzzle.one_of[fact] >> card & 1 != 0 and puzzle.one_of[fact] & rest == 0:
            close |= layout.facts[fact]
    for table in range(len(puzzle.counted)):
        cards = puzzle.counted[table] & puzzle.may[puzzle.keeper[table]]
        if cards >> card & 1 != 0 and cards & rest == 0:
            drop |= layout.tables[FIELD][table]
            layout.tables[LAST][table] = level
    used &= ~(close | drop)
    for hand in range(len(puzzle.may)):
        if puzzle.may[hand] >> card & 1 != 0 and puzzle.may[hand] & (rest | free) == 0:
            close |= layout.fields[FIELD][hand]
    layout.levels[CLOSE][level] = close
    layout.levels[DROP][level] = drop
    return used


SHARED = settle, free_group, order_cards, _touch, _charge, lay_out
INLINED = (*CONCLUSIONS, _first_costs, _next_costs, _lay_out_hands, _open, _lay_out_option, _close)
"""What the kernel compiles of this module and of the cheap conclusions, each on its own or inside of its caller."""
