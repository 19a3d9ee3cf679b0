"""Reports without the words of a guest who had everything deleted, also where others wrote or quoted them."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import TypeAlias

import msgspec

from greycells.server.storage.database import SqlConnection

QuotedLine: TypeAlias = tuple[float, int | None, str, str]
"""A chat message in a report: when, in which chair, under which name, and what."""
SOMEBODY, SOMETHING = "Guest", "…"


class _Said(msgspec.Struct):
    """What was said in a guest's own words."""

    text: str = ""


def forget_in_reports(connection: SqlConnection, guest: str) -> None:
    """Take a guest's chat messages out of all reports, and their names and words out of the reasons given there.

    It must be called before the guest's words are deleted: by them it is known which these are.
    """
    wrote = connection.execute("SELECT game, name, said FROM guest_words WHERE guest = ?", (guest,)).fetchall()
    names: dict[str, set[str]] = {}
    texts: dict[str, set[str]] = {}
    for game, name, said in wrote:
        names.setdefault(str(game), set()).add(str(name))
        if said:
            texts.setdefault(str(game), set()).add(msgspec.json.decode(str(said), type=_Said).text)
    for game, called in names.items():
        reports = connection.execute("SELECT id, reason, lines FROM reports WHERE game = ?", (game,)).fetchall()
        for report, reason, lines in reports:
            told = texts.get(game, set())
            connection.execute(
                "UPDATE reports SET reason = ?, lines = ? WHERE id = ?",
                (without_words(str(reason), called, told), without_lines(str(lines), called, told), str(report)),
            )


def without_lines(lines: str, names: Collection[str], texts: Collection[str]) -> str:
    """Quoted chat without what was said under these names, and without these words in anybody's mouth."""
    quoted = msgspec.json.decode(lines, type=list[QuotedLine])
    kept = [
        (at, chair, name, without_words(text, names, texts)) for at, chair, name, text in quoted if name not in names
    ]
    return msgspec.json.encode(kept).decode()


def without_words(text: str, names: Collection[str], texts: Collection[str]) -> str:
    """A text in which these words, and then these names, are replaced; the longest first, so that no half is left."""
    for words in sorted(filter(None, texts), key=len, reverse=True):
        text = re.sub(rf"(?<!\w){re.escape(words)}(?!\w)", SOMETHING, text)
    for name in sorted(filter(None, names), key=len, reverse=True):
        text = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", SOMEBODY, text)
    return text
