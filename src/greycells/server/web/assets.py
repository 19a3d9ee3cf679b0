"""The client's assets: which modules a page loads, the service worker and the offline page.

Every asset's address contains the client's version, so browsers may cache it for good. A newer server no longer knows
that address: a page that was left open continues with what it has loaded, or is reloaded as a whole.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from hashlib import sha256
from importlib.resources import files
from posixpath import basename, dirname, join, normpath

from greycells.server.service.public_address import url

SHEET = "app/page.css"
PRINT_STYLE = "print/sheet.css"
IMPORT = re.compile(r'^import\s(?:[^;"]*\sfrom\s)?"([^"]+)"', re.MULTILINE)
"""A static import; modules that are loaded later use `import(...)`."""
COMMENT = re.compile(r"""("(?:\\.|[^"\\\n])*")|/\*.*?\*/""", re.DOTALL)
"""A comment; or a string, which stays as it is."""
BLANK = re.compile(r"\n\s*(?://[^\n]*)?(?=\n)")
"""Lines that are empty, or only a comment."""
LEAF = re.compile(r'^@import "\.\./([^"]+)" layer\((\w+)\);$', re.MULTILINE)
"""A sheet of one component, and its cascade layer."""
SIZE = re.compile(r"^@custom-media (--[\w-]+) (.+);\n", re.MULTILINE)
"""A size at which something changes, by name: a draft of the standard that browsers don't know yet."""
MEDIA = re.compile(r"@media[^{]+")
NAMED = re.compile(r"\(--[\w-]+\)")
STATIC = files("greycells.server").joinpath("static")


def _read(path: str) -> str:
    return STATIC.joinpath(*path.split("/")).read_text(encoding="utf-8")


@cache
def version() -> str:
    """The client's version: a hash that changes with every byte."""
    digest = sha256()
    folders = [STATIC]
    while folders:
        for entry in sorted(folders.pop().iterdir(), key=lambda entry: entry.name):
            if entry.is_dir():
                folders.append(entry)
            else:
                digest.update(entry.name.encode() + entry.read_bytes())
    return digest.hexdigest()[:16]


def asset_prefix() -> str:
    """The path of the versioned assets."""
    return f"/static/{version()}/"


def needed(*modules: str) -> list[str]:
    """These modules and everything that they import statically."""
    found = dict.fromkeys(modules)
    waiting = list(modules)
    while waiting:
        module = waiting.pop(0)
        imported = [normpath(join(dirname(module), path)) for path in IMPORT.findall(_read(module))]
        waiting += [path for path in imported if path not in found]
        found.update(dict.fromkeys(imported))
    return list(found)


def word_files(modules: Iterable[str], language: str) -> list[str]:
    """The words that these modules need: those of every page, and a group for each module of `words/`."""
    groups = (basename(module) for module in modules if dirname(module) == "words")
    return [f"words/{language}/{group}" for group in ("common.js", *groups)]


def asset(path: str) -> str:
    """The address of a versioned asset."""
    return url(asset_prefix() + path)


def links(language: str, *screen: str) -> str:
    """The tags in a page's head: the style sheet, and preloads for a screen's modules and words."""
    preloads = "".join(
        f'<link rel="modulepreload" href="{asset(module)}">' for module in _modules_of(language, *screen)
    )
    return (
        f'<link rel="icon" href="{url("/static/icon.svg")}">'
        f'<link rel="apple-touch-icon" href="{url("/static/icon-192.png")}">'
        f'<link rel="manifest" href="{url("/static/manifest.json")}"><link rel="stylesheet" href="{asset(SHEET)}">'
        f'{preloads}<script type="module" src="{asset("app.js")}"></script>'
    )


@cache
def _modules_of(language: str, *screen: str) -> list[str]:
    modules = needed("app.js", *screen)
    return modules + word_files(modules, language)


def _without_comments(text: str) -> str:
    """The same code without comments and blank lines: a fifth smaller."""
    return BLANK.sub("", COMMENT.sub(lambda found: found[1] or "", text))


@cache
def style_sheet() -> str:
    """All style sheets joined into one, so that a page makes one request; sizes stand there in full."""
    page = _read(SHEET)
    sizes = {f"({name})": size for name, size in SIZE.findall(page)}
    joined = LEAF.sub(lambda leaf: f"@layer {leaf[2]} {{\n{_read(leaf[1])}}}", SIZE.sub("", page))
    return MEDIA.sub(lambda media: NAMED.sub(lambda name: sizes[name[0]], media[0]), _without_comments(joined))


@cache
def module_script(path: str) -> str | None:
    """A module of the client as browsers get it; none if there is no such module."""
    if path not in _modules():
        return None
    return _without_comments(_read(path))


@cache
def _modules() -> frozenset[str]:
    found: set[str] = set()
    folders = [(STATIC, "")]
    while folders:
        folder, path = folders.pop()
        for entry in folder.iterdir():
            if entry.is_dir():
                folders.append((entry, f"{path}{entry.name}/"))
            elif entry.name.endswith(".js"):
                found.add(path + entry.name)
    return frozenset(found)


@cache
def print_style() -> str:
    """The style of a printed sheet, for a page that stands alone."""
    return _read(PRINT_STYLE)


@cache
def worker_script() -> str:
    """The service worker, with the client's version in it."""
    return _read("worker.js").replace("unversioned", version())
