"""On which questions editions differ."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields, replace

from greycells.editions.catalogue import Rule, rule, rules
from greycells.editions.edition_facts import Plain, plain_answer
from greycells.rules.edition import Edition, Rules


def answers(edition: Edition) -> dict[str, Plain]:
    """An edition's answer to every question, in plain words, after the sizes of its deck.

    >>> from greycells.editions import load
    >>> answers(load("classic"))["occupied"]
    'blocks'
    """
    deck = edition.deck
    sizes: dict[str, Plain] = {"suspects": len(deck.suspects), "weapons": len(deck.weapons), "rooms": len(deck.rooms)}
    return sizes | {question.name: plain_answer(getattr(edition.rules, question.name)) for question in fields(Rules)}


def differences(editions: Sequence[Edition]) -> dict[str, dict[str, Plain]]:
    """The questions to which these editions do not all give the same answer: by question, then by the edition's key."""
    table = {edition.key: answers(edition) for edition in editions}
    by_question = {
        question: {key: given[question] for key, given in table.items()}
        for given in table.values()
        for question in given
    }
    return {question: given for question, given in by_question.items() if len(set(given.values())) > 1}


def against_the_book(edition: Edition, book: Edition) -> dict[str, tuple[Plain, Plain, tuple[Rule, ...]]]:
    """On which questions an edition contradicts the rulebook that it follows: its answer, the book's, and the rules.

    Numbers and names are filled in, so a rule is only named if the book's answer would change its words.
    """
    found: dict[str, tuple[Plain, Plain, tuple[Rule, ...]]] = {}
    own, others = answers(edition), answers(book)
    for question in (field.name for field in fields(Rules)):
        if own[question] == others[question]:
            continue
        answer = {question: getattr(book.own, question)}
        as_in_book = replace(edition, own=replace(edition.own, **answer))
        changed = (rule for rule in rules() if rule.asks(question) and rule.as_in(edition) != rule.as_in(as_in_book))
        if about := tuple(changed):
            found[question] = (own[question], others[question], about)
    return found


def idle_rulings(edition: Edition) -> tuple[str, ...]:
    """The ids of an edition's own rulings that are about rules that it does not have."""
    return tuple(name for name in edition.rulings if not rule(name).is_in(edition))


def copied_rulings(edition: Edition) -> tuple[str, ...]:
    """The ids of an edition's own rulings that have the words of a rulebook's edition, on rules that it has."""
    return tuple(name for name in edition.rulings if rule(name).is_in(edition) and rule(name).is_copied_ruling(edition))
