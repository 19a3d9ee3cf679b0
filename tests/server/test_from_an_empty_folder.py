"""A newcomer's walk: from an empty folder, by the commands of the docs, to a game behind a proxy under a path.

A backup is taken in mid-game and restored in another folder, and there the game goes on to its end.
"""

from __future__ import annotations

import asyncio
import contextlib
import re
import shutil
import subprocess
import sys
import urllib.request
from collections.abc import Generator
from pathlib import Path

import pytest
from tests.margin import PROOF
from tests.server.game_over_http import begins, ends
from tests.server.nginx import free_port, make_certificate, needs_nginx, proxied

ROOT = Path(__file__).parents[2]
HOSTING = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")
PREFIX = "/clue"
pytestmark = needs_nginx


def installed(folder: Path) -> Path:
    """A fresh environment with the package in it, as `pip install .` makes it; returns its `greycells`.

    The long run installs every package from the lock. The short one uses those of this environment.
    """
    source = folder / "source"
    source.mkdir()
    for name in ("pyproject.toml", "README.md", "LICENSE", "requirements.lock"):
        shutil.copy(ROOT / name, source / name)
    shutil.copytree(ROOT / "src", source / "src", ignore=shutil.ignore_patterns("__pycache__"))
    if not PROOF:
        script = folder / "greycells"
        script.write_text(
            f'#!/bin/sh\nPYTHONPATH="{source / "src"}" exec "{sys.executable}" -m greycells "$@"\n', encoding="utf-8"
        )
        script.chmod(0o755)
        return script
    subprocess.run([sys.executable, "-m", "venv", str(folder / "venv")], check=True)
    pip = [str(folder / "venv" / "bin" / "python"), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*pip, "--require-hashes", "-r", "requirements.lock"], cwd=source, check=True, capture_output=True)
    subprocess.run([*pip, "--no-deps", "."], cwd=source, check=True, capture_output=True)
    return folder / "venv" / "bin" / "greycells"


@contextlib.contextmanager
def serving(greycells: Path, config: Path, port: int) -> Generator[None]:
    """`greycells serve --config ...`, until it is stopped."""
    log = config.with_suffix(".log").open("ab")
    process = subprocess.Popen([greycells, "serve", "--config", str(config)], stdout=log, stderr=log, cwd=config.parent)
    try:
        asyncio.run(_answers(port, process))
        yield
    finally:
        process.terminate()
        process.wait(30)
        log.close()


async def _answers(port: int, process: subprocess.Popen[bytes]) -> None:
    while True:
        assert process.poll() is None
        with contextlib.suppress(OSError):
            await asyncio.to_thread(urllib.request.urlopen, f"http://127.0.0.1:{port}/health", None, 5)
            return
        await asyncio.sleep(0.2)


def settings_file(folder: Path, *, data: Path, port: int, public: str) -> Path:
    """The settings file of the page, with this test's folder and address."""
    block, *_ = re.findall(r"```toml\n(.*?)```", HOSTING, re.DOTALL)
    assert '"/var/lib/greycells"' in block
    text = block.replace("/var/lib/greycells", str(data)).replace("https://play.example", public)
    file = folder / "greycells.toml"
    file.write_text(f"{text}port = {port}\npace = 0\nbot-workers = 1\nlimits-factor = 1000\n", encoding="utf-8")
    return file


def test_from_an_empty_folder_to_a_game_that_goes_on_from_a_backup(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    greycells = installed(tmp_path)
    monkeypatch.setenv("SSL_CERT_FILE", str(make_certificate(tmp_path)))
    front, back = free_port(), free_port()
    public = f"https://localhost:{front}{PREFIX}"

    def run(*words: str) -> str:
        ran = subprocess.run([str(greycells), *words], check=False, capture_output=True, text=True, cwd=tmp_path)
        assert ran.returncode == 0, ran.stdout + ran.stderr
        return ran.stdout

    first = settings_file(tmp_path, data=tmp_path / "first", port=back, public=public)
    assert f'public-url = "{public}"  # settings file {first}' in run("serve", "--config", str(first), "--print-config")
    assert "PROBLEM" not in run("doctor", "--config", str(first))
    with proxied(tmp_path, port=front, upstream=back, prefix=PREFIX):
        with serving(greycells, first, back):
            cookie, table = asyncio.run(begins(public))
            assert "opened and checked" in run("backup", str(tmp_path / "monday"), "--config", str(first))
        (tmp_path / "elsewhere").mkdir()
        second = settings_file(tmp_path / "elsewhere", data=tmp_path / "second", port=back, public=public)
        assert run("restore", str(tmp_path / "monday"), "--config", str(second)).startswith("Restored 1 game ")
        with serving(greycells, second, back):
            asyncio.run(ends(public, cookie, table))
        assert "The database is intact: 1 game" in run("doctor", "--config", str(second))
