"""Every deal that fits what a seat saw, found by trying all of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, product
from typing import NamedTuple

from greycells.rules.cards import Deck
from greycells.rules.events import Accused, CouldNotShow, Dealt, Event, Opened, Shown, Suggested
from greycells.rules.game import Game
from greycells.rules.views import Sighting


class EveryDeal(NamedTuple):
    """One deal: the case file and the hands, as masks of cards."""

    case_file: int
    hands: tuple[int, ...]


def all_deals(deck: Deck, sizes: Sequence[int]) -> Iterator[EveryDeal]:
    """Every deal of a deck without open cards."""

    def dealt(left: tuple[int, ...], sizes: Sequence[int]) -> Iterator[tuple[int, ...]]:
        if not sizes:
            yield ()
            return
        for hand in combinations(left, sizes[0]):
            for others in dealt(tuple(card for card in left if card not in hand), sizes[1:]):
                yield (sum(hand), *others)

    for suspect, weapon, room in product(deck.suspects, deck.weapons, deck.rooms):
        case_file = suspect.bit | weapon.bit | room.bit
        rest = tuple(card.bit for card in deck if not card.bit & case_file)
        yield from (EveryDeal(case_file, hands) for hands in dealt(rest, sizes))


def fits(deal: EveryDeal, event: Event, named: int, accused: int) -> bool:
    """Whether a deal is compatible with what was seen, apart from looks into the case file."""
    match event:
        case Dealt(_, _, hands):
            return all(hand is None or hand.mask == deal.hands[seat] for seat, hand in enumerate(hands))
        case CouldNotShow(seat):
            return not deal.hands[seat.index] & named
        case Shown(seat, _, card):
            return bool(deal.hands[seat.index] & (named if card is None else card.bit))
        case Opened(_, _, False):
            return deal.case_file != accused
        case _:
            return True


def by_brute_force(game: Game, sightings: Sequence[Sighting]) -> Iterator[tuple[int, list[EveryDeal]]]:
    """After every event, the deals that fit everything seen so far."""
    deals = list(all_deals(game.edition.deck, game.scene.sizes))
    named = accused = 0
    for number, event in sightings:
        match event:
            case Suggested(_, theory):
                named = theory.mask
            case Accused(_, theory):
                accused = theory.mask
            case _:
                pass
        deals = [deal for deal in deals if fits(deal, event, named, accused)]
        yield number, deals
