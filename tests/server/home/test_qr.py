"""The page's own QR codes, module for module those of the library qrcode 8.2 (level L, mask 0), one of each version."""

from __future__ import annotations

import os
import shutil
import subprocess
from hashlib import sha256
from pathlib import Path

import pytest

import greycells

WIDGET = Path(greycells.__file__).parent / "server" / "static" / "ui" / "qr.js"
NEEDED = "The QR codes of the page are checked with node."
CODES = {
    "http://a.b/x": (21, "47c99ac3c6374b8d"),
    "http://192.168.178.20:8000/t": (25, "b4f9cf2ee30a2593"),
    "http://192.168.178.20:8000/table/kq7wz2mfx4bt": (29, "9c188281a459fc8f"),
    "https://greycells.example.org/table/kq7wz2mfx4bt-kq7wz2mfx4bt-1234": (33, "d229ea682efb92b0"),
    "https://greycells.example.org/seat/" + "aZ9_-x" * 11: (37, "9df4417ad0905477"),
}


def drawn(texts: list[str]) -> list[list[str]]:
    """Each code as rows of 0 and 1. The widget's imports need a page, and its codes do not."""
    node = shutil.which("node")
    if node is None:
        assert not os.environ.get("CI"), NEEDED
        pytest.skip(NEEDED)
    source = WIDGET.read_text(encoding="utf-8")
    lines = [line.removeprefix("export ") for line in source.splitlines() if not line.startswith("import ")]
    lines.append(
        "for (const text of process.argv.slice(1))"
        " console.log(modules(text).map((row) => row.map(Number).join('')).join(' '))"
    )
    command = [node, "--eval", "\n".join(lines), *texts]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return [line.split() for line in done.stdout.splitlines()]


def test_a_code_is_what_a_reader_expects() -> None:
    for rows, (size, digest) in zip(drawn(list(CODES)), CODES.values(), strict=True):
        assert {len(row) for row in rows} == {len(rows)} == {size}
        assert sha256("\n".join(rows).encode()).hexdigest()[:16] == digest
