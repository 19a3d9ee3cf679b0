"""What the Containerfile and the compose files do, step by step. Images can't be pulled here, so no container is built:

the commands of the first stage run in a clean folder, the result is made read-only, and another user runs the server
from it. The command of the second stage runs in a clean root.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import shlex
import shutil
import signal
import stat
import subprocess
import sys
import tempfile
import time
from collections.abc import Generator
from pathlib import Path
from typing import NamedTuple, cast

import pytest
import yaml
from tests.deadline import LOOK_EVERY, waiting_for
from tests.server.nginx import free_port

from greycells.server.service.settings import BY_VARIABLE

ROOT = Path(__file__).parents[2]
NODES = {"GREYCELLS_NODE_ADDRESS"}
"""Settings of servers with several nodes."""
UID = 10001
OTHER = UID if hasattr(os, "geteuid") and os.geteuid() == 0 else None
"""Another user, where root can be one."""


class Step(NamedTuple):
    """One instruction of the Containerfile, and the stage that it belongs to."""

    stage: int
    word: str
    rest: str


def steps() -> list[Step]:
    found: list[Step] = []
    stage = -1
    for line in (ROOT / "Containerfile").read_text(encoding="utf-8").splitlines():
        if not line or line.startswith("#"):
            continue
        word, _, rest = line.partition(" ")
        stage += word == "FROM"
        found.append(Step(stage, word, rest))
    return found


def rest(word: str) -> str:
    """What stands behind the only instruction of this name."""
    (found,) = [step.rest for step in steps() if step.word == word]
    return found


def environment() -> dict[str, str]:
    return dict(pair.split("=", 1) for pair in shlex.split(rest("ENV")))


def compose(name: str) -> dict[str, dict[str, dict[str, object]]]:
    return cast("dict[str, dict[str, dict[str, object]]]", yaml.safe_load((ROOT / name).read_text(encoding="utf-8")))


def test_the_server_is_not_root_and_keeps_everything_in_its_volume() -> None:
    assert "-slim" in [step.rest for step in steps() if step.word == "FROM"][1]
    words = [step.word for step in steps() if step.stage == 1]
    assert words.index("USER") < words.index("ENTRYPOINT")
    assert (rest("USER"), rest("VOLUME"), rest("EXPOSE")) == ("greycells", "/data", "8000")
    settings = environment()
    assert settings["GREYCELLS_DATA"] == rest("VOLUME")
    assert settings["NUMBA_CACHE_DIR"].startswith("/data/")
    assert {name for name in settings if name.startswith("GREYCELLS_")} <= BY_VARIABLE.keys()


@pytest.mark.skipif(OTHER is None or not shutil.which("unshare"), reason="only root can have a root of its own")
def test_the_second_stage_makes_a_user_and_three_folders_of_its_own(tmp_path: Path) -> None:
    """Its command runs in a root with this machine's programs, and with no user but root."""
    for folder in ("etc", "usr"):
        (tmp_path / folder).mkdir()
    for name in ("bin", "sbin", "lib", "lib64"):
        (tmp_path / name).symlink_to(f"usr/{name}")
    (tmp_path / "etc" / "passwd").write_text("root:x:0:0::/root:/bin/sh\n")
    (tmp_path / "etc" / "group").write_text("root:x:0:\n")
    (made,) = [step.rest for step in steps() if step.stage == 1 and step.word == "RUN"]
    inside = 'mount --bind /usr "$0/usr" && mount -o remount,bind,ro "$0/usr" && exec chroot "$0" /bin/sh -c "$1"'
    command = ["unshare", "--mount", "sh", "-c", inside, str(tmp_path), made]
    ran = subprocess.run(command, check=False, capture_output=True, text=True)
    if "unshare:" in ran.stderr or "mount:" in ran.stderr:
        pytest.skip(f"no root of one's own here: {ran.stderr}")
    assert ran.returncode == 0, ran.stderr
    assert f":{UID}:{UID}::/data:/usr/sbin/nologin" in (tmp_path / "etc" / "passwd").read_text()
    for name in ("data", "archive", "backups"):
        found = (tmp_path / name).stat()
        assert (found.st_uid, found.st_gid, stat.S_IMODE(found.st_mode)) == (UID, UID, 0o700)


def test_the_driver_is_locked_as_it_is_tested() -> None:
    """Every package of the containers has a hash; the driver's versions are those of the tests' lock."""

    def versions(name: str) -> dict[str, str]:
        text = (ROOT / name).read_text(encoding="utf-8")
        return dict(re.findall(r"^([\w.-]+)==([\w.]+)", text, re.MULTILINE))

    driver, tested, game = (versions(f"requirements{name}.lock") for name in ("-postgres", "-test", ""))
    assert {"psycopg", "psycopg-binary", "psycopg-pool"} <= driver.keys()
    assert driver.items() <= tested.items()
    assert {name: game[name] for name in driver.keys() & game.keys()}.items() <= driver.items()
    installs = [step.rest for step in steps() if step.word == "RUN" and "pip install" in step.rest]
    assert [step for step in installs if "--require-hashes" not in step and "--no-deps" not in step] == []


def test_what_is_copied_is_there_and_not_ignored() -> None:
    ignored = (ROOT / ".containerignore").read_text(encoding="utf-8")
    assert (ROOT / ".dockerignore").read_text(encoding="utf-8") == ignored
    for step in steps():
        if step.word == "COPY" and not step.rest.startswith("--from"):
            for name in step.rest.split()[:-1]:
                assert (ROOT / name).exists(), name
                assert f"!{name}" in ignored.splitlines(), name


@pytest.mark.parametrize(("name", "nodes"), [("compose.yaml", 1), ("compose.postgres.yaml", 3)])
def test_a_compose_file_sets_up_servers_with_settings_that_exist(name: str, nodes: int) -> None:
    services = compose(name)["services"]
    servers = {key: one for key, one in services.items() if one["image"] == "greycells"}
    assert len(servers) == nodes
    (subnet,) = re.findall(r"subnet: ([\d./]+)", (ROOT / name).read_text(encoding="utf-8"))
    upstreams = cast("dict[str, str]", services["caddy"]["environment"])["UPSTREAMS"].split()
    assert upstreams == [f"{key}:8000" for key in servers]
    for one in servers.values():
        settings = cast("dict[str, str]", one["environment"])
        known = {*BY_VARIABLE, *(f"{name}_FILE" for name, setting in BY_VARIABLE.items() if setting.secret), *NODES}
        assert settings.keys() <= known
        assert settings["GREYCELLS_TRUSTED_PROXIES"] == subnet
        assert (one["read_only"], one["cap_drop"]) == (True, ["ALL"])
        volumes = str(one.get("volumes", ""))
        assert "/data" in volumes + str(one["tmpfs"])
        assert "/data" in volumes or f":{settings['GREYCELLS_ARCHIVE']}" in volumes
    assert "ports" not in str([*servers.values()])
    proxy = (ROOT / "Caddyfile").read_text(encoding="utf-8")
    for variable in re.findall(r"\{\$(\w+)\}", proxy):
        assert variable in cast("dict[str, str]", services["caddy"]["environment"])


def _python() -> str:
    """A Python that another user can run: root's own is often in a folder that nobody else may enter."""
    for path in ("/usr/bin/python3", "/usr/local/bin/python3", sys.executable):
        command = [path, "-c", "import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))"]
        with contextlib.suppress(OSError, subprocess.CalledProcessError):
            subprocess.run(command, check=True, capture_output=True, user=OTHER, group=OTHER)
            return path
    return sys.executable


@pytest.fixture
def image() -> Generator[Path]:
    """What the first stage makes, in a clean folder, read-only, with an empty volume for the other user."""
    (built_with,) = [step.rest.partition("=")[2] for step in steps() if step.word == "ARG"]
    folder = Path(tempfile.mkdtemp(prefix="greycells-image-"))
    folder.chmod(0o755)
    source, volume = folder / "src", folder / "data"
    source.mkdir()
    for step in steps():
        if step.stage == 0 and step.word == "COPY":
            *names, target = step.rest.split()
            for name in names:
                place, ignored = source / target, shutil.ignore_patterns("__pycache__")
                if (ROOT / name).is_dir():
                    shutil.copytree(ROOT / name, place, dirs_exist_ok=True, ignore=ignored)
                else:
                    shutil.copy(ROOT / name, place / name)
        if step.stage == 0 and step.word == "RUN":
            command = step.rest.replace("/opt/greycells", str(folder / "opt"))
            command = command.replace("python -m venv", f"{_python()} -m venv", 1)
            subprocess.run(command, shell=True, check=True, cwd=source, env={**os.environ, "POSTGRES": built_with})
    volume.mkdir(mode=0o700)
    if os.geteuid() == 0:
        os.chown(volume, UID, UID)
    for path in (folder / "opt").rglob("*"):
        if not path.is_symlink():
            path.chmod(stat.S_IMODE(path.stat().st_mode) & ~0o222)
    yield folder
    for path in (folder / "opt").rglob("*"):
        if path.is_dir() and not path.is_symlink():
            path.chmod(0o755)
    shutil.rmtree(folder)


def _settings(folder: Path, port: int) -> dict[str, str]:
    """The environment of the image, with this test's folders and port."""
    found = {name: value.replace("/opt/greycells", str(folder / "opt")) for name, value in environment().items()}
    found = {name: value.replace("/data", str(folder / "data")) for name, value in found.items()}
    found["PATH"] = found["PATH"].replace("$PATH", "/usr/bin:/bin")
    return {**found, "GREYCELLS_PORT": str(port), "GREYCELLS_PACE": "0", "HOME": str(folder / "data")}


@contextlib.contextmanager
def _serving(folder: Path, settings: dict[str, str]) -> Generator[subprocess.Popen[bytes]]:
    command = [*json.loads(rest("ENTRYPOINT")), *json.loads(rest("CMD"))]
    command[0] = str(folder / "opt" / "bin" / command[0])
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(command, cwd="/", env=settings, stdout=log, stderr=log, user=OTHER, group=OTHER)
    try:
        yield process
    finally:
        process.send_signal(getattr(signal, rest("STOPSIGNAL")))
        process.wait(20)


@pytest.mark.proof
def test_the_steps_make_a_server_that_another_user_runs_from_a_read_only_tree(image: Path) -> None:
    port = free_port()
    settings = _settings(image, port)
    _, _, words = rest("HEALTHCHECK").partition("CMD ")
    health = [word.replace("8000", str(port)) for word in json.loads(words)]
    health[0] = str(image / "opt" / "bin" / health[0])

    def ran(command: list[str]) -> subprocess.CompletedProcess[bytes]:
        return subprocess.run(command, env=settings, check=False, capture_output=True, user=OTHER, group=OTHER)

    def healthy() -> bool:
        return ran(health).returncode == 0

    greycells = str(image / "opt" / "bin" / "greycells")
    python = str(image / "opt" / "bin" / "python")
    assert ran([python, "-c", "import psycopg, psycopg_pool; print(psycopg.pq.__impl__)"]).stdout == b"binary\n"
    assert not healthy()
    with _serving(image, settings) as process:
        with waiting_for("the server in the container to be healthy"):
            while not healthy():
                assert process.poll() is None, (image / "log").read_text(encoding="utf-8")
                time.sleep(LOOK_EVERY)
        doctor = ran([greycells, "doctor"])
        assert doctor.returncode == 0, doctor.stdout
        assert b"compiled code can be cached" in doctor.stdout
        assert ran([greycells, "backup", str(image / "data" / "copy")]).returncode == 0
    # After a graceful shutdown uvicorn passes the signal on.
    assert process.returncode in (0, -signal.SIGTERM), (image / "log").read_text(encoding="utf-8")
    if os.geteuid() == 0:
        assert {path.stat().st_uid for path in (image / "data").iterdir()} == {UID}
