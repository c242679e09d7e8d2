"""``companion rules``: the cheat sheet for the options in force."""

from __future__ import annotations

import json
from typing import Annotated, Any

import typer

from companion.cli.languages import spoken_in


def rules(
    preset: Annotated[str, typer.Option(help="What is played: standard, courts, french, mega, solo, …")] = "standard",
    language: Annotated[str, typer.Option(help="en or fr.")] = "en",
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False,
) -> int:
    """Prints Magnate's rules as this preset plays them, each with its number."""
    from companion.games.magnate import preset as named
    from companion.games.magnate.cheat_sheet import cheat_sheet

    spoken = spoken_in(language)
    sheet: list[dict[str, Any]] = [
        {
            "title": section.title.text(spoken),
            "lines": [{"rule": line.rule, "text": line.text.text(spoken)} for line in section.lines],
        }
        for section in cheat_sheet(named(preset))
    ]
    if as_json:
        document = {"game": "magnate", "preset": preset, "language": language, "sections": sheet}
        print(json.dumps(document, indent=1, ensure_ascii=False))
    else:
        _show(sheet)
    return 0


def _show(sheet: list[dict[str, Any]]) -> None:
    from rich.console import Console
    from rich.table import Table

    console = Console(highlight=False)
    for section in sheet:
        console.print(f"[bold]{section['title']}[/]")
        table = Table(box=None, pad_edge=False, show_header=False)
        table.add_column(style="dim", min_width=4)
        table.add_column()
        for line in section["lines"]:
            table.add_row(line["rule"], line["text"])
        console.print(table)
        console.print()
