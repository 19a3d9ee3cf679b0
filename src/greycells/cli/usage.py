"""How a command is used: its page of help, and what was wrong with what somebody typed, in the words of the catalogue.

The words of a command are `usage.NAME`, those of an option `usage.NAME --option`, or `usage.--option` where several
commands share it. What typer says by itself is English only, so the page is put together here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from shutil import get_terminal_size
from textwrap import fill, wrap
from typing import Protocol, cast, runtime_checkable

import typer
from typer.core import TyperCommand, TyperGroup

from greycells.rules.languages import ENGLISH, words_of
from greycells.rules.sentences import Sentence

WIDEST = 100
LEFT = 32
"""How wide a page is at most, and how much of it are the names of options."""

_NOTE = re.compile(r"\[(.*)\]$")
_OPTION = re.compile(r"((?:-[\w-]+(?:, )?)+) ?(.*)")


class Command(TyperCommand):
    """A command with a page of help in the language of whoever listens."""

    def get_help(self, ctx: object) -> str:
        return page(self, cast("typer.Context", ctx))


class Group(TyperGroup):
    """Commands under one name, with such a page."""

    def get_help(self, ctx: object) -> str:
        return page(self, cast("typer.Context", ctx))


class Parameter(Protocol):
    """An option or an argument of a command."""

    name: str | None
    metavar: str | None
    param_type_name: str

    def get_help_record(self, ctx: typer.Context) -> tuple[str, str] | None:
        """What stands on the left and on the right in typer's own page."""
        ...


@runtime_checkable
class WrongUsage(Protocol):
    """What typer raises about something that was typed."""

    ctx: typer.Context | None
    exit_code: int

    def format_message(self) -> str: ...


def page(command: Command | Group, context: typer.Context) -> str:
    """The whole page: how the command is written, what it does, and what may stand after it."""
    width = min(WIDEST, get_terminal_size().columns)
    name = context.command_path.partition(" ")[2]
    parameters = [cast("Parameter", one) for one in command.get_params(context)]
    arguments = [one for one in parameters if one.param_type_name == "argument"]
    options = [one for one in parameters if one.param_type_name == "option"]
    pieces = [context.command_path, _word("[OPTIONS]"), *(_word(_placeholder(one)) for one in arguments)]
    pieces += [_word("COMMAND")] if isinstance(command, Group) else []
    parts = [f"{Sentence('usage.usage')} {' '.join(pieces)}"]
    parts.append(fill(told(name), width, initial_indent="  ", subsequent_indent="  "))
    parts += _section("arguments", [_argument(name, one, context) for one in arguments], width)
    parts += _section("options", [_option(name, one, context) for one in options], width)
    if isinstance(command, Group):
        parts += _section("commands", [(one, told(f"{name} {one}".strip())) for one in command.commands], width)
    return "\n\n".join(parts)


def wrong(error: WrongUsage) -> str:
    """What was wrong, and where it says how it is done."""
    path = "greycells" if error.ctx is None else error.ctx.command_path
    return f"{reworded(error.format_message())}\n{Sentence('usage.try help', command=path)}"


def reworded(message: str) -> str:
    """One of typer's messages in the words of the catalogue's `typer` section, whose keys are the messages."""
    for pattern, key in _messages().items():
        if found := re.fullmatch(pattern, message, re.DOTALL):
            return str(Sentence(key, **{name: _detail(value) for name, value in found.groupdict().items()}))
    return message


@cache
def _messages() -> Mapping[str, str]:
    keys = [key for key in words_of(ENGLISH).sentences if key.startswith("typer.")]
    return {re.sub(r"\\{(\w+)\\}", r"(?P<\1>.+?)", re.escape(key.removeprefix("typer."))): key for key in keys}


def _detail(text: str) -> str:
    """A part of a message: a placeholder in quotation marks, or a message of its own."""
    return f"'{_word(text[1:-1])}'" if text.startswith("'") else reworded(text)


def told(name: str) -> str:
    """What a command, an option or an argument is for."""
    own, shared = f"usage.{name or 'greycells'}", f"usage.{name.rpartition(' ')[2]}"
    return str(Sentence(own if own in words_of(ENGLISH).sentences else shared))


def _word(placeholder: str) -> str:
    """What stands for a value: FILE."""
    key = f"placeholder.{placeholder}"
    return str(Sentence(key)) if key in words_of(ENGLISH).sentences else placeholder


def _placeholder(argument: Parameter) -> str:
    return argument.metavar or (argument.name or "").upper()


def _argument(name: str, one: Parameter, context: typer.Context) -> tuple[str, str]:
    _, right = one.get_help_record(context) or ("", "")
    return _word(_placeholder(one)), _noted(told(f"{name} {_placeholder(one)}"), right)


def _option(name: str, one: Parameter, context: typer.Context) -> tuple[str, str]:
    left, right = one.get_help_record(context) or ("", "")
    found = _OPTION.fullmatch(left)
    assert found is not None
    names, value = found.groups()
    long = next(option for option in names.split(", ") if option.startswith("--"))
    return f"{names} {_word(one.metavar or value)}".strip(), _noted(told(f"{name} {long}".strip()), right)


def _noted(words: str, right: str) -> str:
    """The words, with what typer adds to them in brackets: whether it is needed, the default, the bounds."""
    found = _NOTE.search(right)
    return words if found is None else f"{words}  [{'; '.join(map(reworded, found[1].split('; ')))}]"


def _section(title: str, rows: list[tuple[str, str]], width: int) -> Iterator[str]:
    if rows:
        yield "\n".join([str(Sentence(f"usage.{title}")), *(_line(*row, width) for row in rows)])


def _line(left: str, right: str, width: int) -> str:
    words = wrap(right, width - LEFT) or [""]
    first = [f"  {left:{LEFT - 2}}{words[0]}"] if len(left) < LEFT - 3 else [f"  {left}", " " * LEFT + words[0]]
    return "\n".join([*first, *(" " * LEFT + line for line in words[1:])]).rstrip()
