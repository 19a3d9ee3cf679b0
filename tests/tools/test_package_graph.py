"""Packages import one another without cycles, and the pictures in docs/design show how."""

from __future__ import annotations

from graphlib import CycleError

import pytest
from tools.package_graph import PICTURES, ROOT, drawing, levels, package_graph, reachable


@pytest.mark.parametrize("package", PICTURES)
def test_packages_import_one_another_without_cycles(package: str) -> None:
    graph = package_graph(package)
    assert len(graph) > 10
    reachable(graph)


@pytest.mark.parametrize("package", PICTURES)
def test_the_picture_is_up_to_date(package: str) -> None:
    kept = (ROOT / "docs" / "design" / PICTURES[package]).read_text(encoding="utf-8")
    assert kept == drawing(package), "run: python -m tools.package_graph"


def test_a_cycle_is_found() -> None:
    """Through a third package, too."""
    graph = {"app": {"web"}, "web": {"tables"}, "tables": {"storage", "web"}, "storage": set[str]()}
    with pytest.raises(CycleError):
        reachable({name: frozenset(imports) for name, imports in graph.items()})


def test_a_package_stands_above_what_it_imports() -> None:
    graph = package_graph("greycells.server")
    level = levels(graph)
    assert level["app"] > level["puzzles"] > level["web"] > level["service"] > level["tables"] > level["storage"]
