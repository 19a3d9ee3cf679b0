"""The arguments that a text asks for."""

from __future__ import annotations

import re

from greycells.language.languages import Entry

ARGUMENT = re.compile(r"\{(\w*)(?::([^}]*))?\}")


def texts(entry: Entry) -> list[str]:
    return [entry] if isinstance(entry, str) else [text for form, text in entry.items() if form != "like"]


def arguments(entry: Entry) -> set[str]:
    return {name for text in texts(entry) for name, _ in ARGUMENT.findall(text)}
