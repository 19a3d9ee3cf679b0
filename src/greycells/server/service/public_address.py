"""The address that players use: its origin, and the path before every page of ours (`https://example.org/clue`).

Our code writes every address from the server's own root: `url("/rules")` puts the prefix before it, here and in the
client's `ui/url.js`. Requests are accepted with the prefix or without it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from contextvars import ContextVar
from urllib.parse import urlsplit

from greycells.language.sentences import Sentence

PREFIX = re.compile(r"(?:/(?!\.\.?(?:/|$))[A-Za-z0-9._~-]+)*")
HOST = re.compile(r"(?:[A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])(?::[0-9]{1,5})?")

_prefix: ContextVar[str] = ContextVar("prefix", default="")


def serve_under(prefix: str) -> None:
    """From now on, in this task, `url` leads under this prefix."""
    _prefix.set(prefix)


def url(path: str) -> str:
    """The address of a page or a file for a browser, written from this server's root: `url("/rules")`."""
    return _prefix.get() + path


def prefix_of(public_url: str | None) -> str:
    """The path before every address: `/clue`, or nothing."""
    return urlsplit(public_url).path.rstrip("/") if public_url else ""


def wrong_public_url(url: str, name: str) -> Sentence | None:
    """Why this can't be the address that players use; None if it can."""
    try:
        parts = urlsplit(url)
        odd = bool(parts.query or parts.fragment or parts.username or parts.port == 0)
    except ValueError:
        return Sentence("setting.public url", name=name, value=repr(url[:200]))
    path = parts.path.rstrip("/")
    if odd or parts.scheme not in ("http", "https") or not HOST.fullmatch(parts.netloc) or not PREFIX.fullmatch(path):
        return Sentence("setting.public url", name=name, value=repr(url[:200]))
    return None


def taken_prefix(prefix: str, paths: Iterable[str]) -> Sentence | None:
    """Why a server with these paths can't be under this prefix; None if it can.

    A proxy may take the prefix away or leave it, so under `/table` the path `/table/1` could be either of two pages.
    """
    first = prefix.split("/")[1] if prefix else ""
    taken = {path.split("/")[1] for path in paths if path.startswith("/")} - {""}
    return Sentence("setting.taken path", name="--public-url", word=first) if first in taken else None


def without_prefix(path: str, prefix: str) -> str:
    """The path of a request from the server's root; a proxy may have taken the prefix away already."""
    return path[len(prefix) :] if prefix and path.startswith(f"{prefix}/") else path
