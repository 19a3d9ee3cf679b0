"""What a list tells of a table without reading its log: with whom one plays there, and how it stands or ended."""

from __future__ import annotations

from msgspec import Struct, json

from greycells.language.sentences import Argument, Sentence
from greycells.rules.cards import Suspect
from greycells.rules.scene import Scene
from greycells.server.tables.table_log import LobbyRow
from greycells.server.tables.table_state import Table, edition_of, suspect_of


class Sitter(Struct, frozen=True, omit_defaults=True):
    """The player in a chair: a person, known by the devices that hold it, or a bot."""

    suspect: str | None = None
    name: str | None = None
    bot: str | None = None
    guests: tuple[str, ...] = ()


class TableSummary(Struct, frozen=True, omit_defaults=True):
    """A summary of a table. `turn` is 0 until the first choice; seats are named by their suspects.

    `practice` is for a table that plays on from a finished game. `since` is the time of the last choice, or 0 in
    summaries from before there was one.
    """

    sitters: tuple[Sitter, ...] = ()
    turn: int = 0
    to_act: str | None = None
    winner: str | None = None
    practice: bool = False
    since: float = 0.0

    def own(self, guest: str) -> list[Sitter]:
        return [sitter for sitter in self.sitters if guest in sitter.guests]


def lobby_row(table: Table, scene: Scene | None, *, wake: float | None) -> LobbyRow:
    """A table's row in the lobby; `wake` is when it has to be loaded."""
    plan = table.plan
    drawn = json.encode(_sketch(table, scene)).decode()
    return LobbyRow(
        table.id, table.code, table.state, plan.edition, plan.public, plan.spectators, table.touched, wake, drawn
    )


def _sketch(table: Table, scene: Scene | None) -> TableSummary:
    sitters = tuple(Sitter(chair.suspect, chair.name, chair.bot, chair.guests) for chair in table.chairs)
    practice = table.practice is not None
    if scene is None:
        return TableSummary(sitters, practice=practice)
    winner = scene.finished.winner if scene.finished else None
    to_act, won = (seat.suspect.word if seat else None for seat in (scene.to_act, winner))
    return TableSummary(sitters, scene.turn.number, to_act, won, practice, table.decided)


def decode_summary(text: str) -> TableSummary:
    """A table that was last changed before there were summaries has none."""
    return json.decode(text, type=TableSummary) if text else TableSummary()


def can_join(drawn: TableSummary, guest: str) -> bool:
    """Whether an open table has a seat for this guest: an empty one, or one where the guest sits already.

    A table from before there were summaries may have one.
    """
    return (
        not drawn.sitters
        or bool(drawn.own(guest))
        or any(not sitter.name and not sitter.bot for sitter in drawn.sitters)
    )


def company(drawn: TableSummary, guest: str) -> Sentence | None:
    """The other players, people by name, including those who share the guest's device."""
    others = [sitter for sitter in drawn.sitters if sitter not in drawn.own(guest)[:1]]
    names = tuple(sitter.name for sitter in others if sitter.name)
    bots = sum(sitter.bot is not None for sitter in others)
    if names:
        return Sentence("listed.with people and bots" if bots else "listed.with people", names=names, bots=bots)
    if bots:
        return Sentence("listed.against bots", bots=bots)
    return Sentence("listed.alone") if drawn.sitters else None


def standing(drawn: TableSummary, guest: str, *, state: str, edition: str) -> Sentence:
    """How a table stands, to this guest."""
    own = {sitter.suspect for sitter in drawn.own(guest)}
    if state == "open" and drawn.sitters:
        free = sum(not sitter.name and not sitter.bot for sitter in drawn.sitters)
        return Sentence("listed.free chairs", free=free) if free else Sentence("listed.every chair taken")
    if state == "running" and drawn.to_act:
        if drawn.to_act in own:
            return Sentence("listed.your turn", turn=drawn.turn)
        return Sentence("listed.others turn", turn=drawn.turn, who=_called(drawn, drawn.to_act, edition))
    if state == "over" and drawn.turn:
        if drawn.winner is None:
            return Sentence("listed.unsolved", turn=drawn.turn)
        if drawn.winner in own:
            return Sentence("listed.you solved it", turn=drawn.turn)
        return Sentence("listed.solved", turn=drawn.turn, who=_called(drawn, drawn.winner, edition))
    return Sentence(f"listed.{state}")


def _called(drawn: TableSummary, word: str, edition: str) -> Argument:
    """People by name, bots by their suspect."""
    name = next((sitter.name for sitter in drawn.sitters if sitter.suspect == word), None)
    suspect: Suspect | None = suspect_of(edition_of(edition, ()), word)
    return name or suspect or word
