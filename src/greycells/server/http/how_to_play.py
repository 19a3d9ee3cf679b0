"""How to play: an edition's game in a few steps, each with a picture, told from its own rules."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from greycells.editions.catalogue import rules as rulebook
from greycells.protocol.commands import Message
from greycells.rules.edition import (
    AfterShown,
    Answering,
    Dealing,
    Edition,
    Entering,
    Naming,
    Occupied,
    Passages,
    Snooping,
    Suggesting,
)
from greycells.rules.sentences import Argument, Sentence

Picture = Literal["file", "cards", "roll", "passage", "snoop", "suggestion", "answer", "notebook", "accusation"]
"""What is drawn beside a step: cards, or the drawing of that name on the edition's own board."""


class HowToStep(Message, frozen=True):
    """One step of how to play: a heading, a few sentences, what to draw, and the rules that say it exactly."""

    title: str
    words: str
    picture: Picture
    rules: tuple[str, ...]


def how_to_play(edition: Edition) -> tuple[HowToStep, ...]:
    """The steps of an edition, in the order in which a newcomer meets them."""
    known = {rule.id for rule in rulebook() if rule.as_in(edition)}
    return tuple(
        HowToStep(
            title=str(Sentence(f"how.{name} title")),
            words=" ".join(str(sentence) for sentence in sentences),
            picture=picture,
            rules=tuple(rule for rule in cited if rule in known),
        )
        for name, picture, sentences, cited in _steps(edition)
    )


_Step = tuple[str, Picture, list[Sentence], tuple[str, ...]]


def _say(key: str, **arguments: Argument) -> Sentence:
    return Sentence(f"how.{key}", **arguments)


def _steps(edition: Edition) -> Iterator[_Step]:
    deck, rules = edition.deck, edition.rules
    cards = {"suspects": len(deck.suspects), "weapons": len(deck.weapons), "rooms": len(deck.rooms)}
    dealt = "all dealt" if rules.dealing is Dealing.ALL_CARDS else "even hands"
    yield "goal", "file", [_say("goal")], ("ACC-4",)
    yield "cards", "cards", [_say("cards", **cards), _say(dealt)], ("SET-1", "SET-2", "SET-7", "SET-9", "SET-10")
    if rules.dice:
        yield from _movement(edition)
    yield _suggestion(edition)
    yield _answer(edition)
    yield "notebook", "notebook", [_say("notebook")], ("SET-18",)
    yield "accuse", "accusation", [_say("accuse"), _say("wrong")], ("ACC-1", "ACC-2", "ACC-3", "ACC-5", "SHOW-6")


def _movement(edition: Edition) -> Iterator[_Step]:
    rules = edition.rules
    roll = "one die" if rules.dice == 1 else "two dice"
    others = "blocked" if rules.occupied is Occupied.BLOCKS else "jump"
    ends = "ends" if rules.entering is Entering.ENDS_THE_MOVE else "through"
    moved = [_say("roll", roll=_say(roll)), _say(others), _say("enter"), _say(ends)]
    yield "move", "roll", moved, ("MOVE-1", "MOVE-2", "MOVE-3", "MOVE-5", "MOVE-6", "MOVE-8", "MOVE-10", "MOVE-12")
    inside = rules.passages is Passages.ALSO_INSIDE_A_ROLL
    taken = [_say("passage inside" if inside else "passage")]
    yield "passage", "passage", taken, ("PASS-1", "PASS-2", "PASS-3", "PASS-4", "PASS-5")
    if rules.snooping is not Snooping.NONE:
        yield "snoop", "snoop", [_say("snoop")], ("SNOOP-1", "SNOOP-2", "SNOOP-3", "SNOOP-4")


def _suggestion(edition: Edition) -> _Step:
    rules = edition.rules
    when = "must suggest" if rules.suggesting is Suggesting.REQUIRED else "may suggest"
    names = "name here" if rules.naming is Naming.WHERE_ONE_STANDS else "name any room"
    sentences = [_say(when), _say(names), *([_say("called over")] if rules.dice else [])]
    return "suggest", "suggestion", sentences, ("SUG-1", "SUG-2", "SUG-3", "SUG-4", "SUG-6", "SUG-8")


def _answer(edition: Edition) -> _Step:
    rules = edition.rules
    asked = "until shown" if rules.answering is Answering.UNTIL_SHOWN else "everybody answers"
    then = "turn ends" if rules.after_shown is AfterShown.TURN_ENDS else "accuse after"
    return (
        "answer",
        "answer",
        [_say(asked), _say("secret"), _say(then)],
        ("SHOW-1", "SHOW-2", "SHOW-3", "SHOW-4", "SHOW-5", "SHOW-7"),
    )
