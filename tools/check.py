"""The inner loop, `make check`: lint and types of everything, and the tests nearest to what changed since main.

The whole suite takes minutes. Which tests are near is read from the import statements: first the tests that changed,
then those that import a changed module, then those that import it through one other module. Tests that have not begun
after a minute are skipped, and counted in pytest's summary; `make test` runs them all.
"""

from __future__ import annotations

import ast
import os
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
CODE = ["src", "tests", "tools", "benchmarks", "examples"]
PROSE = ["docs", "README.md", "CONTRIBUTING.md", "CHANGELOG.md"]
FARTHEST = 2
SECONDS = 60.0
"""For how long tests may begin."""
UNTIL = "GREYCELLS_CHECK_UNTIL"
WITHOUT_BROWSER = "tests/browser/test_client.py"


def changed_files(root: Path = ROOT) -> list[str]:
    """What differs from the last commit shared with main, committed or not; new files too."""
    base = _git(root, "merge-base", "HEAD", "main") or ["HEAD"]
    changed = _git(root, "diff", "--name-only", base[0])
    return sorted({*changed, *_git(root, "ls-files", "--others", "--exclude-standard")})


def _git(root: Path, *arguments: str) -> list[str]:
    ran = subprocess.run(["git", *arguments], cwd=root, capture_output=True, text=True, check=False)
    return ran.stdout.splitlines() if ran.returncode == 0 else []


def module_name(path: str) -> str:
    """`greycells.rules.cards` for `src/greycells/rules/cards.py`; a package for its `__init__.py`."""
    return path.removeprefix("src/").removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def imported(source: str) -> Iterator[str]:
    """What a module imports, anywhere in it; for `from a import b` both `a` and `a.b`, since `b` may be a module."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Import(names):
                yield from (name.name for name in names)
            case ast.ImportFrom(module=str(module), names=names):
                yield module
                yield from (f"{module}.{name.name}" for name in names)
            case _:
                pass


def import_graph(root: Path = ROOT) -> dict[str, set[str]]:
    """For every Python file of ours, the files that it imports."""
    paths = [path.relative_to(root).as_posix() for folder in CODE for path in sorted((root / folder).rglob("*.py"))]
    files = {module_name(path): path for path in paths}
    return {
        path: {files[name] for name in imported((root / path).read_text(encoding="utf-8")) if name in files}
        for path in paths
    }


def nearest_tests(graph: Mapping[str, Iterable[str]], changed: Iterable[str]) -> list[str]:
    """The test files that reach a changed file in few imports, the nearest first and at once those of its name."""
    importers: dict[str, set[str]] = {}
    for path, targets in graph.items():
        for target in targets:
            importers.setdefault(target, set()).add(path)
    distances: dict[str, int] = {}
    for path in sorted(set(changed) & graph.keys()):
        near = list(_around(path, importers)) or [(test, FARTHEST) for test in graph if _same_layer(path, test)]
        for test, distance in near:
            distances[test] = min(distance, distances.get(test, distance))
    named = {f"test_{Path(path).stem}.py" for path in changed}
    return sorted(distances, key=lambda test: (distances[test], Path(test).name not in named, test))


def _around(path: str, importers: Mapping[str, set[str]]) -> Iterator[tuple[str, int]]:
    """The tests around one file, with their distance."""
    ring, seen, distance, found = {path}, {path}, 0, False
    while ring and (distance <= FARTHEST or not found):
        for near in filter(is_test, ring):
            found = True
            yield near, distance
        ring = {importer for near in ring for importer in importers.get(near, ())} - seen
        seen |= ring
        distance += 1


def _same_layer(path: str, test: str) -> bool:
    """For modules that are imported by a name put together at run time, as players are."""
    layer = Path(path).parts[2:3] if path.startswith("src/greycells/") else ()
    return is_test(test) and Path(test).parts[1:2] == layer


def is_test(path: str) -> bool:
    """A test of the inner loop: those in a browser take too long."""
    inner = not path.startswith("tests/browser/") or path == WITHOUT_BROWSER
    return inner and path.startswith("tests/") and Path(path).name.startswith("test_")


def data_tests(changed: Iterable[str], root: Path = ROOT) -> list[str]:
    """For files that are not Python: the test files that name them, and all in the test folder of their layer.

    The browser's modules have the one test file that needs no browser.
    """
    data = [Path(path) for path in changed if not path.endswith(".py")]
    layers = {path.parts[2] for path in data if path.parts[:2] == ("src", "greycells") and "static" not in path.parts}
    tests = [path.relative_to(root) for path in sorted((root / "tests").rglob("test_*.py"))]
    chosen: list[str] = []
    for test in tests:
        text = (root / test).read_text(encoding="utf-8")
        if test.parts[1] in layers or any(path.name in text for path in data):
            chosen.append(test.as_posix())
    if any("static" in path.parts for path in data):
        chosen.append(WITHOUT_BROWSER)
    return [path for path in dict.fromkeys(chosen) if is_test(path)]


def pytest_runtest_setup() -> None:
    """As a plugin of pytest: skip what has not begun in time."""
    if time.time() > float(os.environ.get(UNTIL, "inf")):
        pytest.skip("not run for lack of time: make test runs it")


def run_tests(changed: list[str]) -> int:
    existing = [path for path in changed if (ROOT / path).exists()]
    chosen = list(dict.fromkeys([*nearest_tests(import_graph(), existing), *data_tests(changed)]))
    if not chosen:
        print("No test is near what changed.")
        return 0
    print(f"{len(chosen)} test files, the nearest first", flush=True)
    until = {UNTIL: str(time.time() + SECONDS)}
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "tools.check", "-m", "not proof", *chosen]
    return subprocess.run(command, cwd=ROOT, env=os.environ | until, check=False).returncode


def tool(name: str, *arguments: str) -> list[str]:
    return [str(Path(sys.executable).parent / name), *arguments]


def main() -> int:
    code = [folder for folder in CODE if (ROOT / folder).exists()]
    steps = {
        "format": tool("ruff", "format", "--check", "--quiet", "--diff", *code),
        "lint": tool("ruff", "check", "--quiet", *code),
        "spelling": tool("codespell", *code, *PROSE),
        "mypy": tool("mypy", "--no-error-summary", *code),
        "imports": tool("lint-imports", "--no-logo"),
    }
    with subprocess.Popen(tool("pyright", "--warnings"), cwd=ROOT, stdout=subprocess.PIPE, text=True) as pyright:
        for name, command in steps.items():
            print(f"== {name}", flush=True)
            ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
            if ran.returncode:
                print(ran.stdout + ran.stderr)
                pyright.kill()
                return 1
        print("== tests of what changed", flush=True)
        status = run_tests(changed_files())
        print("== pyright", flush=True)
        report, _ = pyright.communicate()
    if pyright.returncode:
        print(report)
    return status or pyright.returncode


if __name__ == "__main__":
    sys.exit(main())
