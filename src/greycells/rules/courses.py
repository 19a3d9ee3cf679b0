"""All the ways that a roll can take a pawn from one place: the tables behind every question about a move.

A *course* is a walk that uses up the roll or ends in a room, each place entered at most once (MOVE-4). There are too
many to look through at each question, so a table keeps a few for every place where one ends. Kept courses are bits, and
`_crossing` says for each place of the board which of them enter it: the courses that pawns close are the union of a few
such numbers. The bits are grouped in fields of equal width, one for each end. A field that is all ones is a closed end,
and a single addition finds all of those, since there it carries into the bit above the field.
"""

from __future__ import annotations

from collections.abc import Mapping

from greycells.rules.ground import Ground, Trail
from greycells.rules.places import Place, Reach

KEPT_COURSES = 32
"""How many courses are kept for an end; when pawns close all of them and there are others, a search decides."""

SHORT_COURSES = 8
"""How many are kept for a room or a pause, shortest first: for those a search is quick."""


class Family:
    """The courses that lead to one end, as masks of the places entered; `common` are the places on all of them."""

    __slots__ = ("common", "masks", "whole")

    def __init__(self) -> None:
        self.masks: list[int] = []
        self.common = -1
        self.whole = True

    def add(self, mask: int) -> None:
        self.masks.append(mask)
        self.common &= mask

    def add_short(self, mask: int) -> None:
        """Add a course unless a kept one is part of it: whatever closes that one then closes this one too."""
        self.common &= mask
        if self.whole and not any(kept & mask == kept for kept in self.masks):
            self.masks.append(mask)
            if len(self.masks) > SHORT_COURSES:
                self.masks.pop()
                self.whole = False

    def thin(self, most: int) -> None:
        """Keep at most so many, spread evenly over the order in which they were found, so that they differ."""
        count = len(self.masks)
        if count > most:
            self.masks = [self.masks[index * count // most] for index in range(most)]
            self.whole = False


class Courses:
    """The table of one start and number of steps.

    `ends` and `pauses` are masks of where courses end and of the spyglass squares on their way; `scope` is every place
    that can be entered within that many steps, so pawns elsewhere do not matter. `kept` are the answers given so far.
    """

    __slots__ = (
        "_crossing",
        "_fields",
        "_ground",
        "_guards",
        "_last_end",
        "_low",
        "_own",
        "_pad",
        "_start",
        "_steps",
        "_trails",
        "_width",
        "ends",
        "kept",
        "order",
        "pauses",
        "scope",
    )

    def __init__(self, ground: Ground, start: Place, *, steps: int) -> None:
        self._ground, self._start, self._steps = ground, start.index, steps
        self._own = 0 if ground.returns(start) else start.bit
        self.kept: dict[int, Reach] = {}
        self._trails: dict[int, tuple[Place, ...]] = {}
        ends, pauses, self.scope = _enumerate(ground, start, steps)
        self.ends = sum(1 << end for end in ends)
        self.pauses = sum(1 << spyglass for spyglass in pauses)
        self.order = tuple(ground.places[end] for end in sorted(ends))
        self._last_end = len(ends)
        self._fields = (*sorted(ends), *sorted(pauses))
        self._lay_out([*(ends[end] for end in sorted(ends)), *(pauses[end] for end in sorted(pauses))])

    def _lay_out(self, families: list[Family]) -> None:
        """Give every family a field: a bit for each course, then the guard, then a bit for what is closed for certain.

        That last bit is hit by the places common to all courses, and always set where all of them are kept.
        """
        width = max((len(family.masks) for family in families), default=0)
        self._width = width + 2
        crossing: dict[int, int] = {}
        pad = low = guards = 0
        for number, family in enumerate(families):
            base = number * self._width
            low |= 1 << base
            guards |= 1 << base + width
            pad |= (1 << width) - (1 << len(family.masks)) << base
            certain = 1 << width + 1
            if family.whole:
                pad |= certain << base
            for place, bits in _crossings(family, certain).items():
                crossing[place] = crossing.get(place, 0) | bits << base
        self._crossing, self._pad, self._low, self._guards = crossing, pad, low, guards

    def _hit(self, blocked: int) -> int:
        """The courses that are closed when these places cannot be entered."""
        hit, crossing = self._pad, self._crossing
        while blocked:
            low = blocked & -blocked
            blocked ^= low
            hit |= crossing.get(low.bit_length() - 1, 0)
        return hit

    def open(self, blocked: int) -> tuple[int, int]:
        """Where courses end, and the spyglasses on their way, when these places cannot be entered."""
        ends, pauses = self.ends, self.pauses
        hit = self._hit(blocked)
        closed = hit + self._low & self._guards
        doubtful = closed & ~(hit >> 1)
        while closed:
            guard = closed & -closed
            closed ^= guard
            number = (guard.bit_length() - 1) // self._width
            if guard & doubtful and self._search(number, blocked) is not None:
                continue
            if number < self._last_end:
                ends ^= 1 << self._fields[number]
            else:
                pauses ^= 1 << self._fields[number]
        return ends, pauses

    def _search(self, number: int, blocked: int) -> Trail | None:
        """Look for a course that is not kept."""
        ground, start, steps, end = self._ground, self._start, self._steps, self._fields[number]
        blocked |= self._own
        if number >= self._last_end:
            return ground.pause(start, end, steps=steps, blocked=blocked)
        if ground.rooms >> end & 1:
            trail = ground.shortest(start, end, blocked=blocked)
            return trail if trail is not None and len(trail) <= steps else None
        return ground.trail(start, end, steps=steps, blocked=blocked)

    def path(self, end: Place, *, blocked: int) -> tuple[Place, ...] | None:
        """The first open course to an end, shortest for a room, or None if there is none."""
        if not self.ends & end.bit:
            return None
        number = self._fields.index(end.index)
        base = number * self._width
        closed = self._hit(blocked) >> base & (1 << self._width - 2) - 1
        course = base + (~closed & closed + 1).bit_length() - 1
        if course < base + self._width - 2:
            path = self._trails.get(course)
            if path is None:
                path = self._trails[course] = self._ordered(course, end.index)
                self._ground.remembered += 1
            return path
        trail = self._search(number, blocked)
        return None if trail is None else tuple(self._ground.places[place] for place in trail)

    def forget(self) -> None:
        """Drop the answers, to be worked out again when they are asked for."""
        self.kept.clear()
        self._trails.clear()

    def _ordered(self, course: int, end: int) -> tuple[Place, ...]:
        """The places of a kept course in the order in which it enters them."""
        mask = 0
        for place, bits in self._crossing.items():
            if bits >> course & 1:
                mask |= 1 << place
        ground = self._ground
        trails = ground.trails(self._start, end, steps=mask.bit_count(), blocked=~mask)
        return tuple(ground.places[place] for place in next(trails))


def _crossings(family: Family, certain: int) -> Mapping[int, int]:
    """For each place, the courses of a family that enter it, as bits of the family's field."""
    found: dict[int, int] = {}
    for number, mask in enumerate(family.masks):
        bit, rest = 1 << number, mask
        while rest:
            low = rest & -rest
            rest ^= low
            place = low.bit_length() - 1
            found[place] = found.get(place, 0) | bit
    for place in found:
        if family.common >> place & 1:
            found[place] |= certain
    return found


def _enumerate(ground: Ground, start: Place, steps: int) -> tuple[dict[int, Family], dict[int, Family], int]:
    """Walk every course, step by step: the families by end and by spyglass on the way, and all that can be entered."""
    ends: dict[int, Family] = {}
    pauses: dict[int, Family] = {}
    own = 0 if ground.returns(start) else start.bit
    scope = 0
    walks: dict[tuple[int, int], None] = {(own, start.index): None}
    for _ in range(steps):
        for entered, last in walks:
            for room, bit in ground.into[last]:
                if not entered & bit:
                    course = entered ^ own | bit
                    ends.setdefault(room, Family()).add_short(course)
                    _add_pauses(pauses, course, spyglasses=course & ground.spyglasses)
        onward = ground.onward
        walks = {
            (entered | bit, place): None for entered, last in walks for place, bit in onward[last] if not entered & bit
        }
        for entered, _ in walks:
            scope |= entered
    for entered, last in walks:
        if not ground.rooms >> last & 1:
            course = entered ^ own
            ends.setdefault(last, Family()).add(course)
            _add_pauses(pauses, course, spyglasses=course & ground.spyglasses & ~(1 << last))
    for family in ends.values():
        family.thin(KEPT_COURSES)
    return ends, pauses, scope & ~ground.rooms & ~start.bit


def _add_pauses(pauses: dict[int, Family], course: int, *, spyglasses: int) -> None:
    while spyglasses:
        low = spyglasses & -spyglasses
        spyglasses ^= low
        pauses.setdefault(low.bit_length() - 1, Family()).add_short(course)
