"""What each level promises: what it notes is true, what it accuses is right, and each beats the one below."""

from __future__ import annotations

from hashlib import blake2b

import pytest
from tests.players.sent_games import game_as_sent

from greycells import Game, load
from greycells.arena import Pairing, play_match, play_tournament
from greycells.chances.travel_times import journeys, turns_needed
from greycells.deduction.exact_counting import count
from greycells.language.sentences import using_language
from greycells.players.bot_levels import LADDER, LadderLevel
from greycells.players.detective import Detective
from greycells.players.notes import Notes
from greycells.players.player_specs import PlayerError, player
from greycells.players.sergeant import Sergeant
from greycells.players.trait_player import TraitPlayer
from greycells.rules.chance import SeededDealer

FORGETFUL = ["senior-constable", "leading-constable", "acting-sergeant", "sergeant", "detective-sergeant"]


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


@pytest.mark.parametrize("level", [level for level in LADDER if level.number < 8], ids=lambda level: level.id)
def test_what_a_level_is_certain_of_follows_from_what_it_has_seen(level: LadderLevel) -> None:
    """Forgetting never makes a note false: everything noted is proved by the exact count over the whole view."""
    game = Game.new(load("classic"), ["x"] * 4, dealer=SeededDealer(level.number))
    players = [player(level.id, seed=seat) for seat in range(4)]
    checked = 0
    while (seat := game.to_act) is not None and game.scene.turn.number < 60:
        view = game.view(seat)
        game.play(players[seat.index].choose(view))
        one = players[seat.index]
        assert isinstance(one, TraitPlayer)
        if one.notes is None or game.scene.turn.number % 12:
            continue
        exact = Notes(view)
        exact.read(view, lambda _number, _event: True)
        found = count(exact.problem())
        exact.learn(found.marginals, found.total)
        for has, lacks, must, cannot in zip(one.notes.has, one.notes.lacks, exact.has, exact.lacks, strict=True):
            assert not has & ~must
            assert not lacks & ~cannot
        checked += 1
    assert checked > 5


def test_what_was_missed_once_stays_missed() -> None:
    """Whether it has followed the game or sees it for the first time, a level knows the same."""
    for spec in FORGETFUL:
        game = Game.new(load("classic"), ["x"] * 4, dealer=SeededDealer(3))
        players = [player(spec, seed=seat) for seat in range(4)]
        while (seat := game.to_act) is not None and game.scene.turn.number < 30:
            view = game.view(seat)
            followed = players[seat.index].choose(view)
            if game.scene.turn.number > 26:
                assert player(spec, seed=seat.index).choose(view) == followed
            game.play(followed)


def test_only_who_follows_a_hunch_accuses_without_certainty() -> None:
    hunches = wrong = 0
    for number in range(40):
        outcome, _ = play_match(Pairing("parlour", ("detective-constable", *("leading-constable",) * 3), 2), number)
        hunches += next(seated.wrong for seated in outcome.seats if seated.entry == 0)
        wrong += sum(seated.wrong for seated in outcome.seats if seated.entry)
    assert 0 < hunches < 20
    assert wrong == 0


def test_old_names_keep_their_choices() -> None:
    """Inspector, chief and superintendent play as they did before the ladder, so that old measurements compare."""
    assert [played_like_before(*table) for table in BEFORE] == list(BEFORE.values())


BEFORE = {
    ("classic", "inspector", "sergeant:slip=0.25", "inspector"): "1fa4167b3267",
    ("classic", "chief", "inspector", "chief:careful"): "9d663f005493",
    ("getaway", "superintendent:nodes=60", "chief", "chief:bold"): "eaee8fd49dcd",
}
"""The digests of whole games, as they were at the commit before the ladder."""


def played_like_before(edition: str, *players: str) -> str:
    digest = blake2b(digest_size=6)
    for number in range(2):
        _, game = play_match(Pairing(edition, players, 5), number)
        digest.update(game_as_sent(game))
    return digest.hexdigest()


def test_ten_levels_each_with_a_name_a_rank_and_a_sentence() -> None:
    assert [level.number for level in LADDER] == list(range(1, 11))
    assert (LADDER[0].id, LADDER[-1].id) == ("constable", "superintendent")
    for tag in ("en", "de"):
        with using_language(tag):
            for what in ([level.character, level.rank, level.way] for level in LADDER):
                assert all(what)
            for words in zip(*((level.character, level.rank, level.way) for level in LADDER), strict=True):
                assert len(set(words)) == 10


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
        ("captain", "There's no bot called 'captain'"),
        ("sergeant:slip=2", "number from 0 to 1"),
        ("sergeant:slop=2", "no parameter 'slop'"),
        ("inspector:bold", "no parameter 'style'"),
        ("chief:reckless", "The style must be one of careful, steady, bold, not reckless"),
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
