"""Padding that hides the lengths of cards' names.

An eavesdropper on a connection sees no words behind TLS, but how many bytes each message has. What a frame says to one
seat alone is filled up with spaces, which JSON ignores, until its length follows from what everybody knows.
WebSocket messages aren't compressed (`server/app/serving.py`), so the spaces arrive as they were sent.
"""

from __future__ import annotations

from msgspec.json import Encoder

from greycells.protocol.frames import SceneFrame

encode = Encoder().encode
ROOM_FOR_HANDS = 1024
"""What is added to the frame of a deal: room for the largest hand, as JSON and in a sentence."""
ROOM_FOR_CARDS = 256
"""What is added for the cards of one event, or for a hand in a scene: the longest are well below that."""
ROOM_FOR_CHOICE = 512
"""The length of the question which card to show."""


def padded(frame: bytes, room: int, *, beyond: int = 0) -> bytes:
    """A frame, filled up to the length of what everybody knows of it (`beyond`) and `room`; twice `room` if need be."""
    rooms = max(1, -(-(len(frame) - beyond) // room))
    return frame + b" " * (beyond + rooms * room - len(frame))


def padded_scene(frame: SceneFrame, *, private_question: bool) -> bytes:
    """A scene of a seat: its hand takes the same room whatever is in it, and so does a question about its cards."""
    text = encode(frame)
    private = -len(encode(frame.hand)) % ROOM_FOR_CARDS
    if private_question:
        private += -len(encode(frame.ask)) % ROOM_FOR_CARDS
    return text + b" " * private
