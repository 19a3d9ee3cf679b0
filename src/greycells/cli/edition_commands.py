"""`greycells editions`, `rules` and `sheet`: the rulebooks, their rules, and a detective sheet to print."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from greycells.cli.help_pages import Group, HelpCommand
from greycells.cli.shared_options import AsJson, EditionName, HouseRules, Mistake, write_pages
from greycells.editions import load, names
from greycells.editions.catalogue import Rule, rule, rules
from greycells.editions.loader import BY_THE_BOOK
from greycells.editions.translation import rulebook
from greycells.language.sentences import Sentence
from greycells.rules.edition import Edition

editions_app = typer.Typer(cls=Group, rich_markup_mode=None)


@editions_app.callback(invoke_without_command=True)
def list_editions(context: typer.Context) -> None:
    """List the editions."""
    if context.invoked_subcommand is not None:
        return
    for edition in map(load, names()):
        typer.echo(f"{edition.key:18}{_seats(edition):18}{rulebook(edition)}")


@editions_app.command("check", cls=HelpCommand)
def check_edition(
    path: str,
) -> None:
    """Validate your own edition."""
    edition = load(path)
    deck, squares = edition.deck, sum(place.kind == "square" for place in edition.board.places)
    typer.echo(
        Sentence(
            "cli.edition in order",
            title=edition.title,
            suspects=len(deck.suspects),
            weapons=len(deck.weapons),
            rooms=len(deck.rooms),
            squares=squares,
            seats=_seats(edition),
        )
    )
    for line in _contradictions(edition):
        typer.echo(line)


_AGAINST = {(True, True): "against the book", (True, False): "gone from the book", (False, True): "other than the book"}


def _contradictions(edition: Edition) -> Iterator[Sentence]:
    """Where the edition's own answers and rulings contradict the rulebook that it follows."""
    from greycells.editions.comparison import against_the_book, copied_rulings, idle_rulings
    from greycells.editions.translation import in_words, title

    if edition.follows in BY_THE_BOOK:
        book = load(edition.follows)
        for question, (own, other, about) in against_the_book(edition, book).items():
            gone = ", ".join(each.id for each in about if each.is_in(book) and not each.is_in(edition))
            new = ", ".join(each.id for each in about if each.is_in(edition))
            yield Sentence(
                f"cli.{_AGAINST[bool(gone), bool(new)]}",
                question=in_words(question),
                own=in_words(own),
                other=in_words(other),
                book=title(book),
                gone=gone,
                rules=new,
            )
    if edition.key not in BY_THE_BOOK and (copied := copied_rulings(edition)):
        yield Sentence("cli.copied rulings", rules=", ".join(copied))
    for name in idle_rulings(edition):
        yield Sentence("cli.idle ruling", rule=name)


def _seats(edition: Edition) -> str:
    fewest, most = edition.rules.fewest_seats, edition.rules.most_seats
    return str(Sentence("cli.seats" if fewest < most else "cli.so many seats", fewest=fewest, most=most))


@editions_app.command("compare", cls=HelpCommand)
def compare_editions(
    chosen: Annotated[list[str] | None, typer.Argument(metavar="[EDITION]...")] = None,
    *,
    as_json: AsJson = False,
) -> None:
    """Print the questions on which editions differ."""
    from greycells.editions.comparison import differences
    from greycells.editions.translation import in_words, title

    editions = [load(name) for name in chosen or BY_THE_BOOK]
    found = differences(editions)
    if as_json:
        typer.echo(json.dumps(found, indent=2))
        return
    if not found:
        typer.echo(Sentence("cli.no difference", editions=tuple(map(title, editions))))
        return
    from rich.console import Console
    from rich.table import Table

    printed = Table(str(Sentence("cli.question")), *(title(edition) for edition in editions))
    for question, given in found.items():
        printed.add_row(in_words(question), *map(in_words, given.values()))
    Console().print(printed)


def print_rules(
    id: Annotated[str | None, typer.Argument(metavar="[ID]")] = None,  # noqa: A002
    edition: str | None = None,
    house_rule: HouseRules = None,
    markdown: Path | None = None,
) -> None:
    """Print a rule as each edition has it."""
    if markdown is not None:
        from greycells.editions.rule_markdown import pages

        write_pages(markdown, pages())
        return
    asked = rules() if id is None else (rule(id),)
    if house_rule and edition is None:
        raise Mistake(str(Sentence("cli.whose house rules")))
    chosen = None if edition is None else load(edition).with_house_rules(*house_rule or ())
    told = [text for each in asked for text in _told(each, chosen)]
    if not told:
        raise Mistake(str(Sentence("cli.no such rule", edition=edition or "", rule=asked[0].id)))
    typer.echo("\n".join(told))


def _told(asked: Rule, edition: Edition | None) -> Iterator[str]:
    if edition is not None:
        text = asked.as_in(edition)
        if text is not None:
            yield f"{asked.id:8} {text}"
        return
    for text, keys in asked.variants(map(load, BY_THE_BOOK)).items():
        yield f"{asked.id:8} {', '.join(keys)}: {text}"


def print_sheet(
    edition: EditionName,
    players: int | None = None,
    output: Annotated[Path | None, typer.Option("--output", "--out", "-o")] = None,
) -> None:
    """Print a detective sheet for a real table: plain text, or a page for a file that ends in .html."""
    from greycells.editions.detective_sheet import clamp_players, sheet_page, sheet_text
    from greycells.language.sentences import language
    from greycells.server.web.assets import print_style

    book = load(edition)
    fewest, most = book.rules.fewest_seats, book.rules.most_seats
    if players is not None and not fewest <= players <= most:
        raise Mistake(str(Sentence("cli.no such players", edition=edition, fewest=fewest, most=most)))
    columns = clamp_players(book, players)
    if output is None:
        typer.echo(sheet_text(book, columns), nl=False)
    elif output.suffix.lower() in (".html", ".htm"):
        page = sheet_page(book, columns, tag=language(), head=f"<style>{print_style()}</style>")
        write_pages(output.parent, {output.name: page})
    else:
        write_pages(output.parent, {output.name: sheet_text(book, columns)})
