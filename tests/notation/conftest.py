"""Commands are run here as they are in the tests of the command line."""

from __future__ import annotations

from tests.cli.conftest import run

__all__ = ["run"]
