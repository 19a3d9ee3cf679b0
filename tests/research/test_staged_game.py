"""A game in single steps, chance included: what OpenSpiel plays. These tests don't need OpenSpiel."""

from __future__ import annotations

from collections import Counter
from copy import deepcopy
from random import Random

import pytest
from tests.margin import PROOF
from tests.research.whims import EDITIONS, TABLES, any_code, shows_every_card, tells_a_difference

from greycells.research.action_codes import codes_of
from greycells.research.chance_nodes import SetUpDraws, chance_outcomes, longest_game, most_outcomes
from greycells.research.research_table import research_table
from greycells.research.spiel_structs import action_struct, codes_in, observation_struct, state_struct
from greycells.research.staged_game import StagedGame
from greycells.rules.actions import Action
from greycells.rules.events import Began, RolledForStart
from greycells.rules.game import Game
from greycells.rules.referee import Dice
from greycells.rules.replay import replay
from greycells.rules.scene import GameTable
from greycells.rules.seats import Seat


def set_up_game(table: GameTable, whim: Random, *, most_turns: int = 1000) -> StagedGame:
    staged = StagedGame(table, most_turns)
    while staged.game is None:
        staged.step(whim.choice(staged.outcomes()))
    return staged


def random_step(staged: StagedGame, whim: Random) -> None:
    if staged.next_step == "chance":
        staged.step(whim.choice(staged.outcomes()))
    else:
        staged.step(any_code(codes_of(staged.table), staged.legal(staged.to_act), whim, staged.begun))


@pytest.mark.parametrize(("edition", "seats"), TABLES)
def test_random_games_end_within_their_bounds_and_the_referee_agrees(edition: str, seats: int) -> None:
    table, whim = research_table(edition, seats), Random(seats)
    staged = set_up_game(table, whim, most_turns=60)
    steps = len(staged.draws.drawn)
    while staged.next_step != "over":
        if staged.next_step == "chance":
            assert max(staged.outcomes()) < most_outcomes(table)
        else:
            legal = staged.legal(staged.to_act)
            assert legal == sorted(set(legal))
            assert legal
        random_step(staged, whim)
        steps += 1
    assert steps <= sum(longest_game(table, 60))
    assert sum(staged.returns()) == pytest.approx(0)
    assert staged.game is not None
    replay(table, staged.game.events)


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_set_up_is_as_likely_as_with_a_dealer(edition: str) -> None:
    table = research_table(edition, 3)
    draws, chances = SetUpDraws(table), 1.0
    while outcomes := draws.outcomes():
        assert len(set(outcomes)) == len(outcomes)
        chances /= len(outcomes)
        draws = draws.with_outcome(outcomes[-1])
    game = draws.game()
    assert len(draws.drawn) == draws.length
    assert sum(len(game.hand(seat)) for seat in game.seats) + len(game.scene.open_cards) + 3 == len(game.edition.deck)
    starter = next(event.starter for event in game.events if isinstance(event, Began))
    if any(isinstance(event, RolledForStart) for event in game.events):
        assert starter.index == len(game.seats) - 1
    replay(table, game.events)


def test_the_starter_is_any_seat_and_dice_fall_evenly() -> None:
    table = research_table("master-detective", 4)
    starters: Counter[int] = Counter()
    for seed in range(40):
        staged = set_up_game(table, Random(seed))
        starters[staged.to_act] += 1
    assert set(starters) == {0, 1, 2, 3}
    assert len(chance_outcomes(Dice(table.seats[0], 2))) == 36


def test_a_copy_goes_its_own_way_and_shares_what_never_changes() -> None:
    whim = Random(1)
    staged = set_up_game(research_table("classic", 4), whim)
    for _ in range(200):
        if staged.next_step == "over":
            break
        twin = deepcopy(staged)
        assert twin.game is not None
        assert staged.game is not None
        before = list(staged.game.events)
        random_step(twin, Random(3))
        assert staged.game.events == before
        assert twin.game.scene.edition is staged.game.scene.edition
        random_step(staged, whim)


def test_structs_name_choices_and_read_them_back() -> None:
    staged = set_up_game(research_table("classic", 3), Random(2))
    codes = codes_of(staged.table)
    for code in range(codes.count):
        assert codes_in(staged.table, action_struct(staged.table, [code])) == [code]
    theory = [codes.names.index(name) for name in ("accuse", "Plum", "Rope", "Hall")]
    assert action_struct(staged.table, theory).to_json() == '{"stages":["accuse","Plum","Rope","Hall"]}'
    state = state_struct(staged, staged.to_act)
    assert set(state.legal_actions) == {codes.names[code] for code in staged.legal(staged.to_act)}
    assert len(state.case_file) == 3


class Staged:
    """A game as OpenSpiel's players get it: information states as JSON, and the legal choices."""

    def __init__(self, game: Game) -> None:
        self.staged = StagedGame(game.table, 1000)
        self.staged.game = game
        self.dealer = game.dealer

    def play(self, action: Action) -> None:
        staged = self.staged
        assert staged.game is not None
        options = staged.game.view(staged.game.to_act).options
        assert options is not None
        for code in codes_of(staged.table).codes(action, options):
            staged.step(code)
        number = len(staged.game.events)
        if isinstance(staged.chance, Dice):
            dice = self.dealer.roll(staged.chance.count, number=number)
            staged.step(sum((die - 1) * 6**at for at, die in enumerate(dice)))
        elif staged.chance is not None:
            staged.step(self.dealer.draw(staged.chance.hand, number=number).index)

    def seen(self, viewer: Seat) -> object:
        view = self.staged.view(viewer.index)
        assert view is not None
        over = self.staged.next_step == "over"
        told = observation_struct(view, self.staged.begun, -1 if over else self.staged.to_act)
        return told.to_json(), self.staged.legal(viewer.index), self.staged.returns()[viewer.index]


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_seat_cannot_tell_one_deal_from_another(edition: str) -> None:
    assert not tells_a_difference(edition, Staged, count=60 if PROOF else 5)


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_planted_leak_is_found(edition: str, monkeypatch: pytest.MonkeyPatch) -> None:
    shows_every_card(monkeypatch)
    assert tells_a_difference(edition, Staged)


def test_a_leak_in_the_legal_choices_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    legal = StagedGame.legal

    def leaky(self: StagedGame, seat: int) -> list[int]:
        assert self.game is not None
        return legal(self, seat)[self.game.secrets.case_file.weapon.index % 2 :]

    monkeypatch.setattr(StagedGame, "legal", leaky)
    assert tells_a_difference("classic", Staged)


def test_what_one_player_has_begun_is_in_its_own_struct_only() -> None:
    staged = set_up_game(research_table("classic", 3), Random(2))
    mover = staged.to_act
    staged.step(codes_of(staged.table).names.index("accuse"))
    for seat in range(3):
        view = staged.view(seat)
        assert view is not None
        begun = observation_struct(view, staged.begun, mover).begun
        assert begun == (("accuse",) if seat == mover else ())
