"""How much of the event loop one address may have: every request is charged with the time that it took there.

A limit by number can't do this: five hundred requests a second are nothing or three seconds of work, as they are asked
for. So an address that has used more than its share waits, and is refused when it would have to wait for long.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable, Coroutine, Generator
from time import thread_time

from greycells.server.errors.declined import Declined, DeclineReason
from greycells.server.limits.address_networks import address_network
from greycells.server.system.open_files import most_open_files

SHARE, AT_ONCE = 0.25, 0.1
"""The part of the event loop's time that an address may use for ever, and the seconds that it may use at once."""
EXPECTED = 0.005
"""What a request is charged with when it begins; what it really took is known only at its end."""
OVERHEAD = 0.0003
"""Seconds that a request takes besides what is measured: to read it, to find out who sent it, to make a task."""
LONGEST_WAIT = 5.0
"""How many seconds a request may wait before it is refused."""
MOST_WAITING = 1000
"""So many requests of an address may wait, or as many as a quarter of the files that may be open."""
ROOM = 1000
"""When there are this many accounts, those that owe nothing are dropped."""


class MeteredRun:
    """Awaits a coroutine, and adds up how long the event loop was busy with it."""

    __slots__ = ("_work", "seconds")

    def __init__(self, work: Coroutine[object, None, None]) -> None:
        self._work = work
        self.seconds = 0.0

    def __await__(self) -> Generator[object, None, None]:
        thrown: BaseException | None = None
        while True:
            began = thread_time()
            try:
                waits_for = self._work.send(None) if thrown is None else self._work.throw(thrown)
            except StopIteration:
                return
            finally:
                thrown = None  # It would close a reference cycle with this frame.
                self.seconds += thread_time() - began
            try:
                yield waits_for
            except BaseException as error:
                thrown = error


class LoopAccount:
    """What one address owes: seconds of the event loop, which are paid off as time passes; and who waits for that."""

    __slots__ = ("owed", "since", "timer", "waiting")

    def __init__(self, since: float) -> None:
        self.owed = 0.0
        self.since = since
        self.waiting: deque[asyncio.Future[None]] = deque()
        self.timer: asyncio.TimerHandle | None = None


class LoopShares:
    """The accounts of all addresses; `factor` raises the share, for load tests."""

    def __init__(
        self, *, factor: float = 1.0, most_waiting: int | None = None, now: Callable[[], float] = time.monotonic
    ) -> None:
        self._share, self._at_once = SHARE * factor, AT_ONCE * factor
        self._most_waiting = min(MOST_WAITING, most_open_files() // 4) if most_waiting is None else most_waiting
        self._now = now
        self._accounts: dict[str, LoopAccount] = {}
        self._enough = ROOM
        self._waiting = 0

    def __len__(self) -> int:
        """The number of accounts in memory."""
        return len(self._accounts)

    @property
    def waiting(self) -> int:
        """How many requests wait, of all addresses."""
        return self._waiting

    def owed(self, address: str) -> float:
        """How many seconds an address has used and not paid off yet."""
        return self._account(address).owed

    async def turn(self, address: str) -> None:
        """Wait until this address has something left of its share; Declined if too many wait, or for too long.

        Whoever gets a turn is charged for it at the end.
        """
        account = self._account(address)
        if not account.waiting and self._affords(account):
            account.owed += EXPECTED
            return
        if len(account.waiting) >= self._most_waiting or self._waiting >= 2 * self._most_waiting:
            raise Declined("too fast", DeclineReason.TOO_MANY)
        turn = asyncio.get_running_loop().create_future()
        account.waiting.append(turn)
        self._waiting += 1
        self._let_in(account)
        try:
            async with asyncio.timeout(LONGEST_WAIT):
                await turn
        except BaseException as error:
            if turn.done() and not turn.cancelled():
                self.charge(address, 0.0)  # It had its turn at the same moment.
            elif turn in account.waiting:
                account.waiting.remove(turn)
                self._waiting -= 1
            if isinstance(error, TimeoutError):
                raise Declined("too fast", DeclineReason.TOO_MANY) from None
            raise

    def charge(self, address: str, seconds: float) -> None:
        """What a request that had a turn really took."""
        account = self._account(address)
        account.owed = max(0.0, account.owed + seconds - EXPECTED)
        self._let_in(account)

    def _account(self, address: str) -> LoopAccount:
        network, now = address_network(address), self._now()
        account = self._accounts.get(network)
        if account is None:
            if len(self._accounts) >= self._enough:
                self._forget(now)
            account = self._accounts[network] = LoopAccount(now)
        self._pay(account, now)
        return account

    def _pay(self, account: LoopAccount, now: float) -> None:
        account.owed = max(0.0, account.owed - (now - account.since) * self._share)
        account.since = now

    def _affords(self, account: LoopAccount) -> bool:
        return account.owed + EXPECTED <= self._at_once

    def _let_in(self, account: LoopAccount) -> None:
        """Give turns to those who wait, as far as the share goes; look again when there is more of it."""
        while account.waiting and self._affords(account):
            turn = account.waiting.popleft()
            self._waiting -= 1
            if not turn.done():
                account.owed += EXPECTED
                turn.set_result(None)
        if account.waiting and account.timer is None:
            missing = account.owed + EXPECTED - self._at_once
            account.timer = asyncio.get_running_loop().call_later(missing / self._share, self._look_again, account)

    def _look_again(self, account: LoopAccount) -> None:
        account.timer = None
        self._pay(account, self._now())
        self._let_in(account)

    def _forget(self, now: float) -> None:
        for account in self._accounts.values():
            self._pay(account, now)
        self._accounts = {
            network: account for network, account in self._accounts.items() if account.owed or account.waiting
        }
        self._enough = max(ROOM, 2 * len(self._accounts))
