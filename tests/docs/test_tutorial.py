"""The tasks in Python: every section is a program that runs, and prints what the page shows."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.docs.snippets import ROOT, Snippet, run_section, sections

PAGE = (ROOT / "docs" / "learn" / "python.md").read_text(encoding="utf-8")
SECTIONS = dict(sections(PAGE))


def test_there_are_as_many_tasks_as_the_page_promises() -> None:
    assert len(SECTIONS) >= 10
    assert sum(snippet.output is not None for snippets in SECTIONS.values() for snippet in snippets) >= 10


@pytest.mark.parametrize("snippets", SECTIONS.values(), ids=SECTIONS)
def test_a_task_prints_what_the_page_shows(snippets: tuple[Snippet, ...], tmp_path: Path) -> None:
    for snippet, printed in run_section(snippets, tmp_path):
        if snippet.output is not None:
            assert printed.rstrip() == snippet.output.rstrip(), snippet.text
