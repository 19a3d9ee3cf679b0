"""The plan of a count: cheap conclusions first, then an order in which to place the other cards.

All data is rows of integers, and a set of cards is a bit mask. A *hand* is anything that holds cards: the seats' hands,
then the three places of the case file, which are hands of one card that take one kind only. Plain Python runs this
module on lists; `kernel` compiles the same functions for numpy arrays, so they use only what both support.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

Row: TypeAlias = list[int]

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


class Puzzle(NamedTuple):
    """Who may hold what: three rows with an entry for each hand, two for each fact, two for each table.

    `may` are the cards that a hand may hold besides those that are `sure`; it takes `left` more.
    `one_of[fact]` are cards of which hand `owner[fact]` holds at least one (0 once it is satisfied);
    `counted[table]` are cards whose number in hand `keeper[table]` determines a weight.
    """

    may: Row
    sure: Row
    left: Row
    owner: Row
    one_of: Row
    keeper: Row
    counted: Row


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


def count_bits(number: int) -> int:
    """How many cards these are."""
    return number.bit_count()


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
    if not settle(cards, puzzle):
        return False
    free = free_group(marked, puzzle)
    levels = order_cards(free, puzzle, layout)
    layout.outline[FREE] = free
    layout.outline[LEVELS] = levels
    lay_out(free, levels, puzzle, layout)
    return True


def settle(cards: int, puzzle: Puzzle) -> bool:
    """Draw the cheap conclusions until there are no more; the count stays the same. False if nothing fits."""
    unplaced = cards
    places = 0
    for hand in range(len(puzzle.may)):
        unplaced &= ~puzzle.sure[hand]
        places += puzzle.left[hand]
    if places != count_bits(unplaced):
        return False
    while True:
        before = unplaced
        unplaced = _place(unplaced, puzzle)
        if unplaced < 0:
            return False
        narrowed = _narrow(puzzle)
        if narrowed < 0:
            return False
        if unplaced == before and narrowed == 0:
            break
    _drop_weaker(puzzle)
    return True


def _place(unplaced: int, puzzle: Puzzle) -> int:
    """Place the cards that only one hand may hold, and all that a hand may hold if it needs them all.

    Returns the unplaced cards, or a negative number on a contradiction.
    """
    may, sure, left = puzzle.may, puzzle.sure, puzzle.left
    once = 0
    twice = 0
    for hand in range(len(may)):
        twice |= once & may[hand]
        once |= may[hand]
    if once != unplaced:
        return -1
    for hand in range(len(may)):
        here = may[hand]
        if count_bits(here) < left[hand]:
            return -1
        if count_bits(here) > left[hand]:
            here &= ~twice
        if here != 0:
            if count_bits(here) > left[hand]:
                return -1
            left[hand] -= count_bits(here)
            sure[hand] |= here
            unplaced &= ~here
            for other in range(len(may)):
                may[other] &= ~here
        if left[hand] == 0:
            may[hand] = 0
    return unplaced


def _narrow(puzzle: Puzzle) -> int:
    """Apply the one-of facts: returns how many ruled something out, or a negative number on a contradiction."""
    may, owner, one_of = puzzle.may, puzzle.owner, puzzle.one_of
    narrowed = 0
    for fact in range(len(one_of)):
        cards = one_of[fact]
        if cards == 0:
            continue
        hand = owner[fact]
        if cards & puzzle.sure[hand] != 0:
            one_of[fact] = 0
            continue
        cards &= may[hand]
        one_of[fact] = cards
        if cards == 0:
            return -1
        if cards & (cards - 1) == 0:
            one_of[fact] = 0
            for other in range(len(may)):
                if other != hand and may[other] & cards != 0:
                    may[other] &= ~cards
                    narrowed += 1
    for fact in range(len(one_of)):
        if one_of[fact] == 0:
            continue
        hand = owner[fact]
        used = one_of[fact]
        number = 1
        for other in range(len(one_of)):
            if owner[other] == hand and one_of[other] != 0 and one_of[other] & used == 0:
                used |= one_of[other]
                number += 1
        if number > puzzle.left[hand]:
            return -1
        if number == puzzle.left[hand] and may[hand] & ~used != 0:
            may[hand] &= used
            narrowed += 1
    return narrowed


def _drop_weaker(puzzle: Puzzle) -> None:
    """Drop each one-of fact that says less than another about the same hand."""
    owner, one_of = puzzle.owner, puzzle.one_of
    for weaker in range(len(one_of)):
        for other in range(len(one_of)):
            same = other != weaker and owner[other] == owner[weaker] and one_of[other] != 0 and one_of[weaker] != 0
            if same and one_of[other] & ~one_of[weaker] == 0:
                one_of[weaker] = 0


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
    levels = 0
    while rest != 0:
        _weigh(rest, every, free, puzzle, layout)
        best = lowest(rest)
        others = rest & (rest - 1)
        while others != 0:
            card = lowest(others)
            others &= others - 1
            if layout.levels[COST][card] < layout.levels[COST][best]:
                best = card
        layout.levels[CARD][levels] = best
        levels += 1
        rest ^= 1 << best
    return levels


def _weigh(rest: int, every: int, free: int, puzzle: Puzzle, layout: Layout) -> None:
    """Score each remaining card by what placing it next would open and close, in `layout.levels`."""
    cost = layout.levels[COST]
    cards = rest
    while cards != 0:
        cost[lowest(cards)] = 0
        cards &= cards - 1
    for hand in range(len(puzzle.may)):
        cards = puzzle.may[hand] & rest
        if cards & (cards - 1) == 0 and cards != 0 and puzzle.may[hand] & free == 0:
            cost[lowest(cards)] -= 2 + puzzle.left[hand]
        if cards == puzzle.may[hand] & every:
            _charge(cards, 2 + puzzle.left[hand], cost)
    for fact in range(len(puzzle.one_of)):
        cards = puzzle.one_of[fact] & rest
        if cards & (cards - 1) == 0 and cards != 0:
            cost[lowest(cards)] -= 2
        if cards == puzzle.one_of[fact]:
            _charge(cards, 2, cost)
    for table in range(len(puzzle.counted)):
        cards = puzzle.counted[table] & rest
        if cards & (cards - 1) == 0 and cards != 0:
            cost[lowest(cards)] -= 3
        if cards == puzzle.counted[table] & every:
            _charge(cards, 3, cost)


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


SHARED = (
    settle,
    _place,
    _narrow,
    _drop_weaker,
    free_group,
    order_cards,
    _weigh,
    _charge,
    lay_out,
    _lay_out_hands,
    _open,
    _lay_out_option,
    _close,
)
"""What the kernel compiles of this module."""
