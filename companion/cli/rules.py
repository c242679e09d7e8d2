"""``companion rules``: the cheat sheet for the options in force."""

from __future__ import annotations

from collections.abc import Sequence
from gettext import NullTranslations
from typing import Annotated, Any

import typer

from companion.cli.languages import Language, speech, spoken_in
from companion.cli.output import print_json
from companion.cli.schemas.versions import stamped
from companion.errors import CompanionError
from companion.games.registry import DEFAULT_GAME, AnyGame
from companion.games.registry import game as named
from companion.games.sheet import Section
from companion.locale import Message


class NoSheet(CompanionError):
    """A game whose rules nobody has put on a sheet."""


def rules(
    preset: Annotated[
        str | None, typer.Option(help="What is played: standard, courts, french, mega, solo, …; standard if left out.")
    ] = None,
    language: Language = None,
    game: Annotated[str, typer.Option(help="Which game.")] = DEFAULT_GAME,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False,
) -> int:
    """Prints a game's rules as this preset plays them, each with its number."""
    spoken = spoken_in(language)
    played = named(game)
    preset = preset or next(iter(played.presets), "")
    sheet = said_sheet(sheet_of(played, preset), spoken)
    if as_json:
        document = {"game": game, "preset": preset, "language": speech.language, "sections": sheet}
        print_json(stamped("rules", document), indent=1)
    else:
        print_sheet(sheet)
    return 0


def sheet_of(played: AnyGame, preset: str) -> Sequence[Section]:
    """The rules as this preset plays them; raises :class:`NoSheet`."""
    if played.cheat_sheet is None:
        raise NoSheet("rules", Message("{game} has no cheat sheet", {"game": played.title}))
    return played.cheat_sheet(played.options_from_json({"preset": preset}, "options"))


def said_sheet(sections: Sequence[Section], spoken: NullTranslations) -> list[dict[str, Any]]:
    """The sections as a document has them."""
    return [
        {
            "title": section.title.text(spoken),
            "lines": [{"rule": line.rule, "text": line.text.text(spoken)} for line in section.lines],
        }
        for section in sections
    ]


def print_sheet(sheet: list[dict[str, Any]]) -> None:
    """Sections with a heading each, and their lines."""
    from companion.cli.terminal import Table, terminal

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
