"""Setting up: SET-1 to SET-20."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.rulebook.scene_places import venue
from tests.rulebook.stage import Stage, refused

from greycells.deduction.evidence import facts_from
from greycells.deduction.notebook import Box, Mark, Notebook, check
from greycells.rules.cards import Card, Deck, Suspect
from greycells.rules.chance import ScriptedDealer, SeededDealer
from greycells.rules.edition import Dealing, Edition, RematchStart, Seating, Starting, WeaponsStart
from greycells.rules.events import Began, Dealt, LaidOpen, RolledForStart, Sealed
from greycells.rules.game import Game
from greycells.rules.seats import Seat
from greycells.rules.views import view_of

CLASSIC_STARTS = {"Scarlet": "q1", "Mustard": "x8", "White": "o25", "Green": "j25", "Peacock": "a19", "Plum": "a6"}
GETAWAY_STARTS = {"Scarlet": "s29", "Mustard": "h29", "White": "a20", "Green": "a10", "Peacock": "g1", "Plum": "u1"}
CLOCKWISE = ("Scarlet", "Mustard", "White", "Green", "Peacock", "Plum")


def players(edition: Edition, words: str) -> list[tuple[str, Suspect | None]]:
    """Players who chose these suspects, in the order in which they sat down."""
    chosen = [
        next(suspect for suspect in edition.deck.suspects if suspect.word.startswith(word)) for word in words.split()
    ]
    return [(f"player {number}", suspect) for number, suspect in enumerate(chosen)]


def seats_of(game: Game) -> list[str]:
    """The suspects in turn order, as all editions spell them."""
    return [seat.suspect.word.replace("Scarlett", "Scarlet") for seat in game.seats]


def numbers(edition: Edition) -> range:
    """Every number of players of this edition."""
    return range(edition.own.fewest_seats, edition.own.most_seats + 1)


def game_of(edition: Edition, count: int, *, seed: int = 1) -> Game:
    return Game.new(edition, [f"player {number}" for number in range(count)], seed=seed)


def all_distinct(deck: Deck) -> bool:
    return len({card.name for card in deck}) == len({card.word for card in deck}) == len(deck)


@pytest.mark.rule("SET-1")
def test_six_suspects_six_weapons_nine_rooms(edition: Edition) -> None:
    deck = edition.deck
    assert (len(deck.suspects), len(deck.weapons), len(deck.rooms)) == (6, 6, 9)
    assert len(deck) == 21
    assert all_distinct(deck)
    assert {place.room for place in edition.board.places if place.kind == "room"} == set(deck.rooms)


@pytest.mark.rule("SET-2")
def test_ten_suspects_eight_weapons_twelve_locations_and_a_cloak_room(edition: Edition) -> None:
    deck = edition.deck
    assert (len(deck.suspects), len(deck.weapons), len(deck.rooms)) == (10, 8, 12)
    assert len(deck) == 30
    assert all_distinct(deck)
    locations = [place for place in edition.board.places if place.kind == "room"]
    assert len(locations) == 13
    assert [place.name for place in locations if place.room is None] == ["Cloak Room"]
    assert {place.room for place in locations if place.room is not None} == set(deck.rooms)


@pytest.mark.rule("SET-3")
def test_all_six_pawns_stand_on_their_start_squares(edition: Edition) -> None:
    starts = GETAWAY_STARTS if edition.key == "getaway" else CLASSIC_STARTS
    for count in numbers(edition):
        game = game_of(edition, count)
        assert [place.name for place in game.scene.pawns] == [starts[word] for word in CLOCKWISE]


@pytest.mark.rule("SET-3", "SET-4")
@pytest.mark.editions("MD LX CL AN GW")
def test_spare_pawns_take_no_turn_but_can_be_named_and_moved(edition: Edition) -> None:
    stage = Stage.of(edition, seats=3)
    seen: list[Seat] = []
    for number in range(1, 7):
        seen.append(stage.scene.turn.mover)
        stage.put(Scarlet="Kitchen")
        stage.scene = stage.scene._replace(called=0b111)
        assert stage.scene.turn.number == number
        stage.put(**{seen[-1].suspect.word: "Kitchen"})
        stage.suggest("Plum Rope Kitchen")
        stage.answer()
        assert stage.where("Plum") == "Kitchen"
        if stage.scene.turn.number == number:
            stage.end_turn()
    assert seen == [*stage.seats, *stage.seats]


@pytest.mark.rule("SET-3")
def test_spare_pawns_block_squares(edition: Edition) -> None:
    stage, (here, right, across, _) = Stage.of(edition, seats=3), venue(edition).block
    stage.put(Scarlet=here, Plum=right)
    stage.roll(2)
    with refused("MOVE-5"):
        stage.walk(f"{right}, {across}")


@pytest.mark.rule("SET-4")
def test_all_ten_tokens_start_in_the_cloak_room(edition: Edition) -> None:
    for count in numbers(edition):
        assert [place.name for place in game_of(edition, count).scene.pawns] == ["Cloak Room"] * 10


@pytest.mark.rule("SET-5")
@pytest.mark.flip(weapons_start=WeaponsStart.OFF_THE_BOARD)
def test_the_weapons_start_in_rooms_of_their_own_at_random(edition: Edition) -> None:
    of_the_first: set[str] = set()
    for seed in range(60):
        places = game_of(edition, 3, seed=seed).scene.weapons
        rooms = {place.name for place in places if place is not None and place.room is not None}
        assert len(rooms) == len(places) == 6
        of_the_first |= {place.name for place in places[:1] if place is not None}
    assert of_the_first == {room.name for room in edition.deck.rooms}


@pytest.mark.rule("SET-5")
@pytest.mark.editions("MD")
def test_no_weapon_starts_where_no_murder_happens(edition: Edition) -> None:
    """An edition of one's own: the manor with its weapons in rooms."""
    own = replace(edition, own=replace(edition.own, weapons_start=WeaponsStart.IN_ROOMS))
    for seed in range(40):
        places = game_of(own, 3, seed=seed).scene.weapons
        assert len({place for place in places if place is not None and place.room is not None}) == 8


@pytest.mark.rule("SET-6")
@pytest.mark.flip(weapons_start=WeaponsStart.IN_ROOMS)
def test_each_weapon_comes_on_when_it_is_first_suggested(edition: Edition) -> None:
    stage = Stage.of(edition)
    assert [place for place in stage.scene.weapons if place] == []
    stage.put(Scarlet="m7")
    stage.roll(2)
    stage.go("Kitchen")
    stage.suggest("Plum Rope Kitchen")
    on_the_board = [
        weapon.word for weapon, place in zip(edition.deck.weapons, stage.scene.weapons, strict=True) if place
    ]
    assert on_the_board == ["Rope"]


@pytest.mark.rule("SET-7")
def test_the_case_file_holds_one_card_of_each_kind_and_nobody_saw_it(edition: Edition) -> None:
    deck = edition.deck
    files = [SeededDealer(seed).seal(deck) for seed in range(200)]
    for kind, seen in ((deck.suspects, "suspect"), (deck.weapons, "weapon"), (deck.rooms, "room")):
        assert {getattr(file, seen) for file in files} == set(kind)
    by_suspect = {(file.suspect, file.weapon) for file in files}
    assert len(by_suspect) > len(deck.suspects), "the piles are shuffled separately"
    game = game_of(edition, 3)
    assert Sealed(game.secrets.case_file) in game.events
    for viewer in (*game.seats, None):
        assert [sighting.event for sighting in game.view(viewer).sightings if isinstance(sighting.event, Sealed)] == [
            Sealed(None)
        ]
    assert not any(set(game.hand(seat)) & set(game.secrets.case_file) for seat in game.seats)


def dealt(game: Game) -> Dealt:
    return next(event for event in game.events if isinstance(event, Dealt))


def pack_of(edition: Edition) -> tuple[ScriptedDealer, list[Card]]:
    """A dealer who deals a known pack."""
    case_file = SeededDealer(0).seal(edition.deck)
    pack = [card for card in edition.deck if card not in case_file]
    return ScriptedDealer(case_file=case_file, pack=pack), pack


@pytest.mark.rule("SET-8")
def test_cards_are_dealt_one_at_a_time_from_the_dealers_left(edition: Edition) -> None:
    for count in numbers(edition):
        dealer, pack = pack_of(edition)
        game = Game.new(edition, [f"player {number}" for number in range(count)], dealer=dealer)
        assert dealt(game).dealer is game.seats[-1]
        even = len(pack) - len(pack) % count if edition.rules.dealing is Dealing.EVEN_HANDS else len(pack)
        assert [list(game.hand(seat)) for seat in game.seats] == [pack[:even][first::count] for first in range(count)]


@pytest.mark.rule("SET-8")
def test_the_deal_rotates_in_rematches_and_the_record_says_who_dealt(edition: Edition) -> None:
    dealer, _ = pack_of(edition)
    game = Game.new(edition, ["Ada", "Grace", "Alan"], dealer=dealer)
    for deals in (0, 1, 2, 0):
        dealer, pack = pack_of(edition)
        game = game.rematch(dealer=dealer)
        seen = next(one.event for one in game.view(game.seats[1]).sightings if isinstance(one.event, Dealt))
        assert dealt(game).dealer is seen.dealer is game.seats[deals]
        left = game.seats[(deals + 1) % 3]
        assert list(game.hand(left)) == pack[0::3]


@pytest.mark.rule("SET-8")
def test_the_remaining_cards_are_shuffled_together(edition: Edition) -> None:
    first, last = edition.deck.suspects[0], edition.deck.rooms[-1]
    hands = [game_of(edition, 3, seed=seed).secrets.hands for seed in range(60)]
    for card in (first, last):
        assert {seat for dealt in hands for seat, hand in enumerate(dealt) if card in hand} == {0, 1, 2}
    assert {first in hand and last in hand for dealt in hands for hand in dealt} == {True, False}


@pytest.mark.rule("SET-9")
@pytest.mark.flip(dealing=Dealing.EVEN_HANDS)
def test_all_cards_are_dealt_so_hands_may_differ_by_one(edition: Edition) -> None:
    for count in numbers(edition):
        game = game_of(edition, count)
        sizes = [len(game.hand(seat)) for seat in game.seats]
        assert sum(sizes) == len(edition.deck) - 3
        assert max(sizes) - min(sizes) <= 1
        assert sizes == sorted(sizes, reverse=True)
        assert not game.scene.open_cards


@pytest.mark.rule("SET-10")
@pytest.mark.flip(dealing=Dealing.ALL_CARDS)
def test_hands_are_even_and_what_is_left_over_lies_face_up(edition: Edition) -> None:
    for count, left_over in ((3, 0), (4, 2), (5, 3), (6, 0)):
        game = game_of(edition, count)
        assert {len(game.hand(seat)) for seat in game.seats} == {(18 - left_over) // count}
        assert len(game.scene.open_cards) == left_over
        laid = [event for event in game.events if isinstance(event, LaidOpen)]
        assert [event.cards for event in laid] == ([game.scene.open_cards] if left_over else [])
        hidden = [*game.secrets.case_file, *(card for hand in game.secrets.hands for card in hand)]
        assert not game.scene.open_cards & set(hidden)
        for viewer in (*game.seats, None):
            assert [one.event for one in game.view(viewer).sightings if isinstance(one.event, LaidOpen)] == laid


def starter(game: Game) -> str:
    (began,) = [event for event in game.events if isinstance(event, Began)]
    assert game.scene.turn.mover is game.to_act is began.starter
    return began.starter.suspect.word.replace("Scarlett", "Scarlet")


@pytest.mark.rule("SET-11")
@pytest.mark.flip(starting=Starting.HIGHEST_ROLL, start_dice=1)
def test_scarlet_moves_first_or_else_the_next_one_clockwise(edition: Edition) -> None:
    for seed in range(6):
        assert starter(Game.new(edition, players(edition, "Plum White Scarlet"), seed=seed)) == "Scarlet"
        assert starter(Game.new(edition, players(edition, "Plum White Mustard Green"), seed=seed)) == "Mustard"
        assert starter(Game.new(edition, players(edition, "Plum Peacock Green"), seed=seed)) == "Green"


@pytest.mark.rule("SET-12", "SET-13")
@pytest.mark.editions("MD GW")
@pytest.mark.flip(starting=Starting.FIRST_SUSPECT)
def test_the_highest_roller_starts_and_those_tied_roll_again(edition: Edition) -> None:
    dice = edition.rules.start_dice
    low, high, middle = (1,) * dice, (6,) * dice, (3,) * dice
    dealer = ScriptedDealer(start_rolls=[low, high, middle, high, middle, middle, low, middle])
    game = Game.new(edition, ["Ada", "Grace", "Alan", "Edsger"], dealer=dealer)
    one, two, three, four = game.seats
    assert [event.rounds for event in game.events if isinstance(event, RolledForStart)] == [
        (
            ((one, low), (two, high), (three, middle), (four, high)),
            ((two, middle), (four, middle)),
            ((two, low), (four, middle)),
        )
    ]
    assert game.scene.turn.mover is four


@pytest.mark.rule("SET-12")
@pytest.mark.flip(start_dice=1)
def test_both_dice_are_rolled_for_the_start(edition: Edition) -> None:
    assert dice_for_the_start(edition) == {2}


@pytest.mark.rule("SET-13")
@pytest.mark.flip(start_dice=2)
def test_one_die_is_rolled_for_the_start(edition: Edition) -> None:
    assert dice_for_the_start(edition) == {1}


def dice_for_the_start(edition: Edition) -> set[int]:
    games = [game_of(edition, 3, seed=seed) for seed in range(5)]
    rolled = [event for game in games for event in game.events if isinstance(event, RolledForStart)]
    return {len(dice) for event in rolled for throws in event.rounds for _, dice in throws}


@pytest.mark.rule("SET-14")
@pytest.mark.flip(seating=Seating.BY_START_SQUARE)
@pytest.mark.flip(seating=Seating.AS_THEY_SAT_DOWN)
def test_seats_are_in_board_order_or_as_the_players_sat_down(edition: Edition) -> None:
    game = Game.new(edition, players(edition, "Plum White Scarlet Green Peacock Mustard"), seed=1)
    sat_down = ["Plum", "White", "Scarlet", "Green", "Peacock", "Mustard"]
    assert seats_of(game) == (sat_down if edition.key in ("master-detective", "getaway") else list(CLOCKWISE))
    assert [seat.index for seat in game.seats] == [0, 1, 2, 3, 4, 5]


@pytest.mark.rule("SET-14")
def test_play_passes_to_the_left(edition: Edition) -> None:
    stage = Stage.of(edition, seats=4)
    movers: list[int] = []
    for _ in range(5):
        movers.append(stage.scene.turn.mover.index)
        stage.put(**{stage.scene.turn.mover.suspect.word: "Kitchen"})
        stage.scene = stage.scene._replace(called=0b1111)
        stage.suggest("Plum Rope Kitchen")
        stage.answer()
        if stage.scene.turn.asked is None and stage.options.end_turn:
            stage.end_turn()
    assert movers == [0, 1, 2, 3, 0]


@pytest.mark.rule("SET-15")
@pytest.mark.flip(fewest_seats=2)
@pytest.mark.flip(fewest_seats=4)
@pytest.mark.flip(most_seats=5)
def test_three_to_six_play(edition: Edition) -> None:
    assert_numbers(edition, fewest=3, most=6, rule="SET-15")


@pytest.mark.rule("SET-16")
@pytest.mark.flip(fewest_seats=2)
@pytest.mark.flip(fewest_seats=4)
@pytest.mark.flip(most_seats=9)
def test_three_to_ten_play(edition: Edition) -> None:
    assert_numbers(edition, fewest=3, most=10, rule="SET-16")


def assert_numbers(edition: Edition, *, fewest: int, most: int, rule: str) -> None:
    for count in range(fewest, most + 1):
        assert len(game_of(edition, count).seats) == count
    for count in (0, 1, fewest - 1, most + 1):
        with refused(rule):
            game_of(edition, count)


@pytest.mark.rule("SET-17")
@pytest.mark.flip(rematch=RematchStart.SAME_RULE)
def test_later_games_are_started_in_turn(edition: Edition) -> None:
    game = game_of(edition, 3)
    assert game.scene.turn.mover is game.seats[0]
    for left in (1, 2, 0):
        game = game.rematch(seed=1)
        assert game.scene.turn.mover is game.seats[left]
    other_seats = Game.new(edition, players(edition, "Plum Green White"), seed=1)
    assert starter(other_seats) == "White"


@pytest.mark.rule("SET-17")
@pytest.mark.editions("LX AN")
@pytest.mark.flip(rematch=RematchStart.IN_TURN)
def test_elsewhere_scarlet_starts_every_game(edition: Edition) -> None:
    game = game_of(edition, 3)
    assert starter(game) == starter(game.rematch(seed=1)) == "Scarlet"


@pytest.mark.rule("SET-17")
@pytest.mark.editions("MD GW")
@pytest.mark.flip(rematch=RematchStart.IN_TURN)
def test_elsewhere_every_game_is_rolled_for(edition: Edition) -> None:
    dice = edition.rules.start_dice
    rolls = [(6,) * dice, (1,) * dice, (2,) * dice]
    game = Game.new(edition, ["Ada", "Grace", "Alan"], dealer=ScriptedDealer(start_rolls=rolls))
    again = game.rematch(dealer=ScriptedDealer(start_rolls=rolls))
    assert game.scene.turn.mover is again.scene.turn.mover is game.seats[0]


@pytest.mark.rule("SET-18")
def test_a_sheet_has_a_box_for_every_card_and_the_own_hand_can_be_marked_at_once(edition: Edition) -> None:
    game = game_of(edition, 3)
    for seat in game.seats:
        view = game.view(seat)
        evidence, sheet = facts_from(view), Notebook()
        assert set(evidence.deck) == {*game.secrets.case_file, *(card for hand in game.secrets.hands for card in hand)}
        assert len(evidence.holders) == 4, "three hands and the case file"
        assert view.hand
        for card in view.hand:
            sheet = sheet.write(Box(card, seat), Mark.YES)
        assert not list(check(sheet, evidence))


@pytest.mark.rule("SET-18")
def test_marks_never_bind_and_are_never_seen_by_others(edition: Edition) -> None:
    """A wrong mark is written all the same; nobody hears of it, and one may suggest and accuse against it."""
    stage = Stage.of(edition)
    seat, hand = stage.seats[0], stage.hand(stage.seats[0])
    seen = [list(stage.view(viewer).sightings) for viewer in (*stage.seats, None)]
    offered = stage.options
    sheet = Notebook()
    for card in hand:
        sheet = sheet.write(Box(card, seat), Mark.NO)
    assert {objection.marks[0].card for objection in check(sheet, facts_from(stage.view(seat)))} == set(hand)
    assert [list(stage.view(viewer).sightings) for viewer in (*stage.seats, None)] == seen
    assert stage.options == offered
    stage.accuse("Plum Candlestick Dining")
    assert stage.winner is seat


@pytest.mark.rule("SET-19")
def test_each_player_chooses_a_free_suspect(edition: Edition) -> None:
    game = Game.new(edition, [*players(edition, "Plum Peacock"), ("guest", None), "late guest"], seed=1)
    assert {seat.name: seat.suspect.word.replace("Scarlett", "Scarlet") for seat in game.seats} == {
        "player 0": "Plum",
        "player 1": "Peacock",
        "guest": "Scarlet",
        "late guest": "Mustard",
    }
    with refused("SET-19"):
        Game.new(edition, players(edition, "Plum Green Plum"), seed=1)


@pytest.mark.rule("SET-20")
def test_a_hand_is_seen_by_its_owner_alone_and_its_size_by_all(edition: Edition) -> None:
    for count in numbers(edition):
        game = game_of(edition, count)
        sizes = tuple(len(hand) for hand in game.secrets.hands)
        for viewer in (*game.seats, None):
            view = game.view(viewer)
            (seen,) = [one.event for one in view.sightings if isinstance(one.event, Dealt)]
            own = [hand if seat is viewer else None for seat, hand in zip(game.seats, game.secrets.hands, strict=True)]
            assert list(seen.hands) == own
            assert seen.sizes == view.scene.sizes == sizes
            assert view.hand == (game.hand(viewer) if viewer else edition.deck.nothing)
            assert view_of(game.table, viewer, view.sightings) == view


@pytest.mark.rule("SET-20")
def test_nobody_sees_the_cards_being_shuffled_and_dealt(edition: Edition) -> None:
    """Two packs that give a seat the same hand in another order, and the others other hands, look the same to it."""
    dealer, pack = pack_of(edition)
    triples = zip(reversed(pack[0::3]), pack[2::3], pack[1::3], strict=True)
    other = ScriptedDealer(case_file=dealer.seal(edition.deck), pack=[card for three in triples for card in three])
    games = [Game.new(edition, ["Ada", "Grace", "Alan"], dealer=told) for told in (dealer, other)]
    assert games[0].secrets.hands != games[1].secrets.hands
    one, two = ([one.event for one in game.view(game.seats[0]).sightings] for game in games)
    assert one == two
