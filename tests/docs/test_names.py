"""The docs and tools name files that exist."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from tools.mutants import OWN_TESTS, modules

ROOT = Path(__file__).parents[2]
FOLDERS = ("benchmarks", "docs", "examples", "records", "src", "tests", "tools")
FILES = {f"/{path.relative_to(ROOT)}" for folder in FOLDERS for path in (ROOT / folder).rglob("*.*")} | {
    f"/{path.name}" for path in ROOT.glob("*.*")
}
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
EXAMPLES = {
    "/etc/greycells.toml",
    "MyBot.py",
    "TAG.js",
    "TAG.toml",
    "board.txt",
    "edition.toml",
    "nginx.conf",
    "path/to/bot.py",
}
"""Files that the reader writes."""


def named(page: Path) -> Iterator[str]:
    """The files that a page names in code, without patterns such as `words/*.toml`."""
    for code in re.findall(r"`([^`\n]+)`", page.read_text(encoding="utf-8")):
        yield from re.findall(r"(?<![\w*./-])[\w./-]+\.(?:py|js|mjs|toml|css|sql)\b(?!:)", code)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_files_named_in_the_docs_exist(page: Path) -> None:
    missing = {
        name
        for name in named(page)
        if not any(file.endswith(f"/{name}") for file in FILES) and not name.endswith(tuple(EXAMPLES))
    }
    assert not missing


def test_links_in_the_docs_lead_to_files() -> None:
    links = [
        page.parent / link
        for page in PAGES
        for link in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8"))
        if "/" in link or link.endswith(".md")
    ]
    assert links
    assert [link for link in links if not link.exists()] == []


def test_the_mutation_tests_know_every_module_of_the_rules() -> None:
    stems = {path.stem for path in modules()}
    assert {"referee", "reach"} <= stems
    assert set(OWN_TESTS) <= stems
