"""The folder with the archive: one `.case` file for each finished game that was taken out of the database."""

from __future__ import annotations

import hashlib
import os
import re
import secrets
import time
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from greycells.errors import GreycellsError
from greycells.server.storage.data_folder import sync_folder

ARCHIVE = "archive"
"""The folder's name in the data folder, unless the settings name another one."""
_PLACE = re.compile(r"\d{4}-\d{2}/[\w-]+\.case")


class ArchivedFile(NamedTuple):
    """A file of the archive: its place in the folder, and its SHA-256."""

    place: str
    digest: str


class ArchiveError(GreycellsError):
    """A file of the archive, by its place, that is missing or isn't what was written."""


class ArchiveFolder:
    """The archive. A file is written once and never changed; there is a folder for each month."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def keep(self, game: str, text: str, *, at: float) -> ArchivedFile:
        """Write a game, which ended at this time; when this returns, it is safe."""
        place, data = f"{time.strftime('%Y-%m', time.gmtime(at))}/{game}.case", text.encode()
        self._write(place, data)
        return ArchivedFile(place, hashlib.sha256(data).hexdigest())

    def take_over(self, file: ArchivedFile, other: ArchiveFolder) -> None:
        """Copy a file from another folder, unless it is here; an ArchiveError if it isn't what was written there."""
        try:
            self.text(file)
        except ArchiveError:
            self._write(file.place, other.text(file).encode())

    def _write(self, place: str, data: bytes) -> None:
        """Write to a temporary file, and rename it once it is on disk.

        A file that is there is the same, or damaged, or one that nobody refers to, and is replaced.
        """
        path = self.path / place
        for folder in (self.path, path.parent):
            if not folder.exists():
                folder.mkdir(mode=0o700, parents=True, exist_ok=True)
                sync_folder(folder.parent)
        new = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
        try:
            with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            new.replace(path)
        finally:
            new.unlink(missing_ok=True)
        sync_folder(path.parent)

    def text(self, file: ArchivedFile) -> str:
        """An archived game; an ArchiveError if it isn't what was written."""
        data = self._data(file)
        if hashlib.sha256(data).hexdigest() != file.digest:
            raise ArchiveError(file.place)
        return data.decode()

    def lost(self, files: Iterable[ArchivedFile]) -> list[str]:
        """Which of these files are missing or damaged; all of them are read."""
        return [file.place for file in files if not self._is_whole(file)]

    def _is_whole(self, file: ArchivedFile) -> bool:
        try:
            self.text(file)
        except ArchiveError:
            return False
        return True

    def _data(self, file: ArchivedFile) -> bytes:
        if _PLACE.fullmatch(file.place) is None:
            raise ArchiveError(file.place)
        try:
            return (self.path / file.place).read_bytes()
        except OSError as error:
            raise ArchiveError(file.place) from error

    def has(self, place: str) -> bool:
        """Whether a file is there; it isn't read."""
        return _PLACE.fullmatch(place) is not None and (self.path / place).is_file()
