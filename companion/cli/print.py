"""``companion print``: what can be printed and cut."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from companion.artwork.paper import Paper
from companion.errors import CompanionError

app = typer.Typer(help="Printables, at true size.", no_args_is_help=True)


class UnwritableFile(CompanionError):
    """A file that could not be written."""


@app.callback()
def printables() -> None:
    """Printables, at true size."""


@app.command()
def deck(
    output: Annotated[Path, typer.Option("--output", "-o", help="The PDF to write.")],
    paper: Annotated[Paper, typer.Option(help="The paper to print on.")] = Paper.A4,
    backs: Annotated[bool, typer.Option(help="Add a page of backs behind every page, to print on both sides.")] = False,
) -> int:
    """The project's own Decktet deck, nine cards to a page with crop marks. Print at 100 %, without scaling."""
    from companion.artwork.pdf import as_pdf
    from companion.artwork.sheets import deck_sheets

    sheets = deck_sheets(paper, backs)
    try:
        output.write_bytes(as_pdf(sheets, "A Decktet deck"))
    except OSError as error:
        reason = (error.strerror or "cannot be written").lower()
        raise UnwritableFile(str(output), reason, "name a file in a folder that can be written") from error
    typer.echo(f"{output}: {len(sheets)} pages", err=True)
    return 0
