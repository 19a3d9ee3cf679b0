"""What each level promises: what it notes is true, what it accuses is right, and each beats the one below."""

from __future__ import annotations

import pytest

from greycells import Game, load
from greycells.arena import Pairing, play_match, play_tournament
from greycells.players.detective import Detective
from greycells.players.journeys import journeys, turns_needed
from greycells.players.registry import PlayerError, player
from greycells.players.sergeant import Sergeant
from greycells.rules.chance import SeededDealer


@pytest.mark.parametrize("spec", ["stroller", "constable", "sergeant", "sergeant:slip=0", "inspector", "chief:careful"])
@pytest.mark.parametrize(("edition", "seats"), [("classic", 4), ("getaway", 3), ("master-detective", 5)])
def test_what_a_player_has_noted_is_true(spec: str, edition: str, seats: int) -> None:
    for seed in range(3):
        game = Game.new(load(edition), ["x"] * seats, dealer=SeededDealer(seed))
        players = [player(spec, seed=seat) for seat in range(seats)]
        while (seat := game.to_act) is not None and game.scene.turn.number < 200:
            game.play(players[seat.index].choose(game.view(seat)))
        hands = [*(game.hand(seat).mask for seat in game.seats), game.secrets.case_file.mask]
        for one in players:
            assert isinstance(one, Detective)
            assert one.notes is not None
            for cards, has, lacks in zip(hands, one.notes.has, one.notes.lacks, strict=True):
                assert not has & ~cards
                assert not lacks & cards


@pytest.mark.parametrize("spec", ["stroller", "constable", "sergeant", "inspector", "chief:careful"])
def test_whoever_waits_for_certainty_never_accuses_wrongly(spec: str) -> None:
    for number in range(12):
        outcome, _ = play_match(Pairing("classic", (spec,) * 3, 9), number)
        assert not outcome.stuck
        assert outcome.winner is not None
        assert not any(seated.wrong for seated in outcome.seats)


@pytest.mark.parametrize(
    ("hero", "others"),
    [("constable", "stroller"), ("sergeant", "constable"), ("inspector", "sergeant"), ("chief", "inspector")],
)
def test_each_level_beats_the_one_below(hero: str, others: str) -> None:
    standings = play_tournament(Pairing("parlour", (hero, others, others, others), 2), 120, workers=1)
    table = standings.table()
    assert table.stuck == 0
    assert {line.player: line.win_rate for line in table.players}[hero] > 0.3


def test_a_sergeant_that_slips_knows_less_than_one_that_does_not() -> None:
    game = Game.new(load("parlour"), ["a", "b", "c", "d"], dealer=SeededDealer(4))
    players = [player("constable", seed=seat) for seat in range(4)]
    while (seat := game.to_act) is not None and game.scene.turn.number < 14:
        game.play(players[seat.index].choose(game.view(seat)))

    def known(slip: float) -> int:
        watcher = Sergeant(seed=9, slip=slip)
        assert seat is not None
        watcher.choose(game.view(seat))
        assert watcher.notes is not None
        return sum(lacks.bit_count() for lacks in watcher.notes.lacks)

    assert known(1.0) < known(0.5) < known(0.0)


@pytest.mark.parametrize(
    ("spec", "told"),
    [
        ("captain", "There is no player called 'captain'"),
        ("sergeant:slip=2", "share from 0 to 1"),
        ("sergeant:slop=2", "no parameter 'slop'"),
        ("inspector:bold", "no parameter 'style'"),
        ("chief:reckless", "The style is one of careful, steady, bold, not reckless"),
        ("nowhere.py:Bot", "no Python file"),
        ("bot.py", "Which class"),
        ("cmd:", "Which program"),
    ],
)
def test_a_player_that_cannot_be_had_is_told_in_a_sentence(spec: str, told: str) -> None:
    with pytest.raises(PlayerError, match=told):
        player(spec)


def test_journeys_count_turns() -> None:
    one_die = turns_needed(1, 20)
    assert one_die[0] == 0
    assert one_die[1] == 1
    assert one_die[2] == pytest.approx(1 + 1 / 6)
    assert turns_needed(2, 20)[2] == 1
    edition = load("classic")
    rooms = [room.word for room in edition.deck.rooms]
    study = edition.board.place("Study").index
    way = journeys(edition, 0.7)
    assert way.turns[study][rooms.index("Kitchen")] == 1
    assert way.afoot[study][rooms.index("Kitchen")] > 5
    assert way.turns[study][rooms.index("Study")] == pytest.approx(2)
