"""The documentation as a site: its pages are there, the examples of the Python page run, and links lead somewhere."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

import greycells

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "reference" / "python.md").read_text(encoding="utf-8")
FAIR = (ROOT / "docs" / "reference" / "fair-dealing.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```python\n(.*?)```", PAGE + FAIR, re.DOTALL)
NAMES = (
    "View",
    "Options",
    "Scene",
    "Sighting",
    "Knowledge",
    "GameReview",
    "Action",
    "Event",
    "Deck",
    "Edition",
    "Dealer",
)


class _Links(HTMLParser):
    """The addresses that a page links to, and the anchors that it has."""

    def __init__(self) -> None:
        super().__init__()
        self.links: list[str] = []
        self.anchors: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        del tag
        for name, value in attrs:
            if name in ("href", "src") and value:
                self.links.append(value)
            if name in ("id", "name") and value:
                self.anchors.add(value)


def test_each_public_name_has_an_example_before_it() -> None:
    parts = re.split(r"^## ", PAGE, flags=re.MULTILINE)
    for name in NAMES:
        (section,) = [part for part in parts if f"::: greycells.{name}\n" in part]
        assert "```python\n" in section, name


def test_every_public_name_is_in_the_reference() -> None:
    assert [name for name in greycells.__all__ if f"::: greycells.{name}\n" not in PAGE + "\n"] == []


@pytest.mark.parametrize("block", BLOCKS, ids=range(len(BLOCKS)))
def test_the_examples_run(block: str, capsys: pytest.CaptureFixture[str]) -> None:
    exec(compile(block, "python.md", "exec"), {})
    assert capsys.readouterr().out


def test_the_examples_of_fair_dealing_have_all_types(tmp_path: Path) -> None:
    """As somebody checks the types of their own program, with mypy."""
    (block,) = re.findall(r"```python\n(.*?)```", FAIR, re.DOTALL)
    (tmp_path / "example.py").write_text(block, encoding="utf-8")
    asked = [sys.executable, "-m", "mypy", "--strict", "--follow-imports=silent", str(tmp_path / "example.py")]
    checked = subprocess.run(asked, capture_output=True, text=True, check=False, cwd=ROOT)
    assert checked.returncode == 0, checked.stdout


def test_every_page_of_the_site_is_there() -> None:
    pages = re.findall(r"[\w/.-]+\.md", (ROOT / "mkdocs.yml").read_text(encoding="utf-8"))
    assert len(pages) > 20
    assert [page for page in pages if not (ROOT / "docs" / page).exists()] == []


@pytest.mark.proof
def test_the_site_is_built_and_every_link_leads_somewhere(tmp_path: Path) -> None:
    """Built strictly, so that a warning fails; then every link of every page is followed on disk, anchors too."""
    pytest.importorskip("mkdocs")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(tmp_path)]
    built = subprocess.run(
        command, cwd=ROOT, check=False, capture_output=True, text=True, env={**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    )
    assert built.returncode == 0, built.stdout + built.stderr
    found = {file: _Links() for file in tmp_path.rglob("*.html")}
    for file, page in found.items():
        page.feed(file.read_text(encoding="utf-8"))
    broken = [
        f"{file.relative_to(tmp_path)}: {link}"
        for file, page in found.items()
        if file.name != "404.html"
        for link in page.links
        if not _leads(file, link, found)
    ]
    assert broken == []
    assert (tmp_path / "search" / "search_index.json").stat().st_size > 100_000
    assert 'id="greycells.View"' in (tmp_path / "reference" / "python.html").read_text(encoding="utf-8")


def _leads(file: Path, link: str, pages: dict[Path, _Links]) -> bool:
    """Whether a link of a built page leads to a file, and to an anchor that is there; other sites are not asked."""
    parts = urlsplit(link)
    if parts.scheme or parts.netloc:
        return True
    target = (file.parent / unquote(parts.path)).resolve() if parts.path else file
    if target.is_dir():
        target /= "index.html"
    if not target.exists():
        return False
    return not parts.fragment or target not in pages or unquote(parts.fragment) in pages[target].anchors
