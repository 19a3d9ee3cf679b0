"""The card of a data set: what it holds, how it was made, and what to mind. In English, as cards of data sets are."""

from __future__ import annotations

from importlib.resources import files

from greycells import __version__
from greycells.research.action_codes import codes_of
from greycells.research.decision_rows import DataRecipe
from greycells.research.observation import layout_of
from greycells.research.research_table import research_table

TEMPLATE = "data_card.md"
BELIEFS = (
    "| `beliefs` | the exact probability of every card with every holder, by seat number, then the case file |",
    "| `bits` | the entropy of the case file for that seat; not a number where deals were too many to count |",
)


def card(recipe: DataRecipe, games: int, decisions: int) -> str:
    """The card of a data set."""
    table = research_table(recipe.edition, len(recipe.players))
    layout, codes = layout_of(table, recipe.history), codes_of(table)
    names = [f"`{name}`" for name in codes.names]
    return (
        files("greycells.research")
        .joinpath(TEMPLATE)
        .read_text(encoding="utf-8")
        .format(
            edition=table.edition.title,
            games=games,
            decisions=decisions,
            version=__version__,
            command=command(recipe, games),
            players=", ".join(recipe.players),
            size=layout.size,
            beliefs="".join(f"{line}\n" for line in BELIEFS) if recipe.beliefs else "",
            channels="\n".join(
                f"| {one.name} | {one.start} | {' × '.join(map(str, one.shape))} | {one.meaning} |"
                for one in layout.channels.values()
            ),
            deeds=", ".join(names[: codes.first_place]),
            first_place=codes.first_place,
            first_seat=codes.first_seat,
            first_card=codes.first_card,
            cards=", ".join(names[codes.first_card :]),
        )
    )


def command(recipe: DataRecipe, games: int) -> str:
    """The command that makes this data set."""
    words = ["greycells", "dataset", "FOLDER", "--edition", recipe.edition, "--players", ",".join(recipe.players)]
    words += ["--games", str(games), "--seed", str(recipe.seed)]
    return " ".join([*words, *(["--beliefs"] if recipe.beliefs else [])])
