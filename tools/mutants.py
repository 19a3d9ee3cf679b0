"""Mutation testing: break the rules on purpose, one small change at a time, and check that the tests fail.

    python tools/mutants.py --count 300

Every mutant is one change somewhere in `src/greycells/rules`: a comparison, a Boolean, a number, an operator, or a
removed branch. The rulebook tests run against each mutant in a separate process; if they pass, the module's own tests
run as well. Surviving mutants are printed with file and line.
"""

from __future__ import annotations

import argparse
import ast
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from pathlib import Path
from queue import SimpleQueue
from time import monotonic, time
from typing import NamedTuple

ROOT = Path(__file__).parent.parent
MUTATED = Path("src/greycells/rules"), Path("src/greycells/language")
RULEBOOK = ("tests/rulebook",)
BOARD = ("tests/rules", "tests/perft")
RECORD = ("tests/notation", "tests/records")
OWN_TESTS = {
    **dict.fromkeys(
        ("board", "board_drawing", "places", "graph", "path_tables", "reach", "moves", "perft"),
        BOARD,
    ),
    **dict.fromkeys(("setup_checks", "replay", "fair_dealing", "record_metadata"), RECORD),
    "edition": ("tests/editions",),
    "languages": ("tests/languages",),
    "sentences": ("tests/languages",),
    "refusals": ("tests/languages",),
    "chance": ("tests/rules/test_chance.py",),
    **dict.fromkeys(
        ("game", "position", "scene", "views", "legal_options"), ("tests/properties", "tests/rules/test_chance.py")
    ),
}
"""A module's own tests, which run in addition to the rulebook tests."""

BOUNDED = """
import resource, sys, pytest
resource.setrlimit(resource.RLIMIT_AS, (3 << 30, 3 << 30))
sys.exit(pytest.main(sys.argv[1:]))
"""
"""Pytest limited to 3 GB, because some mutants allocate memory without end."""

OPPOSITES: dict[type[ast.AST], type[ast.AST]] = {
    ast.Eq: ast.NotEq,
    ast.Lt: ast.LtE,
    ast.Gt: ast.GtE,
    ast.Is: ast.IsNot,
    ast.In: ast.NotIn,  # codespell:ignore notin
    ast.And: ast.Or,
    ast.Add: ast.Sub,
    ast.BitOr: ast.BitAnd,
    ast.LShift: ast.RShift,
}
OPPOSITES.update([(other, one) for one, other in OPPOSITES.items()])


class Change(NamedTuple):
    """One way to break a piece of code: what to do to which node. A pattern is removed with its case."""

    node: ast.expr | ast.stmt | ast.pattern
    apply: Callable[[], None]


class Mutant(NamedTuple):
    """One broken module: the code before and after the change."""

    path: Path
    number: int
    line: int
    was: str
    now: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.was}  ->  {self.now}"


def changes(tree: ast.Module) -> Iterator[Change]:
    """Every change that could make a difference, always in the same order."""
    idle = {id(inner) for outer in makes_no_difference(tree) for inner in ast.walk(outer)}
    for node in ast.walk(tree):
        if isinstance(node, ast.expr | ast.stmt) and id(node) not in idle:
            yield from (Change(node, apply) for apply in ways(node))
        if isinstance(node, ast.Match) and len(node.cases) > 1:
            for gone in node.cases:
                yield Change(gone.pattern, setting(node, "cases", [case for case in node.cases if case is not gone]))


def makes_no_difference(tree: ast.Module) -> Iterator[ast.AST]:
    """Types, imports, checks for the type checker, and output for programmers only."""
    for node in ast.walk(tree):
        match node:
            case ast.FunctionDef():
                yield from (*node.decorator_list, *filter(None, [node.returns]))
                if node.name == "__repr__":
                    yield node
            case ast.ClassDef():
                yield from node.decorator_list
            case ast.arg(annotation=ast.expr() as annotation):
                yield annotation
            case ast.AnnAssign(annotation=annotation):
                yield node if isinstance(annotation, ast.Name) and annotation.id == "TypeAlias" else annotation
            case ast.Assert() | ast.Import() | ast.ImportFrom() | ast.Call(func=ast.Name(id="field" | "TypeVar")):
                yield node
            case ast.If(test=ast.Name(id="TYPE_CHECKING")):
                yield node
            case _:
                pass


def ways(node: ast.expr | ast.stmt) -> Iterator[Callable[[], None]]:
    """The ways to break this node."""
    match node:
        case ast.Compare(ops=[op]):
            yield setting(node, "ops", [OPPOSITES[type(op)]()])
        case ast.BoolOp(op=op) | ast.BinOp(op=op) | ast.AugAssign(op=op) if type(op) in OPPOSITES:
            yield setting(node, "op", OPPOSITES[type(op)]())
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield setting(node, "operand", ast.UnaryOp(ast.Not(), operand))
        case ast.Constant(value=bool() as truth):
            yield setting(node, "value", not truth)
        case ast.Constant(value=int() as number):
            yield setting(node, "value", number + 1)
        case ast.If():
            yield setting(node, "test", ast.Constant(value=False))
            yield setting(node, "test", ast.Constant(value=True))
        case ast.IfExp(test=test):
            yield setting(node, "test", ast.UnaryOp(ast.Not(), test))
        case ast.ListComp() | ast.SetComp() | ast.GeneratorExp() | ast.DictComp() if node.generators[0].ifs:
            yield setting(node.generators[0], "ifs", [])
        case _:
            pass


def setting(node: ast.AST, name: str, value: object) -> Callable[[], None]:
    return lambda: setattr(node, name, value)


def modules() -> list[Path]:
    """All modules of the rules."""
    return [path.relative_to(ROOT) for folder in MUTATED for path in sorted((ROOT / folder).rglob("*.py"))]


def mutants(path: Path) -> Iterator[Mutant]:
    """Every mutant of a module."""
    text = (ROOT / path).read_text(encoding="utf-8")
    for number, _ in enumerate(changes(ast.parse(text))):
        yield broken(path, text, number)[1]


def broken(path: Path, text: str, number: int) -> tuple[str, Mutant]:
    """A module with its change of this number."""
    tree = ast.parse(text)
    node, apply = next(change for at, change in enumerate(changes(tree)) if at == number)
    was, gone = first_line(node), isinstance(node, ast.pattern)
    apply()
    mutant = Mutant(path, number, node.lineno, f"case {was}" if gone else was, "gone" if gone else first_line(node))
    return ast.unparse(ast.fix_missing_locations(tree)), mutant


def first_line(node: ast.AST) -> str:
    lines = ast.unparse(node).splitlines()
    return lines[0] if len(lines) < 3 else f"{lines[0]} ... {lines[-1].strip()}"


class Workshop:
    """A copy of the project in which one mutant at a time is tested."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.stamps = count(int(time()) + 1)
        shutil.copytree(ROOT, folder, ignore=shutil.ignore_patterns(".*"))

    def notices(self, mutant: Mutant, tests: Sequence[str], *, limit: float) -> bool:
        """Whether these tests fail for this mutant. A timeout counts as a failure."""
        path = self.folder / mutant.path
        text = path.read_text(encoding="utf-8")
        try:
            self._put(path, broken(mutant.path, text, mutant.number)[0])
            return self.fails(tests, limit=limit)
        finally:
            self._put(path, text)

    def _put(self, path: Path, text: str) -> None:
        """Python detects changes to a module by its size and time in seconds, so every change gets its own second."""
        path.write_text(text, encoding="utf-8")
        stamp = next(self.stamps)
        os.utime(path, (stamp, stamp))

    def fails(self, tests: Sequence[str], *, limit: float) -> bool:
        """Whether these tests fail on the current copy."""
        command = [sys.executable, "-c", BOUNDED, "-q", "-x", "-p", "no:cacheprovider", "-m", "not proof", *tests]
        plain = {"PYTHONPATH": str(self.folder / "src"), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
        with subprocess.Popen(
            command,
            cwd=self.folder,
            env=os.environ | plain,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        ) as running:
            try:
                return running.wait(limit) != 0
            except subprocess.TimeoutExpired:
                os.killpg(running.pid, signal.SIGKILL)
                return True


def tests_of(mutant: Mutant) -> tuple[str, ...]:
    """The own tests of the mutant's module, if there are any."""
    return tuple(tests for tests in OWN_TESTS.get(mutant.path.stem, ()) if (ROOT / tests).exists())


class Inspection:
    """Runs mutants: one workshop per job, and a time limit for every set of tests."""

    def __init__(self, folder: Path, *, jobs: int) -> None:
        self.workshops: SimpleQueue[Workshop] = SimpleQueue()
        for job in range(jobs):
            self.workshops.put(Workshop(folder / str(job)))
        self.limits: dict[tuple[str, ...], float] = {}

    def prepare(self, tests: tuple[str, ...]) -> None:
        """Time these tests on unbroken code. If they already fail, the run ends: they would prove nothing."""
        workshop, began = self.workshops.get(), monotonic()
        if workshop.fails(tests, limit=3600):
            sys.exit(f"These tests fail without any mutation: {' '.join(tests)}")
        self.limits[tests] = 30 + 5 * (monotonic() - began)
        self.workshops.put(workshop)

    def verdict(self, mutant: Mutant) -> str:
        """What caught the mutant: the rulebook tests, the module's own tests, or nothing."""
        workshop = self.workshops.get()
        try:
            for tests in (RULEBOOK, tests_of(mutant)):
                if tests and workshop.notices(mutant, tests, limit=self.limits[tests]):
                    return "rulebook" if tests is RULEBOOK else "own tests"
            return "nobody"
        finally:
            self.workshops.put(workshop)


def verdicts(sample: Sequence[Mutant], *, jobs: int) -> list[tuple[Mutant, str]]:
    """Every mutant with its verdict, printed as it is found."""
    found: list[tuple[Mutant, str]] = []
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(jobs) as pool:
        inspection = Inspection(Path(folder), jobs=jobs)
        for tests in sorted({RULEBOOK, *(tests_of(mutant) for mutant in sample)} - {()}):
            inspection.prepare(tests)
        for mutant, by in zip(sample, pool.map(inspection.verdict, sample), strict=True):
            found.append((mutant, by))
            print(f"{len(found)}/{len(sample)} {by}: {mutant}", file=sys.stderr, flush=True)
    return found


def report(found: Sequence[tuple[Mutant, str]]) -> None:
    counts = Counter((mutant.path.stem, by) for mutant, by in found)
    print(f"{'module':<16}{'mutants':>8}{'rulebook':>10}{'own tests':>11}{'survived':>10}")
    for stem in sorted({mutant.path.stem for mutant, _ in found}):
        row = [counts[stem, by] for by in ("rulebook", "own tests", "nobody")]
        print(f"{stem:<16}{sum(row):>8}{row[0]:>10}{row[1]:>11}{row[2]:>10}")
    for mutant, by in found:
        if by == "nobody":
            print(f"survived: {mutant}")


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--count", type=int, default=300, help="set the number of mutants to sample")
    parser.add_argument("--seed", type=int, default=1, help="set the random seed of the sample")
    parser.add_argument("--modules", nargs="*", help="test only these modules of rules/, such as scene referee")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--at-least", type=float, default=0, help="fail if the score in per cent is lower")
    asked = parser.parse_args()
    paths = [path for path in modules() if not asked.modules or path.stem in asked.modules]
    everything = [mutant for path in paths for mutant in mutants(path)]
    sample = random.Random(asked.seed).sample(everything, min(asked.count, len(everything)))
    found = verdicts(sample, jobs=asked.jobs)
    report(found)
    score = 100 * sum(by != "nobody" for _, by in found) / len(found)
    print(f"{len(found)} of {len(everything)} mutants (seed {asked.seed}): {score:.1f} % caught")
    return 0 if score >= asked.at_least else 1


if __name__ == "__main__":
    sys.exit(main())
