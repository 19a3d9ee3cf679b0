"""How fast deduction is: kernel, public API and plain Python, beside a SAT solver and sampling on the same states.

The states come from games without a board, from every seat and every stage: classic-sized for 3 to 6 seats,
Master-Detective-sized for 3 to 10, where everybody answers. Then the worst states that an adversary finds.
All times are of one core's own time, in microseconds: median, 99th percentile, worst.

    python benchmarks/deduction.py --states 60
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from importlib import import_module
from itertools import islice
from random import Random
from tempfile import TemporaryDirectory
from time import perf_counter, thread_time
from typing import Protocol

from greycells.deduction import compiled, counting
from greycells.deduction.desk import Spread
from greycells.deduction.engine import COMPILE, warm_up
from greycells.deduction.facts import Evidence, Fact, HandSize, Has, HasNone, HasOneOf, Origin, Source
from greycells.deduction.knowledge import Knowledge
from greycells.deduction.problem import Problem, TooHard
from greycells.deduction.states import numbered_deck, numbered_seats
from greycells.deduction.worlds import Worlds
from greycells.rules.cards import Card, Deck
from greycells.rules.seats import Seat

CLASSIC, MASTER_DETECTIVE = (6, 6, 9), (10, 8, 12)
TABLES = [(CLASSIC, seats) for seats in range(3, 7)] + [(MASTER_DETECTIVE, seats) for seats in range(3, 11)]
SAMPLES = 1_000
ROUNDS = 3
CHOICES = 12
"""Among how many suggestions the adversary chooses."""


class Solver(Protocol):
    def add_clause(self, clause: Sequence[int]) -> object: ...
    def solve(self, assumptions: Sequence[int]) -> bool | None: ...
    def delete(self) -> None: ...


class Clauses(Protocol):
    nv: int
    clauses: list[list[int]]


class Party:
    """A game without a board: everybody names cards that they have not ticked, and sometimes one of their own."""

    def __init__(self, cats: tuple[int, int, int], seats: int, *, seed: int) -> None:
        self.rng = Random(seed)
        self.deck: Deck = numbered_deck(*cats)
        self.seats = numbered_seats(seats)
        self.everybody = cats == MASTER_DETECTIVE
        kinds: tuple[Sequence[Card], ...] = (self.deck.suspects, self.deck.weapons, self.deck.rooms)
        self.kinds = kinds
        self.case_file = [self.rng.choice(kind) for kind in kinds]
        rest = [card for card in self.deck if card not in self.case_file]
        self.rng.shuffle(rest)
        self.hands = [self.deck.of(rest[seat::seats]) for seat in range(seats)]
        self.ticked = [set(hand) for hand in self.hands]
        sizes = (HandSize(seat, len(self.hands[seat.index]), Source(Origin.DEALT)) for seat in self.seats)
        self.public: list[Fact] = list(sizes)
        self.seen: list[list[Fact]] = [
            [Has(seat, card, Source(Origin.OWN_HAND)) for card in self.hands[seat.index]] for seat in self.seats
        ]

    def turns(self) -> Iterator[Evidence]:
        """What a seat chosen at random knows, turn by turn, until somebody is certain."""
        for number in range(1, 1_000):
            mover = self.seats[number % len(self.seats)]
            self._suggest(mover, number)
            observer = self.rng.choice(self.seats)
            yield self.evidence(observer)
            if Knowledge.of(self.evidence(mover)).solution is not None:
                return

    def evidence(self, seat: Seat) -> Evidence:
        hidden = [fact for fact in self.public if not isinstance(fact, HasOneOf | HasNone) or fact.holder != seat]
        return Evidence(self.deck, self.seats, (*hidden, *self.seen[seat.index]))

    def _suggest(self, mover: Seat, turn: int) -> None:
        named = self.deck.of(self._name(mover, kind) for kind in self.kinds)
        for other in (*self.seats[mover.index + 1 :], *self.seats[: mover.index]):
            held = list(self.hands[other.index] & named)
            if not held:
                self.public.append(HasNone(other, named, Source(Origin.COULD_NOT, turn)))
                continue
            card = self.rng.choice(held)
            self.ticked[mover.index].add(card)
            self.seen[mover.index].append(Has(other, card, Source(Origin.SHOWN, turn)))
            for watcher in self.seats:
                if watcher not in (mover, other):
                    self.seen[watcher.index].append(HasOneOf(other, named, Source(Origin.SHOWED_ONE, turn)))
            if not self.everybody:
                return

    def _name(self, mover: Seat, kind: Sequence[Card]) -> Card:
        unknown = [card for card in kind if card not in self.ticked[mover.index]]
        own = [card for card in kind if card in self.hands[mover.index]]
        if own and (not unknown or self.rng.random() < 0.2):
            return self.rng.choice(own)
        return self.rng.choice(unknown or kind)


def states(cats: tuple[int, int, int], seats: int, number: int) -> list[Evidence]:
    """So many states, from all stages of several games."""
    found: list[Evidence] = []
    for seed in range(1_000):
        found += islice(Party(cats, seats, seed=seed).turns(), 40)
        if len(found) >= 4 * number:
            break
    return Random(seats).sample(found, min(number, len(found)))


def in_kernel(problem: Problem) -> Spread:
    """Problem in, filled arrays out, the joint over case files included."""
    spread = compiled.spread_out(problem)
    assert spread is not None
    spread.tally(spread.desk.whole, joint=True)
    if spread.wide:
        spread.tally(spread.desk.real, joint=True)
    return spread


def in_words(evidence: Evidence) -> None:
    """Facts in, a readable answer out: whole numbers for every card and holder, and every theory by name."""
    worlds = Worlds(evidence)
    assert worlds.case_files
    assert worlds.count.marginals


def with_sat(evidence: Evidence) -> None:
    """One query for each literal that is not given: what is certain, and no probabilities."""
    card_encodings = import_module("pysat.card")
    solver: Solver = import_module("pysat.solvers").Cadical153()
    problem = evidence.problem()
    hands = len(problem.may)
    top = problem.deck * hands

    def exactly(variables: list[int], number: int) -> None:
        nonlocal top
        clauses: Clauses = card_encodings.CardEnc.equals(variables, number, top_id=top)
        top = max(top, clauses.nv)
        for clause in clauses.clauses:
            solver.add_clause(clause)

    def of_hand(hand: int, cards: int) -> list[int]:
        return [card * hands + hand + 1 for card in range(problem.deck) if cards & problem.may[hand] & 1 << card]

    at = [
        [card * hands + hand + 1 for hand in range(hands) if problem.may[hand] >> card & 1]
        for card in range(problem.deck)
    ]
    for variables in at:
        exactly(variables, 1)
    for hand, size in enumerate(problem.sizes):
        exactly(of_hand(hand, problem.cards), size)
    for hand, cards in problem.one_of:
        solver.add_clause(of_hand(hand, cards))
    for variables in at:
        for variable in variables if len(variables) > 1 else ():
            solver.solve([variable])
            solver.solve([-variable])
    solver.delete()


class Sampling:
    """Deals drawn at random, which honour single cards but not answers: those that do not fit are thrown away."""

    def __init__(self) -> None:
        self.failed = 0
        self.errors: list[float] = []

    def __call__(self, evidence: Evidence) -> None:
        problem = evidence.problem()
        rng = Random(1)
        hands = len(problem.may)
        holders = [[hand for hand in range(hands) if problem.may[hand] >> card & 1] for card in range(problem.deck)]
        order = sorted((card for card in range(problem.deck) if holders[card]), key=lambda card: len(holders[card]))
        accepted = 0
        counts = [[0] * hands for _ in range(problem.deck)]
        for _ in range(SAMPLES):
            held = self._deal(order, holders, list(problem.sizes), rng)
            if held is None or any(not held[hand] & cards for hand, cards in problem.one_of):
                continue
            accepted += 1
            for card in order:
                for hand in holders[card]:
                    counts[card][hand] += held[hand] >> card & 1
        self.failed += not accepted
        self._compare(evidence, counts, accepted)

    def _deal(self, order: list[int], holders: list[list[int]], left: list[int], rng: Random) -> list[int] | None:
        held = [0] * len(left)
        for card in order:
            free = [hand for hand in holders[card] for _ in range(left[hand])]
            if not free:
                return None
            hand = rng.choice(free)
            held[hand] |= 1 << card
            left[hand] -= 1
        return held

    def _compare(self, evidence: Evidence, counts: list[list[int]], accepted: int) -> None:
        worlds = Worlds(evidence)
        if accepted:
            self.errors.append(
                max(
                    abs(counts[card.index][seat.index] / accepted - worlds.number_with(card, seat) / worlds.total)
                    for card in evidence.deck
                    for seat in evidence.seats
                )
            )


def timed(work: Callable[[Evidence], object], given: Sequence[Evidence], *, rounds: int = 1) -> list[float]:
    """The time that each state takes: the best of some rounds through all of them, since others use this machine."""
    times = [float("inf")] * len(given)
    for _ in range(rounds):
        for number, evidence in enumerate(given):
            began = thread_time()
            work(evidence)
            times[number] = min(times[number], (thread_time() - began) * 1e6)
    return sorted(times)


def row(name: str, times: list[float]) -> str:
    last = len(times) - 1
    return f"{name:34}{times[last // 2]:12,.0f}{times[round(last * 0.99)]:12,.0f}{times[-1]:12,.0f}"


class Adversary(Party):
    """Steers a game: of several suggestions it makes the one that leaves its victim the most to think about."""

    def hardest(self, turns: int) -> tuple[int, Evidence]:
        victim = self.seats[0]
        worst = 0, self.evidence(victim)
        for number in range(1, turns):
            movers = self.rng.choices(self.seats[1:], k=CHOICES)
            choices = [self._after(mover, number, victim) for mover in movers]
            size, self.public, self.seen = max(choices, key=lambda choice: choice[0])
            worst = max(worst, (size, self.evidence(victim)), key=lambda state: state[0])
        return worst

    def _after(self, mover: Seat, turn: int, victim: Seat) -> tuple[int, list[Fact], list[list[Fact]]]:
        public, seen = self.public, self.seen
        self.public, self.seen = list(public), [list(facts) for facts in seen]
        self._suggest(mover, turn)
        try:
            choice = in_kernel(self.evidence(victim).problem()).steps, self.public, self.seen
        except TooHard:
            choice = 0, self.public, self.seen
        self.public, self.seen = public, seen
        return choice

    def _name(self, mover: Seat, kind: Sequence[Card]) -> Card:
        """Anything but one's own cards: whoever is steered does not mind what it knows."""
        return self.rng.choice([card for card in kind if card not in self.hands[mover.index]] or kind)


def adversarial(games: int) -> tuple[int, Evidence]:
    """The worst state of several games that an adversary steered, at tables of all sizes."""
    tables = [TABLES[seed % len(TABLES)] for seed in range(games)]
    parties = (Adversary(cats, seats, seed=seed) for seed, (cats, seats) in enumerate(tables))
    return max((party.hardest(24) for party in parties), key=lambda state: state[0])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--states", type=int, default=60, help="how many for each number of seats")
    parser.add_argument("--start", action="store_true", help="also compile the kernel from nothing, and time it")
    arguments = parser.parse_args()
    start_cost(compile_too=arguments.start)
    print(f"\n{'':34}{'median':>12}{'99 %':>12}{'worst':>12}")
    given: list[Evidence] = []
    for cats, seats in TABLES:
        some = states(cats, seats, arguments.states)
        given += some
        for evidence in some[:5]:
            in_words(evidence)
        problems = {id(evidence): evidence.problem() for evidence in some}
        name = f"{'classic' if cats == CLASSIC else 'Master Detective'}, {seats} seats: kernel"
        print(row(name, timed(partial(_kernel_on, problems), some, rounds=ROUNDS)))
    compare(given)


def start_cost(*, compile_too: bool) -> None:
    """What the kernel's start costs: once, and from what is kept on disk."""
    if compile_too:
        with TemporaryDirectory() as folder:
            began = perf_counter()
            environment = {**os.environ, "NUMBA_CACHE_DIR": folder}
            subprocess.run([sys.executable, "-c", COMPILE], env=environment, check=True)
        print(f"kernel compiled in {perf_counter() - began:.1f} s, once")
    began = perf_counter()
    warm_up()
    print(f"kernel loaded in {perf_counter() - began:.2f} s")


def _kernel_on(problems: Mapping[int, Problem], evidence: Evidence) -> None:
    in_kernel(problems[id(evidence)])


def compare(given: Sequence[Evidence]) -> None:
    sampling = Sampling()
    problems = {id(evidence): evidence.problem() for evidence in given}
    print(row("all: kernel", timed(partial(_kernel_on, problems), given, rounds=ROUNDS)))
    print(row("all: API, facts to whole numbers", timed(in_words, given, rounds=ROUNDS)))
    plain = timed(lambda evidence: counting.count(problems[id(evidence)]), given, rounds=ROUNDS)
    print(row("all: plain Python", plain))
    print(row("all: SAT, one query a literal", timed(with_sat, given)))
    print(row(f"all: {SAMPLES} samples", timed(sampling, given)))
    worst, failed = max(sampling.errors, default=0.0), f"{sampling.failed} of {len(given)}"
    print(f"sampling found no deal in {failed} states, and erred by up to {100 * worst:.0f} points in the others")
    steps, hardest = adversarial(24)
    again = [hardest] * 3
    print(row(f"adversary, {steps:,} steps: kernel", timed(lambda evidence: in_kernel(evidence.problem()), again)))
    print(row("adversary: API", timed(in_words, again)))
    print(row("adversary: plain Python", timed(lambda evidence: counting.count(evidence.problem()), again)))


if __name__ == "__main__":
    main()
