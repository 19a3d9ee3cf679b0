"""The server's data folder: one process uses it at a time, and only its owner can read what is in it."""

from __future__ import annotations

import errno
import os
import secrets
import stat
import sys
from pathlib import Path

from greycells.language.sentences import Sentence
from greycells.server.storage.database import FolderInUse, StoreError

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

DATABASE, KEY, LOCK = "greycells.db", "key", "lock"
UNFINISHED = "restore-unfinished"
"""Is there while a backup is put back: files of two states lie beside each other then."""
KEY_LENGTH = 64
"""The characters of a signing key: 32 random bytes in hexadecimal."""


class DataFolder:
    """An open data folder. It is locked until `close` is called or the process ends, however it ends."""

    def __init__(self, path: Path, *, finished: bool = True) -> None:
        """Open the folder, or make it; a StoreError says why not. With `finished`, half of a restore is refused."""
        self.path = path
        try:
            path.mkdir(mode=0o700, parents=True, exist_ok=True)
            _keep_private(path, 0o700)
            self._lock = os.open(path / LOCK, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as error:
            raise StoreError(Sentence("store.folder", folder=str(path), why=error.strerror or "")) from error
        try:
            _lock(self._lock)
        except OSError as error:
            self.close()
            if error.errno in (errno.EAGAIN, errno.EACCES, errno.EDEADLK):
                raise FolderInUse(Sentence("store.in use", folder=str(path))) from error
            raise StoreError(Sentence("store.folder", folder=str(path), why=error.strerror or "")) from error
        if finished and (path / UNFINISHED).exists():
            self.close()
            raise StoreError(Sentence("store.unfinished", folder=str(path)))

    @property
    def database(self) -> Path:
        """Where the database is; its files are made private first, with those that SQLite keeps beside it."""
        path = self.path / DATABASE
        try:
            for file in (path, *(path.with_name(path.name + end) for end in ("-wal", "-shm", "-journal"))):
                if file.exists():
                    _keep_private(file, 0o600)
            if not path.exists():
                os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
        except OSError as error:
            raise StoreError(Sentence("store.unusable", file=str(path), why=error.strerror or "")) from error
        return path

    def signing_key(self, given: str | None = None) -> str:
        """The key that signs cookies and seat links: the one given in the settings, or the folder's own.

        That one is made on the first start, all of it or nothing. With an empty or a short key anybody could sign, so
        the server does not start with one.
        """
        if given is not None:
            if len(given) < KEY_LENGTH:
                raise StoreError(Sentence("store.short setting", length=len(given), full=KEY_LENGTH))
            return given
        path = self.path / KEY
        try:
            _keep_private(path, 0o600)
            key = path.read_text(encoding="ascii").strip()
        except FileNotFoundError:
            return self._new_key()
        except (OSError, UnicodeDecodeError) as error:
            why = error.strerror if isinstance(error, OSError) else None
            raise StoreError(Sentence("store.unreadable key", file=str(path), why=why or "no ASCII")) from error
        if len(key) < KEY_LENGTH:
            raise StoreError(Sentence("store.short key", file=str(path), length=len(key), full=KEY_LENGTH))
        return key

    def _new_key(self) -> str:
        key = secrets.token_hex(KEY_LENGTH // 2)
        self.keep_key(key)
        return key

    def keep_key(self, key: str) -> None:
        """Write the key to a temporary file, and rename it once it is on disk."""
        path = self.path / KEY
        new = path.with_name(f"{KEY}.new")
        try:
            new.unlink(missing_ok=True)
            with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="ascii") as file:
                file.write(key)
                file.flush()
                os.fsync(file.fileno())
            new.replace(path)
            sync_folder(self.path)
        except OSError as error:
            raise StoreError(Sentence("store.folder", folder=str(self.path), why=error.strerror or "")) from error

    def close(self) -> None:
        """Let another server use the folder."""
        if self._lock >= 0:
            os.close(self._lock)
            self._lock = -1


def _lock(descriptor: int) -> None:
    """Take the lock, which the system takes back when the process ends; an OSError if another process has it."""
    if sys.platform == "win32":
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
    else:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _keep_private(path: Path, mode: int) -> None:
    """Remove all permissions beyond this mode. A shared folder such as /tmp keeps its own."""
    found = path.stat()
    rights = stat.S_IMODE(found.st_mode)
    shared = stat.S_ISDIR(found.st_mode) and rights & stat.S_ISVTX
    if rights & ~mode and not shared and sys.platform != "win32" and found.st_uid == os.geteuid():
        path.chmod(rights & mode)


def owner(path: Path) -> str:
    """The user that a file belongs to: a name, or a number if there is none."""
    try:
        return path.owner()
    except (KeyError, NotImplementedError):
        return str(path.stat().st_uid)


def sync_folder(folder: Path) -> None:
    """Sync a folder's entries to disk, where the system supports it."""
    if sys.platform != "win32":
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
