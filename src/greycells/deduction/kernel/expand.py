"""Placing the cards in every way that fits, compiled."""

from __future__ import annotations

from typing import NamedTuple

from greycells.deduction.cheap_conclusions import count_bits
from greycells.deduction.count_plan import (
    CARD,
    CLOSE,
    DROP,
    FIELD,
    FIRST,
    GUARD,
    HAND,
    KEEP,
    LAST,
    LEVELS,
    OPEN,
    SHIFT,
    START,
    STEP,
    WATCH,
)
from greycells.deduction.kernel.numba_compat import Index, Real, Whole, inlined, part

COUNTERS, LANE = 0, 1
STATE, STEPS = 0, 1
BEFORE, AFTER, OPTION = 0, 1, 2
DEAD = -1
EMPTY = 0xFFFFFFFF


class ExpandWork(NamedTuple):
    """The states of the counters and the steps between them, level after level.

    `states`: their `COUNTERS`, and where their lanes begin (`LANE`, or `DEAD` if they lead nowhere). `first`: the first
    state and the first step of each level. `steps`: the states `BEFORE` and `AFTER`, and the `OPTION`. `slots` finds a
    state by its counters; `weights` is what soft evidence says about each step.
    """

    states: Whole
    first: Whole
    steps: Index
    weights: Real
    slots: Index


class Soft(NamedTuple):
    """Soft evidence: a factor for each card and hand (empty without any), and each table's hand, cards and weights."""

    factors: Real
    counts: Whole
    sure: Whole
    tables: Whole
    weights: Real


@part
def expand(outline: Whole, levels: Whole, options: Whole, soft: Soft, work: ExpandWork) -> bool:
    """Place the cards in every way that fits, merging equal states. False if the buffers are too small."""
    first = work.first
    work.states[COUNTERS, 0] = outline[START]
    first[STATE, 0], first[STATE, 1], first[STEPS, 0] = 0, 1, 0
    for level in range(outline[LEVELS]):
        most = first[STATE, level + 1] - first[STATE, level]
        most *= levels[FIRST, level + 1] - levels[FIRST, level]
        size = 16
        while size < 2 * most and size < len(work.slots):
            size *= 2
        for slot in range(size):
            work.slots[slot] = EMPTY
        if not _place_next(level, size, levels, options, soft, work):
            return False
    _prune(outline[LEVELS], work)
    return True


@inlined
def _place_next(level: int, size: int, levels: Whole, options: Whole, soft: Soft, work: ExpandWork) -> bool:
    """Place one card; `size` is that of the hash table of states, a power of two."""
    states, steps = work.first[STATE, level + 1], work.first[STEPS, level]
    room = len(work.weights) - (levels[FIRST, level + 1] - levels[FIRST, level])
    opened, close, drop = levels[OPEN, level], levels[CLOSE, level], levels[DROP, level]
    for state in range(work.first[STATE, level], work.first[STATE, level + 1]):
        counters = work.states[COUNTERS, state]
        if steps > room:
            return False
        for option in range(levels[FIRST, level], levels[FIRST, level + 1]):
            guard = options[GUARD, option]
            raw = (counters | opened) + options[STEP, option]
            after = raw & options[KEEP, option] & ~drop
            # One branch instead of four: nobody can predict them.
            full = after & guard == 0
            if (counters & guard == 0) | (after & close != 0) | (full & (after & options[WATCH, option] != 0)):
                continue
            if len(soft.factors) != 0:
                weight = soft.factors[levels[CARD, level], options[HAND, option]] * _read_tables(level, raw, soft)
                work.weights[steps] = weight
                if weight == 0.0:
                    continue
            place = (after * 0x9E3779B97F4A7C1 >> 20) & (size - 1)
            while work.slots[place] != EMPTY and work.states[COUNTERS, work.slots[place]] != after:
                place = (place + 1) & (size - 1)
            # No branch here either: a state that is not new is overwritten by the next one.
            found = work.slots[place]
            is_new = found == EMPTY
            after_state = states if is_new else found
            work.slots[place] = after_state
            work.states[COUNTERS, states] = after
            states += 1 if is_new else 0
            work.steps[BEFORE, steps] = state
            work.steps[AFTER, steps] = after_state
            work.steps[OPTION, steps] = option
            steps += 1
    work.first[STATE, level + 2] = states
    work.first[STEPS, level + 1] = steps
    return True


@inlined
def _read_tables(level: int, counters: int, soft: Soft) -> float:
    """The weights of the tables that are complete now."""
    weight = 1.0
    for table in range(soft.tables.shape[1]):
        if soft.tables[LAST, table] == level:
            held = (counters & soft.tables[FIELD, table]) >> soft.tables[SHIFT, table]
            held += count_bits(soft.counts[1, table] & soft.sure[soft.counts[0, table]])
            weight *= float(soft.weights[int(soft.counts[2, table] + held)])
    return weight


@inlined
def _prune(levels: int, work: ExpandWork) -> None:
    """Keep only the steps that lead to the end."""
    for state in range(work.first[STATE, levels + 1]):
        work.states[LANE, state] = DEAD if state < work.first[STATE, levels] else 0
    for step in range(work.first[STEPS, levels] - 1, -1, -1):
        if work.states[LANE, work.steps[AFTER, step]] != DEAD:
            work.states[LANE, work.steps[BEFORE, step]] = 0
    dead = 0
    for state in range(work.first[STATE, levels]):
        dead += work.states[LANE, state]
    if dead == 0:
        return
    kept = 0
    for level in range(levels):
        begin = work.first[STEPS, level]
        work.first[STEPS, level] = kept
        for step in range(begin, work.first[STEPS, level + 1]):
            # Without a branch, too: a step that is not kept is overwritten by the next one.
            work.steps[BEFORE, kept] = work.steps[BEFORE, step]
            work.steps[AFTER, kept] = work.steps[AFTER, step]
            work.steps[OPTION, kept] = work.steps[OPTION, step]
            work.weights[kept] = work.weights[step]
            kept += 1 if work.states[LANE, work.steps[AFTER, step]] != DEAD else 0
    work.first[STEPS, levels] = kept
