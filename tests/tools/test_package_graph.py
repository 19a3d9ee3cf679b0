"""Packages import one another without cycles, and the pictures in docs/design show how."""

from __future__ import annotations

from graphlib import CycleError

import pytest
from tools.package_graph import PICTURES, ROOT, client_modules, drawing, graph_of, levels, package_graph, reachable


@pytest.mark.parametrize("package", PICTURES)
def test_packages_import_one_another_without_cycles(package: str) -> None:
    graph = graph_of(package)
    assert len(graph) > 10
    reachable(graph)


def test_modules_of_the_client_import_one_another_without_cycles() -> None:
    graph = client_modules()
    assert len(graph) > 100
    reachable(graph)


def test_what_every_feature_of_the_client_uses_knows_none() -> None:
    graph = graph_of("client")
    assert graph["ui"] == frozenset()
    assert graph["words"] == {"ui"}
    assert graph["board"] <= {"ui", "words"}


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
    assert level["app"] > level["puzzles"] > level["web"] > level["service"] > level["storage"] > level["tables"]
