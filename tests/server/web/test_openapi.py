"""The OpenAPI page says what the server does: schemathesis asks what it allows, and much that it does not."""

from __future__ import annotations

import asyncio
import json
import sys
from pathlib import Path
from typing import cast

from tests.margin import PROOF
from tests.server.killed_server import Host
from tests.server.running_server import guest

from greycells.notation.action_json import Json
from greycells.protocol.commands import Sit, Start
from greycells.protocol.plans import ChairPlan, TablePlan
from greycells.server.app.features import API
from greycells.server.web.openapi import document

EXAMPLES = "40" if PROOF else "2"
CHECKS = "not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance"


def with_real_tables(page: dict[str, Json], table: str, code: str) -> dict[str, Json]:
    """The page with the names of things that exist, so that the questions get further than *no such table*."""
    known: dict[str, list[Json]] = {"table": [table, "nowhere"], "code": [code, "AEIOUY"]}
    paths = cast("dict[str, dict[str, dict[str, list[dict[str, Json]]]]]", page["paths"])
    for operations in paths.values():
        for operation in operations.values():
            for parameter in operation["parameters"]:
                if str(parameter["name"]) in known:
                    parameter["schema"] = {"type": "string", "enum": known[str(parameter["name"])]}
    return page


def even(schema: Json) -> Json:
    """Pairs and triples as lists of either kind: schemathesis stumbles over `prefixItems`."""
    match schema:
        case dict():
            return {
                "items" if key == "prefixItems" else key: {"anyOf": even(value)}
                if key == "prefixItems"
                else even(value)
                for key, value in schema.items()
                if key != "items" or "prefixItems" not in schema
            }
        case list() | tuple():
            return [even(item) for item in schema]
        case _:
            return schema


async def test_the_server_keeps_to_its_page_whatever_it_is_asked(tmp_path: Path) -> None:
    host = Host(tmp_path / "data")
    await host.start()
    address = f"http://127.0.0.1:{host.port}"
    ada = await guest(address, "Ada")
    plan = TablePlan(chairs=(ChairPlan(), ChairPlan(bot="sergeant"), ChairPlan(bot="sergeant")), help="full logic")
    view = await ada.open(plan)
    await ada.ask(view.id, Sit(chair=0, suspect="Scarlett"))
    await ada.ask(view.id, Start())
    page = with_real_tables(document(API), view.id, view.code)
    (tmp_path / "openapi.json").write_text(json.dumps(even(page)), encoding="utf-8")
    before = await ada.text(f"/api/tables/{view.id}/record?chair=0")
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "schemathesis.cli", "run", str(tmp_path / "openapi.json"), "--url", address),
        *("--header", f"Cookie: greycells={ada.cookie}", "--checks", CHECKS, "--phases", "fuzzing"),
        *(
            "--max-examples",
            EXAMPLES,
            "--generation-database",
            "none",
            "--exclude-path-regex",
            "/notebook$|^/api/seats|^/api/my-data$",
        ),
        cwd=tmp_path,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    output, _ = await process.communicate()
    assert process.returncode == 0, output.decode()[-4000:]
    assert (await ada.text(f"/api/tables/{view.id}/record?chair=0")).startswith(before.rstrip())
    await host.stop()


def test_every_endpoint_and_every_message_is_on_the_page() -> None:
    page = document(API)
    paths = cast("dict[str, dict[str, Json]]", page["paths"])
    assert {(endpoint.path, endpoint.method.lower()) for endpoint in API} == {
        (path, method) for path, operations in paths.items() for method in operations
    }
    components = cast("dict[str, dict[str, Json]]", page["components"])
    assert {"Play", "Happened", "Choose", "TableView", "Problem"} <= set(components["schemas"])
