"""Choosing: one person is asked for one action, until there is one that the referee allows."""

from __future__ import annotations

from collections.abc import Sequence

from rich.columns import Columns
from rich.text import Text

from greycells.free_text.input_parser import Draft, Typed, TypedCommand, Verb, draft, read
from greycells.free_text.name_matching import Unclear, number_in, ways
from greycells.language.sentences import Sentence, called
from greycells.notation.story import question
from greycells.rules.actions import Accuse, Action
from greycells.rules.board import plain
from greycells.rules.cards import Card
from greycells.rules.legal_options import why_not
from greycells.rules.refusals import Refusal
from greycells.rules.views import View
from greycells.terminal.action_menu import Menu, completed, label, menu_of, words_after
from greycells.terminal.notebook_sheet import remark
from greycells.terminal.player_console import PlayerConsole, show_board


def choose(desk: PlayerConsole, view: View) -> Action:
    """The action that this person chooses; commands are obeyed, mistakes explained, refusals cited on the way.

    The news stand below the board, next to the question, where a small window still shows them.
    """
    menu = menu_of(view)
    if menu.labels():
        show_board(desk.screen, view.scene, menu, you=desk.seat)
    desk.catch_up(view)
    ask(desk, view, menu)
    while True:
        try:
            meant = _understood(desk, view, menu)
            if isinstance(meant, TypedCommand):
                desk.obey(meant, view, menu)
                if meant.verb is not Verb.MARK:
                    ask(desk, view, menu)
                continue
            action = _completed(desk, view, meant) if isinstance(meant, Draft) else meant
            if action is not None:
                return _allowed(desk, view, action)
        except Unclear as unclear:
            desk.screen.say(unclear.sentence, "yellow")
        except Refusal as no:
            desk.refused = no
            desk.screen.say(Sentence("play.refused", why=str(no.to_player())), "yellow")


def ask(desk: PlayerConsole, view: View, menu: Menu) -> None:
    """The sentence that says what is asked, and the numbered choices."""
    desk.screen.gap()
    desk.screen.say(question(view), "bold")
    desk.screen.show(Columns([Text(line) for line in menu.lines()], padding=(0, 3)), indent=2)
    if menu.squares:
        desk.screen.say(Sentence("menu.marked squares", square=menu.squares[0]), indent=2)


def _understood(desk: PlayerConsole, view: View, menu: Menu) -> Typed:
    prompt = "> " if menu.default is None else str(Sentence("sheet.enter", choice=label(menu.default)))
    text = desk.screen.ask(prompt, complete=lambda line: words_after(line, view, menu))
    if (not text or text.lower() in ways("agreed")) and menu.default is not None:
        return menu.default
    if (number := number_in(text)) is not None:
        numbered = menu.choice(number)
        if numbered is None:
            raise Unclear("no such number", number=number, last=len(menu.choices))
        return numbered
    return read(text, view)


def _completed(desk: PlayerConsole, view: View, meant: Draft) -> Action | None:
    """Ask for what a theory still lacks; nothing if the person thinks better of it."""
    first = why_not(view.scene, desk.seat, view.hand, meant.with_any(view.scene.edition.deck))
    if first is not None:
        raise first
    deck, options = view.scene.edition.deck, view.options
    rooms = options.rooms if options is not None and meant.verb is Verb.SUGGEST else deck.rooms
    theory: Action | Draft = meant
    while isinstance(theory, Draft):
        if theory.suspect is None:
            named = _pick(desk, view, theory, Sentence("play.who"), deck.suspects)
        elif theory.weapon is None:
            named = _pick(desk, view, theory, Sentence("play.with what"), deck.weapons)
        else:
            named = _pick(desk, view, theory, Sentence("play.where"), rooms)
        if named is None:
            desk.screen.say(Sentence("play.never mind"))
            return None
        theory = named
    return theory


def _pick(
    desk: PlayerConsole, view: View, theory: Draft, asked: Sentence, cards: Sequence[Card]
) -> Action | Draft | None:
    """One card more, by its number or its name."""
    known = desk.known(view)
    desk.screen.say(asked, "bold")
    lines: list[Text] = []
    for number, card in enumerate(cards, 1):
        noted = remark(card, view, desk.pad.notebook, known)
        lines.append(Text.assemble(f"{number} {called(card)}", (f" ({noted})" if noted else "", "dim")))
    desk.screen.show(Columns(lines, padding=(0, 3)), indent=2)
    while True:
        text = desk.screen.ask("> ", complete=lambda _: [completed(card) for card in cards])
        if plain(text) in ways("never mind"):
            return None
        try:
            typed = number_in(text)
            if typed is not None:
                text = _numbered(cards, typed).word
            if not text:
                raise Unclear("name a card")
            return draft(theory.verb, text.split(), view, begun=theory)
        except Unclear as unclear:
            desk.screen.say(unclear.sentence, "yellow")


def _numbered(cards: Sequence[Card], number: int) -> Card:
    if not 1 <= number <= len(cards):
        raise Unclear("no such number", number=number, last=len(cards))
    return cards[number - 1]


def _allowed(desk: PlayerConsole, view: View, action: Action) -> Action:
    """The action, if the referee allows it; an accusation is asked about once more, as it can be made only once."""
    no = why_not(view.scene, desk.seat, view.hand, action)
    if no is not None:
        raise no
    if isinstance(action, Accuse):
        suspect, weapon, room = action.theory
        desk.screen.say(Sentence("play.sure", suspect=suspect, weapon=weapon, room=room), "bold")
        if desk.screen.ask(str(Sentence("sheet.yes or no"))).lower() not in ways("agreed"):
            raise Unclear("not accused")
    return action
