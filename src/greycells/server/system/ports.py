"""Whether this machine lets the server listen on its address, before anything is started there."""

from __future__ import annotations

import errno
import socket

from greycells.errors import GreycellsError
from greycells.language.sentences import Sentence

TAKEN = (errno.EADDRINUSE, 10048)
"""The second one is what Windows says."""


class ListenError(GreycellsError):
    """Why the server can't listen on its address, in a sentence."""

    def __init__(self, sentence: Sentence, *, is_taken: bool = False) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.is_taken = is_taken


def check_port(host: str, port: int) -> None:
    """A ListenError if the server couldn't listen there."""
    try:
        with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind((host, port))
    except PermissionError as error:
        raise ListenError(Sentence("doctor.forbidden port", port=str(port))) from error
    except (OSError, UnicodeError, OverflowError) as error:
        if isinstance(error, OSError) and error.errno in TAKEN:
            raise ListenError(Sentence("doctor.port taken", port=str(port)), is_taken=True) from error
        why = (error.strerror if isinstance(error, OSError) else None) or str(error)
        raise ListenError(Sentence("doctor.bad host", host=host, why=why)) from error
