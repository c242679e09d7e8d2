"""``companion print``: decks, mats, tokens, rule cards and score pads as PDF."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from companion.artwork.paper import Paper
from companion.cli.options import KindOfGame, Table, preset_option
from companion.cli.output import OUTPUT, Language, check_output, print_to_stderr, translate
from companion.cli.rules import OptionValues, PlayedOptions, get_cheat_sheet, options_of_table, sheet_document
from companion.errors import CompanionError
from companion.files import write
from companion.games.registry import DEFAULT_GAME
from companion.installation import package_hint
from companion.locale import Message, Wording
from companion.pieces import Suit

if TYPE_CHECKING:
    from companion.artwork.sheets import PrintSheet

FOOT = (
    Message("Print at 100 %, “actual size”: this ruler is 50 mm long."),
    Message(
        "Decktet Companion and its contributors, AGPL-3.0-or-later. "
        "The Decktet is by P. D. Magnus, the piecepack by James Kyle."
    ),
)
"""The footer of every sheet."""
CORNER = (
    Message("A corner of the table, for the camera"),
    Message("Lay all four outside the cards, as the small"),
    Message("picture shows: the gold corner is the place"),
    Message("of this one, the dot that of the first player."),
)
"""The instructions on each corner of the mat."""

DATE = Message("Date:")
"""Before the players' names on a score pad."""


class NoPad(CompanionError):
    """A game without a score pad."""


class NothingPrints(CompanionError):
    """The package that draws PDF files is not installed."""


app = typer.Typer(help="Make printable PDFs at actual size.", no_args_is_help=True)


@app.callback()
def printables() -> None:
    """Check that PDFs can be made."""
    try:
        import reportlab  # noqa: F401 - only whether it is there
    except ImportError as error:
        raise NothingPrints(
            Message("printables"),
            Message("a required package is not installed ({why})", {"why": str(error)}),
            package_hint("reportlab"),
        ) from error


_Output = Annotated[Path, typer.Option(*OUTPUT, help="The PDF file to write.")]
_Preset = Annotated[str | None, preset_option(help="The preset. Default: the game's first.")]
_Paper = Annotated[Paper, typer.Option(case_sensitive=False, help="The paper size.")]


@app.command()
def deck(
    context: typer.Context,
    output: _Output,
    paper: _Paper = Paper.A4,
    backs: Annotated[
        bool, typer.Option(help="Add a page of backs after each page, for double-sided printing.")
    ] = False,
    bleed: Annotated[
        float, typer.Option(min=0, max=5, help="Millimetres of colour beyond each cut, as print shops ask: usually 3.")
    ] = 0.0,
    language: Language = None,
) -> int:
    """Make a Decktet deck, nine cards per page with crop marks. Print at 100 %, without scaling."""
    from companion.artwork.sheets import deck_sheets

    return _write(context.obj.protected, output, deck_sheets(paper, backs, bleed), "A Decktet deck")


@app.command()
def mats(context: typer.Context, output: _Output, paper: _Paper = Paper.A4, language: Language = None) -> int:
    """Make four corner markers that show the camera where the table is and where the first player sits."""
    from companion.artwork.mats import mat_sheets

    return _write(context.obj.protected, output, mat_sheets(paper, [*map(translate, CORNER)]), "Corners of a play mat")


@app.command()
def tokens(
    context: typer.Context,
    output: _Output,
    paper: _Paper = Paper.A4,
    square: Annotated[
        bool, typer.Option(help="Make square tokens, edge to edge, to cut with a knife and a ruler.")
    ] = False,
    language: Language = None,
) -> int:
    """Make tokens of the six suits, eighteen of each, round or square."""
    from companion.artwork.tokens import token_sheets

    return _write(context.obj.protected, output, token_sheets(paper, square=square), "Decktet tokens")


@app.command()
def piecepack(
    context: typer.Context,
    output: _Output,
    paper: _Paper = Paper.A4,
    backs: Annotated[bool, typer.Option(help="Add a page of backs after each page of tiles.")] = False,
    language: Language = None,
) -> int:
    """Make a piecepack of 56 pieces to cut, fold and glue."""
    from companion.artwork.piecepack import piecepack_sheets

    return _write(context.obj.protected, output, piecepack_sheets(paper, backs), "A piecepack")


@app.command(name="cheat-sheet")
def cheat_sheet(
    context: typer.Context,
    output: _Output,
    table: Table = None,
    paper: _Paper = Paper.A4,
    game: KindOfGame = DEFAULT_GAME,
    preset: _Preset = None,
    option: OptionValues = None,
    language: Language = None,
) -> int:
    """Make a two-sided rules card of 188 × 130 mm, two on a page, for a saved game or for a preset."""
    played = options_of_table(context.obj, table, game, preset, option)
    return _write(context.obj.protected, output, _cheat_cards(paper, played), "Rules")


@app.command(name="score-pad")
def score_pad(
    context: typer.Context,
    output: _Output,
    table: Table = None,
    paper: _Paper = Paper.A4,
    game: KindOfGame = DEFAULT_GAME,
    preset: _Preset = None,
    language: Language = None,
) -> int:
    """Make a score sheet of 148 × 210 mm for several games, to fill in with a pencil."""
    played = options_of_table(context.obj, table, game, preset)
    if played.rules.score_pad is None:
        title = played.rules.title
        raise NoPad(Message("score sheet"), Message("no score sheet is available for {game}", {"game": title}))
    return _write(context.obj.protected, output, [_score_sheet(paper, played)], "A score pad")


@app.command()
def everything(
    context: typer.Context,
    output: _Output,
    table: Table = None,
    paper: _Paper = Paper.A4,
    game: KindOfGame = DEFAULT_GAME,
    language: Language = None,
) -> int:
    """Make all that a table needs in one file: cards, pieces, camera markers, rules and score sheet."""
    from companion.artwork.mats import mat_sheets
    from companion.artwork.piecepack import piecepack_sheets
    from companion.artwork.sheets import deck_sheets
    from companion.artwork.tokens import token_sheets

    played = options_of_table(context.obj, table, game)
    sheets = _cheat_cards(paper, played)
    if played.rules.score_pad is not None:
        sheets.append(_score_sheet(paper, played))
    sheets += deck_sheets(paper)
    sheets += piecepack_sheets(paper) if played.rules.piecepack else token_sheets(paper)
    sheets += mat_sheets(paper, [*map(translate, CORNER)])
    return _write(context.obj.protected, output, sheets, played.title)


def _cheat_cards(paper: Paper, played: PlayedOptions) -> list[PrintSheet]:
    """Return the sides of a table's rules card."""
    from companion.artwork.cheat_card import cheat_sheets

    suits = [translate(suit.wording()) for suit in Suit]
    document = sheet_document(get_cheat_sheet(played))
    sections = [(part["title"], [line["text"] for line in part["lines"]]) for part in document]
    return [*cheat_sheets(paper, played.title, sections, suits)]


def _score_sheet(paper: Paper, played: PlayedOptions) -> PrintSheet:
    """Return the score sheet of a table."""
    from companion.artwork import score_pad as pads

    assert played.rules.score_pad is not None
    rows = [(translate(row.text), row.strong, row.suit) for row in played.rules.score_pad(played.value)]
    title = played.title
    return pads.score_pad(paper, title, translate(DATE), rows, played.rules.seats(played.value))


def _write(protected: Sequence[Path], output: Path, sheets: Sequence[PrintSheet], title: str) -> int:
    from companion.artwork.pdf import as_pdf
    from companion.artwork.sheets import with_foot

    check_output(output, protected)
    signed = [with_foot(sheet, [*map(translate, FOOT)]) for sheet in sheets]
    write(output, as_pdf(signed, title, date.today()), protected=protected)
    pages: Wording = {"file": str(output), "n": len(sheets)}
    print_to_stderr(Message("{file} saved: {n} page", pages, "{file} saved: {n} pages", "n"))
    return 0
