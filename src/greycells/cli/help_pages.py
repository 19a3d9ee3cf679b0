"""Help pages and usage errors, in the user's language.

Nothing here reads a sentence of Typer's or click's. A page is rendered from the command's own function: its parameters,
their types, defaults and bounds. An error is told from the attributes of the exception. The words of a command are
`usage.NAME`, those of an option `usage.NAME --option`, or `usage.--option` where several commands share it.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from difflib import get_close_matches
from pathlib import Path
from shutil import get_terminal_size
from textwrap import fill, wrap
from types import NoneType, UnionType
from typing import Annotated, NamedTuple, Protocol, Union, cast, get_args, get_origin, get_type_hints, runtime_checkable

import typer
from typer.core import TyperCommand, TyperGroup
from typer.models import ParameterInfo

from greycells.errors import GreycellsError
from greycells.language.languages import ENGLISH, words_of
from greycells.language.sentences import Argument, Sentence
from greycells.players.bot_levels import LADDER

WIDEST = 100
LEFT = 32
"""The maximum width of a page, and of the column with the names of options."""

VALUES: dict[object, str] = {int: "NUMBER", float: "NUMBER", Path: "PATH"}
"""The placeholder for a value of each type on a help page; TEXT for every other type."""


WITH_BOTS = ("play", "arena", "bot join")
"""The commands whose pages describe the levels of our bots."""


class Parameter(Protocol):
    """An option or an argument, as Typer and click have it."""

    name: str | None
    metavar: str | None
    param_type_name: str
    opts: list[str]
    nargs: int
    required: bool
    default: object


@runtime_checkable
class WrongUsage(Protocol):
    """What Typer raises about something that was typed."""

    ctx: typer.Context | None
    exit_code: int

    def format_message(self) -> str: ...


class UsageMistake(GreycellsError):
    """A usage error that we found ourselves; `sentence` says what is wrong."""

    exit_code = 2

    def __init__(self, context: typer.Context, sentence: Sentence) -> None:
        super().__init__(context, sentence)
        self.ctx: typer.Context | None = context
        self.sentence = sentence

    def format_message(self) -> str:
        """The same interface as Typer's own errors."""
        return str(self.sentence)


@contextmanager
def _in_context(context: typer.Context) -> Generator[None]:
    """Errors about options don't always say which command they are about; add it."""
    try:
        yield
    except Exception as error:
        if isinstance(error, WrongUsage) and error.ctx is None:
            error.ctx = context
        raise


class HelpCommand(TyperCommand):
    """A command with a help page in the user's language."""

    allow_extra_args = True  # so that `parse_args` below refuses them in our own words

    def get_help(self, ctx: object) -> str:
        return page(self, cast("typer.Context", ctx))

    def parse_args(self, ctx: object, args: list[str]) -> list[str]:
        context = cast("typer.Context", ctx)
        with _in_context(context):
            rest = super().parse_args(context, args)
        if rest and not context.resilient_parsing:
            raise UsageMistake(context, Sentence("misuse.extra arguments", words=" ".join(map(_printable, rest))))
        return rest


class Group(TyperGroup):
    """Commands under one name, with such a page."""

    def get_help(self, ctx: object) -> str:
        return page(self, cast("typer.Context", ctx))

    def parse_args(self, ctx: object, args: list[str]) -> list[str]:
        context = cast("typer.Context", ctx)
        with _in_context(context):
            return super().parse_args(context, args)

    def resolve_command(
        self, ctx: object, args: list[str]
    ) -> tuple[str | None, TyperCommand | TyperGroup | None, list[str]]:
        context = cast("typer.Context", ctx)
        if args[0] not in self.commands and not args[0].startswith("-"):
            close = ", ".join(map(repr, get_close_matches(args[0], list(self.commands))))
            key = "misuse.no such command, close" if close else "misuse.no such command"
            raise UsageMistake(context, Sentence(key, name=repr(args[0]), others=close))
        name, command, rest = super().resolve_command(context, args)
        return name, cast("TyperCommand | TyperGroup | None", command), rest


class Values(NamedTuple):
    """Of which type the values of a parameter are, and between which numbers they have to be."""

    type: object
    least: float | None = None
    most: float | None = None

    @property
    def bounds(self) -> tuple[str, dict[str, Argument]]:
        """How keys about these numbers end, and what their sentences name."""
        match self.least, self.most:
            case None, None:
                return "", {}
            case least, None:
                return ", at least", {"least": f"{least:g}"}
            case least, most:
                return ", from to", {"least": f"{least or 0:g}", "most": f"{most:g}"}


def values_of(param: Parameter, command: TyperCommand | TyperGroup) -> Values:
    """The values of a parameter, as its command's function declares them; `--help`, which none does, is a switch."""
    function = inspect.unwrap(cast("Callable[..., object]", command.callback))
    hint = cast("dict[str, object]", get_type_hints(function, include_extras=True)).get(param.name or "", bool)
    info: ParameterInfo | None = None
    if get_origin(hint) is Annotated:
        hint, *notes = cast("tuple[object, ...]", get_args(hint))
        info = next((note for note in notes if isinstance(note, ParameterInfo)), None)
    if get_origin(hint) in (UnionType, Union):
        hint = next(one for one in cast("tuple[object, ...]", get_args(hint)) if one is not NoneType)
    return Values(hint, info.min, info.max) if info else Values(hint)


def page(command: HelpCommand | Group, context: typer.Context) -> str:
    """The whole page: how the command is written, what it does, and what may stand after it."""
    width = min(WIDEST, get_terminal_size().columns)
    name = context.command_path.partition(" ")[2]
    parameters = [cast("Parameter", one) for one in command.get_params(context)]
    arguments, options = ([one for one in parameters if one.param_type_name == kind] for kind in ("argument", "option"))
    pieces = [context.command_path, _word("[OPTIONS]"), *(_word(_placeholder(one)) for one in arguments)]
    pieces += [_word("COMMAND")] if isinstance(command, Group) else []
    parts = [f"{Sentence('usage.usage')} {' '.join(pieces)}"]
    parts.append(fill(told(name), width, initial_indent="  ", subsequent_indent="  "))
    parts += _section("arguments", [_row(name, one, command) for one in arguments], width)
    parts += _section("options", [_row(name, one, command) for one in options], width)
    if name in WITH_BOTS:
        rows = [(level.id, f"{level.number} {level.title}: {level.way}") for level in LADDER]
        parts += _section("levels", rows, width)
    if isinstance(command, Group):
        parts += _section("commands", [(one, told(f"{name} {one}".strip())) for one in command.commands], width)
    return "\n\n".join(parts)


def wrong(error: WrongUsage) -> str:
    """What was wrong, and which command prints the help page."""
    path = "greycells" if error.ctx is None else error.ctx.command_path
    return f"{_what(error, error.ctx)}\n{Sentence('usage.try help', command=path)}"


def _what(error: object, context: typer.Context | None) -> Sentence:
    """What was wrong, from the kind of error and its attributes."""
    if isinstance(error, UsageMistake):
        return error.sentence
    name = cast("str | None", getattr(error, "option_name", None))
    param = cast("Parameter | None", getattr(error, "param", None))
    if name is not None and hasattr(error, "possibilities"):
        others = ", ".join(sorted(cast("Sequence[str] | None", getattr(error, "possibilities", None)) or ()))
        key = "misuse.no such option, close" if others else "misuse.no such option"
        return Sentence(key, name=_printable(name), others=others)
    if name is not None:
        return _misused_option(name, context)
    if param is not None and hasattr(error, "param_type"):
        return Sentence("misuse.missing", name=_name(param))
    if param is not None and context is not None:
        return _bad_value(param, context)
    return Sentence("misuse.other")


def _misused_option(name: str, context: typer.Context | None) -> Sentence:
    """An option with too few values, or a switch with one."""
    parameters = [] if context is None else [cast("Parameter", one) for one in context.command.params]
    found = next((one for one in parameters if name in one.opts), None)
    if context is None or found is None:
        return Sentence("misuse.other")
    if values_of(found, cast("TyperCommand | TyperGroup", context.command)).type is bool:
        return Sentence("misuse.switch", name=repr(name))
    key = "misuse.needs a value" if found.nargs == 1 else "misuse.needs values"
    return Sentence(key, name=repr(name), count=found.nargs)


def _bad_value(param: Parameter, context: typer.Context) -> Sentence:
    values = values_of(param, cast("TyperCommand | TyperGroup", context.command))
    bounded, numbers = values.bounds
    key = {int: f"whole number{bounded}", float: f"number{bounded}"}.get(cast("type", values.type), "bad value")
    return Sentence(f"misuse.{key}", name=_name(param), **numbers)


def _name(param: Parameter) -> str:
    """A parameter as an error names it: '--roll', 'FILE'."""
    return repr(_word(_placeholder(param)) if param.param_type_name == "argument" else _long(param))


def _long(param: Parameter) -> str:
    return next(name for name in param.opts if name.startswith("--"))


def _printable(text: str) -> str:
    """What somebody typed, without characters that would change the terminal."""
    return text if text.isprintable() else repr(text)


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


def _row(name: str, param: Parameter, command: TyperCommand | TyperGroup) -> tuple[str, str]:
    """An argument or an option: how it is written, what it is for, its default, its bounds and whether it has to be."""
    values = values_of(param, command)
    if param.param_type_name == "argument":
        written, key = _word(_placeholder(param)), _placeholder(param)
    else:
        value = "" if values.type is bool else _word(param.metavar or VALUES.get(values.type, "TEXT"))
        written, key = f"{', '.join(sorted(param.opts, key=len))} {value}".strip(), _long(param)
    bounded, numbers = values.bounds
    default = param.default if not isinstance(param.default, bool | None) else ""
    shown = f"{default:g}" if isinstance(default, float) else str(default)
    notes = [str(Sentence("usage.default", default=shown))] if shown else []
    notes += [str(Sentence(f"usage.value{bounded}", **numbers))] if bounded else []
    notes += [str(Sentence("usage.required"))] if param.required else []
    words = told(f"{name} {key}".strip())
    return written, f"{words}  [{'; '.join(notes)}]" if notes else words


def _section(title: str, rows: list[tuple[str, str]], width: int) -> Iterator[str]:
    if rows:
        yield "\n".join([str(Sentence(f"usage.{title}")), *(_line(*row, width) for row in rows)])


def _line(left: str, right: str, width: int) -> str:
    words = wrap(right, width - LEFT) or [""]
    first = [f"  {left:{LEFT - 2}}{words[0]}"] if len(left) < LEFT - 3 else [f"  {left}", " " * LEFT + words[0]]
    return "\n".join([*first, *(" " * LEFT + line for line in words[1:])]).rstrip()
