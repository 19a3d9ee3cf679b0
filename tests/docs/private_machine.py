"""A machine of its own for a test: this machine's programs, empty folders, and a real systemd as first process.

Everything is in one folder, seen through namespaces of its own: files, processes, network. What is done there as root
(users, services, ports below 1024) is done to nobody else, and it ends with the test. Programs that can't work there
have stand-ins in `/usr/local/sbin`, which comes first in the path, as on Debian.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Generator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import pytest
from tests.deadline import waiting_for

PROGRAMS = ("unshare", "nsenter", "ip", "mount", "pivot_root", "runuser", "systemd-analyze", "systemctl")
SYSTEMD = Path("/lib/systemd/systemd")
MISSING = [name for name in PROGRAMS if not shutil.which(name, path=f"{os.environ.get('PATH', '')}:/usr/sbin:/sbin")]
CAN = sys.platform == "linux" and os.geteuid() == 0 and SYSTEMD.exists() and not MISSING
needs_machine = pytest.mark.skipif(
    not CAN, reason="NOT TESTED: a machine of one's own needs root, systemd and " + ", ".join(MISSING or PROGRAMS)
)
COPIED = (
    *("alternatives", "bash.bashrc", "debian_version", "default", "ld.so.cache", "ld.so.conf", "ld.so.conf.d"),
    *("localtime", "login.defs", "nginx", "os-release", "pam.d", "postgresql-common", "profile", "security", "ssl"),
)
"""What this machine's programs expect in `/etc`."""
PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
ENTER = """
set -e
for group in $GROUPS_OF_ITS_OWN; do echo $$ > "$group/cgroup.procs"; done
exec unshare --mount --net --pid --ipc --uts --cgroup --fork --kill-child sh -c "$BOOT"
"""
BOOT = """
set -e
mount --make-rprivate /
ip link set lo up
mount --bind "$ROOT" "$ROOT"
mount --bind /usr "$ROOT/usr"
mount -o remount,bind,ro "$ROOT/usr"
mount --bind "$ROOT/local" "$ROOT/usr/local"
for pair in $SEEN; do mount --bind "${pair%%=*}" "$ROOT${pair#*=}"; mount -o remount,bind,ro "$ROOT${pair#*=}"; done
mount -t proc proc "$ROOT/proc"
mount --rbind /dev "$ROOT/dev"
mount -t sysfs sysfs "$ROOT/sys"
echo "$MOUNTS" | while read -r kind options place; do
    [ -d "$ROOT$place" ] || mkdir -p "$ROOT$place"
    mount -t "$kind" -o "$options" "$kind" "$ROOT$place"
done
for empty in run tmp; do mount -t tmpfs -o mode=1777 tmpfs "$ROOT/$empty"; done
cd "$ROOT"
pivot_root . old
umount -l /old
exec env -i PATH="$PATH" container=other /lib/systemd/systemd --system --log-target=console --log-level=notice
"""
SUDO = """#!/bin/sh
# As sudo does: another user, with that user's home and an ordinary path.
user=root
if [ "$1" = -u ]; then user=$2; shift 2; fi
home=$(getent passwd "$user" | cut -d: -f6)
exec runuser -u "$user" -- env HOME="$home" USER="$user" LOGNAME="$user" "$@"
"""


class Hierarchy(NamedTuple):
    """A tree of control groups: its place, its type, its options, and the group that this process is in."""

    place: Path
    kind: str
    options: str
    group: Path


def _hierarchies() -> list[Hierarchy]:
    groups: dict[str, str] = {}
    for line in Path("/proc/self/cgroup").read_text(encoding="ascii").splitlines():
        _, controllers, group = line.split(":", 2)
        groups |= dict.fromkeys(controllers.split(","), group)
    found: list[Hierarchy] = []
    for line in Path("/proc/self/mounts").read_text(encoding="utf-8").splitlines():
        _, place, kind, options, *_ = line.split()
        named = [word for word in options.split(",") if word in groups] if kind == "cgroup" else [""]
        if kind in ("cgroup", "cgroup2") and named:
            own = Path(place) / groups.get(named[0], "/").lstrip("/")
            found.append(Hierarchy(Path(place), kind, ",".join(named) or "rw", own))
    return found


def _cgroups_of_its_own(name: str) -> list[Path]:
    """A group for the machine in each tree, below this process's own: systemd believes that all it sees is its own."""
    made: list[Path] = []
    for tree in _hierarchies():
        made.append(tree.group / name)
        made[-1].mkdir()
        for setting in ("cpuset.cpus", "cpuset.mems"):
            if tree.kind == "cgroup" and (tree.group / setting).exists():
                (made[-1] / setting).write_text((tree.group / setting).read_text(encoding="ascii"), encoding="ascii")
    return made


def _cgroup_mounts() -> list[str]:
    """What the machine mounts: of each tree it sees its own group only."""
    several = [f"tmpfs mode=755 {Path('/sys/fs/cgroup')}"] if len(_hierarchies()) > 1 else []
    return several + [f"{tree.kind} {tree.options} {tree.place}" for tree in _hierarchies()]


def _removed(group: Path) -> bool:
    with contextlib.suppress(OSError):
        for folder, _, _ in os.walk(group, topdown=False):
            Path(folder).rmdir()
    return not group.exists()


class PrivateMachine:
    """A running machine. `seen` are folders of this machine that can be read there, by their place there."""

    def __init__(self, folder: Path, *, seen: Mapping[str, Path], stand_ins: Mapping[str, str]) -> None:
        self.root = folder
        self._seen = seen
        self._furnish({"sudo": SUDO, **stand_ins})
        self._log = (folder.parent / "boot.log").open("wb")
        self._cgroups = _cgroups_of_its_own(folder.parent.name)
        variables = {
            "ROOT": str(folder),
            "SEEN": " ".join(f"{source}={place}" for place, source in seen.items()),
            "PATH": PATH,
            "BOOT": BOOT,
            "MOUNTS": "\n".join(_cgroup_mounts()),
            "GROUPS_OF_ITS_OWN": " ".join(map(str, self._cgroups)),
        }
        self._outside = subprocess.Popen(["sh", "-c", ENTER], env=variables, stdout=self._log, stderr=self._log)
        with waiting_for("systemd to start"):
            while not self._started():
                assert self._outside.poll() is None, (folder.parent / "boot.log").read_text(encoding="utf-8")

    def _furnish(self, stand_ins: Mapping[str, str]) -> None:
        """Folders and files of an empty machine, with the users of this one that own its programs' files."""
        for name in ("etc/systemd/system", "home", "old", "proc", "dev", "sys", "run", "tmp", "usr", "var/cache"):
            (self.root / name).mkdir(parents=True, exist_ok=True)
        for name in ("root", "opt", "local/bin", "local/sbin", "local/src", "var/lib/nginx", "var/log/nginx"):
            (self.root / name).mkdir(parents=True, exist_ok=True)
        for name in ("var/log/postgresql", "var/lib/postgresql", "var/www/html", "var/backups", "etc/cron.daily"):
            (self.root / name).mkdir(parents=True, exist_ok=True)
        (self.root / "var" / "run").symlink_to("/run")
        for name in ("bin", "sbin", "lib", "lib64"):
            (self.root / name).symlink_to(f"usr/{name}")
        for name in COPIED:
            place, copy = Path("/etc") / name, self.root / "etc" / name
            if place.is_dir():
                shutil.copytree(place, copy, symlinks=True, ignore=shutil.ignore_patterns("private"))
            elif place.exists():
                shutil.copy(place, copy)
        for name in ("passwd", "group"):
            lines = (Path("/etc") / name).read_text(encoding="utf-8").splitlines(keepends=True)
            kept = [line for line in lines if not line.startswith("greycells:")]
            (self.root / "etc" / name).write_text("".join(kept), encoding="utf-8")
        self.write("/etc/hosts", "127.0.0.1 localhost play.example\n")
        self.write("/etc/machine-id", "")
        self.write("/etc/systemd/system/default.target", "[Unit]\nDescription=Nothing by itself\n")
        for folder in self._seen:
            (self.root / folder.lstrip("/")).mkdir(parents=True, exist_ok=True)
        for name, text in stand_ins.items():
            self.write(f"/local/sbin/{name}", text, mode=0o755)
        for path in self.root.rglob("*"):
            if path.is_dir() and not path.is_symlink() and path.stat().st_uid == 0:
                path.chmod(0o755)

    def write(self, path: str, text: str, *, mode: int = 0o644) -> None:
        """Save a file there."""
        place = self.root / path.lstrip("/")
        place.write_text(text, encoding="utf-8")
        place.chmod(mode)

    def _started(self) -> bool:
        with contextlib.suppress(OSError, ValueError, IndexError):
            asked = self._inside(["systemctl", "is-system-running"])
            return asked.stdout.strip() in ("running", "degraded")
        return False

    def _first(self) -> int:
        """The number here of the first process there."""
        outside = self._outside.pid
        return int(Path(f"/proc/{outside}/task/{outside}/children").read_text(encoding="ascii").split()[0])

    def _inside(self, command: Sequence[str], **more: str) -> subprocess.CompletedProcess[str]:
        enter = ["nsenter", "--target", str(self._first()), "--all", "--root", "--wd"]
        environment = {"PATH": PATH, "HOME": "/root", "USER": "root", "LANG": "C.UTF-8", **more}
        return subprocess.run([*enter, *command], env=environment, check=False, capture_output=True, text=True)

    def run(self, script: str, **environment: str) -> str:
        """Run commands as root in a shell that stops at the first failure; returns what they printed."""
        ran = self._inside(["bash", "-euo", "pipefail", "-c", f"cd /root\n{script}"], **environment)
        told = ran.stdout + ran.stderr
        assert ran.returncode == 0, f"{script}\n{told}\n{self.journal()}"
        return told

    def journal(self) -> str:
        """What systemd said so far, and the service, where its errors are kept."""
        logs = (self.root.parent / "boot.log", self.root / "var" / "log" / "greycells.log")
        return "\n".join(log.read_text(encoding="utf-8", errors="replace")[-4000:] for log in logs if log.exists())

    def stop(self) -> None:
        """End every process there."""
        self._outside.send_signal(signal.SIGKILL)
        self._outside.wait()
        self._log.close()
        with waiting_for("the machine's control groups to be empty"):
            while not all(map(_removed, self._cgroups)):
                time.sleep(0.1)


@contextlib.contextmanager
def private_machine(
    folder: Path, *, seen: Mapping[str, Path], stand_ins: Mapping[str, str]
) -> Generator[PrivateMachine]:
    """A machine for the time of a test, where root may have namespaces and control groups of its own."""
    kinds = ("--mount", "--net", "--pid", "--ipc", "--uts", "--cgroup", "--fork")
    command = ["unshare", *kinds, "sh", "-c", "mount -t sysfs sysfs /sys && mount -t tmpfs tmpfs /tmp"]
    tried = subprocess.run(command, check=False, capture_output=True, text=True)
    if tried.returncode or not all(os.access(tree.group, os.W_OK) for tree in _hierarchies()):
        pytest.skip(f"NOT TESTED: no machine of one's own here: {tried.stderr}")
    machine = PrivateMachine(folder, seen=seen, stand_ins=stand_ins)
    try:
        yield machine
    finally:
        machine.stop()
