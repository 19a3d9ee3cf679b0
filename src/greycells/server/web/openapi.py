"""The OpenAPI description, generated from the endpoints and the message types."""

from __future__ import annotations

import re
from collections.abc import Iterable

import msgspec

from greycells import __version__
from greycells.notation.action_json import Json
from greycells.protocol.commands import CommandRequest
from greycells.protocol.frames import AnyFrame
from greycells.protocol.problem_message import Problem
from greycells.server.errors.declined import DeclineReason
from greycells.server.web.endpoints import STATUS, Endpoint

PREFIX = "#/components/schemas/{name}"
NUMBERS = ("after", "chair", "at")


def document(endpoints: Iterable[Endpoint], *, server: str = "/") -> dict[str, Json]:
    """The whole description of the HTTP protocol, and of the frames that a socket carries."""
    endpoints = tuple(endpoints)
    types = [kind for endpoint in endpoints for kind in (endpoint.body, endpoint.reply) if isinstance(kind, type)]
    schemas, components = msgspec.json.schema_components(
        [*types, Problem, CommandRequest, AnyFrame], ref_template=PREFIX
    )
    by_type = dict(zip([*types, Problem], schemas, strict=False))
    paths: dict[str, dict[str, Json]] = {}
    for endpoint in endpoints:
        paths.setdefault(endpoint.path, {})[endpoint.method.lower()] = _operation(endpoint, by_type)
    return {
        "openapi": "3.1.0",
        "info": {"title": "greycells", "version": __version__, "license": {"name": "MIT"}},
        "servers": [{"url": server}],
        "paths": paths,
        "components": {"schemas": components},
    }


def _operation(endpoint: Endpoint, schemas: dict[type, dict[str, Json]]) -> dict[str, Json]:
    refused: dict[str, Json] = {"application/json": {"schema": schemas[Problem]}}
    statuses = sorted(int(status) for reason, status in STATUS.items() if reason is not DeclineReason.OUR_FAULT)
    responses: dict[str, Json] = {
        str(int(endpoint.status)): {"description": endpoint.does, "content": _content(endpoint.reply, schemas)},
        **{str(status): {"description": "Refused, and why", "content": refused} for status in statuses},
    }
    operation: dict[str, Json] = {"summary": endpoint.does, "responses": responses, "parameters": _parameters(endpoint)}
    if endpoint.body is not None:
        operation["requestBody"] = {"required": True, "content": _content(endpoint.body, schemas)}
    return operation


def _content(kind: object, schemas: dict[type, dict[str, Json]]) -> dict[str, Json]:
    """A message type is JSON; anything else is named by its media type."""
    if isinstance(kind, type):
        return {"application/json": {"schema": schemas[kind]}}
    return {str(kind): {"schema": {"type": "string"}}} if kind is not None else {}


def _parameters(endpoint: Endpoint) -> list[Json]:
    in_path: list[Json] = [
        {"name": name, "in": "path", "required": True, "schema": _parameter(name)}
        for name in re.findall(r"{(\w+)}", endpoint.path)
    ]
    in_query: list[Json] = [{"name": name, "in": "query", "schema": _parameter(name)} for name in endpoint.query]
    return in_path + in_query


def _parameter(name: str) -> Json:
    if name in NUMBERS:
        return {"type": "integer", "minimum": 0, "maximum": 9 if name == "chair" else 999_999_999}
    return {"type": "string"}
