"""What everybody at a table may do besides playing: chat, and hurry the bots."""

from __future__ import annotations

from collections.abc import Sequence

from greycells.language.sentences import Sentence
from greycells.protocol.commands import Hurry, Say
from greycells.server.errors.declined import Declined, DeclineReason
from greycells.server.tables.log_entries import AnyEntry, ChatSaid, Hurried
from greycells.server.tables.permissions import CommandContext, only_when
from greycells.server.tables.table_state import Table


def say(table: Table, context: CommandContext, command: Say) -> Sequence[AnyEntry]:
    chairs = table.held_by(context.guest.id)
    if table.state == "closed":
        raise Declined("not now", state=Sentence(f"standing.{table.state}"))
    if not chairs and table.host != context.guest.id:
        raise Declined("not seated", DeclineReason.FORBIDDEN)
    if any(table.chairs[chair].muted for chair in chairs):
        raise Declined("muted", DeclineReason.FORBIDDEN)
    text = " ".join("".join(letter if letter.isprintable() else " " for letter in command.text).split())
    if not text and command.phrase is None and command.reaction is None:
        raise Declined("nothing said")
    return (
        ChatSaid(
            context.now,
            guest=context.guest.id,
            name=context.guest.name,
            chair=chairs[0] if chairs else None,
            id=context.id,
            text=text,
            phrase=command.phrase,
            reaction=command.reaction,
        ),
    )


def hurry(table: Table, context: CommandContext, command: Hurry) -> Sequence[AnyEntry]:
    only_when(table, "running")
    if not table.held_by(context.guest.id):
        raise Declined("not seated", DeclineReason.FORBIDDEN)
    return () if table.hurried == command.on else (Hurried(context.now, on=command.on),)
