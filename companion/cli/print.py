"""``companion print``: what can be printed and cut."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from companion.artwork.paper import Paper
from companion.cli.languages import say
from companion.cli.output import print_aside
from companion.locale import Message, Wording

if TYPE_CHECKING:
    from companion.artwork.sheets import PrintSheet

app = typer.Typer(help="Printables, at true size.", no_args_is_help=True)


@app.callback()
def printables() -> None:
    """Printables, at true size."""


_Output = Annotated[Path, typer.Option("--output", "-o", help="The PDF to write.")]
_Paper = Annotated[Paper, typer.Option(help="The paper to print on.")]


@app.command()
def deck(
    context: typer.Context,
    output: _Output,
    paper: _Paper = Paper.A4,
    backs: Annotated[bool, typer.Option(help="Add a page of backs behind every page, to print on both sides.")] = False,
) -> int:
    """The project's own Decktet deck, nine cards to a page with crop marks. Print at 100 %, without scaling."""
    from companion.artwork.sheets import deck_sheets

    return _write(context.obj.own, output, deck_sheets(paper, backs), "A Decktet deck")


@app.command()
def mats(context: typer.Context, output: _Output, paper: _Paper = Paper.A4) -> int:
    """Four corner pieces that show a camera where the game lies and where the first player sits."""
    from companion.artwork.mats import mat_sheets

    return _write(context.obj.own, output, mat_sheets(paper), "Corners of a play mat")


@app.command()
def tokens(context: typer.Context, output: _Output, paper: _Paper = Paper.A4) -> int:
    """Tokens of the six suits, eighteen of each."""
    from companion.artwork.tokens import token_sheets

    return _write(context.obj.own, output, token_sheets(paper), "Decktet tokens")


@app.command()
def piecepack(
    context: typer.Context,
    output: _Output,
    paper: _Paper = Paper.A4,
    backs: Annotated[bool, typer.Option(help="Add a page of backs behind every page of tiles.")] = False,
) -> int:
    """A piecepack, all of its 56 pieces, to cut, fold and glue."""
    from companion.artwork.piecepack import piecepack_sheets

    return _write(context.obj.own, output, piecepack_sheets(paper, backs), "A piecepack")


def _write(own: Sequence[Path], output: Path, sheets: Sequence[PrintSheet], title: str) -> int:
    from companion.artwork.pdf import as_pdf
    from companion.files import write

    write(output, as_pdf(sheets, title), own=own)
    pages: Wording = {"file": str(output), "n": len(sheets)}
    print_aside(say(Message("{file}: {n} page", pages, "{file}: {n} pages", "n")))
    return 0
