"""The Python client of the server's protocol: what tests, bots and people use."""

from greycells.extras import need

need("websockets")

from greycells.client.connection import Connection, ConnectionClosed, NotDone
from greycells.client.http_client import ServerClient, ServerError
from greycells.client.join import play_at
from greycells.client.keyboard_play import in_foreground
from greycells.client.remote_seat import RemoteSeat, in_thread, play
from greycells.client.seat_notebook import SeatNotebook

__all__ = [
    "Connection",
    "ConnectionClosed",
    "NotDone",
    "RemoteSeat",
    "SeatNotebook",
    "ServerClient",
    "ServerError",
    "in_foreground",
    "in_thread",
    "play",
    "play_at",
]
