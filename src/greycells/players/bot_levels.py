"""The levels of the bots: a ladder of ten from constable to superintendent, each with a way of playing of its own.

One of a level wins between 33 and 55 % of the games against three of the level below (25 % would be even). How that was
measured, and the table: `docs/learn/players.md`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from greycells.language.sentences import Sentence
from greycells.players.traits import Traits

BY_TRAITS = "greycells.players.trait_player:TraitPlayer"


@dataclass(frozen=True, slots=True)
class LadderLevel:
    """A level: its number from 1 to 10, its stable id, the class that plays it, and its traits or options.

    Its character, rank and way of playing are words, in the language of whoever reads them.
    """

    number: int
    id: str
    make: str = BY_TRAITS
    traits: Traits | None = None
    options: Mapping[str, float] = field(default_factory=dict[str, float])

    @property
    def character(self) -> str:
        """The name of the character: Ida Larkspur."""
        return str(Sentence(f"character.{self.id}"))

    @property
    def rank(self) -> str:
        """The rank, in lower case where the language does so: sergeant."""
        return str(Sentence(f"level.{self.id}"))

    @property
    def way(self) -> str:
        """How the character plays, in a sentence."""
        return str(Sentence(f"way of playing.{self.id}"))

    @property
    def title(self) -> str:
        """Name and rank: Ida Larkspur, sergeant."""
        return str(Sentence("level.title", character=self.character, rank=self.rank))


NOVICE = Traits(denials=0, answers=0, counts_hands=False, counts_deals=False, hides=False)
"""Notes the cards that it is shown, and concludes nothing from what others can or can't show."""

LADDER = (
    LadderLevel(1, "constable", traits=NOVICE),
    LadderLevel(2, "senior-constable", traits=replace(NOVICE, answers=0.3)),
    LadderLevel(3, "leading-constable", traits=replace(NOVICE, denials=0.17, answers=0.38)),
    LadderLevel(4, "detective-constable", traits=replace(NOVICE, denials=0.45, answers=0.36, hunch=2)),
    LadderLevel(5, "acting-sergeant", traits=replace(NOVICE, denials=0.6, answers=0.56, hides=True)),
    LadderLevel(6, "sergeant", "greycells.players.sergeant:Sergeant"),
    LadderLevel(7, "detective-sergeant", traits=Traits(answers=0.45, counts_deals=False)),
    LadderLevel(8, "inspector", "greycells.players.inspector:Inspector"),
    LadderLevel(9, "chief-inspector", "greycells.players.chief:Chief", options={"slip": 0.1}),
    LadderLevel(10, "superintendent", "greycells.players.superintendent:Superintendent"),
)
"""The levels that people choose from, from weakest to strongest."""

STARTERS = tuple(level.id for level in LADDER[:3])
"""The opponents of somebody who plays for the first time and hasn't chosen."""

OUTSIDE = (
    LadderLevel(0, "stroller", "greycells.players.stroller:Stroller"),
    LadderLevel(0, "chief", "greycells.players.chief:Chief"),
)
"""Players outside the ladder: a baseline for tests, and a name that earlier tables and measurements use."""

LEVELS: Mapping[str, LadderLevel] = {level.id: level for level in (OUTSIDE[0], *LADDER[:-1], OUTSIDE[1], LADDER[-1])}
"""All our own players by id, from weakest to strongest."""


def bot_name(level: str) -> str:
    """What one of our own players is called in the listener's language; anything else keeps its name."""
    return str(Sentence(f"level.{level}")) if level in LEVELS else level


def names_at_table(names: Sequence[str]) -> list[str]:
    """What the players of a table are called, in this order: the second of our own of one level has a number."""
    return [
        _numbered(bot_name(name), names[:at].count(name) + 1 if name in LEVELS else 1) for at, name in enumerate(names)
    ]


def _numbered(name: str, number: int) -> str:
    return f"{name} {number}" if number > 1 else name
