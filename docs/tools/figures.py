"""``python -m docs.tools.figures``: writes the tables of figures in the pages from ``docs/figures.json``."""

import dataclasses
import re
from collections.abc import Iterable, Iterator
from decimal import Decimal
from functools import partial
from pathlib import Path

from docs.tools.figure_data import FigureBook, FigureEntry
from docs.tools.site_pages import ROOT

PAGE = ROOT / "docs" / "figures.md"
PLAYERS = "players"
"""The name of the table with the rows that players ask for."""
_PLACE = re.compile(r"(<!-- figures: (?!end)(.+) -->\n)[\s\S]*?(?=<!-- figures: end -->)")
_OPENING = """# Every figure

Made from `docs/figures.json`, which has each figure's date, machine and command.
*n* counts trials, pictures or objects. *95 %* is the upper limit of a fault's share with 95 % confidence.
Counts do not depend on the machine. Times do: two shared cores, no graphics card.
"""


def format_every_figure() -> str:
    """Return a page with every figure, for the site."""
    book = FigureBook.load()
    areas = dict.fromkeys(one.area for one in book.figures)
    return _OPENING + "".join(f"\n## {area}\n\n{format_table(book, area)}" for area in areas)


def format_table(book: FigureBook, name: str) -> str:
    """Return the table of an area, or of the rows that players ask for, as Markdown."""
    if name == PLAYERS:
        by_id = {one.id: one for one in book.figures}
        figures = [dataclasses.replace(by_id[one], what=what) for one, what in book.players.items()]
    else:
        figures = [one for one in book.figures if one.area == name]
    return "".join(f"{line}\n" for line in _rows(figures))


def pages() -> dict[Path, str]:
    """Return the text of every page with a table of figures."""
    fill = partial(_fill, FigureBook.load())
    texts = {page: page.read_text("utf8") for page in (PAGE, ROOT / "CONTRIBUTING.md", *(ROOT / "models").glob("*.md"))}
    return {page: _PLACE.sub(fill, text) for page, text in texts.items() if _PLACE.search(text)}


def _fill(book: FigureBook, place: re.Match[str]) -> str:
    return place[1] + format_table(book, place[2])


def _rows(figures: Iterable[FigureEntry]) -> Iterator[str]:
    columns = ["figure", "target", "measured", "n", "95 %", "verdict", "pictures"]
    rows = [_cells(one) for one in figures]
    kept = [place for place in range(len(columns)) if any(row[place] for row in rows)]
    for row in (columns, ["---"] * len(columns), *rows):
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
        path.write_text(text, "utf8")
        print(path)
