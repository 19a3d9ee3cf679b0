"""What every test relies on."""

from __future__ import annotations

import os
import signal

pytest_plugins = ["tests.deadline"]

# The tests read no settings of a server that this machine may have.
os.environ["GREYCELLS_CONFIG"] = ""

# A shell that starts a job in the background makes it ignore Ctrl-C, and whatever a test starts would inherit that.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
