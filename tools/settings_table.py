"""Writes the table of settings on the hosting page from their declaration, in the words of `greycells serve --help`.

Run `python -m tools.settings_table` after changing a setting; a test fails while the page differs from what it writes.
"""

from __future__ import annotations

import re
from pathlib import Path

from greycells.cli.help_pages import told
from greycells.server.service.settings import SETTINGS, Setting

PAGE = Path(__file__).parents[1] / "docs" / "hosting.md"
HEAD = "| option | variable | default | what it does |\n|---|---|---|---|\n"
TABLE = re.compile(re.escape(HEAD) + r"(?:\|.*\n)*")
WITHOUT_OPTION = {
    "key": "Sign cookies and seat links with this, at least 64 characters, instead of with the file `key` in `--data`.",
}
"""What is said of the settings that are no option."""


def row(setting: Setting) -> str:
    option = f"`--{setting.name}`" if setting.option else "(none)"
    variable = f"`{setting.variable}`" + (f" or `{setting.variable}_FILE`" if setting.secret else "")
    match setting.default:
        case None:
            default = "none"
        case bool():
            default = "on" if setting.default else "off"
        case float():
            default = f"`{setting.default:g}`"
        case value:
            default = f"`{value}`"
    does = WITHOUT_OPTION.get(setting.name) or told(f"serve --{setting.name}")
    return f"| {option} | {variable} | {default} | {does} |\n"


def table() -> str:
    """The whole table, with the two options that are no settings at its end."""
    rows = [row(setting) for setting in SETTINGS]
    rows.append(f"| `--config` | `GREYCELLS_CONFIG` | none | {told('serve --config')} |\n")
    rows.append(f"| `--print-config` | | off | {told('serve --print-config')} |\n")
    return HEAD + "".join(rows)


def written(page: str) -> str:
    """The page with its table as it has to be."""
    return TABLE.sub(lambda _: table(), page)


if __name__ == "__main__":
    PAGE.write_text(written(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
