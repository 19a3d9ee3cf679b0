"""Images that can't be pulled here, made of this machine's own Debian packages: Python, PostgreSQL and Caddy.

Each offers what the published one does, as far as the containers of the docs use it: the same program, the same
variables, the same users. Only Caddy's certificate comes from its own authority instead of from Let's Encrypt.
"""

from __future__ import annotations

import io
import subprocess
import sys
import tarfile
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
SYSTEM = (
    "base-files",
    "bash",
    "coreutils",
    "dash",
    "findutils",
    "grep",
    "libc-bin",
    "login",
    "passwd",
    "sed",
    "util-linux",
)
WITHOUT = ("usr/share/doc/", "usr/share/man/", "usr/share/locale/", "usr/share/i18n/")
POSTGRES = """#!/bin/sh
# As the published image does: a cluster of one's own user, made once, with a password read by the user postgres.
set -eu
export PGDATA=/var/lib/postgresql/data
if [ "$(id -u)" = 0 ]; then
    chown postgres:postgres /var/lib/postgresql
    install -d -o postgres -g postgres /run/postgresql
    exec setpriv --reuid postgres --regid postgres --clear-groups "$0" "$@"
fi
if [ ! -s "$PGDATA/PG_VERSION" ]; then
    umask 077
    cat "$POSTGRES_PASSWORD_FILE" > /tmp/password
    initdb --username "$POSTGRES_USER" --pwfile /tmp/password --auth-host scram-sha-256 --auth-local trust -E UTF8
    rm /tmp/password
    echo "host all all all scram-sha-256" >> "$PGDATA/pg_hba.conf"
    pg_ctl --wait --options "-c listen_addresses=''" start
    createdb --username "$POSTGRES_USER" "$POSTGRES_DB"
    pg_ctl --wait stop
fi
exec postgres -c listen_addresses='*'
"""
CADDY = """#!/bin/sh
# The test's own certificate authority instead of Let's Encrypt, among the options that the file has.
sed '/^{$/r /authority/options' /etc/caddy/Caddyfile > /tmp/Caddyfile
exec /usr/bin/caddy run --config /tmp/Caddyfile --adapter caddyfile
"""
OPTIONS = """local_certs
skip_install_trust
pki {
    ca local {
        root {
            cert /authority/root.crt
            key /authority/root.key
        }
    }
}
"""
FOR_THE_TEST = "GREYCELLS_PACE=0 GREYCELLS_LIMITS_FACTOR=1000 GREYCELLS_KERNEL=off"
USERS = "root:x:0:0:root:/root:/bin/sh\npostgres:x:999:999::/var/lib/postgresql:/bin/sh\n"
GROUPS = "root:x:0:\nutmp:x:43:\nshadow:x:42:\ntty:x:5:\npostgres:x:999:\n"


class StandIn(NamedTuple):
    """An image: its name, the packages in it, its own files, and how it is started."""

    name: str
    packages: tuple[str, ...]
    files: dict[str, str]
    changes: tuple[str, ...]


def stand_in(name: str, authority: Path) -> StandIn:
    """For an image that the containers of the docs name."""
    match name.rpartition("/")[2].partition(":")[0]:
        case "python":
            packages = ("libstdc++6", "python3", "python3-venv")
            return StandIn(name, packages, {}, (f"ENV PIP_NO_INDEX=1 PIP_FIND_LINKS=/wheels {FOR_THE_TEST}",))
        case "postgres":
            files = {"usr/local/bin/entrypoint": POSTGRES}
            (programs,) = Path("/usr/lib/postgresql").glob("*/bin")
            changes = (f"ENV PATH={programs}:/usr/local/bin:/usr/bin", 'ENTRYPOINT ["/usr/local/bin/entrypoint"]')
            return StandIn(name, ("postgresql",), files, changes)
        case "caddy":
            files = {f"authority/{one}": (authority / one).read_text() for one in ("root.crt", "root.key")}
            files |= {"authority/options": OPTIONS, "usr/local/bin/caddy": CADDY}
            return StandIn(name, ("caddy",), files, ())
        case other:
            raise AssertionError(f"No stand-in for the image {other}")


def make_authority(folder: Path) -> None:
    """A certificate authority that the test trusts, and nobody else."""
    folder.mkdir()
    command = [
        "openssl",
        "req",
        "-x509",
        "-newkey",
        "ec",
        "-pkeyopt",
        "ec_paramgen_curve:P-256",
        "-nodes",
        "-days",
        "2",
    ]
    named = ["-subj", "/CN=test", "-addext", "keyUsage=critical,keyCertSign,cRLSign"]
    files = ["-keyout", str(folder / "root.key"), "-out", str(folder / "root.crt")]
    subprocess.run([*command, *named, *files], check=True, capture_output=True)


def _packages(wanted: Sequence[str]) -> list[str]:
    """These and all that they need."""
    without = [f"--no-{kind}" for kind in ("recommends", "suggests", "conflicts", "breaks", "replaces", "enhances")]
    command = ["apt-cache", "depends", "--recurse", "--installed", *without, *wanted]
    listed = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return sorted({line for line in listed.splitlines() if line[0].isalnum()})


def _files(wanted: Sequence[str]) -> list[Path]:
    """Every file and folder of the packages, at its place without links on the way."""
    command = ["dpkg-query", "--listfiles", *_packages(wanted)]
    listed = subprocess.run(command, check=False, capture_output=True, text=True).stdout  # Some are only alternatives.
    places = {Path(line).parent.resolve() / Path(line).name for line in listed.splitlines() if line.startswith("/")}
    return sorted(place for place in places if place.exists() and not str(place)[1:].startswith(WITHOUT))


def make_image(image: StandIn, archive: Path, wheels: Path) -> None:
    """The image's file system as a tar file, for `docker import`."""
    linked = {"bin": "usr/bin", "sbin": "usr/sbin", "lib": "usr/lib", "lib64": "usr/lib64"}
    texts = {"etc/passwd": USERS, "etc/group": GROUPS, "etc/shadow": "", **image.files}
    whole = {Path("etc/alternatives"), Path("etc/ld.so.cache"), Path("etc/pam.d"), Path("etc/login.defs")}
    files = {place.relative_to("/") for place in _files((*SYSTEM, *image.packages))}
    files = {place for place in files if not whole & {place, *place.parents}} - {
        Path(name) for name in (*linked, *texts)
    }
    with tarfile.open(archive, "w") as tar:
        for place in sorted(files):
            tar.add("/" / place, place, recursive=False)
        for place in sorted(whole):
            tar.add("/" / place, place)
        for name, target in {**linked, "usr/local/bin/python": "/usr/bin/python3"}.items():
            _link(tar, name, target)
        for name, text in texts.items():
            found = tarfile.TarInfo(name)
            found.size, found.mode = len(text.encode()), 0o755 if "/bin/" in name else 0o644
            tar.addfile(found, io.BytesIO(text.encode()))
        if "python3-venv" in image.packages:
            tar.add(wheels, "wheels")


def _link(tar: tarfile.TarFile, name: str, target: str) -> None:
    found = tarfile.TarInfo(name)
    found.type, found.linkname = tarfile.SYMTYPE, target
    tar.addfile(found)


def fetch_wheels(folder: Path) -> None:
    """Whatever the locks name, for Debian's own Python: downloaded once, and checked by their hashes when installed."""
    asked = [
        "/usr/bin/python3",
        "-c",
        "import sys; print('.'.join(map(str, sys.version_info[:2])))",
    ]
    version = subprocess.run(asked, check=True, capture_output=True, text=True).stdout.strip()
    pip = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--require-hashes"]
    only = ["--only-binary", ":all:", "--python-version", version, "--dest", str(folder)]
    locks = [word for name in ("", "-postgres") for word in ("-r", str(ROOT / f"requirements{name}.lock"))]
    subprocess.run([*pip, *only, *locks], check=True)
