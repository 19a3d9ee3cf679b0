"""The entries of the client's words."""

from __future__ import annotations

import json
import re

ENTRY = re.compile(r'^  "([^"]+)":\s+("(?:[^"\\]|\\.)*"),$', re.MULTILINE)


def entries(words: str) -> dict[str, str]:
    found = ENTRY.findall(words)
    assert len(found) == len(dict(found)), "a key twice"
    return {key: json.loads(text) for key, text in found}
