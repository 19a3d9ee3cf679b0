"""How to play: an edition's game in a few steps, each with a picture, told from its own rules."""

from __future__ import annotations

from collections.abc import Iterator

from greycells.editions.catalogue import rules as rulebook
from greycells.editions.edition_facts import arguments
from greycells.language.sentences import Argument, Sentence
from greycells.protocol.rulebook_messages import HowToStep, Picture
from greycells.rules.edition import (
    AfterShown,
    Answering,
    Answers,
    Dealing,
    Edition,
    Entering,
    LastPlayer,
    Naming,
    Occupied,
    Passages,
    RematchStart,
    Snooping,
    Starting,
    StartSquare,
    Suggesting,
    TakeBacks,
)


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
    sealed = "sealed in the pool" if "Swimming Pool" in edition.board.scenery.values() else "sealed"
    yield (
        "cards",
        "cards",
        [_say("cards", **cards), _say(sealed), _say(dealt)],
        ("SET-1", "SET-2", "SET-7", "SET-9", "SET-10"),
    )
    if rules.dice:
        yield from _movement(edition)
    yield _suggestion(edition)
    yield _answer(edition)
    yield _notebook(edition)
    last = [_say("last wins")] if rules.last_player is LastPlayer.WINS else []
    accuse = "accuse" if rules.dice else "accuse, no pawns"
    cited = ("ACC-1", "ACC-2", "ACC-3", "ACC-5", "SHOW-6", *(("ACC-8",) if last else ()))
    yield "accuse", "accusation", [_say(accuse), _say("wrong"), *last], cited


STARTING = ("SET-11", "SET-12", "SET-13", "SET-14", "SET-17")


def _start(edition: Edition) -> list[Sentence]:
    """Who starts, now and in the next game."""
    rules = edition.rules
    by_roll = "roll one for start" if rules.start_dice == 1 else "roll for start"
    first = "first suspect" if rules.starting is Starting.FIRST_SUSPECT else by_roll
    again = [_say("start in turn")] if rules.rematch is RematchStart.IN_TURN else []
    return [_say(first, first=edition.deck.suspects[0]), *again]


def _movement(edition: Edition) -> Iterator[_Step]:
    rules, board = edition.rules, edition.board
    roll = "one die" if rules.dice == 1 else "two dice"
    others = "blocked" if rules.occupied is Occupied.BLOCKS else "jump"
    ends = "ends" if rules.entering is Entering.ENDS_THE_MOVE else "through"
    again = "start again" if rules.start_square is StartSquare.MAY_BE_REENTERED else ""
    moved = [_say("roll", roll=_say(roll)), *([_say(again)] if again else []), _say(others), _say("enter"), _say(ends)]
    back = [_say("take back")] if rules.take_backs is TakeBacks.ALLOWED else []
    cited = [f"MOVE-{number}" for number in (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13)]
    yield "move", "roll", [*_start(edition), *moved, *back], (*STARTING, *cited, *(("TURN-1",) if back else ()))
    if board.passages:
        inside = rules.passages is Passages.ALSO_INSIDE_A_ROLL
        joined = _say("passages", passages=arguments(edition)["passages"], pairs=len(board.passages) // 2)
        taken = [joined, _say("passage inside" if inside else "passage")]
        yield "passage", "passage", taken, ("PASS-1", "PASS-2", "PASS-3", "PASS-4", "PASS-5", "PASS-7")
    if rules.snooping is not Snooping.NONE:
        knows = "snoop blind" if rules.snooping is Snooping.BLIND else "snoop"
        yield "snoop", "snoop", [_say(knows)], ("SNOOP-1", "SNOOP-2", "SNOOP-3", "SNOOP-4")


def _suggestion(edition: Edition) -> _Step:
    rules, places = edition.rules, edition.board.places
    required = rules.suggesting is Suggesting.REQUIRED
    when = (
        ("must suggest" if required else "may suggest")
        if rules.dice
        else ("must each turn" if required else "may each turn")
    )
    names = "name here" if rules.naming is Naming.WHERE_ONE_STANDS else "name any room"
    said, cited = [_say(when), _say(names)], ["SUG-1", "SUG-2", "SUG-3", "SUG-6", "SUG-7"]
    if not rules.dice:
        said, cited = [*_start(edition), *said], [*STARTING, *cited]
    drawn = any(place.room is not None for place in places)
    cardless = tuple(place for place in places if place.kind == "room" and place.room is None)
    if drawn:
        called = "called over" if rules.naming is Naming.WHERE_ONE_STANDS else "called over, any room"
        said, cited = [*said, _say(called)], [*cited, "SUG-4"]
    if rules.dice and rules.entering is Entering.MAY_PASS_THROUGH:
        said, cited = [*said, _say("stay after")], [*cited, "MOVE-17"]
    if rules.dice:
        said, cited = [*said, _say("leave first")], [*cited, "SUG-8"]
    if rules.dice and drawn:
        said, cited = [*said, _say("were called")], [*cited, "SUG-9"]
    if rules.dice and cardless:
        start = set(edition.starts) == set(cardless) and len(cardless) == 1
        said = [*said, _say("no card, start" if start else "no card", places=cardless)]
        cited = [*cited, "SUG-10", "SET-2", *(("SET-4",) if start else ())]
    return "suggest", "suggestion", said, tuple(cited)


def _answer(edition: Edition) -> _Step:
    rules = edition.rules
    asked = "until shown" if rules.answering is Answering.UNTIL_SHOWN else "everybody answers"
    then = "turn ends" if rules.after_shown is AfterShown.TURN_ENDS else "accuse after"
    freely = (
        [_say("unchecked caught" if rules.false_witness else "unchecked")] if rules.answers is Answers.UNCHECKED else []
    )
    return (
        "answer",
        "answer",
        [_say(asked), _say("secret"), *freely, _say(then)],
        ("SHOW-1", "SHOW-2", "SHOW-3", "SHOW-4", "SHOW-5", "SHOW-7", "SHOW-8", *(("SHOW-9",) if freely else ())),
    )


def _notebook(edition: Edition) -> _Step:
    unchecked = edition.rules.answers is Answers.UNCHECKED
    nobody = "with nobody" if edition.rules.dealing is Dealing.ALL_CARDS else "with nobody, not open"
    said = [_say("notebook"), _say("no answer, unchecked" if unchecked else "no answer"), _say(nobody)]
    return "notebook", "notebook", said, ("SET-18", *(("SHOW-9",) if unchecked else ()))
