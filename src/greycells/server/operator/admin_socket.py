"""The admin socket: a Unix socket in the data folder, through which the operator's commands reach a running server.

Only the user that runs the server, or root, can use it: the folder is 0700 and the socket 0600, and both ends check who
is at the other one where the system tells them. One connection is one command: a line of JSON, and its answer.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import socket
import stat
import struct
import sys
import tempfile
from collections.abc import AsyncGenerator
from dataclasses import replace
from pathlib import Path

import msgspec

from greycells.language.sentences import Sentence
from greycells.server.errors.report import report
from greycells.server.operator.commands import AnyOperatorCommand, OperatorAnswer, carry_out
from greycells.server.service.config import Config
from greycells.server.service.service import Service
from greycells.server.storage.data_folder import DATABASE, LOCK, DataFolder
from greycells.server.storage.database import FolderInUse, StoreError

NAME = "admin.sock"
LONGEST = 103
"""Bytes of a socket's path that every system takes: 107 on Linux, 103 elsewhere."""
MOST = 64 * 1024
ANSWER_TIME_LIMIT = 10.0
TAKEN_WITHIN = 15.0
"""A server that does anything at all says within so many seconds that it has read a command."""
ANSWERED_WITHIN = 600.0
READ = b"\n"
"""What a server says as soon as it has read a command; the answer follows when it is carried out."""
log = logging.getLogger("greycells.server")
decode = msgspec.json.Decoder(AnyOperatorCommand).decode


def socket_path(data: Path) -> Path:
    """Where the socket of a data folder is; a StoreError if no socket can be there."""
    path = data.absolute() / NAME
    if sys.platform == "win32":
        raise StoreError(Sentence("admin.no sockets"))
    if len(os.fsencode(path)) > LONGEST:
        raise StoreError(Sentence("admin.long path", path=str(path), most=LONGEST))
    return path


@contextlib.asynccontextmanager
async def serving(service: Service) -> AsyncGenerator[None]:
    """Take the operator's commands while the server runs. Where there can be no socket, the log says so."""
    try:
        path = socket_path(service.config.data)
        listener = _listener(path)
    except (StoreError, OSError) as error:
        log.warning("%s", error)
        yield
        return

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await _serve(service, reader, writer)

    server = await asyncio.start_unix_server(serve, sock=listener, limit=MOST)
    try:
        yield
    finally:
        server.close()
        path.unlink(missing_ok=True)


def _listener(path: Path) -> socket.socket:
    """A socket that nobody else can use, not even for a moment; the lock is ours, so an old one is a dead server's."""
    path.unlink(missing_ok=True)
    listener = socket.socket(socket.AF_UNIX)
    mask = os.umask(0o177)
    try:
        listener.bind(str(path))
    except BaseException:
        listener.close()
        raise
    finally:
        os.umask(mask)
    return listener


def _peer(connection: socket.socket) -> int | None:
    """The user at the other end; None where the system doesn't tell."""
    credentials = _credentials(connection)
    return None if credentials is None else credentials[1]


def _credentials(connection: socket.socket) -> tuple[int, int] | None:
    """The process and the user at the other end; None where the system doesn't tell."""
    if not hasattr(socket, "SO_PEERCRED"):
        return None
    credentials = connection.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, struct.calcsize("3i"))
    process, user, _ = struct.unpack("3i", credentials)
    return int(process), int(user)


def process_at(data: Path) -> int | None:
    """The process that listens at the socket of a data folder, even if it is frozen; None if nobody does."""
    try:
        with socket.socket(socket.AF_UNIX) as connection:
            connection.settimeout(5)
            connection.connect(str(socket_path(data)))
            credentials = _credentials(connection)
    except (OSError, StoreError, AttributeError):
        return None
    return None if credentials is None else credentials[0]


def _process(writer: asyncio.StreamWriter) -> int | None:
    credentials = _credentials(writer.get_extra_info("socket"))
    return None if credentials is None else credentials[0]


async def _serve(service: Service, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    try:
        connection: socket.socket = writer.get_extra_info("socket")
        if _peer(connection) not in (None, 0, os.geteuid()):
            return
        async with service.config.clock.time_limit(ANSWER_TIME_LIMIT):
            text = await reader.readline()
        writer.write(READ)
        answer = await _answer(service, text)
        writer.write(msgspec.json.encode(answer))
        async with service.config.clock.time_limit(ANSWER_TIME_LIMIT):
            await writer.drain()
    except (TimeoutError, OSError, ValueError):
        pass  # The client is gone, sent nothing, or sent more than a command can be.
    finally:
        writer.close()


async def _answer(service: Service, text: bytes) -> OperatorAnswer:
    try:
        return await carry_out(service, decode(text))
    except msgspec.DecodeError as error:
        return OperatorAnswer(str(error)[:200], refused=True)
    except Exception as error:
        report("a command of the operator", error)
        return OperatorAnswer(str(Sentence("admin.failed")), refused=True)


def ask_server(config: Config, command: AnyOperatorCommand, *, directly: bool = False) -> OperatorAnswer:
    """Have a command carried out: by the server that uses the data folder, or here if none does.

    Where everything is in PostgreSQL, "here" is a node that lives for one command, with a folder that is thrown away.
    With `directly`, the database was named in the command, and no server is looked for.
    """
    if config.database is None:
        if not (config.data / DATABASE).exists():
            raise StoreError(Sentence("admin.no data", folder=str(config.data)))
        try:
            service = Service.start(config)
        except FolderInUse:
            return asyncio.run(_ask_running(config.data, command))
        return asyncio.run(_here(service, command))
    if not directly and _is_running(config.data):
        return asyncio.run(_ask_running(config.data, command))
    with tempfile.TemporaryDirectory(prefix="greycells-admin-") as folder:
        here = replace(config, data=Path(folder), archive=config.archive_folder, node_address="", node_listen=None)
        service = Service.start(here)
        return asyncio.run(_here(service, command))


def _is_running(data: Path) -> bool:
    """Whether a server uses this folder."""
    if not (data / LOCK).exists():
        return False
    try:
        DataFolder(data).close()
    except FolderInUse:
        return True
    except StoreError:
        return False
    return False


async def _here(service: Service, command: AnyOperatorCommand) -> OperatorAnswer:
    """Carried out by this process, as a node among the others if there are any."""
    keeping: asyncio.Task[None] | None = None
    try:
        if service.cluster is not None:
            await service.cluster.leases.join()
            keeping = asyncio.create_task(service.cluster.leases.keep(service.lobby.lapsed))
        return await carry_out(service, command, served=False)
    finally:
        await service.hand_over()
        if keeping is not None:
            keeping.cancel()
            await asyncio.gather(keeping, return_exceptions=True)
        await service.stop()


async def _ask_running(data: Path, command: AnyOperatorCommand) -> OperatorAnswer:
    path = socket_path(data)
    try:
        owner = path.parent.stat().st_uid
        found = path.lstat()
        if not stat.S_ISSOCK(found.st_mode) or found.st_uid != owner or found.st_mode & 0o077:
            raise StoreError(Sentence("admin.odd socket", path=str(path)))
        reader, writer = await asyncio.open_unix_connection(path)
    except OSError as error:
        raise StoreError(Sentence("admin.no answer", path=str(path), why=error.strerror or "")) from error
    try:
        if _peer(writer.get_extra_info("socket")) not in (None, owner):
            raise StoreError(Sentence("admin.odd socket", path=str(path)))
        writer.write(msgspec.json.encode(command) + b"\n")
        try:
            async with asyncio.timeout(TAKEN_WITHIN):
                taken = await reader.read(1)
        except TimeoutError:
            raise StoreError(Sentence("admin.frozen", process=str(_process(writer) or "?"))) from None
        async with asyncio.timeout(ANSWERED_WITHIN):
            answer = taken + await reader.read()
        return msgspec.json.decode(answer, type=OperatorAnswer)
    except (OSError, msgspec.DecodeError) as error:
        raise StoreError(Sentence("admin.no answer", path=str(path), why=str(error)[:100])) from error
    finally:
        writer.close()
        with contextlib.suppress(OSError):
            await writer.wait_closed()
