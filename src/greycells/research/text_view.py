"""The game in words: a view as its player would be told it, and the choices as they may be typed.

Names are somebody else's text, so they come as quoted data once, and players are called by their suspects after that.
"""

from __future__ import annotations

import json
from collections.abc import Iterator

from greycells.language.sentences import Argument, Sentence
from greycells.notation.story import question, retell
from greycells.rules.legal_options import Options
from greycells.rules.views import View

LONGEST_NAME = 40
"""How much of a name is told."""


def told(view: View, *, since: int = 0, legal: bool = False) -> str:
    """All that a player is told now: the table at first, what has happened since then, and what is asked.

    With `legal`, every choice that is open stands below, one in each line, as it may be typed.
    """
    parts = [introduction(view)] if since == 0 else []
    parts += [news(view, since), position(view), str(question(view))]
    if legal and view.options:
        parts.append("\n".join([_say("choices"), *(f"- {choice}" for choice in choices(view))]))
    return "\n\n".join(part for part in parts if part)


def introduction(view: View) -> str:
    """The rules in short, the cards, who plays, and one's own hand."""
    scene, deck = view.scene, view.scene.edition.deck
    players = ", ".join(f"{seat.suspect.word} {quoted(seat.name)}" for seat in scene.seats)
    lines = [
        _say("rules"),
        _say("suspects", cards=deck.suspects),
        _say("weapons", cards=deck.weapons),
        _say("rooms", cards=deck.rooms),
        _say("players", players=players),
    ]
    if view.seat is not None:
        lines.append(_say("you", seat=view.seat.suspect, cards=tuple(view.hand)))
    return "\n".join(lines)


def quoted(name: str) -> str:
    """Somebody's text as data: in quotation marks, on one line, and not too long."""
    return json.dumps(name[:LONGEST_NAME])


def news(view: View, since: int = 0) -> str:
    """What the player has seen since then, a sentence in each line."""
    return "\n".join(str(sentence) for sentence in retell((event for _, event in view.sightings[since:]), view.seat))


def position(view: View) -> str:
    """Where the pawns of the players stand, and who is eliminated."""
    scene = view.scene
    places = ", ".join(f"{seat.suspect.word} {scene.pawn(seat).name}" for seat in scene.seats)
    lines = [_say("pawns", places=places)]
    out = tuple(seat for seat in scene.seats if scene.is_out(seat))
    if out:
        lines.append(_say("eliminated", seats=out))
    return "\n".join(lines)


def choices(view: View) -> Iterator[str]:
    """The choices that are open now, as they may be typed; a theory stands for all cards that it may name."""
    options = view.options
    if not options:
        return
    if options.roll:
        yield _say("roll")
    if options.passage is not None:
        yield _say("passage")
    if options.moves is not None:
        pauses = [place for place in options.moves.pauses if place not in options.moves.ends]
        yield from (_say("move", place=place.name) for place in options.moves.ends)
        yield from (_say("stop", place=place.name) for place in pauses)
    yield from (_say("snoop", seat=owner.suspect.word) for owner in options.snoop)
    yield from _theories(options)
    yield from (_say("show", card=card.word) for card in options.show)
    if options.cannot_show:
        yield _say("nothing")
    if options.end_turn:
        yield _say("end")


def _theories(options: Options) -> Iterator[str]:
    if len(options.rooms) == 1:
        yield _say("suggest here", room=options.rooms[0])
    elif options.rooms:
        yield _say("suggest anywhere")
    if options.accuse:
        yield _say("accuse")


def _say(key: str, **arguments: Argument) -> str:
    return str(Sentence(f"told.{key}", **arguments))
