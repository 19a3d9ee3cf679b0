"""Random games as records, with everything that can be noted about them."""

from __future__ import annotations

from functools import lru_cache
from random import Random

from hypothesis import strategies as st
from tests.properties.random_players import Party, on_a_whim, parties

from greycells.notation import Note, Record
from greycells.rules.fair_dealing import FairDealer
from greycells.rules.game import Game
from greycells.rules.setup import set_up

WORDS = (
    "",
    "plain",
    '"quoted"',
    "{in braces}",
    "back\\slash",
    "two\nlines\r",
    "Ünïcode ☂ \u2028",
    " ? ! | ... @0:00:01 ",
)


@lru_cache(maxsize=256)
def game_of(party: Party, *, fair: bool = False) -> Game:
    """The whole game of a party, or a part of it: about one in four is torn off in the middle of something."""
    whim = Random(party.seed)
    game = party.game()
    if fair:
        dealer = FairDealer(f"secret {party.seed}", [f"nonce {seat}" for seat in game.seats])
        game = Game(game.table, dealer, set_up(game.table, dealer))
    longest = whim.choice((8, 40, 1500, 1500, 1500, 1500))
    while game.to_act is not None and len(game.events) < longest:
        game.play(on_a_whim(game, whim, patience=120))
    return game


def record_of(party: Party, *, fair: bool = False) -> Record:
    """The bare record of that game."""
    game = game_of(party, fair=fair)
    assert not fair or isinstance(game.dealer, FairDealer)
    pledge = game.dealer.opened if isinstance(game.dealer, FairDealer) else None
    return Record(game.table, tuple(game.events), pledge=pledge)


texts = st.sampled_from(WORDS) | st.text(max_size=12)


@st.composite
def notes(draw: st.DrawFn, events: int) -> dict[int, Note]:
    """Notes about some of the events, the set-up and the ends of turns included."""
    numbers = draw(st.sets(st.integers(0, events - 1), max_size=8))
    note = st.builds(
        Note,
        mark=st.sampled_from(("", "!", "?", "!!", "??")),
        clock=st.none() | st.integers(0, 9999 * 3600),
        comments=st.lists(texts, max_size=2).map(tuple),
    )
    found = {number: draw(note) for number in sorted(numbers)}
    return {number: note for number, note in found.items() if note != Note()}


@st.composite
def records(draw: st.DrawFn) -> Record:
    """Any record: of any table, fair or not, whole or as somebody saw it, with notes."""
    record = record_of(draw(parties()), fair=draw(st.booleans()))
    if draw(st.booleans()):
        record = record.copy_for(draw(st.sampled_from((None, *record.table.seats))))
    return Record(
        record.table,
        record.events,
        record.copy,
        record.pledge,
        draw(notes(len(record.events))),
        draw(st.lists(texts, max_size=2).map(tuple)),
        draw(st.none() | texts),
    )
