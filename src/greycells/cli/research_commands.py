"""`greycells mcp`: what researchers need, from the extra `research`."""

from __future__ import annotations

from typing import Annotated

import typer

from greycells.cli.shared_options import Mistake


def serve_models(
    *,
    solver: Annotated[bool, typer.Option("--solver/--no-solver")] = True,
) -> None:
    """Offer tables to a language model, as tools of the Model Context Protocol."""
    from greycells.research.extras import MissingExtra

    try:
        from greycells.research.mcp_server import serve
    except MissingExtra as error:
        raise Mistake(str(error)) from None
    serve(solver=solver)
