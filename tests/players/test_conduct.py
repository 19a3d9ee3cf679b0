"""Every player of ours is honest, legal, and comes to an end; and the kit that says so can tell when it is not."""

from __future__ import annotations

import gc
from pathlib import Path

import pytest

from greycells import Accuse, Action, Game, View, load
from greycells.players import Player, levels, player
from greycells.players.conformance import Misconduct, another_deal, check_game, check_player
from greycells.players.seeded_random import SeededRandom
from greycells.rules.chance import SeededDealer

TABLES = [("cottage", 2), ("parlour", 4), ("classic", 4), ("getaway", 5), ("master-detective", 6)]


# To see a game for the first time, a superintendent has to listen to all of it: so it draws fewer deals here.
PLAYERS = ["superintendent:nodes=24" if level == "superintendent" else level for level in levels()]
SAMPLE = ["stroller", "constable", "detective-constable", "inspector", "chief-inspector", "superintendent:nodes=24"]
"""One of each kind: at random, by few traits, with hunches, by counting, by the odds, and by listening."""


@pytest.mark.parametrize("level", SAMPLE)
@pytest.mark.parametrize(("edition", "seats"), TABLES)
def test_every_player_is_honest_and_legal_at_every_decision(level: str, edition: str, seats: int) -> None:
    check_game(level, edition, seats=seats, seed=5)


@pytest.mark.proof
@pytest.mark.parametrize("level", PLAYERS)
def test_every_player_is_honest_and_legal_in_every_edition_on_every_number_of_seats(level: str) -> None:
    check_player(level, games=3)


def test_a_player_that_peeks_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    class Peeker:
        def choose(self, view: View) -> Action:
            for kept in gc.get_referrers(*gc.get_referents(view.sightings)):
                for game in gc.get_referrers(kept):
                    if isinstance(game, Game) and view.options and view.options.accuse:
                        return Accuse(game.secrets.case_file)
            return player("inspector").choose(view)

    def seated(spec: str, *, seed: int = 0) -> Player:
        return Peeker() if spec == "peeker" else player(spec, seed=seed)

    monkeypatch.setattr("greycells.players.conformance.player", seated)
    with pytest.raises(Misconduct, match="over another deal"):
        check_game("peeker", "classic", seats=4, seed=1)


def test_another_deal_differs_but_not_to_the_seat() -> None:
    game = Game.new(load("classic"), ["a", "b", "c", "d"], dealer=SeededDealer(3))
    players = [player("inspector", seed=seat) for seat in range(4)]
    changed = 0
    while (seat := game.to_act) is not None:
        other = another_deal(game, seat, SeededRandom(1, len(game.events)))
        assert list(other.view(seat).sightings) == list(game.view(seat).sightings)
        assert other.hand(seat) == game.hand(seat)
        changed += other.secrets.case_file != game.secrets.case_file
        game.play(players[seat.index].choose(game.view(seat)))
    assert changed > 20


def test_a_bot_of_ones_own_is_checked_by_the_same_kit() -> None:
    check_player(f"{Path(__file__).parents[2] / 'examples' / 'bot.py'}:MyBot", editions=["cottage", "getaway"])


def test_a_choice_that_depends_on_the_past_is_caught(tmp_path: Path) -> None:
    bot = tmp_path / "moody.py"
    bot.write_text(
        "from greycells.players.stroller import Stroller\n"
        "class Moody(Stroller):\n"
        "    asked = 0\n"
        "    def choose(self, view):\n"
        "        self.asked += 1\n"
        "        self.seed = self.asked\n"
        "        return super().choose(view)\n"
    )
    with pytest.raises(Misconduct, match="from the view alone"):
        check_player(f"{bot}:Moody", editions=["parlour"])
