"""The import contracts of the server name every module that they are about."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import greycells.server

ROOT = Path(__file__).parents[2]
SERVER = Path(greycells.server.__file__).parent
CONTRACTS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]["contracts"]


def modules_of(package: str) -> set[str]:
    paths = (SERVER / package).glob("*.py")
    return {f"greycells.server.{package}.{path.stem}" for path in paths if path.stem != "__init__"}


def test_every_endpoint_module_is_kept_apart_from_the_others() -> None:
    """A module with a table of endpoints, or the one that serves sockets, is in the contract of independence."""
    (apart,) = (contract["modules"] for contract in CONTRACTS if contract["type"] == "independence")
    endpoints = {
        module
        for module in modules_of("http") | modules_of("pages")
        if re.search(
            r": tuple\[Endpoint, \.\.\.\] = ", (SERVER / f"{module[17:].replace('.', '/')}.py").read_text("utf-8")
        )
    }
    assert set(apart) == endpoints | {"greycells.server.http.sockets"}


def test_every_module_of_http_and_pages_has_a_layer() -> None:
    (layers,) = (
        contract["layers"] for contract in CONTRACTS if "greycells.server.storage" in contract.get("layers", ())
    )
    named = {module.strip() for layer in layers for module in layer.split("|")}
    assert modules_of("http") | modules_of("pages") <= named | {"greycells.server.http.logging_setup"}
    assert {f"greycells.server.{package}" for package in ("bots", "service", "storage", "tables")} <= named
