"""The Python client of the server's protocol: what tests, bots and people use."""

from greycells.client.line import Closed, Line, NotDone
from greycells.client.seat import Place, play
from greycells.client.server import Server, ServerError

__all__ = ["Closed", "Line", "NotDone", "Place", "Server", "ServerError", "play"]
