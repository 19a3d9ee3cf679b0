"""The bytes of a record that anybody may upload."""

from __future__ import annotations

from pathlib import Path

SOLVED = (Path(__file__).parents[3] / "records" / "classic" / "solved.case").read_bytes()
