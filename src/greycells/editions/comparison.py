"""On which questions editions differ."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from enum import Enum
from typing import TypeAlias

from greycells.rules.edition import Edition, Rules

Plain: TypeAlias = str | int | bool


def answers(edition: Edition) -> dict[str, Plain]:
    """An edition's answer to every question, in plain words, after the sizes of its deck.

    >>> from greycells.editions import load
    >>> answers(load("classic"))["occupied"]
    'blocks'
    """
    deck = edition.deck
    sizes: dict[str, Plain] = {"suspects": len(deck.suspects), "weapons": len(deck.weapons), "rooms": len(deck.rooms)}
    return sizes | {question.name: _plain(getattr(edition.rules, question.name)) for question in fields(Rules)}


def _plain(answer: Plain | Enum) -> Plain:
    return str(answer.value) if isinstance(answer, Enum) else answer


def differences(editions: Sequence[Edition]) -> dict[str, dict[str, Plain]]:
    """The questions to which these editions do not all give the same answer: by question, then by the edition's key."""
    table = {edition.key: answers(edition) for edition in editions}
    by_question = {
        question: {key: given[question] for key, given in table.items()}
        for given in table.values()
        for question in given
    }
    return {question: given for question, given in by_question.items() if len(set(given.values())) > 1}
