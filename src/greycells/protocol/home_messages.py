"""What the project says about itself."""

from __future__ import annotations

from greycells.protocol.vocabulary import Message


class About(Message, frozen=True):
    """What the project says about itself: in a sentence, and in points under titles."""

    title: str
    lead: str
    sections: tuple[tuple[str, tuple[str, ...]], ...]
