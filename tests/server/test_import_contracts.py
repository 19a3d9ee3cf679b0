"""The import contracts of the server name every module that they are about."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import greycells.server

ROOT = Path(__file__).parents[2]
SERVER = Path(greycells.server.__file__).parent
CONTRACTS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]["contracts"]


WHOLE = {"nodes", "storage", "tables"}
"""Packages that are a layer as they are."""


def modules() -> dict[str, Path]:
    """Every module of a package of the server, by its name."""
    return {
        f"greycells.server.{path.parent.name}.{path.stem}": path
        for path in SERVER.glob("*/*.py")
        if path.stem != "__init__"
    }


def test_every_endpoint_module_is_kept_apart_from_the_others() -> None:
    """A module with a table of endpoints, or the one that serves sockets, is in the contract of independence."""
    (apart,) = (contract["modules"] for contract in CONTRACTS if contract["type"] == "independence")
    declares = re.compile(r": tuple\[Endpoint, \.\.\.\] = ")
    endpoints = {name for name, path in modules().items() if declares.search(path.read_text("utf-8"))}
    assert set(apart) == endpoints | {"greycells.server.lobby.sockets"}


def test_every_module_has_a_layer() -> None:
    (layers,) = (
        contract["layers"] for contract in CONTRACTS if "greycells.server.storage" in contract.get("layers", ())
    )
    named = {module.strip() for layer in layers for module in layer.split("|")}
    with_layer = {name for name in modules() if name.split(".")[2] not in WHOLE}
    assert with_layer <= named | {"greycells.server.web.logging_setup", "greycells.server.operator.doctor"}
    assert {f"greycells.server.{package}" for package in (*WHOLE, "service")} <= named
