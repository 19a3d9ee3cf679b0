"""What is to be played at a table: the edition, the chairs, the clock, and what is allowed."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from msgspec import Meta

from greycells.protocol.vocabulary import Help, Level, Stored, Word


class NoClock(Stored, tag_field="kind", tag="none", frozen=True):
    """No time limit."""


class PerDecision(Stored, tag_field="kind", tag="decision", frozen=True):
    """This many seconds for every decision."""

    seconds: Annotated[int, Meta(ge=5, le=3600)]


class Correspondence(Stored, tag_field="kind", tag="correspondence", frozen=True):
    """This many days for every decision."""

    days: Annotated[int, Meta(ge=1, le=14)]


Clock: TypeAlias = NoClock | PerDecision | Correspondence


class ChairPlan(Stored, frozen=True):
    """A chair before the start: the suspect that it plays (the next free one otherwise), and the bot in it, if any."""

    suspect: Word | None = None
    bot: Level | None = None


class TablePlan(Stored, frozen=True):
    """What is to be played at a table; it can be changed until the start."""

    edition: Annotated[str, Meta(min_length=1, max_length=24)] = "classic"
    chairs: Annotated[tuple[ChairPlan, ...], Meta(min_length=2, max_length=10)] = (ChairPlan(),) * 3
    clock: Clock = NoClock()
    help: Help = "none"
    spectators: bool = True
    public: bool = False
    house_rules: Annotated[tuple[Annotated[str, Meta(max_length=40)], ...], Meta(max_length=12)] = ()
