"""Speed of deduction: kernel, public API and plain Python, compared with a SAT solver and sampling on the same states.

The states come from games without a board, from every seat and every stage: classic-sized for 3 to 6 seats,
Master-Detective-sized for 3 to 10, where everybody answers; then the worst states that an adversary finds.
All times are CPU times of one core in microseconds: median, 99th percentile, worst.

    python -m benchmarks.deduction --states 60
    python -m benchmarks.deduction --against v1.0    # the same states, before and after in turn
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from importlib import import_module
from itertools import islice
from random import Random
from tempfile import TemporaryDirectory
from time import perf_counter, thread_time
from typing import Protocol, TypeVar

from benchmarks import against

from greycells.deduction import python_counting as counting
from greycells.deduction.exact_counting import COMPILE, warm_up
from greycells.deduction.facts import Evidence, Fact, HandSize, Has, HasNone, HasOneOf, Origin, Source
from greycells.deduction.kernel.buffers import kernel_buffers
from greycells.deduction.knowledge import Knowledge
from greycells.deduction.knowledge_files import numbered_deck, numbered_seats
from greycells.deduction.problem import CountProblem, TooHard
from greycells.deduction.worlds import Worlds
from greycells.rules.cards import Card, Deck
from greycells.rules.seats import Seat

T = TypeVar("T")
CLASSIC, MASTER_DETECTIVE = (6, 6, 9), (10, 8, 12)
TABLES = [(CLASSIC, seats) for seats in range(3, 7)] + [(MASTER_DETECTIVE, seats) for seats in range(3, 11)]
SAMPLES = 1_000
ROUNDS = 3
BATCH = 64
PROBE = """
import json, sys
from itertools import islice, product
from statistics import median
from time import process_time, thread_time
import benchmarks.deduction as bench
import greycells.deduction as deduction
from greycells.rules.cards import Theory

bench.warm_up()
given = [evidence for cats, seats in bench.TABLES for evidence in bench.states(cats, seats, 60)]
problems = [evidence.problem() for evidence in given]

def times(work, items):
    found = []
    for item in items:
        began = thread_time()
        work(item)
        found.append((thread_time() - began) * 1e6)
    return found

def best(work, items):
    return sorted(map(min, *(times(work, items) for _ in range(3))))

def prospects(turns):
    evidence = list(islice(bench.Party(bench.MASTER_DETECTIVE, 6, seed=1).turns(), turns))[-1]
    deck, by = evidence.deck, evidence.seats[0]
    theories = [Theory(*cards) for cards in product(deck.suspects, deck.weapons, deck.rooms)]
    began = process_time()
    if hasattr(deduction, "what_if_all"):
        deduction.what_if_all(evidence, theories, by=by)
    else:
        for theory in theories:
            deduction.what_if(evidence, theory, by=by)
    return (process_time() - began) * 1e3

for _ in sys.stdin:
    kernel, words = best(bench.in_kernel, problems), best(bench.in_words, given)
    found = {
        "kernel, us": median(kernel), "kernel, 99 %, us": kernel[round(len(kernel) * 0.99)],
        "API, us": median(words), "API, 99 %, us": words[round(len(words) * 0.99)],
        "plain Python, us": median(times(bench.counting.count, problems[::4])),
    }
    if hasattr(bench, "in_batch"):
        batches = best(bench.in_batch, problems[::12])
        found[f"a state in batches of {bench.BATCH}, us"] = median(batches) / bench.BATCH
    for turns in (8, 20):
        found[f"what_if, all questions, turn {turns}, ms"] = prospects(turns)
    print(json.dumps(found), flush=True)
"""
"""Measures one tree, for `--against`."""

CHOICES = 12
"""The number of suggestions from which the adversary chooses."""


class Solver(Protocol):
    def add_clause(self, clause: Sequence[int]) -> object: ...
    def solve(self, assumptions: Sequence[int]) -> bool | None: ...
    def delete(self) -> None: ...


class Clauses(Protocol):
    nv: int
    clauses: list[list[int]]


class Party:
    """A game without a board: players suggest cards that they haven't seen, and sometimes one of their own."""

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
        """The evidence of a random seat, turn by turn, until somebody can solve the case."""
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
    """This many states, from all stages of several games."""
    found: list[Evidence] = []
    for seed in range(1_000):
        found += islice(Party(cats, seats, seed=seed).turns(), 40)
        if len(found) >= 4 * number:
            break
    return Random(seats).sample(found, min(number, len(found)))


def in_kernel(problem: CountProblem) -> int:
    """From a CountProblem to filled arrays, including the joint distribution over case files; returns the steps."""
    rows = kernel_buffers().count((problem,), exact=True, joint=True)
    rows.check()
    return rows.steps(0)


def in_batch(problem: CountProblem) -> None:
    """The same for 64 related problems at once. They are easier than the problem itself: each rules out more."""
    kernel_buffers().count(related(problem), exact=True, joint=True)


@cache
def related(problem: CountProblem) -> tuple[CountProblem, ...]:
    """A problem after 64 different answers: some seat doesn't have two of the cards."""
    rng = Random(1)
    found: list[CountProblem] = []
    for _ in range(BATCH):
        may = list(problem.may)
        may[rng.randrange(problem.seats)] &= ~(1 << rng.randrange(problem.deck) | 1 << rng.randrange(problem.deck))
        found.append(problem._replace(may=tuple(may)))
    return tuple(found)


def in_words(evidence: Evidence) -> None:
    """From facts to a readable answer: exact numbers for every card and holder, and every theory by name."""
    worlds = Worlds(evidence)
    assert worlds.case_files
    assert worlds.count.marginals


def with_sat(evidence: Evidence) -> None:
    """One query for each unknown literal: finds what is certain, without probabilities."""
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
    """Random deals that respect single cards but not answers: those that don't fit are rejected."""

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


def timed(work: Callable[[T], object], given: Sequence[T], *, rounds: int = 1) -> list[float]:
    """The time for each state: the best of several rounds, because the machine is shared."""
    times = [float("inf")] * len(given)
    for _ in range(rounds):
        for number, state in enumerate(given):
            began = thread_time()
            work(state)
            times[number] = min(times[number], (thread_time() - began) * 1e6)
    return sorted(times)


def row(name: str, times: list[float]) -> str:
    last = len(times) - 1
    return f"{name:34}{times[last // 2]:12,.0f}{times[round(last * 0.99)]:12,.0f}{times[-1]:12,.0f}"


class Adversary(Party):
    """Steers a game: of several suggestions it makes the one that is hardest to count for its victim."""

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
            choice = in_kernel(self.evidence(victim).problem()), self.public, self.seen
        except TooHard:
            choice = 0, self.public, self.seen
        self.public, self.seen = public, seen
        return choice

    def _name(self, mover: Seat, kind: Sequence[Card]) -> Card:
        """Any card but the mover's own; what the mover knows doesn't matter here."""
        return self.rng.choice([card for card in kind if card not in self.hands[mover.index]] or kind)


def adversarial(games: int) -> tuple[int, Evidence]:
    """The worst state of several games that an adversary steered, at tables of all sizes."""
    tables = [TABLES[seed % len(TABLES)] for seed in range(games)]
    parties = (Adversary(cats, seats, seed=seed) for seed, (cats, seats) in enumerate(tables))
    return max((party.hardest(24) for party in parties), key=lambda state: state[0])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--states", type=int, default=60, help="set the number of states for each number of seats")
    parser.add_argument("--start", action="store_true", help="also measure compiling the kernel without a cache")
    parser.add_argument("--against", metavar="REF", help="compare with another commit instead, in alternating runs")
    arguments = parser.parse_args()
    if arguments.against:
        against.compare(arguments.against, PROBE)
        return
    start_cost(compile_too=arguments.start)
    print(f"\n{'':34}{'median':>12}{'99 %':>12}{'worst':>12}")
    given: list[Evidence] = []
    for cats, seats in TABLES:
        some = states(cats, seats, arguments.states)
        given += some
        for evidence in some[:5]:
            in_words(evidence)
        problems = [evidence.problem() for evidence in some]
        name = f"{'classic' if cats == CLASSIC else 'Master Detective'}, {seats} seats: kernel"
        print(row(name, timed(in_kernel, problems, rounds=ROUNDS)))
    compare(given)


def start_cost(*, compile_too: bool) -> None:
    """Measure starting the kernel: compiled once, and loaded from the cache."""
    if compile_too:
        with TemporaryDirectory() as folder:
            began = perf_counter()
            environment = {**os.environ, "NUMBA_CACHE_DIR": folder}
            subprocess.run([sys.executable, "-c", COMPILE], env=environment, check=True)
        print(f"kernel compiled in {perf_counter() - began:.1f} s, once")
    began = perf_counter()
    warm_up()
    print(f"kernel loaded in {perf_counter() - began:.2f} s")


def compare(given: Sequence[Evidence]) -> None:
    sampling = Sampling()
    problems = [evidence.problem() for evidence in given]
    print(row("all: kernel", timed(in_kernel, problems, rounds=ROUNDS)))
    batches = timed(in_batch, problems[::4], rounds=ROUNDS)
    print(row(f"a state in batches of {BATCH}: kernel", [time / BATCH for time in batches]))
    print(row("all: API, facts to whole numbers", timed(in_words, given, rounds=ROUNDS)))
    print(row("all: plain Python", timed(counting.count, problems, rounds=ROUNDS)))
    print(row("all: SAT, one query per literal", timed(with_sat, given)))
    print(row(f"all: {SAMPLES} samples", timed(sampling, given)))
    worst, failed = max(sampling.errors, default=0.0), f"{sampling.failed} of {len(given)}"
    print(f"sampling found no deal in {failed} states; its error in the others is up to {100 * worst:.0f} points")
    steps, hardest = adversarial(24)
    again = [hardest] * 3
    print(row(f"adversary, {steps:,} steps: kernel", timed(lambda evidence: in_kernel(evidence.problem()), again)))
    print(row("adversary: API", timed(in_words, again)))
    print(row("adversary: plain Python", timed(lambda evidence: counting.count(evidence.problem()), again)))


if __name__ == "__main__":
    main()
