"""How a square is written."""

from __future__ import annotations

import re

COORDINATE = re.compile(r"\b[a-z]{1,2}[0-9]{1,2}\b")
