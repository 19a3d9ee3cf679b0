"""Every command of the hosting page runs as it is printed, in its order, on a machine of its own with a real systemd.

Stand-ins are only for what can't be there: Debian's archive (`apt-get`), Let's Encrypt (`certbot`), and what pip would
download. nginx, PostgreSQL, systemd and greycells itself are real.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import stat
import sys
import sysconfig
import tempfile
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from tests.docs.private_machine import PrivateMachine, needs_machine, private_machine
from typer.testing import CliRunner

from greycells.cli import app

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")
SOURCE = "/usr/local/src/greycells"
CERTIFICATE = "/etc/letsencrypt/live/play.example/fullchain.pem"


class Block(NamedTuple):
    """A block of the page: where it stands, its kind, its text, and the file that it is saved as."""

    section: str
    kind: str
    text: str
    file: str | None


def blocks() -> Iterator[Block]:
    """All of them, in the order of the page."""
    section, before, begun = "", "", 0
    for found in re.finditer(r"^(#{2,3} [^\n]*)$|^ *```(\w*)\n(.*?)^ *```$", PAGE, re.MULTILINE | re.DOTALL):
        if found[1]:
            section = found[1].lstrip("# ")
        else:
            before = PAGE[begun : found.start()].rsplit("\n\n", 2)[-2] if found.start() else ""
            saved = re.search(r"[Ss]ave (?:this|it) as\s+`([^`]+)`[:;,]", before)
            yield Block(section, found[2], found[3], saved[1] if saved else None)
        begun = found.end()


BLOCKS = tuple(blocks())
COPIED = ("pyproject.toml", "README.md", "LICENSE", "requirements.lock", "requirements-postgres.lock", "src")
"""What the page has one copy to the machine, apart from what only the containers need."""
APT_GET = """#!/bin/sh
# Debian's archive can't be reached. The packages are on this machine; what installing them does is done here.
case "$*" in
    *update) ;;
    *" nginx "*) systemctl start nginx ;;
    *" postgresql")
        install -d -m 0710 -g ssl-cert /etc/ssl/private
        openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj "/CN=$(hostname)" \\
            -keyout /etc/ssl/private/ssl-cert-snakeoil.key -out /etc/ssl/certs/ssl-cert-snakeoil.pem 2> /dev/null
        chgrp ssl-cert /etc/ssl/private/ssl-cert-snakeoil.key
        chmod 0640 /etc/ssl/private/ssl-cert-snakeoil.key
        pg_createcluster "$(ls /usr/lib/postgresql | tail -1)" main
        systemctl daemon-reload
        systemctl start postgresql ;;
    *) echo "No stand-in for apt-get $*" >&2; exit 1 ;;
esac
"""
CERTBOT = """#!/bin/sh
# Instead of Let's Encrypt: whoever asks has to serve a file under its name, and gets a certificate of the test's own.
set -eu
while [ $# -gt 0 ]; do
    case "$1" in
        --webroot-path) root=$2; shift ;;
        --domain) domain=$2; shift ;;
        --deploy-hook) hook=$2; shift ;;
    esac
    shift
done
mkdir -p "$root/.well-known/acme-challenge"
echo proof > "$root/.well-known/acme-challenge/asked"
test "$(curl --fail --silent "http://$domain/.well-known/acme-challenge/asked")" = proof
folder="/etc/letsencrypt/live/$domain"
mkdir -p "$folder"
openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj "/CN=$domain" -addext "subjectAltName=DNS:$domain" \
    -keyout "$folder/privkey.pem" -out "$folder/fullchain.pem" 2> /dev/null
sh -c "$hook"
"""
PYTHON = """#!/bin/sh
# A virtual environment without downloads: its pip installs the test's own packages, and greycells from the source.
if [ "$1 $2" != "-m venv" ]; then exec /opt/test-python/bin/python3 "$@"; fi
mkdir -p "$3/bin"
cp /usr/local/sbin/venv-python "$3/bin/python"
"""
VENV_PYTHON = """#!/bin/sh
set -eu
test "$1 $2 $3" = "-m pip install"
for word; do case "$word" in *.lock) grep -q -- --hash "$word" ;; .) grep -q greycells pyproject.toml ;; esac; done
cat > "$(dirname "$0")/greycells" <<END
#!/bin/sh
export PYTHONPATH=$PWD/src:/opt/test-packages PYTHONDONTWRITEBYTECODE=1 GREYCELLS_KERNEL=off
export LD_LIBRARY_PATH=/opt/test-python/lib
exec /opt/test-python/bin/python3 -m greycells "\\$@"
END
chmod 755 "$(dirname "$0")/greycells"
"""
STAND_INS = {"apt-get": APT_GET, "certbot": CERTBOT, "python3": PYTHON, "venv-python": VENV_PYTHON}


@pytest.fixture
def machine() -> Generator[PrivateMachine]:
    """An empty machine with the source folder. Not in pytest's folder, which other users can't enter."""
    with tempfile.TemporaryDirectory(prefix="greycells-machine-", ignore_cleanup_errors=True) as folder:
        root = Path(folder) / "root"
        Path(folder).chmod(0o755)
        source = root / SOURCE.replace("/usr/local", "local")
        source.mkdir(parents=True)
        for name in COPIED:
            if (ROOT / name).is_dir():
                shutil.copytree(ROOT / name, source / name)
            else:
                shutil.copy(ROOT / name, source / name)
        packages = Path(sysconfig.get_path("purelib"))
        seen = {"/opt/test-python": Path(sys.base_prefix), "/opt/test-packages": packages, "/opt/test-tree": ROOT}
        with private_machine(root, seen=seen, stand_ins=STAND_INS) as machine:
            yield machine


def carry_out(machine: PrivateMachine, block: Block, *, certificate: str = CERTIFICATE, folder: str = "/root") -> str:
    """Do what a block of the page says: run it in a folder, or save it; returns what it printed."""
    if block.file is not None:
        machine.write(block.file, block.text)
        return ""
    return machine.run(f"cd {folder}\n{block.text}", CURL_CA_BUNDLE=certificate)


def play_there(machine: PrivateMachine, *words: str, certificate: str = CERTIFICATE) -> str:
    """People at the machine's public address, through its proxy."""
    variables = "PYTHONPATH=/opt/test-tree/src:/opt/test-tree:/opt/test-packages LD_LIBRARY_PATH=/opt/test-python/lib"
    python = "/opt/test-python/bin/python3 -B -W ignore"
    return machine.run(f"SSL_CERT_FILE={certificate} {variables} {python} -m tests.docs.play_there {' '.join(words)}")


IN_CONTAINERS = ("Containers", "Three servers and PostgreSQL in containers")
"""Sections that `test_hosting_containers.py` runs."""
ONE_SERVER = tuple(block for block in BLOCKS[: next(i for i, one in enumerate(BLOCKS) if one.section == "Containers")])
TYPED = ONE_SERVER if os.environ.get("GREYCELLS_PROOF") else [one for one in ONE_SERVER if one.section != "PostgreSQL"]
"""The long run moves to PostgreSQL, too."""
SHOWN = {
    "greycells --version": r"^greycells \d",
    "serve --print-config": r'^public-url = "https://play.example"  # settings file /etc/greycells.toml$',
    "systemctl --no-pager status greycells": r"Active: active \(running\)",
    "systemd-analyze security": r"Overall exposure level for greycells.service: (?:[01]\.\d|2\.[0-4]) OK",
    "127.0.0.1:8000/health": r"^ok$",
    "https://play.example/health": r"^ok$",
    "greycells doctor": r"^ok      The settings come from /etc/greycells.toml.$",
    "greycells backup": r"The copy has been opened and checked\.$",
    "sudo /etc/cron.daily/greycells-backup\n": r"^Backed up 1 game ",
    "greycells-backup && sudo ls": r"^\d{4}-\d\d-\d\d-\d{6}\.dump$",
    "admin maintenance 10": r"^Maintenance starts in 10 minutes\.",
    "admin maintenance --off": r"^Maintenance is over\.",
    "greycells restore": r"^Restored 1 game ",
    "admin copy": r"^Copied the whole server: 1 game,",
    "pg_restore --list": r"TABLE DATA public log greycells$",
}
"""What a command of the page shows, wherever it stands."""


PROGRAMS = "greycells|sudo|docker|systemctl|journalctl|curl|psql|pg_dump|pg_restore|litestream"
INLINE = tuple(sorted(set(re.findall(rf"`((?:{PROGRAMS}) [a-z-][^`\n]*)`", PAGE.replace("\n", " ")))))
"""Commands in the sentences and tables of the page, with whatever they are given."""
NAMED = {
    *("greycells serve", "greycells admin", "greycells doctor", "greycells backup", "greycells restore"),
    *("greycells admin copy", "greycells serve --config", "systemctl start"),
}
"""Those that a sentence only names."""
NOT_RUN = {
    "sudo journalctl -u greycells": "no journal is kept on the private machine",
    "journalctl -k": "no journal is kept on the private machine",
    "litestream restore -o greycells.db s3://my-bucket/greycells": "there is no Litestream, as the page says",
}
WHILE_PLAYING = (
    *("greycells admin tables", "greycells admin table TABLE", "greycells admin guests", "greycells admin reports"),
    *("greycells admin ban WHO", "greycells admin bans", "greycells admin unban WHO", "greycells admin export GUEST"),
    *("greycells admin maintenance 10", "greycells serve --print-config", "greycells backup /backups/monday"),
)
AFTERWARDS = ("greycells admin close TABLE", "greycells admin export-table TABLE FILE", "greycells admin erase GUEST")
WITH_OTHER_PLACES = {
    "greycells restore /backups/monday": "greycells restore /var/backups/greycells/before-update --force",
    "systemctl status greycells": "systemctl --no-pager status greycells",
    "greycells admin copy SOURCE TARGET": "greycells admin copy /var/lib/greycells ",
}
"""What a block of the page runs, with the places of its machine."""


def run_inline(machine: PrivateMachine, commands: tuple[str, ...], table: str) -> None:
    """Run them as the server's user, with this game for TABLE and its player for GUEST. One of them asks first."""
    listed = machine.run("sudo -u greycells greycells admin guests --json")
    (ada,) = [row for row in json.loads(listed) if row["name"] == "Ada"]
    given = {
        "TABLE": table,
        "GUEST": str(ada["guest"]),
        "WHO": "203.0.113.7",
        "FILE": "/var/backups/greycells/table.json",
    }
    for command in commands:
        words = [given.get(word, word.replace("/backups/", "/var/backups/greycells/")) for word in command.split()]
        machine.run(f"echo y | sudo -u greycells {shlex.join(words)}")


@needs_machine
def test_one_server_from_an_empty_machine_on(machine: PrivateMachine) -> None:
    """A game begins when the page says so, and outlasts updates, restores and, in the proof, the move to PostgreSQL."""
    machine.run("mkdir /etc/systemd/system/greycells.service.d")
    machine.write(
        "/etc/systemd/system/greycells.service.d/test.conf",
        "[Service]\nEnvironment=GREYCELLS_PACE=0 GREYCELLS_LIMITS_FACTOR=1000\n"
        "StandardError=append:/var/log/greycells.log\n",
    )
    machine.run("ip address add 10.0.0.10/24 dev lo")
    game: list[str] = []
    for block in TYPED:
        if "greycells/first" in block.text:
            game = play_there(machine, "begin").split()
        told = carry_out(machine, block)
        for command, shown in SHOWN.items():
            if command in block.text and block.file is None:
                assert re.search(shown, told, re.MULTILINE), f"{block.text}\n{told}"
        assert "PROBLEM" not in told, told
        if printed := re.search(r'^database = "(postgresql://[^"]*@10\.0\.0\.10/.*)"$', told, re.MULTILINE):
            encrypted = "SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()"
            assert machine.run(f"psql --tuples-only --command '{encrypted}' '{printed[1]}'").strip() == "t"
        if "admin tables" in block.text:
            assert game[1] in told
            run_inline(machine, WHILE_PLAYING, game[1])
            machine.run("sudo -u greycells greycells admin maintenance --off")
    assert play_there(machine, "end", *game) == "reviewed\n", machine.journal()
    run_inline(machine, AFTERWARDS, game[1])
    assert stat.S_IMODE((machine.root / "etc/greycells.toml").stat().st_mode) == 0o640


def test_every_block_of_commands_is_run() -> None:
    """Whatever is printed as commands has a section whose blocks a test runs, and no block hides what it is."""
    run = {block.section for block in ONE_SERVER} | set(IN_CONTAINERS)
    assert [block for block in BLOCKS if block.kind == "sh" and block.section not in run] == []
    assert {block.kind for block in BLOCKS} == {"sh", "text", "toml", "ini", "nginx", "yaml"}


def test_every_command_in_the_text_is_run() -> None:
    """As it stands there, or in a block with another folder."""
    for other in WITH_OTHER_PLACES.values():
        assert any(other in block.text for block in BLOCKS), other
    assert set(INLINE) - {*WHILE_PLAYING, *AFTERWARDS, *WITH_OTHER_PLACES, *NAMED, *NOT_RUN} == set()


@pytest.mark.parametrize("command", sorted(set(re.findall(r"`(greycells [a-z][^`\n]*)`", PAGE))))
def test_every_command_in_the_text_exists(command: str) -> None:
    """With each of its options."""
    words = command.split()[1:]
    group = 2 if words[0] in ("admin", "editions") and len(words) > 1 else 1
    asked = CliRunner().invoke(app, [*words[:group], "--help"])
    assert asked.exit_code == 0, asked.output
    for option in (word for word in words if word.startswith("--")):
        assert option in asked.output, command
