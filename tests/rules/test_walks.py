"""Paths: every end has one, and every illegal one is faulted with the rule that it breaks."""

from __future__ import annotations

import random

import pytest
from tests.rules.independent_walks import Gait, Plan, Scene, paths
from tests.rules.walked_boards import (
    BLOCKED,
    GAITS,
    MASTER_DETECTIVE,
    Venue,
    any_gait,
    any_scene,
    build,
    small_venues,
    stride,
)
from tests.rules.walked_boards import venue as real_venue

from greycells.rules.board import Fault, Movement, Place, Reach

CELLAR = build("A<.?\n#.#s\n", rooms={"A": "Attic"}, spaces={"s": "Stairs"}, passages=[("Attic", "Stairs")])


class Pawn:
    """A pawn on a board, with its roll; places go by their names."""

    def __init__(self, venue: str | Venue, start: str, roll: int, occupied: str = "", gait: Gait | None = None) -> None:
        self.board = (venue if isinstance(venue, Venue) else real_venue(venue)).board
        own = BLOCKED if isinstance(venue, Venue) else GAITS[venue]
        self.walks: Movement = self.board.walks(stride(gait or own))
        self.start, self.roll = self.board.place(start), roll
        self.occupied = sum(place.bit for place in self.places(occupied))

    def places(self, names: str) -> tuple[Place, ...]:
        return tuple(self.board.place(name) for name in names.split())

    def reach(self) -> Reach:
        return self.walks.reach(self.start, self.roll, occupied=self.occupied)

    def path(self, end: str) -> str:
        found = self.walks.path(self.start, self.board.place(end), self.roll, occupied=self.occupied)
        return " ".join(place.name for place in found)

    def fault(self, path: str, *, pausing: bool = True) -> Fault | None:
        return self.walks.fault(
            self.start, self.places(path), self.roll, occupied=self.occupied, pausing=pausing
        )  # fmt: skip

    def why_not(self, end: str, *, pausing: bool = True) -> Fault | None:
        place = self.board.place(end)
        return self.walks.why_not(self.start, place, self.roll, occupied=self.occupied, pausing=pausing)


FAULTS = [
    (Pawn("classic", "q1", 3), "q2 q3 q4", None),
    (Pawn("classic", "q1", 3), "q2 q3 Lounge", "MOVE-9 no door: Lounge"),
    (Pawn("classic", "q1", 3), "q2 p3 q4", "MOVE-3 not adjacent: p3"),
    (Pawn("classic", "q1", 3), "q2 q3 q2", "MOVE-4 entered before: q2"),
    (Pawn("classic", "q1", 2), "q2 q1", "MOVE-4 back to the start: q1"),
    (Pawn("classic", "q1", 2, gait=BLOCKED._replace(reentry=True)), "q2 q1", None),
    (Pawn("classic", "q1", 3), "q2 q3", "MOVE-8 path too short: q3"),
    (Pawn("classic", "q1", 3), "q2 q3 q4 q5", "MOVE-8 path too long: q5"),
    (Pawn("classic", "q1", 3), "", "MOVE-8 path too short: q1"),
    (Pawn("classic", "q1", 3, "q3"), "q2 q3 q4", "MOVE-5 occupied: q3"),
    (Pawn("classic", "q6", 3, "r7"), "q7 r7 Lounge", "MOVE-11 door blocked: Lounge"),
    (Pawn("classic", "Hall", 2, "i5"), "i5 i6", "MOVE-11 door blocked: Hall"),
    (Pawn("classic", "q6", 5), "q7 r7 Lounge", None),
    (Pawn("classic", "q6", 5), "q7 r7 Lounge r7", "MOVE-12 room ends move: Lounge"),
    (Pawn("classic", "Lounge", 3), "r7 Lounge", "MOVE-14 room entered before: Lounge"),
    (Pawn("classic", "Lounge", 1), "Conservatory", "PASS-7 passage before rolling: Conservatory"),
    (Pawn("classic", "Lounge", 6), "Hall", "MOVE-9 no door: Hall"),
    (Pawn("classic", "Lounge", 6), "q7", "MOVE-9 no door: Lounge"),
    (Pawn("classic", "Lounge", 6, "r7"), "", None),
    (Pawn("classic", "h1", 5, "h4 i3"), "h2 h3", None),
    (Pawn("classic", "h1", 5, "h4 i3"), "h2 i2", None),
    (Pawn("classic", "h1", 5, "h4 i3"), "h2", "MOVE-8 path too short: h2"),
    (Pawn("master-detective", "n9", 3), "o9 p9 q9", None),
    (Pawn("master-detective", "n9", 3, "o9 p9"), "o9 p9 q9", None),
    (Pawn("master-detective", "n9", 3, "q9"), "o9 p9 q9", "MOVE-6 ends on token: q9"),
    (Pawn("master-detective", "n9", 3, "q9"), "o9 p9", None),
    (Pawn("master-detective", "n9", 3, "p9 q9"), "o9", None),
    (Pawn("master-detective", "n9", 3, "o9 p9 q9"), "", None),
    (Pawn("master-detective", "n9", 3, "o9 q9"), "", "MOVE-8 path too short: n9"),
    (Pawn("master-detective", "p9", 5), "p10 CloakRoom v13 v14 v15", None),
    (Pawn("master-detective", "p9", 5), "p10 CloakRoom v13 CloakRoom", "MOVE-14 room entered before: Cloak Room"),
    (Pawn("master-detective", "Library", 2), "Kitchen m7", None),
    (Pawn("master-detective", "n12", 3), "n13 BasementStairs GardenWalk", None),
    (Pawn("master-detective", "n12", 4), "n13 BasementStairs", "MOVE-8 path too short: Basement Stairs"),
    (Pawn("master-detective", "k9", 6), "l9", None),
    (Pawn("master-detective", "k9", 6, "l9"), "l9", "MOVE-6 ends on token: l9"),
    (Pawn(CELLAR, "c1", 3), "d1", "SNOOP-4 cannot go on: d1"),
    (Pawn(CELLAR, "c1", 2), "d1", None),
]


def told(fault: Fault | None) -> str | None:
    return fault and f"{fault.rule} {fault.key}: {fault.place}"


@pytest.mark.parametrize(("pawn", "path", "fault"), FAULTS)
def test_the_rule_that_a_path_breaks(pawn: Pawn, path: str, fault: str | None) -> None:
    assert told(pawn.fault(path)) == fault


def test_without_snooping_nobody_stops_at_a_spyglass() -> None:
    pawn = Pawn("master-detective", "k9", 6)
    assert told(pawn.fault("l9")) is None
    assert told(pawn.fault("l9", pausing=False)) == "MOVE-8 path too short: l9"
    assert told(pawn.why_not("l9")) is None
    assert told(pawn.why_not("l9", pausing=False)) == "MOVE-8 wrong count: l9"


DESTINATIONS = [
    (Pawn("classic", "q1", 3), "q4", None),
    (Pawn("classic", "q1", 3), "q3", "MOVE-8 wrong count: q3"),
    (Pawn("classic", "q1", 3), "Lounge", "MOVE-8 too far: Lounge"),
    (Pawn("classic", "q1", 3), "q1", "MOVE-4 back to the start: q1"),
    (Pawn("classic", "Lounge", 3), "Lounge", "MOVE-14 room entered before: Lounge"),
    (Pawn("classic", "Lounge", 3), "Conservatory", "PASS-7 passage before rolling: Conservatory"),
    (Pawn("classic", "q1", 3, "q4"), "q4", "MOVE-5 occupied: q4"),
    (Pawn("classic", "q6", 5, "r7"), "Lounge", "MOVE-11 door blocked: Lounge"),
    (Pawn("classic", "Lounge", 5, "r7"), "DiningRoom", "MOVE-11 door blocked: Lounge"),
    (Pawn("classic", "q1", 3, "q2"), "q4", "MOVE-5 in the way: q4"),
    (Pawn("classic", "q1", 3, "q2"), "q1", None),
    (Pawn("master-detective", "n9", 3, "q9"), "q9", "MOVE-6 ends on token: q9"),
    (Pawn("master-detective", "n9", 3, "q9"), "p9", None),
    (Pawn("master-detective", "n9", 3, "o9"), "q9", None),
    (Pawn(CELLAR, "c1", 3), "d1", "SNOOP-4 cannot go on: d1"),
    (Pawn(CELLAR, "c1", 3), "Stairs", "MOVE-8 wrong count: Stairs"),
    (Pawn("master-detective", "k9", 2), "v6", "MOVE-8 too far: v6"),
]


@pytest.mark.parametrize(("pawn", "end", "fault"), DESTINATIONS)
def test_the_rule_that_keeps_a_pawn_from_a_place(pawn: Pawn, end: str, fault: str | None) -> None:
    assert told(pawn.why_not(end)) == fault


def test_a_default_path_is_always_the_same_and_shortest_into_a_room() -> None:
    pawn = Pawn("classic", "q6", 12)
    assert pawn.path("Lounge") == "q7 r7 Lounge" == pawn.path("Lounge")
    pawn = Pawn("master-detective", "n9", 3, "q9")
    assert pawn.path("p9") == "o9 p9"
    assert Pawn("master-detective", "n9", 3, "o9 p9 q9").path("n9") == ""
    assert Pawn("classic", "h1", 5, "h4 i3").path("h3") == "h2 h3"
    assert Pawn("classic", "h1", 5, "h2").path("h1") == ""
    with pytest.raises(ValueError, match="No move of 5 steps from h1 ends at h2"):
        Pawn("classic", "h1", 5).path("h2")
    with pytest.raises(ValueError, match="No move of 3 steps from n9 can pause at o5"):
        pawn.walks.pause_path(pawn.start, pawn.board.place("o5"), 3)


def test_a_pawn_that_cannot_move_stays() -> None:
    assert Pawn("classic", "h1", 5, "h2").reach() == Reach(Pawn("classic", "h1", 5).places("h1"), (), 0)
    assert Pawn("classic", "h1", 0).reach().steps == 0


def test_shut_in() -> None:
    pawn = Pawn("classic", "Hall", 5, "i5 l8")
    assert not pawn.walks.shut_in(pawn.start, pawn.occupied)
    assert pawn.walks.shut_in(pawn.start, pawn.occupied | pawn.board.place("m8").bit)
    assert not pawn.walks.shut_in(pawn.board.place("h1"), pawn.board.place("h2").bit)
    jumping = Pawn("master-detective", "Kitchen", 5, "m7")
    assert not jumping.walks.shut_in(jumping.start, jumping.occupied)


def test_one_walks_for_each_stride() -> None:
    board = real_venue("classic").board
    assert board.walks(stride(BLOCKED)) is board.walks(stride(BLOCKED))
    assert board.walks(stride(BLOCKED)) is not board.walks(stride(MASTER_DETECTIVE))


def any_path(plan: Plan, scene: Scene, chance: random.Random, *, steps: int) -> tuple[str, ...]:
    """A path that pays little heed to the rules."""
    here, path = scene.start, list[str]()
    for _ in range(chance.randint(0, steps + 1)):
        near = sorted(plan.beside[here] | {plan.passages.get(here, here)})
        here = chance.choice(near if chance.random() < 0.95 else sorted(plan.beside))
        path.append(here)
    return tuple(path)


def test_a_path_is_faulted_exactly_when_it_is_no_move() -> None:
    """On small boards of all kinds: the walks that brute force finds, and no others, have no fault."""
    chance = random.Random("faults")
    venues = small_venues(chance)
    for _ in range(150):
        venue = next(venues)
        for _ in range(6):
            check_faults(venue, chance)


def check_faults(venue: Venue, chance: random.Random) -> None:
    plan, gait, roll = venue.plan, any_gait(chance), chance.randint(1, 6)
    scene = any_scene(plan, chance, pawns=3)
    walks, start = venue.board.walks(stride(gait)), venue.board.place(scene.start)
    occupied, used = venue.mask(scene.occupied), venue.mask(scene.used)
    moves, stops = paths(plan, gait, scene, roll=roll)
    tried = [any_path(plan, scene, chance, steps=roll) for _ in range(20)]
    for path in [*moves, *stops, *tried]:
        walked = venue.places(path)
        fault = walks.fault(start, walked, roll, occupied=occupied, used=used)
        assert (fault is None) == (path in moves or path in stops), (gait, scene, roll, path, fault)
        fault = walks.fault(start, walked, roll, occupied=occupied, used=used, pausing=False)
        assert (fault is None) == (path in moves), (gait, scene, roll, path, fault)
    legal = walks.reach(start, roll, occupied=occupied, used=used)
    for place in venue.board.places:
        fault = walks.why_not(start, place, roll, occupied=occupied, used=used)
        assert (fault is None) == (place in legal.ends or place in legal.pauses)
    for end in legal.ends:
        walked = walks.path(start, end, roll, occupied=occupied, used=used)
        named = tuple(place.name for place in walked)
        assert named in moves
        assert (walked[-1] if walked else start) is end
        if end.name in plan.rooms:
            assert len(named) == min(len(move) for move in moves if move[-1:] == named[-1:])
    for spyglass in legal.pauses:
        walked = walks.pause_path(start, spyglass, roll, occupied=occupied, used=used)
        named = tuple(place.name for place in walked)
        assert named in stops
        assert len(named) == min(len(stop) for stop in stops if stop[-1] == spyglass.name)


@pytest.mark.parametrize("key", GAITS)
def test_every_end_and_pause_has_a_path(key: str) -> None:
    chance = random.Random(key)
    venue = real_venue(key)
    walks = venue.board.walks(stride(GAITS[key]))
    for _ in range(150):
        scene, roll = any_scene(venue.plan, chance, pawns=9), chance.randint(2, 12)
        start, occupied, used = venue.board.place(scene.start), venue.mask(scene.occupied), venue.mask(scene.used)
        legal = walks.reach(start, roll, occupied=occupied, used=used)
        for end in legal.ends:
            path = walks.path(start, end, roll, occupied=occupied, used=used)
            assert (path[-1] if path else start) is end
            assert walks.fault(start, path, roll, occupied=occupied, used=used, pausing=False) is None
        for spyglass in legal.pauses:
            path = walks.pause_path(start, spyglass, roll, occupied=occupied, used=used)
            assert path[-1] is spyglass
            assert walks.fault(start, path, roll, occupied=occupied, used=used) is None
            rest = walks.reach(
                spyglass, roll - len(path), occupied=occupied, used=used | sum(place.bit for place in (start, *path))
            )
            assert rest.steps == roll - len(path)
