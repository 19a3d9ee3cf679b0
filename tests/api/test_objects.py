"""The objects that a programmer holds: short in a prompt, drawn when printed, and written in one line and back."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

import greycells
from greycells import Accuse, Action, Event, Game, Knowledge, Record, Suggest, examples, knowledge, player
from greycells.deduction import Beliefs, Worlds, empathise, facts_from, what_if
from greycells.notation import RecordError, action_from, event_from, from_json, read, to_json

RECORDS = examples.records()
WIDEST = 200


def played(edition: str = "classic", *, events: int = 90) -> Game:
    """A game between inspectors, up to about this event."""
    game = Game.new(edition, ["Ada", "Grace", "Hedy"], seed=7)
    minds = [player("inspector", seed=seat.index) for seat in game.seats]
    while len(game.events) < events and (seat := game.to_act) is not None:
        game.play(minds[seat.index].choose(game.view(seat)))
    return game


GAME = played()


def drawn(shown: object, form: str) -> str:
    """What a notebook shows of an object, as `svg` or `html`."""
    return str(getattr(shown, f"_repr_{form}_")())


@pytest.mark.parametrize("name", RECORDS)
def test_every_event_has_a_short_text_and_a_json_form(name: str) -> None:
    record = read(RECORDS[name].read_text(encoding="utf-8"))
    for event in record.events:
        text = str(event)
        assert "\n" not in text
        assert event_from(record.table, text) == event, text
        assert from_json(record.table, to_json(event)) == event
    for copy in (record.copy_for(0), record.copy_for(None)) if record.copy is None else ():
        assert [event_from(copy.table, str(event)) for event in copy.events] == list(copy.events)


@pytest.mark.parametrize("edition", ["classic", "getaway", "master-detective"])
def test_every_action_has_a_short_text_and_a_json_form(edition: str) -> None:
    game = played(edition, events=60)
    seen: set[type[Action]] = set()
    while (seat := game.to_act) is not None and game.scene.turn.number < 40:
        options = game.view(seat).options
        assert options is not None
        for action in options.actions(accusations=True):
            assert action_from(game.table, str(action)) == action
            assert from_json(game.table, to_json(action)) == action
            seen.add(type(action))
        game.play(player("inspector", seed=1).choose(game.view(seat)))
    assert len(seen) >= 6


def test_the_short_texts_are_those_of_a_record() -> None:
    theory = GAME.edition.deck.theory("Plum", "Rope", "Hall")
    assert str(Suggest(theory)) == "suggests Plum Rope Hall"
    assert action_from(GAME.table, "accuses Plum Rope Hall") == Accuse(theory)
    with pytest.raises(RecordError, match="Rop"):
        action_from(GAME.table, "suggests Plum Rop Hall")
    with pytest.raises(RecordError):
        action_from(GAME.table, "suggests Plum Rope Hall twice")


def test_every_object_is_one_short_line() -> None:
    view, record = GAME.view(0), GAME.to_record()
    evidence = facts_from(view)
    theory = GAME.edition.deck.theory("Plum", "Rope", "Hall")
    options = GAME.view(GAME.to_act).options
    every = [
        *(
            GAME,
            GAME.table,
            GAME.scene,
            GAME.scene.turn,
            GAME.edition,
            GAME.edition.deck,
            GAME.edition.board,
            GAME.seats,
        ),
        *(view, view.hand, view.sightings, options, record, theory, Suggest(theory), *GAME.events[5:]),
        *(evidence, Worlds(evidence), Knowledge.of(evidence), Beliefs(evidence), greycells.puzzle("2026-03-14")),
    ]
    assert [repr(one) for one in every if len(repr(one)) > WIDEST or "\n" in repr(one)] == []
    assert repr(view) == f"View({view.seat}, turn {view.scene.turn.number}, 6 cards)"


def test_what_is_printed_shows_the_board_and_what_is_known() -> None:
    told = str(GAME)
    assert "Ballroom" in told
    assert "The case file holds" in told
    seen = str(GAME.view(0))
    assert "The case file holds" not in seen
    sheet = seen.splitlines()
    for card in GAME.view(0).hand:
        (row,) = [line for line in sheet if line.startswith(f" {card.name}  ")]
        assert row.split()[-4:] == ["+", "-", "-", "-"]


def test_a_notebook_shows_the_board_as_a_drawing() -> None:
    for shown in (GAME, GAME.view(0)):
        picture = ET.fromstring(drawn(shown, "svg"))
        circles = [one for one in picture.iter() if one.tag.endswith("circle")]
        assert len(circles) == len(GAME.edition.deck.suspects)
        assert drawn(shown, "html").startswith("<svg ")
    assert GAME.edition.deck["Rope"].name in drawn(GAME.view(0), "html")


def test_nobody_reads_more_from_a_drawn_view_than_from_the_view() -> None:
    """Another deal that looks the same to this seat is drawn the same."""
    from greycells.players.conformance import another_deal
    from greycells.players.seeded_random import SeededRandom

    other = another_deal(GAME, GAME.seats[0], SeededRandom(3, 0))
    assert other.secrets != GAME.secrets
    assert str(other.view(0)) == str(GAME.view(0))
    assert drawn(other.view(0), "html") == drawn(GAME.view(0), "html")


def test_seats_go_by_number_everywhere() -> None:
    card, seat, view = GAME.edition.deck["Rope"], GAME.seats[1], GAME.view(0)
    known, evidence = knowledge(view), facts_from(view)
    theory = GAME.edition.deck.theory("Plum", "Rope", "Hall")
    assert known.has(card, 1) is known.has(card, seat)
    assert known.worlds.number_with(card, 1) == known.worlds.number_with(card, seat)
    assert Beliefs(evidence).probability(card, 1) == Beliefs(evidence).probability(card, seat)
    assert what_if(evidence, theory, by=1) == what_if(evidence, theory, by=seat)
    assert list(empathise(view, 1)) == list(empathise(view, seat))
    assert GAME.to_record().copy_for(1) == GAME.to_record().copy_for(seat)
    branch = GAME.copy()
    mover = branch.to_act
    assert mover is not None
    branch.play(player("inspector").choose(branch.view(mover)), by=mover.index)
    for wrong in (3, -1):
        with pytest.raises(IndexError, match="numbered from 0 to 2"):
            known.has(card, wrong)


def test_accusations_are_listed_only_if_asked_for() -> None:
    view = GAME.view(GAME.to_act)
    assert view.options is not None
    few, all_of_them = list(view.options.actions()), list(view.options.actions(accusations=True))
    assert not any(isinstance(action, Accuse) for action in few)
    assert all_of_them[: len(few)] == few
    assert len(all_of_them) - len(few) == 6 * 6 * 9


def test_a_game_is_a_record_and_a_record_a_game(tmp_path: Path) -> None:
    record = GAME.to_record()
    assert isinstance(record, Record)
    file = tmp_path / "game.case"
    file.write_text(str(record), encoding="utf-8")
    again: list[Event] = Game.from_record(file).events
    assert again == GAME.events


def test_a_review_and_a_puzzle_in_one_call() -> None:
    game = Game.from_record(RECORDS["classic/second-game"])
    review = greycells.review(game, 0)
    assert review.reader == game.seats[0]
    assert review.of(1) == review.of(game.seats[1])
    assert repr(review).startswith("GameReview(classic, ")
    assert greycells.puzzle("2026-03-14").day is not None
    assert greycells.puzzle(seed=5, grade=2).grade == 2
    assert str(greycells.puzzle("2026-03-14")).endswith("?")
