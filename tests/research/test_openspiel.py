"""OpenSpiel's own tests pass for every edition. Only `make proof` installs OpenSpiel, because it is 287 MB."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import cast

import pytest

pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: make proof installs it")

import pyspiel
from tests.margin import PROOF
from tests.research.whims import TABLES

from greycells.research.action_codes import DEEDS
from greycells.research.openspiel import SpielPosition

PLAYTHROUGH = Path(__file__).parent / "playthrough_cottage.txt"
ACCUSE = DEEDS.index("accuse")
GAME = "greycells(edition=cottage,history=1,max_turns=3,players=2)"


def begun_game(edition: str, players: int, whim: Random) -> SpielPosition:
    """A state in which the cards are dealt."""
    state = pyspiel.load_game("greycells", {"edition": edition, "players": players}).new_initial_state()
    while state.is_chance_node():
        state.apply_action(whim.choice(state.chance_outcomes())[0])
    return cast("SpielPosition", state)


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_random_games_with_clones_and_serialisation(edition: str, players: int) -> None:
    game = pyspiel.load_game("greycells", {"edition": edition, "players": players})
    pyspiel.random_sim_test(game, num_sims=10 if PROOF else 1, serialize=True, verbose=False)


def test_information_states_recall_everything_and_differ_between_players() -> None:
    whim = Random(4)
    state = begun_game("classic", 4, whim)
    told = [""] * 4
    lengths = [0] * 4
    for _ in range(120):
        if state.is_terminal():
            break
        if state.is_chance_node():
            state.apply_action(whim.choice(state.chance_outcomes())[0])
            continue
        told = [state.information_state_string(player) for player in range(4)]
        assert len(set(told)) == 4
        seen = [len(state.to_observation_struct(player).sightings) for player in range(4)]
        assert all(now >= before for now, before in zip(seen, lengths, strict=True))
        lengths = seen
        state.apply_action(whim.choice([code for code in state.legal_actions() if code != ACCUSE] or [ACCUSE]))
    assert min(lengths) > 20
    assert len(told[0]) > len(state.observation_string(0))


def test_a_clone_is_another_state_and_a_serialised_state_comes_back() -> None:
    state = begun_game("classic", 3, Random(1))
    clone = state.clone()
    clone.apply_action(clone.legal_actions()[0])
    assert str(clone) != str(state)
    again = state.get_game().deserialize_state(state.serialize())
    assert str(again) == str(state)


def test_choices_by_struct_are_those_by_number() -> None:
    state = begun_game("classic", 3, Random(1))
    accusation = state.action_to_struct(ACCUSE)
    assert accusation.stages == ("accuse",)
    state.apply_action_struct(accusation)
    assert state.to_observation_struct().begun == ("accuse",)
    assert '"begun":["accuse"]' in state.to_json()


def test_the_playthrough_is_as_it_was() -> None:
    """A whole short game as OpenSpiel writes it, without the drawings of tensors. Regenerate: run this file."""
    assert drawn_playthrough() == PLAYTHROUGH.read_text(encoding="utf-8")


def drawn_playthrough() -> str:
    from open_spiel.python.algorithms import generate_playthrough

    text = generate_playthrough.playthrough(GAME, None, seed=7)
    return "\n".join(line for line in text.splitlines() if not set(line) & set("◯◉") and "Tensor(" not in line) + "\n"


if __name__ == "__main__":
    PLAYTHROUGH.write_text(drawn_playthrough(), encoding="utf-8")
