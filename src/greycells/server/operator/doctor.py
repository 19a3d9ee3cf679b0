"""Checks an installation and its settings, and says in sentences what is wrong and what to do about it."""

from __future__ import annotations

import contextlib
import ipaddress
import os
import re
import shutil
import socket
import sqlite3
import stat
import sys
import time
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import metadata
from importlib.resources import files
from pathlib import Path
from typing import Literal, TypeAlias
from urllib.parse import urlsplit

from greycells.extras import installed
from greycells.language.sentences import Argument, Sentence, number_text
from greycells.server.nodes.leases import NOW
from greycells.server.nodes.node_facts import NodeFacts, facts_of
from greycells.server.service.settings import Settings
from greycells.server.storage.archive_folder import ARCHIVE, ArchiveFolder
from greycells.server.storage.backups import archived_files
from greycells.server.storage.data_folder import DATABASE, KEY, KEY_LENGTH, UNFINISHED, owner
from greycells.server.storage.database import StoreError
from greycells.server.storage.sqlite_database import inspect, migrations

Verdict: TypeAlias = Literal["ok", "note", "wrong"]
OLDEST_PYTHON = (3, 11)
FULL, LOW = 100 * 2**20, 2**30
"""Bytes: with less than the first the disk is as good as full, with less than the second it soon is."""
AHEAD = 120.0
"""Seconds that the database may be ahead of the clock: a clock may be set back a little."""
FILES = 4096
LIVING = f"SELECT id, address, counts FROM nodes WHERE until > {NOW} ORDER BY id"
MADE = 1_760_000_000
"""A moment before this was written: a clock that shows an earlier one is wrong."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at: in order, worth a note, or wrong."""

    verdict: Verdict
    sentence: Sentence

    @property
    def is_wrong(self) -> bool:
        return self.verdict == "wrong"

    def __str__(self) -> str:
        return f"{Sentence(f'doctor.{self.verdict}')!s:8}{self.sentence}"


def _ok(key: str, **arguments: Argument) -> Finding:
    return Finding("ok", Sentence(f"doctor.{key}", **arguments))


def _note(key: str, **arguments: Argument) -> Finding:
    return Finding("note", Sentence(f"doctor.{key}", **arguments))


def _wrong(key: str, **arguments: Argument) -> Finding:
    return Finding("wrong", Sentence(f"doctor.{key}", **arguments))


def examine(settings: Settings, environment: Mapping[str, str]) -> list[Finding]:
    """Everything that can be checked without starting the server, nor changing anything."""
    data = Path(str(settings["data"]))
    return [
        *_python(),
        *_packages(),
        *_settings(settings),
        *_folder(data),
        *(
            (*_postgresql(str(settings["database"])), *_node_address(settings))
            if settings["database"]
            else (*_key(data, settings), *_database(data))
        ),
        *_archive(data, settings),
        *_disk(data),
        *_port(settings),
        *_public(settings),
        *_proxies(settings),
        *_open_files(),
        *_kernel(environment),
    ]


def _settings(settings: Settings) -> Iterator[Finding]:
    """Where the settings come from, and whether others can read a secret among them."""
    yield from (Finding("note", warning) for warning in settings.warnings)
    if settings.file is None:
        yield _ok("no settings file")
        return
    inside = Sentence("setting.file", file=str(settings.file))
    secret = any(one.setting.secret and one.origin == inside for one in settings.found.values())
    others = sys.platform != "win32" and settings.file.stat().st_mode & 0o007
    where = str(settings.file)
    yield _wrong("readable secret", file=where) if secret and others else _ok("settings file", file=where)


def _python() -> Iterator[Finding]:
    version = ".".join(map(str, sys.version_info[:3]))
    yield _ok("python", version=version) if sys.version_info >= OLDEST_PYTHON else _wrong("old python", version=version)
    yield _ok("clock") if time.time() > MADE else _wrong("wrong clock", time=time.strftime("%Y-%m-%d"))


def _packages() -> Iterator[Finding]:
    """The packages that every installation needs; those for some systems only, with a marker, are not looked at."""
    try:
        needed = metadata.requires("greycells") or []
    except metadata.PackageNotFoundError:
        yield _note("not installed")
        return
    names = [_name(one) for one in needed if ";" not in one]
    for extra in ("fast", "server"):
        own = [_name(one) for one in needed if re.fullmatch(rf"[^[]*; extra == ['\"]{extra}['\"]", one)]
        if any(map(_installed, own)):
            names += own
        else:
            yield _note("without extra", extra=extra)
    missing = [name for name in names if not _installed(name)]
    yield _wrong("missing packages", packages=", ".join(missing)) if missing else _ok("packages", count=len(names))


def _name(requirement: str) -> str:
    """The package that a requirement names, without its versions and marker."""
    return re.split(r"[><=!~;\[ ]", requirement, maxsplit=1)[0]


def _installed(name: str) -> bool:
    try:
        metadata.version(name)
    except metadata.PackageNotFoundError:
        return False
    return True


def _folder(data: Path) -> Iterator[Finding]:
    where = str(data.absolute())
    if not data.exists():
        above = str(_existing(data))
        can = _writable(data)
        yield _note("no folder", folder=where) if can else _wrong("cannot make folder", folder=where, parent=above)
        return
    if not os.access(data, os.R_OK | os.W_OK | os.X_OK):
        yield _wrong("unwritable folder", folder=where, user=str(_user()))
        return
    if (data / UNFINISHED).exists():
        yield Finding("wrong", Sentence("store.unfinished", folder=where))
    others = [path.name for path in _ours(data) if stat.S_IMODE(path.stat().st_mode) & 0o077]
    strangers = [path for path in _ours(data) if path.stat().st_uid != _user()]
    if others and sys.platform != "win32":
        yield _note("readable by others", folder=where, files=", ".join(others))
    if strangers and sys.platform != "win32":
        names = ", ".join(path.name for path in strangers)
        yield _wrong("other owner", folder=where, files=names, owner=owner(strangers[0]))
    if not strangers:
        yield _ok("folder", folder=where)


def _ours(data: Path) -> list[Path]:
    names = (KEY, DATABASE, f"{DATABASE}-wal", f"{DATABASE}-shm", "lock")
    return [data, *(data / name for name in names if (data / name).exists())]


def _user() -> int:
    return -1 if sys.platform == "win32" else os.geteuid()


def _key(data: Path, settings: Settings) -> Iterator[Finding]:
    given, path = settings["key"], data / KEY
    if isinstance(given, str):
        short = len(given) < KEY_LENGTH
        yield (
            Finding("wrong", Sentence("store.short setting", length=len(given), full=KEY_LENGTH))
            if short
            else _ok("given key")
        )
        return
    if not path.exists():
        if (data / DATABASE).exists():
            yield _wrong("lost key", file=str(path))
        return
    try:
        length = len(path.read_bytes().strip())
    except OSError as error:
        yield Finding("wrong", Sentence("store.unreadable key", file=str(path), why=error.strerror or ""))
        return
    if length < KEY_LENGTH:
        yield Finding("wrong", Sentence("store.short key", file=str(path), length=length, full=KEY_LENGTH))
    else:
        yield _ok("key")


def _database(data: Path) -> Iterator[Finding]:
    path = data / DATABASE
    if not path.exists() or not path.stat().st_size or not os.access(path, os.R_OK):
        return
    try:
        version = inspect(path)
        with contextlib.closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as connection:
            (tables,) = connection.execute("SELECT count(*) FROM tables").fetchone()
            (latest,) = connection.execute("SELECT max(touched) FROM tables").fetchone()
    except StoreError as error:
        yield Finding("wrong", Sentence("doctor.said", words=str(error)))
        return
    except sqlite3.Error as error:
        yield Finding("wrong", Sentence("store.no database", file=str(path), why=str(error)))
        return
    newest = len(migrations())
    older = "" if version == newest else ", older"
    yield Finding("ok", Sentence(f"doctor.database{older}", tables=int(tables), version=version, newest=newest))
    if latest is not None and float(latest) > time.time() + AHEAD:
        yield _wrong("clock behind", minutes=int((float(latest) - time.time()) / 60))


def _postgresql(url: str) -> Iterator[Finding]:
    """Whether the database can be reached; the address holds a password, so that it is never printed."""
    try:
        import psycopg
    except ImportError:
        yield _wrong("no psycopg")
        return
    try:
        with psycopg.connect(url, connect_timeout=5) as connection:
            yield _ok("postgresql", version=connection.info.server_version // 10_000)
            known = connection.execute("SELECT to_regclass('nodes')").fetchone()
            rows = connection.execute(LIVING).fetchall() if known is not None and known[0] is not None else []
            yield from _nodes([facts_of(str(name), str(address), str(told)) for name, address, told in rows])
    except psycopg.Error as error:
        yield _wrong("unreachable postgresql", why=type(error).__name__)


def _nodes(nodes: Sequence[NodeFacts]) -> Iterator[Finding]:
    """Whether the nodes that run now reach one another, as they found themselves."""
    addresses = {node.name: node.address for node in nodes if node.address}
    lost = [(node, name) for node in nodes for name in sorted(node.unreached & addresses.keys())]
    for node, name in lost:
        yield _wrong("node unreached", node=name, address=addresses[name], other=node.name, where=node.address)
    if addresses and not lost:
        yield _ok("nodes", count=len(addresses))


def _node_address(settings: Settings) -> Iterator[Finding]:
    """Whether other nodes can reach a node at its address at all; whether they do, only a running one knows."""
    if settings["one-machine"]:
        return
    from greycells.server.nodes.cluster import check_address

    listen = settings["node-listen"]
    try:
        check_address(str(settings["node-address"]), listen=listen if isinstance(listen, str) else None)
    except StoreError as error:
        yield Finding("wrong", Sentence("doctor.said", words=str(error)))


def _archive(data: Path, settings: Settings) -> Iterator[Finding]:
    """Whether every archived game has its file; whether it is still the same is read when a backup is made."""
    given, url = settings["archive"], settings["database"]
    folder = ArchiveFolder(given if isinstance(given, Path) else data / ARCHIVE)
    if settings["archive-after"] is not None and not _writable(folder.path):
        yield _wrong("archive unwritable", folder=str(folder.path), user=str(_user()))
    places = _archived_in_postgresql(url) if isinstance(url, str) else _archived_in_sqlite(data / DATABASE)
    lost = [place for place in places if not folder.has(place)]
    if lost:
        yield _wrong("archive missing", lost=len(lost), archived=len(places), folder=str(folder.path.absolute()))
    elif places:
        yield _ok("archive", archived=len(places))


def _archived_in_sqlite(path: Path) -> list[str]:
    try:
        with contextlib.closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as connection:
            return [file.place for file in archived_files(connection)]
    except sqlite3.Error:
        return []  # There is no database, or what is wrong with it was said above.


def _archived_in_postgresql(url: str) -> list[str]:
    try:
        import psycopg
    except ImportError:
        return []
    try:
        with psycopg.connect(url, connect_timeout=5) as connection:
            query = "SELECT archive_file FROM tables WHERE archive_file <> ''"
            return [str(place) for (place,) in connection.execute(query).fetchall()]
    except psycopg.Error:
        return []


def _disk(data: Path) -> Iterator[Finding]:
    place = _existing(data)
    free = shutil.disk_usage(place).free
    amount = number_text(free / 1e9, 1)
    if free < FULL:
        yield _wrong("disk full", free=amount, folder=str(place))
    else:
        yield _note("disk low", free=amount, folder=str(place)) if free < LOW else _ok("disk", free=amount)


def _port(settings: Settings) -> Iterator[Finding]:
    host, port = str(settings["host"]), int(str(settings["port"]))
    try:
        with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind((host, port))
    except PermissionError:
        yield _wrong("forbidden port", port=str(port))
    except (OSError, UnicodeError) as error:
        running = _healthy("127.0.0.1" if host in ("0.0.0.0", "::", "") else host, port)
        if running:
            yield _ok("running", port=str(port))
        elif isinstance(error, OSError) and error.errno is not None and _taken(error):
            yield _wrong("port taken", port=str(port))
        else:
            yield _wrong("bad host", host=host, why=str(error))
    else:
        yield _ok("port", port=str(port))


def _taken(error: OSError) -> bool:
    return error.errno in (48, 98, 10048)


def _healthy(host: str, port: int) -> bool:
    """Whether a healthy greycells server answers there; its metrics tell it from other programs with a health check."""
    at = f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"
    try:
        with (
            urllib.request.urlopen(f"{at}/health", timeout=5),
            urllib.request.urlopen(f"{at}/metrics", timeout=5) as metrics,
        ):
            return b"greycells_" in metrics.read()
    except (OSError, ValueError):
        return False


def _public(settings: Settings) -> Iterator[Finding]:
    url = settings["public-url"]
    if not isinstance(url, str):
        local = str(settings["host"]) in ("127.0.0.1", "::1", "localhost")
        yield _ok("at home") if local else _note("no public url")
        return
    parts = urlsplit(url)
    if parts.scheme == "http" and parts.hostname not in ("localhost", "127.0.0.1", "::1"):
        yield _note("no tls", url=url)
    try:
        socket.getaddrinfo(parts.hostname, None)
    except OSError:
        yield _note("unknown host", host=str(parts.hostname))
    else:
        yield _ok("public url", url=url)


def _proxies(settings: Settings) -> Iterator[Finding]:
    trusted = [one.strip() for one in str(settings["trusted-proxies"]).split(",")]
    for one in trusted:
        if one == "*":
            yield _note("everybody trusted")
        elif not _network(one):
            yield _wrong("no network", value=one)
    alone = trusted == ["127.0.0.1"] and str(settings["host"]) not in ("127.0.0.1", "::1", "localhost")
    if alone and settings["public-url"] is not None:
        yield _note("untrusted proxy", host=str(settings["host"]))


def _network(text: str) -> bool:
    try:
        ipaddress.ip_network(text)
    except ValueError:
        return False
    return True


def _open_files() -> Iterator[Finding]:
    if sys.platform == "win32":
        return
    import resource

    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    enough = soft == resource.RLIM_INFINITY or soft >= FILES
    yield _ok("files", limit=soft) if enough else _note("few files", limit=soft, enough=FILES)


def _kernel(environment: Mapping[str, str]) -> Iterator[Finding]:
    """How the solver counts, and where numba keeps what it compiled: a folder that is set, our code's, the user's."""
    if not installed("fast"):
        yield _note("counts in python")
        return
    if environment.get("GREYCELLS_KERNEL") == "off":
        yield _note("kernel off")
        return
    beside = Path(str(files("greycells.deduction").joinpath("kernel", "__pycache__")))
    own = environment.get("NUMBA_CACHE_DIR")
    home = Path(environment.get("XDG_CACHE_HOME") or Path(environment.get("HOME", "/nowhere")) / ".cache")
    places = [Path(own)] if own else [beside, home]
    yield _ok("kernel") if any(map(_writable, places)) else _note("no cache", folder=str(places[0]))


def _writable(place: Path) -> bool:
    """Whether a folder can be written, or made."""
    return os.access(_existing(place), os.W_OK)


def _existing(place: Path) -> Path:
    """The folder, or the nearest one above it that exists."""
    return next(one for one in (place.absolute(), *place.absolute().parents) if one.exists())
