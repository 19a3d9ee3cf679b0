"""The blocks of the hosting page, and a machine that carries them out."""

from __future__ import annotations

import re
import shutil
import sys
import sysconfig
import tempfile
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from tests.docs.private_machine import PrivateMachine, private_machine

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
