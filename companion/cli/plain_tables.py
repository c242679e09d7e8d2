"""Plain tables without styles, for installations without rich."""

from collections.abc import Sequence
from shutil import get_terminal_size
from unicodedata import combining, east_asian_width

from companion.cli.output import print_line, print_to_stderr


class Table:
    """Rows below their headings; accepts the arguments that the commands pass to rich's ``Table``."""

    def __init__(self, *, title: str | None = None, show_header: bool = True, **_style: object) -> None:
        self._title, self._headed = title, show_header
        self._headings: list[str] = []
        self._right: list[bool] = []
        self._rows: list[Sequence[str]] = []

    def add_column(self, heading: str = "", *, justify: str = "left", **_style: object) -> None:
        """Add a column."""
        self._headings.append(heading)
        self._right.append(justify == "right")

    def add_row(self, *cells: str, **_style: object) -> None:
        """Add a row, and columns without headings if it has more cells."""
        self._rows.append(cells)
        while len(self._headings) < len(cells):
            self.add_column()

    def lines(self) -> list[str]:
        """Return the lines to print.

        >>> table = Table()
        >>> table.add_column("card")
        >>> table.add_column("worth", justify="right")
        >>> table.add_row("4MS", "4")
        >>> table.lines()
        ['card  worth', '4MS       4']
        """
        every = [self._headings, *self._rows] if self._headed else self._rows
        rows = [[*row, *[""] * (len(self._headings) - len(row))] for row in every]
        widths = [max((_width(row[at]) for row in rows), default=0) for at in range(len(self._headings))]
        return ([self._title] if self._title else []) + [self._line(row, widths) for row in rows]

    def _line(self, row: Sequence[str], widths: Sequence[int]) -> str:
        padded = [
            " " * (width - _width(cell)) + cell if right else cell + " " * (width - _width(cell))
            for cell, width, right in zip(row, widths, self._right, strict=True)
        ]
        return "  ".join(padded).rstrip()


class Console:
    """Prints lines and tables."""

    is_terminal = False
    """No progress is drawn over printed lines."""

    def __init__(self, *, stderr: bool = False, **_style: object) -> None:
        self._print = print_to_stderr if stderr else print_line
        self.width = get_terminal_size().columns

    def print(self, content: str | Table = "", **_style: object) -> None:
        """Print a line or a table."""
        for line in content.lines() if isinstance(content, Table) else [content]:
            self._print(line)


def _width(text: str) -> int:
    """Return how many columns of a terminal a text takes."""
    return sum(0 if combining(letter) else 2 if east_asian_width(letter) in "WF" else 1 for letter in text)
