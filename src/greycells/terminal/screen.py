"""The screen and the keyboard: a terminal with colours and completion, or a pipe with neither."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import TypeAlias

from rich.console import Console, RenderableType
from rich.text import Text

from greycells.language.sentences import Sentence
from greycells.terminal.board_text import FINE, PLAIN, Glyphs

Keyboard: TypeAlias = Callable[[str], str]
"""Where input comes from: given the prompt, returns a line, and raises EOFError at the end."""

Completion: TypeAlias = Callable[[str], Sequence[str]]
"""The words that may stand next, given the line before the cursor."""

CLEAR = "\x1b[2J\x1b[3J\x1b[H"
"""Empties the window and what has been scrolled out of it, so that nobody can look back at another's cards."""

STRAIGHT = str.maketrans("“”„", '"""')
"""Quotation marks for a terminal that knows only ASCII."""


class Screen:
    """All input and output of the terminal."""

    def __init__(self, console: Console, keyboard: Keyboard, *, ascii_only: bool = False) -> None:
        self.console = console
        self._keyboard = keyboard
        fine = not ascii_only and (console.encoding or "").lower().startswith("utf")
        self.glyphs: Glyphs = FINE if fine else PLAIN
        self._completion: Completion | None = None

    @classmethod
    def here(cls, *, plain: bool = False) -> Screen:
        """The terminal, or the pipe, in which this process runs."""
        console = Console(highlight=False, markup=False, emoji=False, no_color=True if plain else None)
        interactive = sys.stdin.isatty() and console.is_terminal
        screen = cls(console, input if interactive else _piped(console), ascii_only=plain)
        if interactive:
            screen._listen_for_tab()
        return screen

    @property
    def width(self) -> int:
        return self.console.width

    @property
    def is_terminal(self) -> bool:
        return self.console.is_terminal

    def say(self, sentence: Sentence | str, style: str = "", *, indent: int = 0) -> None:
        """A sentence, wrapped at the window's edge."""
        text = printable(str(sentence))
        self.show(Text(text if self.glyphs is FINE else text.translate(STRAIGHT), style), indent=indent)

    def show(self, thing: RenderableType, *, indent: int = 0) -> None:
        """Something drawn."""
        if indent:
            from rich.padding import Padding

            thing = Padding(thing, (0, 0, 0, indent))
        self.console.print(thing)

    def gap(self) -> None:
        self.console.print()

    def ask(self, prompt: str = "> ", *, complete: Completion | None = None) -> str:
        """The next line that is typed. EOFError and KeyboardInterrupt mean that the person has left."""
        self._completion = complete
        self.console.file.flush()
        try:
            return self._keyboard(prompt).strip()
        finally:
            self._completion = None

    def wipe(self) -> None:
        """Take everything off the screen before another person looks at it."""
        if self.is_terminal and not self.console.is_dumb_terminal:
            self.console.file.write(CLEAR)
            self.console.file.flush()
        else:
            self.console.rule(characters="-")

    def _listen_for_tab(self) -> None:
        try:
            import readline
        except ImportError:  # not every system has it, and the game is the same without
            return

        def completed(text: str, state: int) -> str | None:
            line = readline.get_line_buffer()[: readline.get_begidx()]
            words = self._completion(line) if self._completion is not None else ()
            fitting = [word for word in words if word.startswith(text.lower())]
            return f"{fitting[state]} " if state < len(fitting) else None

        readline.set_completer_delims(" ,")
        readline.set_completer(completed)
        uses_libedit = "libedit" in (readline.__doc__ or "")
        readline.parse_and_bind("bind ^I rl_complete" if uses_libedit else "tab: complete")


def printable(text: str) -> str:
    """The text without what a terminal would obey instead of showing: names and notes may come from anybody."""
    return "".join(letter if letter.isprintable() or letter == "\n" else "\N{REPLACEMENT CHARACTER}" for letter in text)


def _piped(console: Console) -> Keyboard:
    """Lines from a pipe, repeated on the screen so that what is printed can be followed."""

    def keyboard(prompt: str) -> str:
        line = sys.stdin.buffer.readline().decode("utf-8", errors="replace")
        if not line:
            raise EOFError
        console.print(Text(printable(f"{prompt}{line.rstrip()}")))
        return line

    return keyboard
