"""What was typed: an action, a theory that is not complete yet, or a command to the terminal."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import Enum
from functools import cache
from typing import NamedTuple, TypeAlias

from greycells.free_text.name_matching import NameIndex, Unclear, card_names, place_names, seat_names, significant, ways
from greycells.free_text.typed_path import route
from greycells.language.languages import ENGLISH
from greycells.language.sentences import Sentence, language
from greycells.rules.actions import (
    Accuse,
    Action,
    CannotShow,
    EndTurn,
    Move,
    Roll,
    Show,
    Snoop,
    Suggest,
    TakeBack,
    TakePassage,
)
from greycells.rules.board import Place, plain
from greycells.rules.cards import Card, Deck, Room, Suspect, Theory, Weapon
from greycells.rules.legal_options import Options
from greycells.rules.views import View


class Verb(Enum):
    """The first word of what may be typed; the catalogue says what else may be typed for it."""

    ROLL = "roll"
    GO = "go"
    STOP = "stop"
    PASSAGE = "passage"
    SUGGEST = "suggest"
    ACCUSE = "accuse"
    SHOW = "show"
    NOTHING = "nothing"
    SNOOP = "snoop"
    STAY = "stay"
    END = "end"
    UNDO = "undo"
    BOARD = "board"
    NOTES = "notes"
    MARK = "mark"
    NOTE = "note"
    LOG = "log"
    CARDS = "cards"
    PLAYERS = "players"
    WHY = "why"
    RULE = "rule"
    HINT = "hint"
    HELP = "help"
    SAVE = "save"
    QUIT = "quit"

    @property
    def word(self) -> str:
        return ways(self.value)[0]


@cache
def _aliases(tag: str) -> Mapping[str, Verb]:
    """The verb of each word that may be typed: English words too, where they mean nothing else in this language."""
    said = [(Sentence(f"typed.{verb.value}").say(one), verb) for one in (ENGLISH, tag) for verb in Verb]
    return {plain(alias): verb for words, verb in said for alias in words.split()}


def verb_of(word: str) -> Verb | None:
    """The verb for which this word may be typed."""
    return _aliases(language()).get(plain(word))


COMMANDS = frozenset(
    (
        Verb.BOARD,
        Verb.NOTES,
        Verb.MARK,
        Verb.NOTE,
        Verb.LOG,
        Verb.CARDS,
        Verb.PLAYERS,
        Verb.WHY,
        Verb.RULE,
        Verb.HINT,
        Verb.HELP,
        Verb.SAVE,
        Verb.QUIT,
    )
)
"""The verbs that change nothing in the game."""


SPACED = re.compile(r"\b([a-z]{1,2}) (\d{1,2})\b", re.IGNORECASE)


class TypedCommand(NamedTuple):
    """Something to look at or to write down; `words` is what was typed after the verb."""

    verb: Verb
    words: tuple[str, ...] = ()


class Draft(NamedTuple):
    """A suggestion or an accusation of which something is still to be named."""

    verb: Verb
    suspect: Suspect | None = None
    weapon: Weapon | None = None
    room: Room | None = None

    def named(self, card: Card) -> Draft:
        """The draft with one more card."""
        match card:
            case Suspect():
                return self._replace(suspect=card)
            case Weapon():
                return self._replace(weapon=card)
            case Room():
                return self._replace(room=card)
            case _:
                return self

    def with_any(self, deck: Deck) -> Action:
        """The action with any cards in its gaps: whether one may make it at all depends on none of these."""
        suspect, weapon = self.suspect or deck.suspects[0], self.weapon or deck.weapons[0]
        action = self._replace(suspect=suspect, weapon=weapon, room=self.room or deck.rooms[0]).finished()
        assert action is not None
        return action

    def finished(self) -> Action | None:
        """The action, once all three are named."""
        if self.suspect is None or self.weapon is None or self.room is None:
            return None
        theory = Theory(self.suspect, self.weapon, self.room)
        return Accuse(theory) if self.verb is Verb.ACCUSE else Suggest(theory)


Typed: TypeAlias = Action | Draft | TypedCommand


def read(text: str, view: View) -> Typed:
    """What a person at this seat means by a line; Unclear says what cannot be understood."""
    words = _joined(text.replace(",", " "), view).split()
    if words and words[0].startswith("?"):
        return TypedCommand(Verb.HELP, tuple(word for word in (words[0][1:], *words[1:]) if word))
    if not words or not plain(words[0]):
        raise Unclear("nothing", text=text)
    verb = verb_of(words[0])
    if verb is None:
        named = _by_names(words, view)
        if named is not None:
            return named
        verb = _verb_like(words[0])
        if verb is None:
            return _elsewhere(significant(words), view)
    if verb in COMMANDS:
        return TypedCommand(verb, tuple(words[1:]))
    return _action(verb, significant(words[1:]), view)


def _joined(text: str, view: View) -> str:
    """The line with *q 7* written as *q7*."""
    squares = {place.name for place in view.scene.edition.board.places}
    return SPACED.sub(lambda found: found[1] + found[2] if (found[1] + found[2]).lower() in squares else found[0], text)


def _verb_like(word: str) -> Verb | None:
    """The verb of which this is the beginning, or a slip of the keyboard."""
    found = NameIndex[str]([verb.name for verb in Verb], lambda name: (Verb[name].word, Verb[name].value)).like(word)
    return Verb[found[0]] if len(found) == 1 else None


def _action(verb: Verb, words: list[str], view: View) -> Action | Draft:
    options = view.options
    assert options is not None
    answering = view.scene.turn.phase == "answering"
    match verb:
        case Verb.ROLL:
            return Roll()
        case Verb.PASSAGE:
            return TakePassage()
        case Verb.GO:
            return _move(words, view)
        case Verb.STOP:
            return _stop(words, view)
        case Verb.STAY:
            return Move(view.scene.pawn(options.seat))
        case Verb.SUGGEST | Verb.ACCUSE:
            return draft(verb, words, view)
        case Verb.SHOW:
            return _show(words, options, view)
        case Verb.SNOOP:
            if not words and len(options.snoop) == 1:
                return Snoop(options.snoop[0])
            if not words:
                raise Unclear("snoop on whom", names=options.snoop or view.scene.seats)
            return Snoop(seat_names(view.scene.seats).one(" ".join(words)))
        case Verb.END:
            return CannotShow() if answering else EndTurn()
        case Verb.NOTHING:
            return CannotShow()
        case _:
            return TakeBack()


def _show(words: Sequence[str], options: Options, view: View) -> Action:
    if words:
        return Show(_card(" ".join(words), view))
    if len(options.show) > 1:
        raise Unclear("show which", names=tuple(options.show))
    return Show(next(iter(options.show))) if options.show else CannotShow()


def _card(text: str, view: View) -> Card:
    """A card by its name, first among those that were suggested."""
    theory = view.scene.turn.theory
    named = card_names(theory or ()).like(text)
    return named[0] if len(named) == 1 else card_names(view.scene.edition.deck).one(text)


def _by_names(words: list[str], view: View) -> Action | Draft | None:
    """A line without a verb: a place to go to, a card to show, an opponent to snoop on, a theory to suggest."""
    options, rest = view.options, significant(words)
    if options is None or not rest:
        return None
    text = " ".join(rest)
    if view.scene.turn.phase == "answering":
        found = card_names(view.scene.turn.theory or ()).like(text)
        return Show(found[0]) if len(found) == 1 else None
    if options.moves is not None and place_names(_within_reach(view)).like(rest[0], slips=False):
        return _move(rest, view)
    if options.snoop:
        seats = seat_names(options.snoop).like(text)
        if len(seats) == 1:
            return Snoop(seats[0])
    if options.rooms:
        try:
            return draft(Verb.SUGGEST, rest, view)
        except Unclear:
            return None
    return None


def _elsewhere(words: Sequence[str], view: View) -> Action:
    """A place out of reach, so that the referee can say why; anything else is not understood."""
    try:
        return _move(words, view)
    except Unclear:
        raise Unclear("no such word", text=" ".join(words)) from None


def _within_reach(view: View) -> Sequence[Place]:
    """Where the pawn may go now, rooms first."""
    moves = view.options.moves if view.options else None
    places = dict.fromkeys((*moves.ends, *moves.pauses)) if moves is not None else {}
    return sorted(places, key=lambda place: (place.kind == "square", place.index))


def _move(words: Sequence[str], view: View) -> Action:
    """A walk: to a place, through others on the way (`q7 r8 lounge`, `lounge via q7`), or nowhere."""
    assert view.seat is not None
    at = next((at for at, word in enumerate(words) if word.lower() in ways("via")), None)
    if at is not None:
        words = [*words[at + 1 :], *words[:at]]
    places = list(_places(words, view))
    if not places:
        near = _within_reach(view)
        here = view.scene.pawn(view.seat)
        if near and tuple(near) != (here,):
            raise Unclear("go where", names=tuple(near))
        return Move(here)
    if len(places) == 1:
        return Move(places[0])
    return Move(places[-1], route(view, places))


def _stop(words: Sequence[str], view: View) -> Action:
    """A pause at a spyglass, with steps left (SNOOP-4)."""
    move = _move([word for word in words if plain(word) not in ways("spyglass")], view)
    moves = view.options.moves if view.options is not None else None
    if isinstance(move, Move) and move.path is None and moves is not None and move.to in moves.pauses:
        return pause(view, move.to)
    return move


def pause(view: View, spyglass: Place) -> Move:
    """The shortest walk to a spyglass from which the move can go on."""
    scene, options = view.scene, view.options
    assert options is not None
    assert options.moves is not None
    pawn = scene.pawn(options.seat)
    occupied, used = scene.occupied_by_others(pawn), scene.turn.used
    return Move(
        spyglass, scene.edition.walks.pause_path(pawn, spyglass, options.moves.steps, occupied=occupied, used=used)
    )


def _places(words: Sequence[str], view: View) -> Iterator[Place]:
    board = view.scene.edition.board
    near, anywhere = place_names(_within_reach(view)), place_names(board.places)
    words = list(words)
    while words:
        found, count = anywhere.first(words)
        if plain(words[0]) not in {plain(place.name) for place in found}:
            within = near.first(words)
            found, count = within if within[0] else (found, count)
        if not found:
            raise Unclear("no such place", text=words[0])
        if len(found) > 1:
            raise Unclear("several names", text=words[0], names=tuple(found[:8]))
        yield found[0]
        words = words[count:]


def draft(verb: Verb, words: Iterable[str], view: View, *, begun: Draft | None = None) -> Action | Draft:
    """A theory, as far as it has been named. The room of a suggestion is the one where the pawn stands (SUG-1)."""
    deck, options = view.scene.edition.deck, view.options
    theory = begun or Draft(verb)
    rest = list(words)
    while rest:
        open_kinds: list[Card] = []
        if theory.suspect is None:
            open_kinds += deck.suspects
        if theory.weapon is None:
            open_kinds += deck.weapons
        if theory.room is None and (verb is Verb.ACCUSE or options is None or len(options.rooms) != 1):
            open_kinds += deck.rooms
        found, count = card_names(open_kinds).first(rest)
        if not found:
            found, count = card_names(deck).first(rest)
        if not found:
            raise Unclear("no such card", text=rest[0])
        if len(found) > 1:
            raise Unclear("several names", text=rest[0], names=tuple(found[:8]))
        theory = theory.named(found[0])
        rest = rest[count:]
    if theory.room is None and verb is Verb.SUGGEST:
        theory = theory._replace(room=_room_here(view))
    return theory.finished() or theory


def _room_here(view: View) -> Room | None:
    """The room that a suggestion names; out of a room some room has to stand for it until the referee refuses."""
    options = view.options
    if options is not None and len(options.rooms) == 1:
        return options.rooms[0]
    if options is not None and options.rooms:
        return None
    assert view.seat is not None
    return view.scene.pawn(view.seat).room or view.scene.edition.deck.rooms[0]
