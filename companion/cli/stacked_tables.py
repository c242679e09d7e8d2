"""Tables for narrow terminals: a line for each cell, below the first cell of its row."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence

NARROW = 80
"""Columns of a terminal below which a table that is too wide is stacked; wider ones fold its cells."""


def stack(headings: Sequence[str], rows: Sequence[Sequence[str]], width: int) -> Iterator[str]:
    """Yield the lines of :func:`_stack`, wrapped to a width.

    Args:
        headings: The columns' headings; empty ones belong to the column before.
        rows: The cells of each row.
        width: The columns of the terminal.

    Yields:
        The lines.
    """
    for line in _stack(headings, rows):
        indent = " " * (len(line) - len(line.lstrip()))
        yield from textwrap.wrap(line, width, subsequent_indent=indent + "  ", break_on_hyphens=False)


def _stack(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Yield a table's lines: each row's first cell, then its other cells with their headings, indented.

    A cell without a heading stands on the line of the cell before it; empty cells are left out.

    >>> for line in _stack(["card", "near", "", "far"], [["PMSL", "4MS 7SK", "11", ""]]):
    ...     print(line)
    PMSL
      near: 4MS 7SK  11
    """
    first = 1 if headings[0] else 2  # a first column without a heading only marks the row
    for row in rows:
        yield " ".join(cell.strip() for cell in row[:first] if cell.strip())
        line = ""
        for heading, cell in zip(headings[first:], map(str.strip, row[first:]), strict=True):
            if cell and not (heading or line):
                line = f"  {cell}"
            elif cell and not heading:
                line += f"  {cell}"
            elif heading:
                if line:
                    yield line
                line = f"  {heading}: {cell}" if cell else ""
        if line:
            yield line
