"""The server waits as long as the scenes take that pages show: those are in `stage/scene_lengths_model.js` alone."""

from __future__ import annotations

import json

from tests.client.test_models import node

from greycells.server.tables.bot_pace import SHARING, Pace
from greycells.server.tables.clocks import OPENING

PRINTED = """
const lengths = await import("client/stage/scene_lengths_model.js");
console.log(JSON.stringify({
    wrong: lengths.accusationLength(false), suggestion: lengths.SUGGESTION.whole, late: lengths.SUGGESTION.late,
}));
"""


def lengths() -> dict[str, float]:
    """How long scenes take, in seconds."""
    ran = node("--input-type=module", "--eval", PRINTED)
    assert ran.returncode == 0, ran.stderr
    return {scene: long / 1000 for scene, long in json.loads(ran.stdout).items()}


def test_a_clock_runs_only_when_an_accusation_has_been_seen() -> None:
    assert lengths()["wrong"] < OPENING


def test_bots_wait_until_an_accusation_has_been_seen() -> None:
    """The longest of their usual waits included: a scene may still be leaving when the next one begins."""
    pace = Pace()
    assert lengths()["wrong"] <= pace.opened + pace.longest


def test_answers_of_bots_are_never_late() -> None:
    assert SHARING * Pace().longest < lengths()["late"]
