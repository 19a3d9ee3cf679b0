"""Detective sheets: every card of an edition in its own words, a column for each player, as HTML and as text."""

from __future__ import annotations

import re
from html import unescape

import pytest

from greycells.editions import load, names
from greycells.editions.detective_sheet import clamp_players, sheet_body, sheet_text
from greycells.language.sentences import called, using_language


@pytest.mark.parametrize("tag", ["en", "de"])
@pytest.mark.parametrize("key", names())
def test_a_sheet_has_every_card_and_a_box_for_each_player(key: str, tag: str) -> None:
    edition = load(key)
    with using_language(tag):
        cards = [called(card) for card in edition.deck]
        for players in (edition.rules.fewest_seats, edition.rules.most_seats):
            body, text = unescape(sheet_body(edition, players)), sheet_text(edition, players)
            rows = re.findall(r'<tr><th scope="row">([^<]+)</th>((?:<td></td>)+)', body.partition('class="asked"')[0])
            assert [name for name, _ in rows] == cards
            assert {boxes.count("<td>") for _, boxes in rows} == {players + 1}
            lines = [line.split("|") for line in text.splitlines() if "|" in line]
            assert {len(line) for line in lines} == {players + 3}
            assert [name for name in (line[0].strip() for line in lines) if name in cards] == cards


def test_the_number_of_players_is_one_that_the_edition_allows() -> None:
    classic = load("classic")
    assert [clamp_players(classic, players) for players in (None, 0, 3, 5, 99)] == [6, 3, 3, 5, 6]
