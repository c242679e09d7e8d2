"""``python -m docs.tools.figures``: writes the pages of figures from ``docs/figures.json``."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from decimal import Decimal
from pathlib import Path

from companion.files import write
from docs.tools.figure_data import FigureBook, FigureEntry
from docs.tools.site_pages import ROOT

PAGE = ROOT / "docs" / "figures.md"
ROLLER_PAGE = ROOT / "hardware" / "roller" / "FIGURES.md"
ROLLER_AREA = "Dice roller"
SCALE_PAGE = ROOT / "docs" / "scale.md"
SCALE_AREA = "Many games and the start"
NETWORK_AREA = "Network "
"""How the areas of single networks begin; their tables are in the networks' cards."""
_CARD_TABLE = re.compile(r"<!-- figures: begin -->.*<!-- figures: end -->", re.DOTALL)
_OPENING = """# Figures

Written by `python -m docs.tools.figures` from [figures.json](figures.json).
That file has each figure's date, machine and command.
`python -m tests.bench NAME --record` and `RECORD=1 make prove PART` update it.

No figure comes from a real camera over a real table.
*n* counts trials, pictures or objects. *95 %* is the upper limit of a fault's share with 95 % confidence.
Counts do not depend on the machine. Times do: two shared cores, no graphics card.
The dice roller has [its own page of figures](../hardware/roller/FIGURES.md),
[each network](../models/README.md) and [speed](scale.md).
What was tried is in [the experiments](experiments/README.md).

## Who made the pictures

Figures on pictures of our own renderers are too good: the networks learned from them.

"""
_ROLLER_OPENING = """# Figures of the dice roller

Written by `python -m docs.tools.figures` from [figures.json](../../docs/figures.json).
`python -m tests.bench roller --record` measures again, in about eight minutes.

All figures come from the real firmware on an emulated board. No roller has been built yet.
So real entropy, the bootloader and a real cable are not measured.
*n* is the number of trials. *95 %* is the upper limit of a fault's share with 95 % confidence.

"""
_ROLLER_CLOSING = """
## How they are measured

- *Invented* means: a journaled roll that the board did not report.
  The board's lines are recorded before they are damaged.
- *Back* is counted from the kill or the pull to the next greeting. The board collects entropy for 1.05 s of it.
- The emulated board runs at real time, checked every 0.2 ms. On a busy machine it falls behind.
- *Killed* means SIGKILL, of the board's process or of the tablet's.

The worst time depends on the load of the machine;
[the experiment on the roller's checksum](../../docs/experiments/roller-checksum.md) has more.
"""


_SCALE_OPENING = """# Many games and the start

Written by `python -m docs.tools.figures` from [figures.json](figures.json).
`python -m tests.bench scale --record --plot docs/pictures/scale.svg` measures again and draws the plot.

![Processor time of commands by number of games](pictures/scale.svg)

*Processor time, both axes logarithmic.*

The start of a command takes most of its time.

A list reads the summary in each game's row, so its cost depends on the games it shows.
Each game has 50 moves.

"""


def format_page(book: FigureBook) -> str:
    """Return the page of all figures but the roller's as Markdown."""
    makers = "".join(f"- **{name}**: {who}\n" for name, who in book.makers.items())
    areas = dict.fromkeys(one.area for one in book.figures if not _has_own_page(one))
    parts = [_format_area(area, [one for one in book.figures if one.area == area]) for area in areas]
    return _OPENING + makers + "".join(parts)


def format_roller_page(book: FigureBook) -> str:
    """Return the page of the roller's figures as Markdown."""
    figures = [one for one in book.figures if one.area == ROLLER_AREA]
    return _ROLLER_OPENING + f"Measured {_days(figures)}.\n\n" + "\n".join(_table(figures)) + "\n" + _ROLLER_CLOSING


def format_scale_page(book: FigureBook) -> str:
    """Return the page of many games as Markdown."""
    figures = [one for one in book.figures if one.area == SCALE_AREA]
    return _SCALE_OPENING + f"Measured {_days(figures)}.\n\n" + "\n".join(_table(figures)) + "\n"


def format_card(book: FigureBook, card: Path) -> str:
    """Return a network's card with its table of figures written anew."""
    figures = [one for one in book.figures if one.area == NETWORK_AREA + card.stem]
    table = "\n".join(["<!-- figures: begin -->", *_table(figures), "<!-- figures: end -->"])
    return _CARD_TABLE.sub(lambda _: table, card.read_text("utf8"))


def pages() -> dict[Path, str]:
    """Return the text of every page that is written from the figures."""
    book = FigureBook.load()
    areas = dict.fromkeys(one.area for one in book.figures if one.area.startswith(NETWORK_AREA))
    cards = [ROOT / "models" / f"{area.removeprefix(NETWORK_AREA)}.md" for area in areas]
    return {
        PAGE: format_page(book),
        ROLLER_PAGE: format_roller_page(book),
        SCALE_PAGE: format_scale_page(book),
        **{card: format_card(book, card) for card in cards},
    }


def _has_own_page(figure: FigureEntry) -> bool:
    return figure.area in (ROLLER_AREA, SCALE_AREA) or figure.area.startswith(NETWORK_AREA)


def _format_area(area: str, figures: list[FigureEntry]) -> str:
    return "\n".join(["", f"## {area}", "", f"Measured {_days(figures)}.", "", *_table(figures), ""])


def _days(figures: Iterable[FigureEntry]) -> str:
    """Return the first and the last day of the measurements."""
    days = sorted({one.date for one in figures if one.date})
    return days[0] if len(days) == 1 else f"{days[0]} to {days[-1]}"


def _table(figures: Iterable[FigureEntry]) -> Iterator[str]:
    figures = list(figures)
    columns = ["figure", "target", "measured", "n", "95 %", "verdict", "pictures"]
    rows = [_cells(one) for one in figures]
    kept = [place for place in range(len(columns)) if any(row[place] for row in rows)]
    yield "|".join(["", *(columns[place] for place in kept), ""])
    yield "|".join(["", *("---" for _ in kept), ""])
    for row in rows:
        yield "|".join(["", *(row[place] for place in kept), ""])


def _cells(figure: FigureEntry) -> list[str]:
    unit = f" {figure.unit}" if figure.unit else ""
    return [
        figure.what,
        figure.target,
        "–" if figure.value is None else _format(figure.value) + unit,
        "" if figure.count is None else f"{figure.count:,}",
        "" if figure.bound is None else f"{Decimal(str(figure.bound)):f} %",
        figure.verdict.value if figure.verdict.value != "measured" else "",
        figure.maker or "",
    ]


def _format(value: float | str) -> str:
    if isinstance(value, str):
        return value
    return f"{value:,}" if isinstance(value, int) else f"{value:,.6g}"


if __name__ == "__main__":
    for path, text in pages().items():
        write(path, text.encode())
        print(path)
