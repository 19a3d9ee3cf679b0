"""What every test relies on."""

from __future__ import annotations

import asyncio
import inspect
import os
import signal

import pytest

pytest_plugins = ["tests.deadline"]

# The tests read no settings of a server that this machine may have.
os.environ["GREYCELLS_CONFIG"] = ""

# A shell that starts a job in the background makes it ignore Ctrl-C, and whatever a test starts would inherit that.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Run an `async def test_...` in an event loop of its own."""
    test = pyfuncitem.obj
    if not inspect.iscoroutinefunction(test):
        return None
    asyncio.run(test(**{name: pyfuncitem.funcargs[name] for name in inspect.signature(test).parameters}))
    return True
