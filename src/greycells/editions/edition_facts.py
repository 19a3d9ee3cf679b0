"""What the text of a rule depends on: an edition's answers and other facts, and the names and numbers to fill in."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import fields
from enum import Enum
from typing import TypeAlias

from greycells.language.sentences import Argument, Sentence, either
from greycells.rules.cards import surname
from greycells.rules.edition import Edition, Rules
from greycells.rules.places import Place

Plain: TypeAlias = str | int | bool

FEW_PLAYERS = 6
"""The most that SET-15 is about; SET-16 is about tables for more."""


def facts(edition: Edition, code: str | None) -> frozenset[str]:
    """What holds for an edition: its answers (`dice=1`), its rulebook's code (`CL`), and facts such as `passage`."""
    rules, board = edition.rules, edition.board
    answers = {f"{question.name}={_toml(plain_answer(getattr(rules, question.name)))}" for question in fields(Rules)}
    names = (*map(str, board.letters.values()), *board.scenery.values())
    holds = {
        "book": code is not None and edition.key == edition.follows,
        "dice": rules.dice > 0,
        "passage": rules.dice > 0 and bool(board.passages),
        "one passage": len(board.passages) == 2,
        "spaces": rules.dice > 0 and bool(_spaces(edition)),
        "cardless": bool(_cardless(edition)),
        "drawn": any(place.room is not None for place in board.places),
        "starts on squares": any(start.kind == "square" for start in edition.starts),
        "starts in rooms": any(start.kind != "square" for start in edition.starts),
        "one spyglass": sum(place.spyglass for place in board.places) == 1,
        "many players": rules.most_seats > FEW_PLAYERS,
        "one size": rules.most_seats == rules.fewest_seats,
        "two sizes": rules.most_seats == rules.fewest_seats + 1,
        "leftovers": any(True for _ in _leftovers(edition)),
    }
    found = {name for name, so in holds.items() if so} | {f"has {name}" for name in names}
    return frozenset(found | answers | ({code} if code else set[str]()))


def _toml(answer: Plain) -> str:
    return str(answer).lower() if isinstance(answer, bool) else str(answer)


def holds(condition: str, known: AbstractSet[str]) -> bool:
    """Whether a condition of the catalogue holds: `dice & not passage | MD GW`; of several codes any will do."""
    return any(all(_holds(part.strip(), known) for part in either.split("&")) for either in condition.split("|"))


def _holds(part: str, known: AbstractSet[str]) -> bool:
    if part.startswith("not "):
        return not _holds(part.removeprefix("not "), known)
    return part in known or (part.isupper() and any(code in known for code in part.split()))


def plain_answer(answer: Plain | Enum) -> Plain:
    """An answer as an edition's file gives it."""
    return str(answer.value) if isinstance(answer, Enum) else answer


def _spaces(edition: Edition) -> tuple[Place, ...]:
    return tuple(place for place in edition.board.places if place.kind == "space")


def _cardless(edition: Edition) -> tuple[Place, ...]:
    return tuple(place for place in edition.board.places if place.kind == "room" and place.room is None)


def _leftovers(edition: Edition) -> Iterator[tuple[int, int]]:
    """With how many players cards are left over, and how many (SET-10)."""
    for players in range(edition.rules.fewest_seats, edition.rules.most_seats + 1):
        if left := (len(edition.deck) - 3) % players:
            yield players, left


def arguments(edition: Edition) -> Mapping[str, Argument]:
    """The names and numbers that rules are told with, in the current language."""
    deck, board, rules = edition.deck, edition.board, edition.rules
    starting = tuple(zip(deck.suspects, edition.starts, strict=True))
    pairs = [(one, other) for one, other in board.passages.items() if one.index < other.index]
    joined = [str(Sentence("catalogue.joined", one=one, other=other)) for one, other in pairs]
    leftovers = [str(Sentence("catalogue.left over", players=each, cards=left)) for each, left in _leftovers(edition)]
    return {
        "suspects": len(deck.suspects),
        "weapons": len(deck.weapons),
        "rooms": len(deck.rooms),
        "cards": len(deck),
        "cardless": _cardless(edition),
        "a_cardless": either(_cardless(edition)),
        "spaces": _spaces(edition),
        "a_space": either(_spaces(edition)),
        "starts": tuple(dict.fromkeys(start for start in edition.starts if start.kind != "square")),
        "outside": tuple(suspect for suspect, start in starting if start.kind == "square"),
        "first": deck.suspects[0],
        "order": ", ".join(map(surname, deck.suspects)),
        "fewest": rules.fewest_seats,
        "most": rules.most_seats,
        "open": "; ".join(leftovers),
        "passages": ", ".join(joined),
        "spyglasses": sum(place.spyglass for place in board.places),
    }
