"""What all messages are made of: the base classes, and the words and numbers that many of them have in a field.

A whole number is written without a point: `8.0` is refused.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

Name = Annotated[str, Meta(min_length=1, max_length=24, description="what a guest is called at the table")]
Word = Annotated[str, Meta(min_length=1, max_length=24, description="the one-word name of a card")]
PlaceName = Annotated[str, Meta(min_length=1, max_length=24, description="a square such as q7, or a room")]
PathNames: TypeAlias = Annotated[tuple[PlaceName, ...], Meta(max_length=40)]
ChairNumber = Annotated[int, Meta(ge=0, le=9, description="which chair of the table, from 0")]
Level = Annotated[str, Meta(min_length=1, max_length=24, description="the name of a bot's level")]
Nonce = Annotated[
    str, Meta(pattern="^[0-9a-f]{0,64}$", description="the seat's own part of the shuffle, in hexadecimal")
]
NonceHash = Annotated[
    str, Meta(pattern="^([0-9a-f]{64})?$", description="the hash of a nonce that isn't told yet (fair-dealing.md)")
]
Help = Literal["none", "direct facts", "full logic"]
Phrase = Literal[
    "hello", "good luck", "well played", "thank you", "hurry, please", "one moment", "I have it", "goodbye"
]
Reaction = Literal["laugh", "wow", "think", "doubt", "sad", "wink", "bravo", "aha"]
"""What can be shown in a speech bubble without a word."""
State = Literal["open", "running", "over", "closed"]
By: TypeAlias = Literal["person", "bot", "clock", "dealer"]
"""Who made a decision."""


class Message(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Something said in either direction."""


class Stored(Message, frozen=True):
    """A message that is also kept on disk, so what was written years ago must still be read.

    A field may be added, with a default. None is ever renamed, taken out or made narrower, and no word of a `Literal`
    in it goes away: otherwise a table is set aside, or a companion's game is lost.
    """
