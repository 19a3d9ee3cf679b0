"""Every command of the hosting page's containers, as it is printed, with a real Docker on a machine of its own."""

from __future__ import annotations

import re
import shlex
import shutil
import stat
import sys
import sysconfig
import tempfile
from collections.abc import Generator
from pathlib import Path

import pytest
from tests.docs.private_machine import PrivateMachine, needs_machine, private_machine
from tests.docs.stand_in_images import StandIn, fetch_wheels, make_authority, make_image, stand_in
from tests.docs.test_hosting_page import BLOCKS, COPIED, IN_CONTAINERS, ROOT, SOURCE, carry_out, play_there

FILES = ("Containerfile", ".dockerignore", "Caddyfile", "compose.yaml", "compose.postgres.yaml")
PLUGIN = Path("/usr/libexec/docker/cli-plugins/docker-compose")
needs_docker = pytest.mark.skipif(
    not (shutil.which("dockerd") and PLUGIN.exists()), reason="NOT TESTED: the containers need Docker with Compose"
)
APT_GET = """#!/bin/sh
# Debian's archive can't be reached, nor any registry: Docker is on this machine, and images are made of its packages.
set -eu
case "$*" in *docker-compose*) ;; *) exit 0 ;; esac
systemctl start docker
sh /opt/images/import
"""
AUTHORITY = "/opt/images/authority/root.crt"


def images() -> list[str]:
    """What the Containerfile and the compose files pull."""
    texts = [(ROOT / name).read_text(encoding="utf-8") for name in FILES]
    return sorted(
        {name for text in texts for name in re.findall(r"(?:^FROM|image:) (docker\.io/\S+)", text, re.MULTILINE)}
    )


def tar_of(image: StandIn) -> str:
    return f"{Path(image.name).name}.tar"


def test_every_image_is_pinned() -> None:
    """To the last number, so that nothing new runs by itself."""
    assert [name for name in images() if not re.search(r":\d+\.\d+(\.\d+)?-[a-z]+", name)] == []


@pytest.fixture
def machine() -> Generator[PrivateMachine]:
    """An empty machine with the source folder and the images."""
    with tempfile.TemporaryDirectory(prefix="greycells-machine-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        folder.chmod(0o755)
        source = folder / "root" / SOURCE.replace("/usr/local", "local")
        source.mkdir(parents=True)
        for one in (*COPIED, *FILES):
            if (ROOT / one).is_dir():
                shutil.copytree(ROOT / one, source / one, ignore=shutil.ignore_patterns("__pycache__"))
            else:
                shutil.copy(ROOT / one, source / one)
        store, wheels = folder / "images", folder / "wheels"
        store.mkdir()
        make_authority(store / "authority")
        fetch_wheels(wheels)
        made = [stand_in(name, store / "authority") for name in images()]
        for image in made:
            make_image(image, store / tar_of(image), wheels)
        imports = [
            [
                "docker",
                "import",
                *(f"--change={one}" for one in image.changes),
                f"/opt/images/{tar_of(image)}",
                image.name,
            ]
            for image in made
        ]
        (store / "import").write_text("".join(f"{shlex.join(words)}\n" for words in imports), encoding="utf-8")
        packages = Path(sysconfig.get_path("purelib"))
        seen = {"/opt/test-python": Path(sys.base_prefix), "/opt/test-packages": packages, "/opt/test-tree": ROOT}
        with private_machine(
            folder / "root", seen={**seen, "/opt/images": store}, stand_ins={"apt-get": APT_GET}
        ) as machine:
            yield machine


SHOWN = {
    "exec greycells greycells doctor": r"^ok      ",
    "exec node1 greycells doctor": r"^ok      ",
    "https://play.example/health": r"^ok$",
    "greycells backup": r"The copy has been opened and checked\.$",
    "run --rm greycells restore": r"^Restored 1 game ",
    "admin maintenance 10": r"^Maintenance starts in 10 minutes\.",
    "admin maintenance --off": r"^Maintenance is over\.",
}
"""What a command of the page shows, wherever it stands."""


def carry_out_section(machine: PrivateMachine, section: str) -> list[str]:
    """Everything that a section has typed; a game begins when the server runs. Returns its cookie and table."""
    game: list[str] = []
    for block in (one for one in BLOCKS if one.section == section):
        print(block.text)
        told = carry_out(machine, block, certificate=AUTHORITY, folder=SOURCE)
        print(told)
        for command, shown in SHOWN.items():
            assert command not in block.text or re.search(shown, told, re.MULTILINE), f"{block.text}\n{told}"
        assert "PROBLEM" not in told, told
        if "/health" in block.text and not game:
            game = play_there(machine, "begin", certificate=AUTHORITY).split()
    return game


@needs_machine
@needs_docker
@pytest.mark.proof
def test_containers(machine: PrivateMachine) -> None:
    """A game outlasts a restore and an update of one server, another one a restore and an upgrade of three."""
    one, three = IN_CONTAINERS
    game = carry_out_section(machine, one)
    assert play_there(machine, "end", *game, certificate=AUTHORITY) == "reviewed\n"
    assert listening(machine) == {80, 443}
    compose = f"cd {SOURCE}; docker compose "
    machine.run(compose + "down --volumes")
    game = carry_out_section(machine, three)
    assert play_there(machine, "end", *game, certificate=AUTHORITY) == "reviewed\n"
    assert listening(machine) == {80, 443}
    secrets = machine.root / SOURCE.replace("/usr/local", "local") / "secrets"
    found = {path.name: (path.stat().st_uid, stat.S_IMODE(path.stat().st_mode)) for path in secrets.iterdir()}
    assert found == {"database-password": (999, 0o400), "database-url": (10001, 0o400)}
    assert stat.S_IMODE((machine.root / "var/backups/monday.dump").stat().st_mode) == 0o600
    asked = machine.run(compose + "exec --user 65534 node1 cat /run/secrets/database-url || echo refused")
    assert "Permission denied" in asked
    assert "refused" in asked


def listening(machine: PrivateMachine) -> set[int]:
    """The ports on which the machine can be reached from outside."""
    return {
        int(port)
        for port in re.findall(r"(?:0\.0\.0\.0|\*|\[::\]):(\d+) ", machine.run("ss --listening --tcp --numeric"))
    }
