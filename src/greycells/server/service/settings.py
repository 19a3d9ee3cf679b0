"""The settings of a server: declared once, read from the command line, the environment, a file, or the default.

The options of `greycells serve`, the `GREYCELLS_*` variables, the keys of the TOML file and the table of the hosting
page all follow from `SETTINGS`. A new setting is one more line there, its words (`usage.serve --NAME`) and its field of
`Config`.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import TypeAlias

from greycells.errors import GreycellsError
from greycells.language.sentences import Argument, Sentence
from greycells.server.service.public_address import wrong_public_url
from greycells.server.storage.database_url import is_database_url

SettingValue: TypeAlias = str | int | float | bool | Path | None
VARIABLES = "GREYCELLS_"
CONFIG = "GREYCELLS_CONFIG"
"""Names the settings file, as `--config` does; empty, no file is read."""
SYSTEM_FILE = Path("/etc/greycells.toml")
"""Read by every command if it's there and no other file is named."""
OTHERS = frozenset({CONFIG, "GREYCELLS_KERNEL", "GREYCELLS_PROOF", "GREYCELLS_CHECK_UNTIL"})
"""Variables of ours that are no settings of a server."""
YES, NO = ("1", "true", "yes", "on"), ("0", "false", "no", "off")


class SettingError(GreycellsError):
    """A setting that can't be used, in a sentence that names it and where it was set."""


@dataclass(frozen=True, slots=True)
class Setting:
    """One setting. `secret` ones are never printed, can come from a file (`GREYCELLS_NAME_FILE`), and are no option if
    `option` is False, because everybody on the machine can read a command line."""

    name: str
    kind: type[str | float | bool | Path]
    default: SettingValue = None
    least: float | None = None
    most: float | None = None
    choices: tuple[str, ...] = ()
    secret: bool = False
    option: bool = True

    @property
    def field(self) -> str:
        """Its name in Python, which is its field of `Config`."""
        return self.name.replace("-", "_")

    @property
    def variable(self) -> str:
        """Its environment variable."""
        return VARIABLES + self.field.upper()


SETTINGS: tuple[Setting, ...] = (
    Setting("host", str, "127.0.0.1"),
    Setting("port", int, 8000, least=1, most=65535),
    Setting("data", Path, Path("data")),
    Setting("database", str, secret=True),
    Setting("node-address", str, "127.0.0.1:0"),
    Setting("node-listen", str),
    Setting("one-machine", bool, default=False),
    Setting("key", str, secret=True, option=False),
    Setting("public-url", str),
    Setting("trusted-proxies", str, "127.0.0.1"),
    Setting("pace", float, 1.0, least=0),
    Setting("grace", float, 60.0, least=0),
    Setting("archive-after", float, least=1),
    Setting("archive", Path),
    Setting("uploads-guest", float, 5.0, least=0),
    Setting("uploads-address", float, 20.0, least=0),
    Setting("uploads-total", float, 1000.0, least=0),
    Setting("editions", Path),
    Setting("bot-workers", int, 0, least=0),
    Setting("limits-factor", float, 1.0, least=0.01),
    Setting("log-format", str, "text", choices=("text", "json")),
    Setting("log-level", str, "warning", choices=("warning", "info")),
    Setting("open", bool, default=False),
)
BY_FIELD = {setting.field: setting for setting in SETTINGS}
BY_VARIABLE = {setting.variable: setting for setting in SETTINGS}


@dataclass(frozen=True, slots=True)
class SettingFound:
    """What a setting is, and who said so."""

    setting: Setting
    value: SettingValue
    origin: Sentence

    def __str__(self) -> str:
        """A line of a settings file; a secret is not shown."""
        name, value = self.setting.name, self.value
        if value is None:
            return f"# {Sentence('setting.not set', name=name)}"
        if self.setting.secret:
            return f"# {Sentence('setting.hidden', name=name, origin=self.origin)}"
        return f"{name} = {_toml(value.absolute() if isinstance(value, Path) else value)}  # {self.origin}"


@dataclass(frozen=True, slots=True)
class Settings:
    """What holds: a value for every setting, sentences about variables that mean nothing, and which file was read."""

    found: Mapping[str, SettingFound]
    warnings: tuple[Sentence, ...] = ()
    file: Path | None = None

    def __getitem__(self, name: str) -> SettingValue:
        return self.found[name].value

    @property
    def values(self) -> dict[str, SettingValue]:
        """Every value by the name that it has in Python."""
        return {one.setting.field: one.value for one in self.found.values()}

    def __str__(self) -> str:
        """A settings file that says the same, each line with where it came from."""
        return "\n".join(map(str, self.found.values()))


def resolve(given: Mapping[str, SettingValue], environment: Mapping[str, str], *, config: Path | None) -> Settings:
    """What holds: the command line goes before the environment, then comes the file, then the default.

    `given` has only what was typed. A SettingError says which value can't be used.
    """
    file = config or _file_in_effect(environment)
    found = {setting.name: SettingFound(setting, setting.default, Sentence("setting.default")) for setting in SETTINGS}
    if file is not None:
        found |= {one.setting.name: one for one in _from_file(file)}
    found |= {one.setting.name: one for one in _from_environment(environment)}
    option = Sentence("setting.command line")
    typed = [(BY_FIELD[field], value) for field, value in given.items()]
    found |= {
        setting.name: SettingFound(setting, _checked(setting, value, f"--{setting.name}"), option)
        for setting, value in typed
    }
    return Settings(found, tuple(_unknown_variables(environment)), file)


def _file_in_effect(environment: Mapping[str, str]) -> Path | None:
    """The file that the environment names, or else the machine's own, if there is one."""
    if CONFIG in environment:
        return Path(environment[CONFIG]) if environment[CONFIG] else None
    return SYSTEM_FILE if SYSTEM_FILE.exists() else None


def _from_file(path: Path) -> Iterator[SettingFound]:
    try:
        text = path.read_text(encoding="utf-8")
        table = tomllib.loads(text)
    except PermissionError as error:
        raise SettingError(Sentence("setting.forbidden file", file=str(path))) from error
    except OSError as error:
        raise SettingError(Sentence("setting.unreadable file", file=str(path), why=error.strerror or "")) from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise SettingError(Sentence("setting.no toml", file=str(path), why=str(error))) from error
    for key, value in table.items():
        setting, line = BY_FIELD.get(key.replace("-", "_")), _line_of(key, text)
        if setting is None:
            raise SettingError(_unknown("key", key, (one.name for one in SETTINGS), file=str(path), line=line))
        name = str(Sentence("setting.in file", name=key, file=str(path), line=line))
        found = _typed(setting, value, name)
        # A path means the same wherever a command is typed: it starts at the file's own folder.
        found = path.parent / found if isinstance(found, Path) else found
        yield SettingFound(setting, found, Sentence("setting.file", file=str(path)))


def _line_of(key: str, text: str) -> int:
    """The line of a settings file in which a key is set, or a table of this name begins."""
    begins = re.compile(rf"""\s*\[*\s*["']?{re.escape(key)}["']?\s*[=.\]]""")
    return next((number for number, line in enumerate(text.splitlines(), 1) if begins.match(line)), 1)


def _typed(setting: Setting, value: object, name: str) -> SettingValue:
    """A value of the file, which has a type of its own."""
    match value:
        case bool() if setting.kind is bool:
            return value
        case int() | float() if setting.kind in (int, float) and not isinstance(value, bool):
            return _checked(setting, _number(setting, str(value), name), name)
        case str() if setting.kind in (str, Path):
            return _checked(setting, Path(value) if setting.kind is Path else value, name)
        case _:
            raise SettingError(_mismatch(setting, name, str(value)))


def _from_environment(environment: Mapping[str, str]) -> Iterator[SettingFound]:
    for setting in SETTINGS:
        name, file = setting.variable, f"{setting.variable}_FILE"
        text = environment.get(name, "")
        if setting.secret and environment.get(file):
            if text:
                raise SettingError(Sentence("setting.twice", name=name, file=file))
            name, text = file, _secret(file, Path(environment[file]))
        if text:
            yield SettingFound(setting, _parsed(setting, text, name), Sentence("setting.environment", name=name))


def _secret(name: str, file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        why = str(error.strerror if isinstance(error, OSError) else error)
        raise SettingError(Sentence("setting.unreadable secret", name=name, file=str(file), why=why)) from error


def _parsed(setting: Setting, text: str, name: str) -> SettingValue:
    """A value of the environment, which is text."""
    if setting.kind is bool:
        if text.lower() not in (*YES, *NO):
            raise SettingError(_mismatch(setting, name, text))
        return text.lower() in YES
    if setting.kind in (int, float):
        return _checked(setting, _number(setting, text, name), name)
    return _checked(setting, Path(text) if setting.kind is Path else text, name)


def _number(setting: Setting, text: str, name: str) -> float:
    try:
        return int(text) if setting.kind is int else float(text)
    except ValueError:
        raise SettingError(_mismatch(setting, name, text)) from None


def _checked(setting: Setting, value: SettingValue, name: str) -> SettingValue:
    """The value, if the setting can have it."""
    if isinstance(value, int | float) and not isinstance(value, bool):
        # Written so that "not a number" is out of bounds too.
        inside = (setting.least is None or value >= setting.least) and (setting.most is None or value <= setting.most)
        if not inside or value in (float("inf"), float("-inf")):
            raise SettingError(_mismatch(setting, name, str(value)))
    elif setting.choices and value not in setting.choices:
        raise SettingError(_mismatch(setting, name, str(value)))
    elif setting.name == "public-url" and isinstance(value, str):
        wrong = wrong_public_url(value, name)
        if wrong is not None:
            raise SettingError(wrong)
        return value.rstrip("/")
    elif setting.name == "database" and isinstance(value, str) and not is_database_url(value):
        raise SettingError(Sentence("setting.database url", name=name))
    return value


def _mismatch(setting: Setting, name: str, value: str) -> Sentence:
    """Which values the setting can have, and which one was given."""
    shown = repr(value[:60])
    if setting.choices:
        return Sentence("setting.choice", name=name, choices=", ".join(setting.choices), value=shown)
    if setting.kind is bool:
        return Sentence("setting.switch", name=name, value=shown)
    if setting.kind in (str, Path):
        return Sentence("setting.text", name=name, value=shown)
    kind = "whole number" if setting.kind is int else "number"
    if setting.most is not None:
        least, most = f"{setting.least or 0:g}", f"{setting.most:g}"
        return Sentence(f"setting.{kind}, from to", name=name, least=least, most=most, value=shown)
    return Sentence(f"setting.{kind}, at least", name=name, least=f"{setting.least or 0:g}", value=shown)


def _unknown(what: str, name: str, known: Iterable[str], **arguments: Argument) -> Sentence:
    """There is no such key, or variable; perhaps another one was meant."""
    close = get_close_matches(name, list(known), n=1)
    end = ", close" if close else ""
    return Sentence(f"setting.unknown {what}{end}", name=name, close="".join(close), **arguments)


def _unknown_variables(environment: Mapping[str, str]) -> Iterator[Sentence]:
    """Variables that look like ours and mean nothing. A warning only: other programs may set some (Kubernetes does)."""
    files = {f"{name}_FILE" for name, setting in BY_VARIABLE.items() if setting.secret}
    for name in sorted(environment):
        if name.startswith(VARIABLES) and name not in (OTHERS | files | BY_VARIABLE.keys()):
            yield _unknown("variable", name, (*BY_VARIABLE, *files))


def _toml(value: str | float | Path) -> str:
    match value:
        case bool():
            return "true" if value else "false"
        case int() | float():
            return f"{value:g}" if isinstance(value, float) else str(value)
        case _:
            escaped = str(value).replace("\\", "\\\\").replace('"', '\\"')
            return f'"{escaped}"'
