"""The Python client of the server's protocol: what tests, bots and people use."""

from greycells.client.line import Closed, Line, NotDone
from greycells.client.seat import Place, in_thread, play
from greycells.client.server import Server, ServerError
from greycells.client.visiting import visit

__all__ = ["Closed", "Line", "NotDone", "Place", "Server", "ServerError", "in_thread", "play", "visit"]
