"""Players by name: who a suspect is, in every sentence of a page that names a seat."""

from __future__ import annotations

import pytest
from tests.notation.finished_game import finished_game

from greycells.language.languages import languages
from greycells.notation.player_names import LONGEST, by_players, by_stand_in, short_name
from greycells.notation.story import question, tell
from greycells.rules.events import Finished, Shown, Suggested


def test_a_person_is_named_with_their_suspect() -> None:
    game = finished_game("classic", 5)
    scarlett, mustard, _ = game.seats
    names = {scarlett: "Ada"}
    suggested = next(event for event in game.events if isinstance(event, Suggested) and event.seat == scarlett)
    assert str(by_players(tell(suggested, None), names)).startswith("Ada (Scarlett) suggested ")
    assert str(by_players(tell(suggested, scarlett), names)).startswith("You suggested ")
    shown = next(event for event in game.events if isinstance(event, Shown) and event.to == scarlett)
    assert str(by_players(tell(shown, None), names)).endswith(" to Ada (Scarlett).")
    assert by_players(tell(shown, mustard), {}) == tell(shown, mustard)


def test_whose_turn_it_is_is_said_by_name() -> None:
    game = finished_game("classic", 5).at(8)
    asked = question(game.view(None))
    turn = by_players(asked, dict.fromkeys(game.seats, "Ada"))
    assert str(turn) == f"It's Ada's turn ({game.scene.to_act})."
    assert turn.say("de") == "Ada (Gatow) ist am Zug."


@pytest.mark.parametrize("language", languages())
def test_no_sentence_is_broken_by_a_name(language: str) -> None:
    """Names are typed by people: with braces, too long, or from right to left."""
    game = finished_game("classic", 5)
    names = dict(zip(game.seats, ("{who}", "Maximiliane von Hohenstein", "عادل"), strict=True))
    told = [by_players(tell(event, None), names).say(language) for event in game.events]
    assert any("{who} (" in sentence for sentence in told)
    assert any("Maximiliane von…" in sentence for sentence in told)
    assert any("\u2068عادل\u2069" in sentence for sentence in told)
    assert all(len(short_name(name).strip("\u2068\u2069")) <= LONGEST for name in names.values())


def test_a_bot_in_your_seat_is_not_you() -> None:
    game = finished_game("classic", 5)
    solved = next(event for event in game.events if isinstance(event, Finished))
    sentence = by_stand_in(tell(solved, solved.winner))
    assert str(sentence).startswith("The bot in your seat solved the case.")
    assert sentence.say("de").startswith("Der Bot auf deinem Platz hat den Fall gelöst.")
    shown = next(event for event in game.events if isinstance(event, Shown))
    assert by_stand_in(tell(shown, shown.to)).say("de").count("dem Bot auf deinem Platz") == 1
