"""Records: uploaded, replayed, shared by a link, and played on from one of their positions."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct, field

from greycells.protocol.frames import SceneFrame, SightingJson
from greycells.protocol.vocabulary import Help, Level, Message, Word


class Replay(Message, frozen=True):
    """A game to look at: who sat there, and what one seat, a spectator or everybody together saw, up to a moment."""

    edition: str
    house_rules: tuple[str, ...]
    seats: tuple[tuple[str, str], ...]
    events: int
    sightings: tuple[SightingJson, ...]
    story: tuple[str, ...]


class Uploaded(Message, frozen=True):
    """An uploaded record."""

    id: str
    edition: str
    at: float


class Uploads(Message, frozen=True):
    """The records that a guest brought."""

    records: tuple[Uploaded, ...]


class PlayOn(Message, frozen=True):
    """Play on from an event of a finished game, at a private table that is marked as practice.

    Seats are named by their suspects: those in `mine` are yours, those in `bots` have a bot of this level, and the
    others wait for whoever comes by the table's link. What follows from the event by itself has happened too.
    """

    at: Annotated[int, Meta(ge=0, le=1_000_000)]
    mine: Annotated[tuple[Word, ...], Meta(min_length=1, max_length=10)]
    bots: Annotated[dict[Word, Level], Meta(max_length=10)] = field(default_factory=dict[str, str])
    help: Help = "none"


class ShareWish(Message, frozen=True):
    """Make a link to a finished game; with `hide_names`, players are called by their suspects there."""

    hide_names: bool = False


class ShareLink(Message, frozen=True):
    """A link that you made: `id` is for revoking it. Its address is told once, when it is made."""

    id: str
    made: float
    hide_names: bool
    edition: str
    source: str
    url: str | None = None


class ShareLinks(Message, frozen=True):
    """Your links, the latest first."""

    links: tuple[ShareLink, ...]


class ReplayStep(Struct, frozen=True):
    """One event of a replay: what was seen, the sentence for it, and the scene after it."""

    sighting: SightingJson
    words: str
    look: SceneFrame


class ReplaySteps(Message, frozen=True):
    """A whole game as a replay, event by event."""

    edition: str
    seats: tuple[tuple[str, str], ...]
    hands: dict[str, tuple[str, ...]]
    steps: tuple[ReplayStep, ...]
