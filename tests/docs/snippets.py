"""Runs what a page shows, section by section: Python in one namespace, commands in a shell's place, output compared.

`python -m tests.docs.snippets PAGE...` writes what is printed now into the pages, below each piece that has its output.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from greycells.examples import copy_to

ROOT = Path(__file__).parents[2]
BLOCK = re.compile(r"```(python|sh|text)\n(.*?)```\n", re.DOTALL)


class Snippet(NamedTuple):
    """A piece of a page: its language, its text, and the output that the page shows for it."""

    language: str
    text: str
    output: str | None


def sections(page: str) -> Iterator[tuple[str, tuple[Snippet, ...]]]:
    """The snippets of each section that has any; a block of text shows the output of the block before it."""
    for part in re.split(r"^## ", page, flags=re.MULTILINE)[1:]:
        title, _, rest = part.partition("\n")
        found: list[Snippet] = []
        for language, text in BLOCK.findall(rest):
            if language == "text" and found:
                found[-1] = found[-1]._replace(output=text)
            else:
                found.append(Snippet(language, text, None))
        if found:
            yield title, tuple(found)


def run_section(snippets: tuple[Snippet, ...], folder: Path) -> Iterator[tuple[Snippet, str]]:
    """Each snippet with what it prints, run in this folder, with the examples in it."""
    copy_to(folder)
    namespace: dict[str, object] = {"__name__": "__main__"}
    with contextlib.chdir(folder):
        for snippet in snippets:
            if snippet.language == "python":
                printed = io.StringIO()
                with contextlib.redirect_stdout(printed):
                    exec(compile(snippet.text, "snippet", "exec"), namespace)
                yield snippet, printed.getvalue()
            else:
                yield snippet, "".join(map(_command, snippet.text.splitlines()))


def _command(line: str) -> str:
    """The output of one command of ours; any other is not run."""
    words = shlex.split(line, comments=True)
    if not words or words[0] != "greycells":
        return ""
    command = [sys.executable, "-m", *words]
    ran = subprocess.run(command, capture_output=True, text=True, check=False, env={**os.environ, "LANG": "C"})
    assert ran.returncode == 0, f"{line}\n{ran.stderr}"
    return ran.stdout


def main() -> None:
    """Write the outputs into the pages named."""
    for name in sys.argv[1:]:
        page = Path(name)
        text = page.read_text(encoding="utf-8")
        for _, snippets in sections(text):
            with TemporaryDirectory() as folder:
                for snippet, printed in list(run_section(snippets, Path(folder))):
                    code = f"```{snippet.language}\n{snippet.text}```\n"
                    old = code if snippet.output is None else f"{code}\n```text\n{snippet.output}```\n"
                    assert old in text
                    if snippet.language == "python":
                        text = text.replace(old, f"{code}\n```text\n{printed.rstrip()}\n```\n", 1)
        page.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
