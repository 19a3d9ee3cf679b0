"""Carries out what guests ask of a table besides playing: start, sit down, chat, skip, a rematch, another device."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from greycells.protocol.commands import AutoAnswer, Challenge, Rematch, RemoveDevices, Reveal, Say, Skip, Start
from greycells.protocol.frames import Done
from greycells.server.errors.declined import Declined, DeclineReason
from greycells.server.tables.erasing import entries_for_leaving
from greycells.server.tables.inbox import ClaimRequest, CommandRequestItem, SomebodyLeft
from greycells.server.tables.log_entries import ChatSaid, Claimed, NoncesAsked, Rematched
from greycells.server.tables.log_length import check_length
from greycells.server.tables.new_tables import open_again
from greycells.server.tables.permissions import (
    CommandContext,
    Guest,
    entries_for,
    may_play,
    ready_to_start,
)
from greycells.server.tables.skipping import entries_for_skip, skip_without
from greycells.server.tables.table_writer import TableWriter

BACK_SOON = 15.0
"""A player who has lost the connection is expected back for so many seconds."""


class CommandAnswers:
    """Answers guests' commands at one table. `put` takes what is to be done later into the table's inbox."""

    def __init__(self, writer: TableWriter, put: Callable[[SomebodyLeft], None]) -> None:
        self._writer = writer
        self._put = put
        self._looking: asyncio.Task[None] | None = None

    async def answer(self, question: CommandRequestItem) -> Done:
        """Carry out any command but a choice; raises the refusal."""
        writer, command, guest = self._writer, question.command, question.guest
        check_length(writer.history.seq, command)
        asked, policy = self._context(question), writer.services.policy
        match command:
            case Start():
                passed = ready_to_start(writer.table, asked, policy=policy)
                asking = [NoncesAsked(asked.now)] if writer.table.keeps_nonces else []
                await writer.deal_when_told([*passed, *asking])
            case Reveal() if told := entries_for(writer.table, asked, policy=policy):
                await writer.deal_when_told(told)
            case Rematch():
                await self._rematch(guest)
                return Done(id=question.id, seq=writer.history.seq, table=writer.table.rematch)
            case Challenge():
                await writer.append(await writer.services.challenge(writer.history, guest, writer.secret))
            case Skip():
                scene = writer.history.game.scene if writer.history.game else None
                here, bot = self._still_here(), policy.stand_in
                await writer.append(entries_for_skip(writer.table, scene, asked, here=here, bot=bot))
                self.look_who_left()
            case AutoAnswer():
                may_play(writer.table, guest, command.chair)
                await writer.set_auto_answer(command.chair, on=command.on)
            case Say() if question.id and (seq := self._said(guest, question.id)):
                return Done(id=question.id, seq=seq)
            case _:
                await writer.append(entries_for(writer.table, asked, policy=policy))
                if isinstance(command, RemoveDevices):
                    writer.viewers.tell_owner(writer.table, command.chair)
        return Done(id=question.id, seq=writer.history.seq)

    def _context(self, question: CommandRequestItem) -> CommandContext:
        writer = self._writer
        return CommandContext(
            question.guest,
            question.command,
            question.id,
            writer.services.now(),
            lambda chair: writer.viewers.away_for(writer.table.chairs[chair].guests),
            writer.viewers.away_for([writer.table.host]),
        )

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

    async def _rematch(self, guest: Guest) -> None:
        writer = self._writer
        if writer.table.state != "over":
            raise Declined("not over")
        own = writer.table.held_by(guest.id)
        if not own:
            raise Declined("not seated", DeclineReason.FORBIDDEN)
        if writer.table.rematch is None:
            another = await open_again(writer.services, writer.history, host=guest)
            name = writer.table.chairs[own[0]].name or ""
            await writer.append([Rematched(writer.services.now(), table=another, name=name, guest=guest.id)])

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
