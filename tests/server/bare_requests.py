"""Requests without a client's help, as a hostile program sends them."""

from __future__ import annotations

import urllib.error
import urllib.request
from collections.abc import Mapping


def ask(
    address: str, path: str, *, body: bytes | None = None, method: str = "GET", headers: Mapping[str, str] | None = None
) -> tuple[int, dict[str, str], bytes]:
    """A bare request: status, headers and body of the answer."""
    request = urllib.request.Request(address + path, data=body, method=method, headers=dict(headers or {}))
    try:
        with urllib.request.urlopen(request) as response:
            return response.status, dict(response.headers), response.read()
    except urllib.error.HTTPError as error:
        return error.code, dict(error.headers), error.read()
