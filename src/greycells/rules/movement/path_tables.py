"""Precomputed paths from one place with one roll: they answer almost every question about a move.

A *course* is a path that uses up the roll or ends in a room, each place entered at most once (MOVE-4). There are too
many to check for each question, so a table keeps a few per end. Each kept course is a bit, and `_crossing` has, for
each place of the board, the mask of the courses that enter it: the courses blocked by pawns are the union of a few
masks. The bits are grouped in fields of equal width, one per end. A field of all ones is a blocked end, and a single
addition finds all of them, because there it carries into the bit above the field.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Mapping

from greycells.rules.movement.graph import MovementGraph, Trail
from greycells.rules.places import Place, Reach

MANY, FEW = 16, 6
"""How many courses are kept per end; if all of them are blocked and there are others, a search decides.

Rooms need few, because their search is fast, and so do editions where pawns are jumped and rarely block a path.
"""


class PathFamily:
    """The courses to one end, as masks of the places entered; `common` are the places on all of them.

    `whole` means that no search is needed when all of these are blocked.
    """

    __slots__ = ("common", "masks", "whole")

    def __init__(self) -> None:
        self.masks: list[int] = []
        self.common = -1
        self.whole = True

    @classmethod
    def of(cls, masks: Iterable[int], *, most: int) -> PathFamily:
        """Keep a few courses with as few places in common as possible, so that pawns rarely block all of them."""
        family = cls()
        family.masks = pool = list(dict.fromkeys(masks))
        for mask in pool:
            family.common &= mask
        if len(pool) <= most:
            return family
        pool = pool[:: max(1, len(pool) // (3 * most))]
        alike = [0] * len(pool)
        family.masks, family.whole = [], False
        for _ in range(most):
            least = alike.index(min(alike))
            kept = pool.pop(least)
            del alike[least]
            family.masks.append(kept)
            alike = [shared + (kept & mask).bit_count() ** 2 for shared, mask in zip(alike, pool, strict=True)]
        return family

    def add(self, mask: int) -> None:
        """Add a course, in order of length, unless it contains another one: whatever blocks that one blocks it too."""
        self.common &= mask
        if self.whole and not any(kept & mask == kept for kept in self.masks):
            if len(self.masks) == FEW:
                self.whole = False
            else:
                self.masks.append(mask)


class PathSearch:
    """Finds every course from one start and sorts them into families, by end and by spyglass on the way.

    `last_steps` are the steps with which a course may use up its count, as bits of `MovementGraph.onto`.
    """

    def __init__(self, ground: MovementGraph, start: Place, *, steps: int) -> None:
        self.ends: defaultdict[int, PathFamily] = defaultdict(PathFamily)
        self.pauses: defaultdict[int, PathFamily] = defaultdict(PathFamily)
        self.last_steps = 0
        self._ground = ground
        self._onward, self._into = list(ground.onward), list(ground.into)
        if not ground.returns(start):
            for ways in (self._onward, self._into):
                ways[:] = [tuple(way for way in ways_from if way[0] != start.index) for ways_from in ways]
        walks: dict[tuple[int, int], None] = {(0, start.index): None}
        for _ in range(steps - 1):
            self._enter_rooms(walks)
            walks = {
                (entered | bit, place): None
                for entered, last in walks
                for place, bit in self._onward[last]
                if not entered & bit
            }
        self._enter_rooms(walks)
        self._use_up(walks)

    def _enter_rooms(self, walks: Iterable[tuple[int, int]]) -> None:
        for entered, last in walks:
            for room, bit in self._into[last]:
                if not entered & bit:
                    self.ends[room].add(entered | bit)
                    self._pass_spyglasses(entered | bit, entered & self._ground.spyglasses)

    def _use_up(self, walks: Iterable[tuple[int, int]]) -> None:
        """Take the last step of the roll, onto a square or a space."""
        ground = self._ground
        courses: defaultdict[int, list[int]] = defaultdict(list)
        for entered, last in walks:
            for place, bit in self._onward[last]:
                if not entered & bit:
                    courses[place].append(entered | bit)
        for end, masks in courses.items():
            if not ground.rooms >> end & 1:
                self.ends[end] = PathFamily.of(masks, most=FEW if ground.stride.jumping else MANY)
                for course in masks if ground.spyglasses else ():
                    self._pass_spyglasses(course, course & ground.spyglasses & ~(1 << end))
        if ground.stride.jumping:
            taken = {(last, place) for entered, last in walks for place, bit in self._onward[last] if not entered & bit}
            self.last_steps = sum(step for end in courses for place, step in ground.onto[end] if (place, end) in taken)

    def _pass_spyglasses(self, course: int, spyglasses: int) -> None:
        while spyglasses:
            low = spyglasses & -spyglasses
            spyglasses ^= low
            self.pauses[low.bit_length() - 1].add(course)


class PathTables:
    """The table of one start and number of steps.

    `ends` and `pauses` are masks of the ends of courses and of the spyglass squares on the way. `scope` is every place
    that can be entered within that many steps, so pawns elsewhere don't matter. `kept` is the cache of answers.
    """

    __slots__ = (
        "_crossed",
        "_crossing",
        "_fields",
        "_ground",
        "_guards",
        "_last_end",
        "_last_steps",
        "_low",
        "_own",
        "_pad",
        "_size",
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

    def __init__(self, ground: MovementGraph, start: Place, *, steps: int) -> None:
        self._ground, self._start, self._steps = ground, start.index, steps
        self._own = 0 if ground.returns(start) else start.bit
        self.kept: dict[int, Reach] = {}
        self._trails: dict[int, tuple[Place, ...]] = {}
        harvest = PathSearch(ground, start, steps=steps)
        ends, pauses = sorted(harvest.ends), sorted(harvest.pauses)
        self.ends = sum(1 << end for end in ends)
        self.pauses = sum(1 << spyglass for spyglass in pauses)
        self.order = tuple(ground.places[end] for end in ends)
        self.scope = ground.within(start.index, steps) & ~ground.rooms & ~start.bit
        self._last_steps = harvest.last_steps
        self._last_end = len(ends)
        self._fields = (*ends, *pauses)
        self._lay_out([harvest.ends[end] for end in ends] + [harvest.pauses[spyglass] for spyglass in pauses])

    def _lay_out(self, families: list[PathFamily]) -> None:
        """Give every family a field: a bit for each course, a guard bit, and a bit for ends that are certainly blocked.

        That last bit is set by the places common to all courses, and always set if all courses are kept.
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
            for place, bits in _crossings(family, certain=certain).items():
                crossing[place] = crossing.get(place, 0) | bits << base
        self._pad, self._low, self._guards = pad, low, guards
        self._crossed = sum(1 << place for place in crossing)
        self._size = (len(families) * self._width + 7) // 8
        self._crossing = b"".join(crossing[place].to_bytes(self._size, "little") for place in sorted(crossing))

    def _hit(self, blocked: int) -> int:
        """The courses that are blocked if these places can't be entered."""
        hit = self._pad
        blocked &= self._crossed
        while blocked:
            low = blocked & -blocked
            blocked ^= low
            hit |= self._crossing_at(low)
        return hit

    def _crossing_at(self, bit: int) -> int:
        """The kept courses that enter the place with this bit; `_crossing` has a row for each place on a course."""
        first = (self._crossed & bit - 1).bit_count() * self._size
        return int.from_bytes(self._crossing[first : first + self._size], "little")

    def open(self, blocked: int) -> tuple[int, int]:
        """The ends of courses, and the spyglasses on the way, if these places can't be entered."""
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
        """Search for a course that isn't kept."""
        ground, start, steps, end = self._ground, self._start, self._steps, self._fields[number]
        blocked |= self._own
        if number >= self._last_end:
            return ground.pause(start, end, steps=steps, blocked=blocked)
        if ground.rooms >> end & 1:
            trail = ground.shortest(start, end, blocked=blocked)
            return trail if trail is not None and len(trail) <= steps else None
        return ground.trail(start, end, steps=steps, blocked=blocked)

    def places_before(self, end: int) -> int:
        """The places from which a course that uses all its steps may reach this end."""
        last_steps = self._last_steps
        return sum(1 << place for place, step in self._ground.onto[end] if last_steps & step)

    def among(self, ends: int, *, blocked: int) -> int:
        """Those of these ends that a course reaches if these places can't be entered."""
        found, rest = 0, ends & self.ends
        hit = self._hit(blocked) if rest else 0
        while rest:
            low = rest & -rest
            rest ^= low
            number = self._number(low.bit_length() - 1)
            field = hit >> number * self._width
            certain = field >> self._width - 1 & 1
            if ~field & (1 << self._width - 2) - 1 or (not certain and self._search(number, blocked) is not None):
                found |= low
        return found

    def _number(self, end: int) -> int:
        return bisect_left(self._fields, end, 0, self._last_end)

    def path(self, end: Place, *, blocked: int) -> tuple[Place, ...] | None:
        """The first unblocked course to an end, the shortest for a room, or None."""
        if not self.ends & end.bit:
            return None
        number = self._number(end.index)
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
        """Clear the cache of answers."""
        self.kept.clear()
        self._trails.clear()

    def _ordered(self, course: int, end: int) -> tuple[Place, ...]:
        """The places of a kept course in the order in which it enters them."""
        ground = self._ground
        mask = edge = 1 << end
        while edge:
            low = edge & -edge
            edge ^= low
            around = ground.near[low.bit_length() - 1] & self._crossed & ~mask
            while around:
                near = around & -around
                around ^= near
                if self._crossing_at(near) >> course & 1:
                    mask |= near
                    edge |= near
        trails = ground.trails(self._start, end, steps=mask.bit_count(), blocked=~mask)
        return tuple(ground.places[place] for place in next(trails))


def _crossings(family: PathFamily, *, certain: int) -> Mapping[int, int]:
    """For each place, the courses of a family that enter it, as bits of the family's field."""
    found: defaultdict[int, int] = defaultdict(int)
    for number, mask in enumerate(family.masks):
        rest = mask
        while rest:
            low = rest & -rest
            rest ^= low
            found[low.bit_length() - 1] |= 1 << number
    for place in found:
        if family.common >> place & 1:
            found[place] |= certain
    return found
