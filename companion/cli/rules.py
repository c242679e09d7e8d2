"""``companion rules``: the cheat sheet of a saved game or of a preset."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

import typer

from companion.cli.languages import Language, active_language, translate
from companion.cli.options import AsJson, KindOfGame, Table, complete_presets, fold_case
from companion.cli.output import print_json, print_line
from companion.cli.played_options import OptionValues, PlayedOptions, options_of_table
from companion.cli.terminal import Table as Rows
from companion.cli.terminal import terminal
from companion.errors import CompanionError
from companion.games.registry import DEFAULT_GAME
from companion.games.sheet import Section
from companion.locale import Message


class NoSheet(CompanionError):
    """A game without a cheat sheet."""


def rules(
    context: typer.Context,
    table: Table = None,
    preset: Annotated[
        str | None,
        typer.Option(
            callback=fold_case,
            autocompletion=complete_presets,
            help="The preset: standard, courts, french, mega, solo, … Default: standard.",
        ),
    ] = None,
    option: OptionValues = None,
    language: Language = None,
    game: KindOfGame = DEFAULT_GAME,
    as_json: AsJson = False,
) -> int:
    """Print the rules of a saved game or of a preset, with their numbers."""
    played = options_of_table(context.obj, table, game, preset, option)
    sheet = sheet_document(get_cheat_sheet(played))
    if as_json:
        document = {
            "game": played.rules.name,
            "preset": played.preset,
            "options": dict(played.options),
            "language": active_language.language,
            "sections": sheet,
        }
        print_json("rules", document, indent=1)
        return 0
    if table is not None or option:
        print_line(played.describe())
        print_line("")
    print_sheet(sheet)
    print_line(Message("`companion docs NUMBER` opens a rule, with its documents and its options."))
    return 0


def get_cheat_sheet(played: PlayedOptions) -> Sequence[Section]:
    """Return the cheat sheet of a table.

    Args:
        played: The game and its options.

    Returns:
        The sections.

    Raises:
        NoSheet: The game has no cheat sheet.
    """
    if played.rules.cheat_sheet is None:
        raise NoSheet("rules", Message("no rules summary is available for {game}", {"game": played.rules.title}))
    return played.rules.cheat_sheet(played.value)


def sheet_document(sections: Sequence[Section]) -> list[dict[str, Any]]:
    """Return the sections as JSON."""
    return [
        {
            "title": translate(section.title),
            "lines": [{"rule": line.rule, "text": translate(line.text)} for line in section.lines],
        }
        for section in sections
    ]


def print_sheet(sheet: list[dict[str, Any]]) -> None:
    """Print each section's heading and lines."""
    console = terminal()
    for section in sheet:
        console.print(section["title"], style="bold")
        table = Rows(box=None, pad_edge=False, show_header=False)
        table.add_column(style="dim", min_width=4)
        table.add_column()
        for line in section["lines"]:
            table.add_row(line["rule"], line["text"])
        console.print(table)
        console.print()
