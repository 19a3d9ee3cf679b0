"""The set-up of a real table from what was typed after `greycells companion`."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from greycells.analysis.companion.changes import checked_game
from greycells.analysis.companion.tables import CompanionTable, dealt_sizes, own_box
from greycells.deduction.count_plan import PLACES
from greycells.free_text.name_matching import Unclear, card_names
from greycells.protocol.companion_entries import LONGEST_NAME, CompanionGame, CompanionSetup, OwnBox
from greycells.rules.board import plain


def typed_setup(
    edition: str | OwnBox, players: Sequence[str], *, me: str | None, hand: str, face_up: str, dealer: str | None
) -> CompanionGame:
    """A new game; an EntryError or Unclear says what is wrong. Without a dealer, hand sizes are unknown."""
    names = tuple(name.strip()[:LONGEST_NAME] for name in players)
    bare = CompanionSetup(
        players=names,
        me=_player(names, me),
        edition=edition if isinstance(edition, str) else None,
        box=edition if isinstance(edition, OwnBox) else None,
        level="advice",
    )
    cards = card_names(CompanionTable.of(bare).deck)

    def numbers(text: str) -> tuple[int, ...]:
        return tuple(cards.one(part.strip()).index for part in text.split(",") if part.strip())

    setup = msgspec.structs.replace(bare, hand=numbers(hand), open=numbers(face_up))
    if dealer is not None:
        setup = msgspec.structs.replace(setup, sizes=dealt_sizes(setup, dealer=_player(names, dealer)))
    _check_hand(setup, len(CompanionTable.of(bare).deck))
    return checked_game(CompanionGame(1, setup))


def _check_hand(setup: CompanionSetup, deck: int) -> None:
    """A hand that is entered counts as whole, so an Unclear says if cards of it are missing, or too many."""
    least, more = divmod(deck - PLACES - len(setup.open), len(setup.players))
    own = setup.sizes[setup.me] if setup.sizes else None
    sizes = [own] if own is not None else [least, least + 1] if more else [least]
    if setup.hand and len(setup.hand) not in sizes:
        dealt = Unclear("two sizes", least=least, most=least + 1).sentence if len(sizes) > 1 else sizes[0]
        raise Unclear("hand size", held=len(setup.hand), sizes=dealt)


def typed_box(suspects: str, weapons: str, rooms: str, *, everybody: bool) -> OwnBox:
    """Another box than ours, from the names on its cards; an EntryError if a kind has none or too many."""
    kinds = [
        [name.strip()[:LONGEST_NAME] for name in text.split(",") if name.strip()] for text in (suspects, weapons, rooms)
    ]
    return own_box(*kinds, everybody=everybody)


def _player(names: Sequence[str], name: str | None) -> int:
    """The number of a player, by default the first."""
    if name is None:
        return 0
    found = [at for at, one in enumerate(names) if plain(one) == plain(name)]
    if not found:
        raise Unclear("no such name", text=name)
    return found[0]
