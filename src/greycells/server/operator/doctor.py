"""Checks an installation and its settings, and says in sentences what is wrong and what to do about it."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import sqlite3
import stat
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from importlib import metadata
from importlib.resources import files
from pathlib import Path

from greycells.extras import installed
from greycells.language.sentences import Sentence, number_text
from greycells.server.nodes.leases import NOW
from greycells.server.nodes.node_facts import NodeFacts, facts_of
from greycells.server.operator.findings import Finding, note, ok, wrong
from greycells.server.operator.network_checks import look_at_network
from greycells.server.service.settings import Settings
from greycells.server.storage.archive_folder import ARCHIVE, ArchiveFolder
from greycells.server.storage.backups import archived_files
from greycells.server.storage.data_folder import DATABASE, KEY, KEY_LENGTH, UNFINISHED, owner
from greycells.server.storage.database import StoreError, reason
from greycells.server.storage.sqlite_database import inspect, migrations

OLDEST_PYTHON = (3, 11)
FULL, LOW = 100 * 2**20, 2**30
"""Bytes: with less than the first the disk is as good as full, with less than the second it soon is."""
AHEAD = 120.0
"""Seconds that the database may be ahead of the clock: a clock may be set back a little."""
FILES = 4096
LATEST_NODES = (
    f"SELECT id, address, counts, {NOW} - until FROM nodes WHERE until > {NOW} - 3600 AND address <> '' ORDER BY id"
)
"""Nodes that have left in good order are not among them."""
MADE = 1_760_000_000
"""A moment before this was written: a clock that shows an earlier one is wrong."""


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
        *look_at_network(settings, data),
        *_open_files(),
        *_kernel(environment),
    ]


def _settings(settings: Settings) -> Iterator[Finding]:
    """Where the settings come from, and whether others can read a secret among them."""
    yield from (Finding("note", warning) for warning in settings.warnings)
    if settings.file is None:
        yield ok("no settings file")
        return
    inside = Sentence("setting.file", file=str(settings.file))
    secret = any(one.setting.secret and one.origin == inside for one in settings.found.values())
    others = sys.platform != "win32" and settings.file.stat().st_mode & 0o007
    where = str(settings.file)
    yield wrong("readable secret", file=where) if secret and others else ok("settings file", file=where)


def _python() -> Iterator[Finding]:
    version = ".".join(map(str, sys.version_info[:3]))
    yield ok("python", version=version) if sys.version_info >= OLDEST_PYTHON else wrong("old python", version=version)
    yield ok("clock") if time.time() > MADE else wrong("wrong clock", time=time.strftime("%Y-%m-%d"))


def _packages() -> Iterator[Finding]:
    """The packages that every installation needs; those for some systems only, with a marker, are not looked at."""
    try:
        needed = metadata.requires("greycells") or []
    except metadata.PackageNotFoundError:
        yield note("not installed")
        return
    names = [_name(one) for one in needed if ";" not in one]
    for extra in ("fast", "server"):
        own = [_name(one) for one in needed if re.fullmatch(rf"[^[]*; extra == ['\"]{extra}['\"]", one)]
        if any(map(_installed, own)):
            names += own
        else:
            yield note("without extra", extra=extra)
    missing = [name for name in names if not _installed(name)]
    yield wrong("missing packages", packages=", ".join(missing)) if missing else ok("packages", count=len(names))


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
        yield note("no folder", folder=where) if can else wrong("cannot make folder", folder=where, parent=above)
        return
    if not os.access(data, os.R_OK | os.W_OK | os.X_OK):
        yield wrong("unwritable folder", folder=where, user=str(_user()))
        return
    if (data / UNFINISHED).exists():
        yield Finding("wrong", Sentence("store.unfinished", folder=where))
    others = [path.name for path in _ours(data) if stat.S_IMODE(path.stat().st_mode) & 0o077]
    strangers = [path for path in _ours(data) if path.stat().st_uid != _user()]
    if others and sys.platform != "win32":
        yield note("readable by others", folder=where, files=", ".join(others))
    if strangers and sys.platform != "win32":
        names = ", ".join(path.name for path in strangers)
        yield wrong("other owner", folder=where, files=names, owner=owner(strangers[0]))
    if not strangers:
        yield ok("folder", folder=where)


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
            else ok("given key")
        )
        return
    if not path.exists():
        if (data / DATABASE).exists():
            yield wrong("lost key", file=str(path))
        return
    try:
        length = len(path.read_bytes().strip())
    except OSError as error:
        yield Finding("wrong", Sentence("store.unreadable key", file=str(path), why=error.strerror or ""))
        return
    if length < KEY_LENGTH:
        yield Finding("wrong", Sentence("store.short key", file=str(path), length=length, full=KEY_LENGTH))
    else:
        yield ok("key")


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
        yield wrong("clock behind", minutes=int((float(latest) - time.time()) / 60))


def _postgresql(url: str) -> Iterator[Finding]:
    """Whether the database can be reached; the address holds a password, so that it is never printed."""
    try:
        import psycopg
    except ImportError:
        yield wrong("no psycopg")
        return
    try:
        with psycopg.connect(url, connect_timeout=5) as connection:
            yield ok("postgresql", version=connection.info.server_version // 10_000)
            known = connection.execute("SELECT to_regclass('nodes')").fetchone()
            rows = connection.execute(LATEST_NODES).fetchall() if known is not None and known[0] is not None else []
            facts = [(facts_of(str(name), str(address), str(told)), float(gone)) for name, address, told, gone in rows]
            living = [node for node, gone in facts if gone <= 0]
            yield from _nodes(living)
            yield from _lost({node.address: gone for node, gone in facts}, living)
    except psycopg.Error as error:
        yield wrong("unreachable postgresql", why=reason(error))


def _nodes(nodes: Sequence[NodeFacts]) -> Iterator[Finding]:
    """Whether the nodes that run now reach one another, as they found themselves."""
    addresses = {node.name: node.address for node in nodes}
    for node in nodes:
        alike = [other.name for other in nodes if other.address == node.address]
        if len(alike) > 1 and node.name == max(alike):
            yield wrong("nodes alike", nodes=", ".join(alike), address=node.address)
    apart = [(node, name) for node in nodes for name in sorted(node.unreached & addresses.keys()) if node.name != name]
    for node, name in apart:
        yield wrong("node unreached", node=name, address=addresses[name], other=node.name, where=node.address)
    if nodes and not apart:
        where = ", ".join(f"{node.name} ({node.address})" for node in nodes)
        yield ok("nodes", count=len(nodes), nodes=where)


def _lost(gone: Mapping[str, float], living: Sequence[NodeFacts]) -> Iterator[Finding]:
    """Where a node was in the past hour, that didn't say that it leaves, and none is now."""
    for address in sorted(gone.keys() - {node.address for node in living}):
        if not _loopback(address):  # There a node takes another free port when it starts again.
            yield wrong("node lost", address=address, seconds=round(gone[address]))


def _loopback(address: str) -> bool:
    return address.startswith(("127.", "[::1]", "localhost:"))


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
        yield wrong("archive unwritable", folder=str(folder.path), user=str(_user()))
    places = _archived_in_postgresql(url) if isinstance(url, str) else _archived_in_sqlite(data / DATABASE)
    lost = [place for place in places if not folder.has(place)]
    if lost:
        yield wrong("archive missing", lost=len(lost), archived=len(places), folder=str(folder.path.absolute()))
    elif places:
        yield ok("archive", archived=len(places))


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
        yield wrong("disk full", free=amount, folder=str(place))
    else:
        yield note("disk low", free=amount, folder=str(place)) if free < LOW else ok("disk", free=amount)


def _open_files() -> Iterator[Finding]:
    if sys.platform == "win32":
        return
    import resource

    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    enough = soft == resource.RLIM_INFINITY or soft >= FILES
    yield ok("files", limit=soft) if enough else note("few files", limit=soft, enough=FILES)


def _kernel(environment: Mapping[str, str]) -> Iterator[Finding]:
    """How the solver counts, and where numba keeps what it compiled: a folder that is set, our code's, the user's."""
    if not installed("fast"):
        yield note("counts in python")
        return
    if environment.get("GREYCELLS_KERNEL") == "off":
        yield note("kernel off")
        return
    beside = Path(str(files("greycells.deduction").joinpath("kernel", "__pycache__")))
    own = environment.get("NUMBA_CACHE_DIR")
    home = Path(environment.get("XDG_CACHE_HOME") or Path(environment.get("HOME", "/nowhere")) / ".cache")
    places = [Path(own)] if own else [beside, home]
    yield ok("kernel") if any(map(_writable, places)) else note("no cache", folder=str(places[0]))


def _writable(place: Path) -> bool:
    """Whether a folder can be written, or made."""
    return os.access(_existing(place), os.W_OK)


def _existing(place: Path) -> Path:
    """The folder, or the nearest one above it that exists."""
    return next(one for one in (place.absolute(), *place.absolute().parents) if one.exists())
