"""Draws which package imports which, for docs/design: `python -m tools.package_graph`. A cycle is an error.

One picture is of `greycells`, one of its server and one of the folders of the browser's client. A package stands above
everything that it imports. Where one imports another through a third as well, only the longer way is drawn.
"""

from __future__ import annotations

import ast
import gc
import re
import sys
from collections.abc import Iterable, Mapping
from functools import cache
from graphlib import TopologicalSorter
from itertools import groupby
from pathlib import Path
from posixpath import dirname, join, normpath
from typing import TypeAlias

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src"
CLIENT = SOURCE / "greycells" / "server" / "static"
PICTURES = {"greycells": "packages.svg", "greycells.server": "server-packages.svg", "client": "client-folders.svg"}
"""The file in docs/design that shows the packages of each."""
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
IMPORT = re.compile(r"""(?:^import\s|\sfrom\s|import\()\s*["'](\.[^"']+)["']""", re.MULTILINE)
"""An import of a JavaScript module, at once or later; not one of types, which stand in comments."""

Graph: TypeAlias = Mapping[str, frozenset[str]]
"""For each package, those that it imports."""

STYLE = """
path { fill: none; stroke: #8a8172 }
rect { fill: #f1e9d8; stroke: #6b5d44 }
rect.page { fill: #fffdf8; stroke: none }
text { font: 12px sans-serif; text-anchor: middle; fill: #2b2418 }
"""
WIDE, HIGH, GAP, ROW, MARGIN = 104, 28, 22, 78, 20


def imported_modules(path: Path) -> Iterable[str]:
    """Every module that a file imports; with `from package import name`, also what the name could be."""
    gc.disable()  # Python 3.11 may miscount when garbage is collected while it builds a tree (gh-106905).
    try:
        tree = ast.parse(path.read_text(encoding="utf-8"))
    finally:
        gc.enable()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


@cache
def package_graph(of: str) -> Graph:
    """The packages and modules right below a package, and what each imports of the others."""
    folder = SOURCE.joinpath(*of.split("."))
    files = {path: path.relative_to(folder).parts[0].removesuffix(".py") for path in folder.rglob("*.py")}
    names = set(files.values()) - {"__init__", "__main__"}
    graph: dict[str, set[str]] = {name: set() for name in names}
    for path, name in files.items():
        for module in imported_modules(path) if name in names else ():
            if module.startswith(f"{of}.") and (other := module.removeprefix(f"{of}.").split(".")[0]) in names:
                graph[name] |= {other} - {name}
    return {name: frozenset(imports) for name, imports in sorted(graph.items())}


@cache
def client_modules() -> Graph:
    """For each of the client's own modules, those that it imports."""
    graph: dict[str, frozenset[str]] = {}
    for path in sorted(CLIENT.rglob("*.js")):
        name = path.relative_to(CLIENT).as_posix()
        code = COMMENT.sub("", path.read_text(encoding="utf-8"))
        imported = {normpath(join(dirname(name), target)) for target in IMPORT.findall(code)}
        graph[name] = frozenset(module for module in imported if not module.startswith("vendor/"))
    return {name: imported for name, imported in graph.items() if not name.startswith("vendor/")}


def client_graph() -> Graph:
    """The client's folders, with `app.js`, where a page begins, and what each imports of the others."""
    graph: dict[str, set[str]] = {}
    for name, imported in client_modules().items():
        folder = name.partition("/")[0]
        graph.setdefault(folder, set()).update({module.partition("/")[0] for module in imported} - {folder})
    return {name: frozenset(imported) for name, imported in sorted(graph.items()) if name != "worker.js"}


def graph_of(what: str) -> Graph:
    """The graph that a picture shows."""
    return client_graph() if what == "client" else package_graph(what)


def reachable(graph: Graph) -> dict[str, set[str]]:
    """Everything that each package imports, also through others; a CycleError if that leads back to it."""
    found: dict[str, set[str]] = {}
    for name in TopologicalSorter(graph).static_order():
        found[name] = set(graph[name]).union(*(found[other] for other in graph[name]))
    return found


def levels(graph: Graph) -> dict[str, int]:
    """How many packages the longest chain of imports below each has."""
    found: dict[str, int] = {}
    for name in TopologicalSorter(graph).static_order():
        found[name] = max((found[other] + 1 for other in graph[name]), default=0)
    return found


def drawing(of: str) -> str:
    """The packages as an SVG."""
    graph = graph_of(of)
    everything, level = reachable(graph), levels(graph)
    order = sorted(graph, key=lambda name: (-level[name], name))
    rows = [list(row) for _, row in groupby(order, key=lambda name: level[name])]
    width = max(map(len, rows)) * (WIDE + GAP) - GAP + 2 * MARGIN
    height = (len(rows) - 1) * ROW + HIGH + 2 * MARGIN
    where: dict[str, tuple[float, float]] = {}
    for y, row in enumerate(rows):
        left = (width - len(row) * (WIDE + GAP) + GAP) / 2
        for x, name in enumerate(row):
            where[name] = (left + x * (WIDE + GAP) + WIDE / 2, MARGIN + y * ROW)
    lines = [
        f'<path d="M{x:g} {y + HIGH:g}C{x:g} {y + HIGH + 24:g} {to:g} {below - 24:g} {to:g} {below:g}"/>'
        for name, (x, y) in where.items()
        for other in sorted(graph[name])
        if not any(other in everything[between] for between in graph[name])
        for to, below in [where[other]]
    ]
    boxes = [
        f'<rect x="{x - WIDE / 2:g}" y="{y:g}" width="{WIDE}" height="{HIGH}" rx="6"/>'
        f'<text x="{x:g}" y="{y + HIGH / 2 + 4:g}">{name}</text>'
        for name, (x, y) in where.items()
    ]
    size = f'width="{width}" height="{height}"'
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" {size}>',
            f"<title>What the packages of {of} import</title>",
            f"<style>{STYLE}</style>",
            f'<rect class="page" {size}/>',
            *lines,
            *boxes,
            "</svg>\n",
        ]
    )


def main() -> int:
    for package, name in PICTURES.items():
        ROOT.joinpath("docs", "design", name).write_text(drawing(package), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
