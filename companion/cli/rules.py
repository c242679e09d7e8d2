"""``companion rules``: the cheat sheet of a preset."""

from __future__ import annotations

from collections.abc import Sequence
from gettext import NullTranslations
from typing import Annotated, Any

import typer

from companion.cli.languages import Language, active_language, set_language
from companion.cli.options import AsJson
from companion.cli.output import print_json
from companion.cli.schemas.versions import stamp
from companion.cli.terminal import Table, terminal
from companion.errors import CompanionError
from companion.games.registry import DEFAULT_GAME, AnyGame
from companion.games.registry import game as named
from companion.games.sheet import Section
from companion.locale import Message


class NoSheet(CompanionError):
    """A game without a cheat sheet."""


def rules(
    preset: Annotated[
        str | None, typer.Option(help="The preset: standard, courts, french, mega, solo, … Default: standard.")
    ] = None,
    language: Language = None,
    game: Annotated[str, typer.Option(help="The game.")] = DEFAULT_GAME,
    as_json: AsJson = False,
) -> int:
    """Print a game's rules for a preset, with their numbers."""
    translations = set_language(language)
    played = named(game)
    preset = preset or next(iter(played.presets), "")
    sheet = sheet_document(get_cheat_sheet(played, preset), translations)
    if as_json:
        document = {"game": game, "preset": preset, "language": active_language.language, "sections": sheet}
        print_json(stamp("rules", document), indent=1)
    else:
        print_sheet(sheet)
    return 0


def get_cheat_sheet(played: AnyGame, preset: str) -> Sequence[Section]:
    """Return the cheat sheet of a game's preset.

    Args:
        played: The game.
        preset: The preset's name.

    Returns:
        The sections.

    Raises:
        NoSheet: The game has no cheat sheet.
    """
    if played.cheat_sheet is None:
        raise NoSheet("rules", Message("no rules summary is available for {game}", {"game": played.title}))
    return played.cheat_sheet(played.options_from_json({"preset": preset}, "options"))


def sheet_document(sections: Sequence[Section], translations: NullTranslations) -> list[dict[str, Any]]:
    """Return the sections as JSON."""
    return [
        {
            "title": section.title.text(translations),
            "lines": [{"rule": line.rule, "text": line.text.text(translations)} for line in section.lines],
        }
        for section in sections
    ]


def print_sheet(sheet: list[dict[str, Any]]) -> None:
    """Print each section's heading and lines."""
    console = terminal()
    for section in sheet:
        console.print(section["title"], style="bold")
        table = Table(box=None, pad_edge=False, show_header=False)
        table.add_column(style="dim", min_width=4)
        table.add_column()
        for line in section["lines"]:
            table.add_row(line["rule"], line["text"])
        console.print(table)
        console.print()
