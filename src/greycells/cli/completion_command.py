"""`greycells completion`: what a shell has to know to complete commands and options on Tab."""

from __future__ import annotations

import os
from typing import Annotated

import typer
from typer._completion_classes import completion_init
from typer._completion_shared import get_completion_script

from greycells.cli.shared_options import Mistake
from greycells.language.sentences import Sentence

SHELLS = ("bash", "zsh", "fish")
ASKED = "_GREYCELLS_COMPLETE"
"""The variable with which a shell asks for what may come next."""


def print_completion(shell: Annotated[str, typer.Argument(metavar="SHELL")]) -> None:
    """Print the script for this shell."""
    if shell not in SHELLS:
        raise Mistake(str(Sentence("cli.no such shell", shell=shell, shells=", ".join(SHELLS))))
    typer.echo(get_completion_script(prog_name="greycells", complete_var=ASKED, shell=shell))


def prepare_completion() -> None:
    """Get ready to answer the shell, if it is asking."""
    if ASKED in os.environ:
        completion_init()
