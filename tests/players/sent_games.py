"""A whole game as bytes that stay the same as long as the messages do: for digests that are kept."""

from __future__ import annotations

import json

from greycells import Game
from greycells.notation.sighting_json import encode_sighting
from greycells.rules.views import Sighting


def game_as_sent(game: Game) -> bytes:
    """All events, one a line."""
    sightings = (Sighting(number, event) for number, event in enumerate(game.events))
    return "\n".join(json.dumps(encode_sighting(sighting)) for sighting in sightings).encode()
