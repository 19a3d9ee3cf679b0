"""The player console: everything one person at the terminal can look up or note down without affecting the game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Protocol

from rich.columns import Columns
from rich.table import Table
from rich.text import Text

from greycells.analysis.help.hints import find_hint
from greycells.analysis.help.notebook_help import HelpLevel, known_boxes, objections, why
from greycells.deduction.notebook import Box
from greycells.editions.catalogue import UnknownRule, rule
from greycells.editions.translation import in_words, title
from greycells.errors import GreycellsError
from greycells.free_text.input_parser import Draft, TypedCommand, Verb, read
from greycells.free_text.name_matching import Unclear, significant, ways
from greycells.language.sentences import Sentence, called
from greycells.players.bot_levels import names_at_table
from greycells.rules.board import Place
from greycells.rules.cards import surname
from greycells.rules.events import Rolled
from greycells.rules.legal_options import why_not
from greycells.rules.refusals import Refusal
from greycells.rules.scene import Scene
from greycells.rules.seats import Seat
from greycells.rules.views import View
from greycells.terminal.action_menu import Menu
from greycells.terminal.board_text import chip, draw, pawn_codes, sketch, weapon_codes, width_of
from greycells.terminal.game_log import entries, log_table
from greycells.terminal.notebook_sheet import sheet
from greycells.terminal.saved_games import NoSave
from greycells.terminal.screen import Screen, printable
from greycells.terminal.typed_notebook import TypedNotebook

PANEL = 27
"""The width of the list of pawns and weapons beside the board."""

LOG_LINES = 24

HELP_TOPICS = (
    *("roll", "walk", "passage", "suggest", "accuse", "show", "end", "snoop", "look", "cards"),
    *("notes", "mark", "note", "why", "rule", "hint", "save"),
)
"""The lines of the command `help`, in order."""


class Save(Protocol):
    """Keeps the game in its own file, or writes a copy to another; returns which."""

    def __call__(self, to: Path | None = None) -> Path: ...


class Leave(GreycellsError):
    """The person wants to stop; the game is kept."""


class PlayerConsole:
    """One person's place at the terminal. `told` is how many sightings this person has read of."""

    def __init__(self, seat: Seat, screen: Screen, pad: TypedNotebook, *, help_level: HelpLevel, save: Save) -> None:
        self.seat, self.screen, self.pad, self.help_level, self.save = seat, screen, pad, help_level, save
        self.told = 0
        self.greeted = False
        self.refused: Refusal | None = None

    def greet(self, view: View) -> None:
        """The first look at the board and the cards."""
        if view.options is None or view.options.moves is None:
            show_board(self.screen, view.scene, you=self.seat)
        self.screen.say(Sentence("play.you are", suspect=self.seat.suspect, title=title(view.scene.edition)), "bold")
        if self.told:
            self.screen.say(Sentence("play.your cards", cards=tuple(view.hand)))
        self.screen.say(Sentence("play.how to"), "dim")
        self.greeted = True

    def catch_up(self, view: View) -> None:
        """Tell what has happened since this person last looked; one's own roll stands in the question that follows."""
        if [sighting.event for sighting in view.sightings[self.told :]] == [Rolled(self.seat, view.scene.turn.dice)]:
            return
        news = entries(view.sightings, self.seat, since=self.told)
        table = log_table(news, view.scene.edition, viewer=self.seat, glyphs=self.screen.glyphs)
        if table.row_count:
            self.screen.show(table)
        self.told = len(view.sightings)
        self.tell_trouble()

    def tell_trouble(self) -> None:
        """Say once why something in the notebook isn't kept yet, and when it is again."""
        if trouble := self.pad.trouble:
            self.screen.say(trouble, "yellow")

    def known(self, view: View) -> Mapping[Box, bool]:
        """What the other ink on the sheet says."""
        return known_boxes(view, self.help_level)

    def obey(self, command: TypedCommand, view: View, menu: Menu) -> None:
        """Show or note what was asked for."""
        self.tell_trouble()
        match command.verb:
            case Verb.BOARD:
                show_board(self.screen, view.scene, menu, you=self.seat)
            case Verb.NOTES:
                self._show_notes(view)
            case Verb.MARK:
                self.screen.say(self.pad.mark(command.words))
                self._keep()
                self._object(view)
            case Verb.NOTE:
                self._note(" ".join(command.words))
            case Verb.LOG:
                self._show_log(view, command.words)
            case Verb.CARDS:
                self.screen.say(Sentence("play.your cards", cards=tuple(view.hand)))
                if view.scene.open_cards:
                    self.screen.say(Sentence("play.open cards", cards=tuple(view.scene.open_cards)))
            case Verb.PLAYERS:
                self.screen.show(players_table(view.scene, self.screen, you=self.seat))
            case Verb.WHY:
                self._why(command.words, view)
            case Verb.RULE:
                self._show_rule(" ".join(command.words), view)
            case Verb.HINT:
                self._hint(view)
            case Verb.HELP:
                self._help(menu)
            case Verb.SAVE:
                self._save(" ".join(command.words))
            case _:
                raise Leave

    def _show_notes(self, view: View) -> None:
        self.screen.show(sheet(view, self.pad.notebook, self.known(view), glyphs=self.screen.glyphs))
        self._object(view)
        self.screen.say(Sentence("play.sheet legend"), "dim")
        for note in self.pad.notebook.notes:
            self.screen.say(f"- {note}")

    def _object(self, view: View) -> None:
        """Say which marks cannot be right, as far as the table's help goes."""
        for sentence in objections(self.pad.notebook, view, self.help_level):
            self.screen.say(sentence, "yellow")

    def _note(self, text: str) -> None:
        if text:
            self.pad.note(text)
            self._keep()
            self.screen.say(Sentence("play.noted"))
        else:
            for note in self.pad.notebook.notes:
                self.screen.say(f"- {note}")

    def _save(self, name: str) -> None:
        """`save` says where the game is kept, `save FILE` writes a copy."""
        file = self._keep(Path(name).expanduser() if name else None)
        if file is not None:
            self.screen.say(Sentence("play.saved to" if name else "play.saved always", file=str(file)))

    def _keep(self, to: Path | None = None) -> Path | None:
        try:
            return self.save(to)
        except NoSave as error:
            self.screen.say(str(error), "yellow")
            return None

    def _show_log(self, view: View, words: Sequence[str]) -> None:
        lines = list(entries(view.sightings, self.seat))
        if not words or words[0].lower() not in ways("all"):
            lines = lines[-LOG_LINES:]
        self.screen.show(log_table(lines, view.scene.edition, viewer=self.seat, glyphs=self.screen.glyphs))

    def _why(self, words: Sequence[str], view: View) -> None:
        """The rule behind the last refusal; why something cannot be done now; or why somebody has a card."""
        asked_not = bool(words) and words[0].lower() in ways("not")
        words = words[1:] if asked_not else words
        box = None if asked_not else self._box(words)
        if box is not None:
            if self._may_hint():
                for line in why(view, box):
                    self.screen.say(line, indent=2)
        elif words:
            self._why_not(" ".join(words), view)
        elif self.refused is not None:
            self._show_rule(self.refused.rule, view)
        else:
            raise Unclear("why what")

    def _box(self, words: Sequence[str]) -> Box | None:
        """The box of the sheet about which is asked, if it is one."""
        try:
            cards, holder = self.pad.box(significant(words))
        except Unclear:
            return None
        return Box(cards[0], holder) if len(cards) == 1 else None

    def _why_not(self, text: str, view: View) -> None:
        meant = read(text, view)
        if isinstance(meant, TypedCommand):
            raise Unclear("why what")
        action = meant.with_any(view.scene.edition.deck) if isinstance(meant, Draft) else meant
        self.refused = why_not(view.scene, self.seat, view.hand, action)
        if self.refused is None:
            self.screen.say(Sentence("play.you may"))
        else:
            self.screen.say(str(self.refused.to_player()), "yellow")
            self._show_rule(self.refused.rule, view)

    def _show_rule(self, name: str, view: View) -> None:
        edition = view.scene.edition
        try:
            asked = rule(name) if name else None
        except UnknownRule as error:
            self.screen.say(str(error))
            return
        text = asked and asked.as_in(edition)
        changed = ", ".join(map(in_words, asked.changed_by(edition))) if asked else ""
        absent = Sentence("play.replaced rule" if changed else "play.no such rule", rule=name.upper(), by=changed)
        self.screen.say(f"{name.upper()}: {text}" if text else str(absent), indent=2)

    def _hint(self, view: View) -> None:
        if self._may_hint():
            for sentence in find_hint(view).sentences():
                self.screen.say(sentence)

    def _may_hint(self) -> bool:
        """Whether this table plays with hints; says so if it doesn't."""
        if self.help_level is HelpLevel.FULL_LOGIC:
            return True
        level = Sentence(f"assistance.{self.help_level.value}")
        self.screen.say(Sentence("assistance.no hints", level=level))
        return False

    def _help(self, menu: Menu) -> None:
        self.screen.say(Sentence("play.help now", choices=", ".join(menu.lines())))
        table = Table.grid(padding=(0, 2))
        for topic in HELP_TOPICS:
            typed, _, words = str(Sentence(f"help.{topic}")).partition(": ")
            table.add_row(Text(typed, "bold"), words)
        self.screen.show(table)


def show_board(screen: Screen, scene: Scene, menu: Menu | None = None, *, you: Seat | None = None) -> None:
    """The board, with who and what is where beside it or below it, as the window allows."""
    labels: Mapping[Place, str] = menu.labels() if menu is not None else {}
    needed = width_of(scene.edition)
    legend = list(_legend(scene, screen, you=you))
    if screen.width < needed:
        screen.show(sketch(scene, marks=labels))
        screen.say(Sentence("play.window too narrow", needed=needed, width=screen.width), "dim")
    elif screen.width >= needed + PANEL + 2:
        beside = Table.grid(padding=(0, 2))
        beside.add_column(width=needed, no_wrap=True)
        beside.add_column(overflow="fold")
        beside.add_row(draw(scene, marks=labels, glyphs=screen.glyphs), Text("\n").join(legend))
        screen.show(beside)
        return
    else:
        screen.show(draw(scene, marks=labels, glyphs=screen.glyphs))
    screen.show(Columns(legend, padding=(0, 2)))


def _legend(scene: Scene, screen: Screen, *, you: Seat | None) -> Iterator[Text]:
    """Every pawn and weapon with its sign on the board, and where it is."""
    edition = scene.edition
    codes = pawn_codes(edition, screen.glyphs)
    for suspect, place in zip(edition.deck.suspects, scene.pawns, strict=True):
        yours = you is not None and suspect == you.suspect
        name = (str(Sentence("item.You")), "bold") if yours else surname(suspect)
        yield Text.assemble((codes[suspect], chip(suspect)), " ", name, " ", (called(place), "dim"))
    for code, weapon, lies in zip(weapon_codes(edition), edition.deck.weapons, scene.weapons, strict=True):
        if lies is not None:
            yield Text.assemble((code, "italic"), " ", called(weapon), " ", (called(lies), "dim"))
    for one, other in edition.board.passages.items():
        if one.index < other.index:
            yield Text(f"{called(one)} = {called(other)}", "dim")
    if edition.board.doors:
        yield Text(str(Sentence("play.doors")), "dim")
    if any(place.spyglass for place in edition.board.places):
        yield Text(str(Sentence("play.spyglass")), "dim")


def players_table(scene: Scene, screen: Screen, *, you: Seat | None) -> Table:
    """Who plays whom, with how many cards, and who is out."""
    codes = pawn_codes(scene.edition, screen.glyphs)
    table = Table.grid(padding=(0, 2))
    names = names_at_table([seat.name for seat in scene.seats])
    for seat, name in zip(scene.seats, names, strict=True):
        state = "play.out" if scene.is_out(seat) else "play.to choose" if seat == scene.to_act else "play.in"
        table.add_row(
            Text(codes[seat.suspect], chip(seat.suspect)),
            Text(called(seat.suspect), "bold" if seat == you else ""),
            printable(name),
            str(Sentence("play.hand size", cards=scene.sizes[seat.index])),
            str(Sentence(state)),
        )
    return table
