"""The cable between a browser and a server: it can be cut while something is being said, and mended again."""

from __future__ import annotations

import contextlib
import socket
import threading
from collections.abc import Generator
from dataclasses import dataclass, field


@dataclass
class Cable:
    """A proxy on the loopback that carries bytes until it is cut; then nothing gets through before it is mended."""

    port: int
    listener: socket.socket
    dead: bool = False
    ends: set[socket.socket] = field(default_factory=set[socket.socket])
    carried: int = 0

    @property
    def address(self) -> str:
        port: int = self.listener.getsockname()[1]
        return f"http://127.0.0.1:{port}"

    def serve(self) -> None:
        while True:
            try:
                near, _ = self.listener.accept()
            except OSError:
                return
            self.carried += 1
            threading.Thread(target=self._connect, args=(near,), daemon=True).start()

    def _connect(self, near: socket.socket) -> None:
        try:
            if self.dead:
                raise ConnectionResetError
            far = socket.create_connection(("127.0.0.1", self.port))
        except OSError:
            near.close()
            return
        self.ends |= {near, far}
        threading.Thread(target=self._carry, args=(near, far), daemon=True).start()
        self._carry(far, near)

    def _carry(self, source: socket.socket, target: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := source.recv(65536):
                target.sendall(data)
        for end in (source, target):
            self.ends.discard(end)
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()

    def snip(self) -> None:
        """Every live connection breaks off; new ones are carried."""
        for end in tuple(self.ends):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def cut(self) -> None:
        """Every live connection breaks off, and no new one is carried until `mend`."""
        self.dead = True
        self.snip()

    def mend(self) -> None:
        self.dead = False


@contextlib.contextmanager
def cable_to(port: int) -> Generator[Cable]:
    """A cable to the server on this port."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        cable = Cable(port, listener)
        threading.Thread(target=cable.serve, daemon=True).start()
        yield cable
        cable.cut()
