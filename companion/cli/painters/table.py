"""Paints a view on a terminal: the middle of the table, then what each seat has in front of it."""

from __future__ import annotations

from companion.cli.painters.middle import MiddlePainter
from companion.cli.painters.seats import SeatsPainter
from companion.cli.terminal import Console
from companion.games.view import View


def paint_table(console: Console, view: View) -> None:
    """Print a view; a narrow terminal gets the small form of each layout."""
    middle = MiddlePainter(view, console.width)
    seats = SeatsPainter(view, console.width)
    regions = (region for region in view.regions if region.seat is None and region.spots)
    for one in (*(part for region in regions for part in middle.paint(region)), *seats.paint()):
        console.print(one, soft_wrap=isinstance(one, str))
    if view.clock is not None and view.clock.urgent:
        console.print(f"{view.clock.number} {middle.say(view.clock.text)}", style="bold")
