"""Carries out what guests ask of a table: each command in one place."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import assert_never

from greycells.protocol.commands import (
    AnyCommand,
    AutoAnswer,
    Challenge,
    Change,
    Close,
    Fill,
    Hurry,
    Mute,
    NewLink,
    Play,
    Ready,
    Rematch,
    Remove,
    RemoveDevices,
    Reopen,
    Resign,
    ReturnToSeat,
    Reveal,
    Say,
    Sit,
    Skip,
    Stand,
    Start,
)
from greycells.protocol.frames import Done
from greycells.server.errors.declined import Declined, DeclineReason
from greycells.server.tables.deleted_guests import entries_for_leaving
from greycells.server.tables.guest import Guest
from greycells.server.tables.host_commands import change, close, fill, mute, ready_to_start, remove, reopen
from greycells.server.tables.inbox import ClaimRequest, QueuedCommand, SomebodyLeft
from greycells.server.tables.log_entries import AnyEntry, ChatSaid, Claimed, NoncesAsked, Rematched
from greycells.server.tables.log_length import check_length
from greycells.server.tables.new_tables import open_again
from greycells.server.tables.permissions import CommandContext, may_play
from greycells.server.tables.seat_commands import (
    new_link,
    ready,
    remove_devices,
    resign,
    return_to_seat,
    reveal,
    sit,
    stand,
)
from greycells.server.tables.skipping import entries_for_skip, skip_without
from greycells.server.tables.table_decisions import TableDecisions
from greycells.server.tables.table_talk import hurry, say
from greycells.server.tables.table_writer import TableWriter

BACK_SOON = 15.0
"""A player who has lost the connection is expected back for so many seconds."""


class CommandAnswers:
    """Answers guests' commands at one table. `put` takes what is to be done later into the table's inbox."""

    def __init__(self, writer: TableWriter, decisions: TableDecisions, put: Callable[[SomebodyLeft], None]) -> None:
        self._writer = writer
        self._decisions = decisions
        self._put = put
        self._looking: asyncio.Task[None] | None = None

    async def answer(self, request: QueuedCommand) -> Done:
        """Carry out any command; raises the refusal."""
        check_length(self._writer.history.seq, request.command)
        seq = await self._carry_out(request.command, self._context(request))
        another = self._writer.table.rematch if isinstance(request.command, Rematch) else None
        return Done(id=request.id, seq=seq or self._writer.history.seq, table=another)

    async def _carry_out(self, command: AnyCommand, context: CommandContext) -> int | None:
        """What each command does; the number of an entry, if it isn't the last one that answers it."""
        table = self._writer.table
        entries: Sequence[AnyEntry] = ()
        match command:
            case Play():
                return await self._decisions.play(context.guest, command)
            case Say():
                if context.id and (seq := self._said(context.guest, context.id)):
                    return seq
                entries = say(table, context, command)
            case Sit():
                entries = sit(table, context, command)
            case Stand():
                entries = stand(table, context, command)
            case Ready():
                entries = ready(table, context, command)
            case Resign():
                entries = resign(table, context, command)
            case ReturnToSeat():
                entries = return_to_seat(table, context, command)
            case NewLink():
                entries = new_link(table, context, command)
            case Change():
                entries = change(table, context, command)
            case Remove():
                entries = remove(table, context, command)
            case Mute():
                entries = mute(table, context, command)
            case Fill():
                entries = fill(table, context, command)
            case Close():
                entries = close(table, context)
            case Reopen():
                entries = reopen(table, context)
            case Hurry():
                entries = hurry(table, context, command)
            case Challenge():
                entries = await self._challenge(context.guest)
            case Rematch():
                entries = await self._rematch(context)
            case Start():
                await self._start(context)
            case Reveal():
                if told := reveal(table, context, command):
                    await self._writer.deal_when_told(told)
            case Skip():
                await self._skip(context, command)
            case AutoAnswer(chair=chair, on=on):
                may_play(table, context.guest, chair)
                await self._writer.set_auto_answer(chair, on=on)
            case RemoveDevices(chair=chair):
                await self._writer.append(remove_devices(table, context, command))
                self._writer.viewers.tell_owner(self._writer.table, chair)
            case _:
                assert_never(command)
        await self._writer.append(entries)
        return None

    def _context(self, request: QueuedCommand) -> CommandContext:
        writer = self._writer
        return CommandContext(
            request.guest,
            request.id,
            writer.services.now(),
            writer.services.policy,
            lambda chair: writer.viewers.away_for(writer.table.chairs[chair].guests),
            writer.viewers.away_for([writer.table.host]),
        )

    async def _start(self, context: CommandContext) -> None:
        passed = ready_to_start(self._writer.table, context)
        asking = [NoncesAsked(context.now)] if self._writer.table.keeps_nonces else []
        await self._writer.deal_when_told([*passed, *asking])

    async def _skip(self, context: CommandContext, command: Skip) -> None:
        writer = self._writer
        scene = writer.history.game.scene if writer.history.game else None
        await writer.append(entries_for_skip(writer.table, scene, context, here=self._still_here(), on=command.on))
        self.look_who_left()

    def _said(self, guest: Guest, command_id: str) -> int | None:
        """The entry of a chat message that was already said, so that a repeated frame is said only once."""
        history = self._writer.history
        for seq in range(history.seq, max(0, history.seq - 200), -1):
            match history.log[seq - 1]:
                case ChatSaid(guest=who, id=known) if who == guest.id and known == command_id:
                    return seq
                case _:
                    pass
        return None

    async def _challenge(self, guest: Guest) -> Sequence[AnyEntry]:
        writer = self._writer
        return await writer.services.challenge(writer.history, guest, writer.secret)

    async def _rematch(self, context: CommandContext) -> Sequence[AnyEntry]:
        writer, guest = self._writer, context.guest
        if writer.table.state != "over":
            raise Declined("not over")
        own = writer.table.held_by(guest.id)
        if not own:
            raise Declined("not seated", DeclineReason.FORBIDDEN)
        if writer.table.rematch is not None:
            return ()
        another = await open_again(writer.services, writer.history, host=guest)
        name = writer.table.chairs[own[0]].name or ""
        return (Rematched(context.now, table=another, name=name, guest=guest.id),)

    async def sit_elsewhere(self, claim: ClaimRequest) -> Done:
        """Seat a guest on another device, by the seat's secret link."""
        writer = self._writer
        chair = writer.table.chairs[claim.chair] if claim.chair < len(writer.table.chairs) else None
        if chair is None or not chair.guests or chair.sittings != claim.sittings:
            raise Declined("old link", DeclineReason.NOT_FOUND)
        if writer.table.case_id is not None and claim.guest.id not in chair.guests:
            raise Declined("case of one guest", DeclineReason.FORBIDDEN)
        if claim.guest.id not in chair.guests:
            check_length(writer.history.seq, None)
            await writer.append([Claimed(writer.services.now(), chair=claim.chair, guest=claim.guest.id)])
            writer.viewers.tell_owner(writer.table, claim.chair, joined=True)
        return Done(id="", seq=writer.history.seq)

    async def let_go(self, guest: str) -> None:
        """Let a guest go who wants everything deleted."""
        writer = self._writer
        if writer.table.asking and writer.table.held_by(guest):
            await writer.deal()
        now, policy = writer.services.now(), writer.services.policy
        await writer.append(entries_for_leaving(writer.table, guest, now=now, policy=policy))

    async def skip_without_the_lost(self) -> None:
        """Skip to the end if only those have not agreed who are away for good."""
        writer, here = self._writer, self._still_here()
        now, bot = writer.services.now(), writer.services.policy.stand_in
        await writer.append(skip_without(writer.table, here, now=now, bot=bot))

    def _still_here(self) -> set[int]:
        """The chairs of people who are connected, or have lost their connection just now without giving up the seat."""
        viewers, table = self._writer.viewers, self._writer.table
        return set(viewers.present(table)) | {
            number
            for number, chair in enumerate(table.chairs)
            if chair.guests and chair.stand_in is None and viewers.away_for(chair.guests) < BACK_SOON
        }

    def look_who_left(self) -> None:
        """Where a player waits to skip to the end, look again when nobody who was lost can be expected back."""
        self.stop()
        if self._writer.table.skip_wanted:
            self._looking = asyncio.create_task(self._look_later())

    async def _look_later(self) -> None:
        await self._writer.services.clock.sleep(BACK_SOON + 1)
        self._put(SomebodyLeft())

    def stop(self) -> None:
        """Look no more."""
        if self._looking is not None:
            self._looking.cancel()
        self._looking = None
