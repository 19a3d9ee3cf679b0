"""The companion's advice: from what one seat could know, true about the others, and worth following."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tests.analysis.companion_games import bot_game, entered_copy, some_games

from greycells.analysis.companion.clashes import find_clash
from greycells.analysis.companion.entry_words import say_clash, say_correction, say_entry
from greycells.analysis.companion.other_minds import other_minds
from greycells.analysis.companion.sheets import CompanionSheet, EnteredEvidence, numbered
from greycells.analysis.companion.table_advice import best_questions, cards_to_show, when_to_accuse
from greycells.analysis.companion.tables import CompanionTable
from greycells.deduction.empathy import empathise
from greycells.deduction.evidence import evidence_from
from greycells.deduction.knowledge import Knowledge
from greycells.deduction.what_if import what_if
from greycells.language.sentences import using_language
from greycells.protocol.companion_entries import CompanionEntry, CompanionSetup, ShownEntry, SuggestionEntry
from greycells.rules.game import Game


def sheet_of(setup: CompanionSetup, entries: Sequence[CompanionEntry]) -> CompanionSheet:
    return CompanionSheet.of(EnteredEvidence.of(CompanionTable.of(setup), numbered(entries)))


def sheets(game: Game, seat: int, *, every: int = 4) -> Iterator[tuple[CompanionSheet, int]]:
    copy = entered_copy(game, game.seats[seat])
    entries = [entry for entry, _ in copy.entries]
    for number in range(1, len(entries) + 1, every):
        yield sheet_of(copy.setup, entries[:number]), copy.entries[number - 1][1]


def test_what_others_must_know_is_what_they_do_know() -> None:
    for game in some_games(2, first=40):
        for sheet, end in sheets(game, 0, every=6):
            for mind in other_minds(sheet):
                view = game.view(game.seats[mind.seat.index])
                own = Knowledge.of(
                    evidence_from(game.edition.deck, game.seats, sightings=view.sightings[:end], viewer=view.seat)
                )
                assert mind.solutions is not None
                assert mind.solutions >= len(own.worlds.count.case_files)
                assert mind.solved in (None, own.solution)
                assert set(mind.cards) <= set(game.hand(game.seats[0]))


def test_empathy_from_entries_is_empathy_from_sightings() -> None:
    game = bot_game("classic", 4, 3)
    copy = entered_copy(game, game.seats[0])
    end = copy.entries[-1][1]
    view = copy.view._replace(sightings=copy.view.sightings[:end])
    for mind in other_minds(sheet_of(copy.setup, [entry for entry, _ in copy.entries])):
        known = empathise(view, game.seats[mind.seat.index])
        assert mind.solutions == len(known.worlds.count.case_files)


def test_the_best_question_is_from_a_room_in_reach_and_tells_what_it_promises() -> None:
    game = bot_game("classic", 4, 6)
    asked = 0
    for sheet, _ in sheets(game, 1, every=5):
        rooms = sheet.table.deck.rooms[2:4]
        for advice in best_questions(sheet, rooms)[:2]:
            asked += 1
            assert advice.theory.room in rooms
            told = what_if(sheet.entered.sized[0], advice.theory, by=sheet.table.me).information
            assert abs(advice.mine - told) < 1e-9
            assert len(advice.others) == 3
    assert asked


def test_a_card_that_the_suggester_has_seen_is_shown_again_and_a_proof_is_an_accusation() -> None:
    setup = CompanionSetup(players=("Ada", "Grace", "Alan"), me=0, edition="classic", hand=(0, 6, 7, 12, 13, 14))
    shown = SuggestionEntry(id="a", by=1, cards=(1, 6, 12), shown=(ShownEntry(2),))
    mine = SuggestionEntry(id="b", by=2, cards=(0, 8, 15), shown=(ShownEntry(0, 0),))
    sheet = sheet_of(setup, (shown, mine))
    table = sheet.table
    first, second = cards_to_show(sheet, table.seats[2], table.theory((0, 6, 18)))
    assert (first.card.index, first.known) == (0, True)
    assert (second.card.index, second.known) == (6, False)
    (other, _) = cards_to_show(sheet, table.seats[1], table.theory((0, 6, 18)))
    assert not other.known
    accuse = when_to_accuse(sheet)
    assert accuse is not None
    assert not accuse.now
    game = bot_game("classic", 4, 1)
    *_, (last, _) = sheets(game, 0, every=1)
    assert last.solution is not None
    certain = when_to_accuse(last)
    assert certain is not None
    assert certain.now
    assert certain.theory == game.secrets.case_file


def test_entries_and_clashes_are_told_in_both_languages() -> None:
    setup = CompanionSetup(players=("Ada", "Grace", "Alan"), me=0, edition="classic", hand=(0, 6, 7, 12, 13, 14))
    entries = (
        SuggestionEntry(id="a", by=0, cards=(1, 8, 15), shown=(ShownEntry(2, 8),)),
        SuggestionEntry(id="b", by=1, cards=(2, 8, 16)),
    )
    table = CompanionTable.of(setup)
    clash = find_clash(table, entries)
    assert clash is not None
    told = "\n".join([*say_clash(table, clash), *(say_correction(table, one) for one in clash.corrections)])
    assert "These can't all be true. Until that's put right, nothing is certain:" in told
    assert "1. You suggested Col. Mustard with the Knife in the Kitchen. Alan showed the Knife." in told
    assert "Everything fits without entry 2." in told
    assert "Everything fits if entry 2 says: Alan showed a card." in told
    with using_language("de"):
        assert say_entry(table, entries[1]).endswith("Niemand hat eine Karte gezeigt.")
