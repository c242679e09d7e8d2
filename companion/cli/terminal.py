"""Tables, styles and progress on a terminal, by rich or, if that is not installed, plain."""

import textwrap
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from contextlib import contextmanager
from threading import Timer
from typing import Any

from companion.cli.output import translate
from companion.locale import Message
from companion.locale.message import escape_controls

try:
    from rich.console import Console
    from rich.measure import Measurement
    from rich.table import Table
except ImportError:
    from companion.cli.plain_tables import Console, Table  # type: ignore[assignment]

    Measurement = None  # type: ignore[assignment,misc]

__all__ = ["Console", "Table", "make_table", "terminal"]

_UNLIMITED = 10_000
"""Columns of a terminal on which every table has its natural width."""

NARROW = 80
"""Columns of a terminal below which a table that is too wide is stacked; wider ones fold its cells."""


class _EscapingConsole(Console):
    """A console that escapes control characters, and prints tables that are too wide for it line by line."""

    def render_str(self, text: str, *args: Any, **kwargs: Any) -> Any:
        """Render a text with control characters escaped."""
        return super().render_str(escape_controls(text), *args, **kwargs)

    def print(self, *objects: Any, **style: Any) -> None:
        """Print as the console does, messages in the language of this run.

        A table that a narrow terminal has no room for is printed as one line per cell.
        """
        objects = tuple(translate(one) if isinstance(one, Message) else one for one in objects)
        if Measurement is not None and self.width < NARROW and len(objects) == 1 and isinstance(objects[0], Table):
            (table,) = objects
            wide = self.options.update(width=_UNLIMITED)
            if Measurement.get(self, wide, table).maximum > self.width:
                headings = [str(column.header) for column in table.columns]
                rows = zip(*(map(str, column.cells) for column in table.columns), strict=True)
                title = [str(table.title)] if table.title else []
                for line in (*title, *_stack(headings, list(rows), self.width)):
                    super().print(line, **style)
                return
        super().print(*objects, **style)


def terminal(stderr: bool = False) -> Console:
    """Return the console to print tables on; rich's markup and emoji names are plain text there."""
    return _EscapingConsole(stderr=stderr, highlight=False, markup=False, emoji=False)


def make_table(
    rows: Iterable[Iterable[Message | str]],
    headings: Sequence[Message | str] = (),
    title: str | None = None,
    unwrapped: Container[str] = (),
) -> Table:
    """Return a table to print, in the language of this run; without headings, it has none.

    Args:
        rows: The cells of each row.
        headings: The columns' headings.
        title: A line above the table.
        unwrapped: Headings, in English, of columns that are never wrapped: people type what is in them.
    """
    table = Table(title=title, box=None, pad_edge=False, show_header=bool(headings))
    for heading in headings:
        table.add_column(translate(heading), overflow="fold", no_wrap=str(heading) in unwrapped)
    for row in rows:
        table.add_row(*map(translate, row))
    return table


def _stack(headings: Sequence[str], rows: Sequence[Sequence[str]], width: int) -> Iterator[str]:
    """Yield the lines of :func:`_stacked`, wrapped to a width.

    Args:
        headings: The columns' headings; empty ones belong to the column before.
        rows: The cells of each row.
        width: The columns of the terminal.

    Yields:
        The lines.
    """
    for line in _stacked(headings, rows):
        indent = " " * (len(line) - len(line.lstrip()))
        yield from textwrap.wrap(line, width, subsequent_indent=indent + "  ", break_on_hyphens=False)


def _stacked(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Yield a table's lines: each row's first cell, then its other cells with their headings, indented.

    A cell without a heading stands on the line of the cell before it; empty cells are left out.

    >>> for line in _stacked(["card", "near", "", "far"], [["PMSL", "4MS 7SK", "11", ""]]):
    ...     print(line)
    PMSL
      near: 4MS 7SK  11
    """
    first = 1 if headings[0] else 2  # a first column without a heading only marks the row
    for row in rows:
        yield " ".join(cell.strip() for cell in row[:first] if cell.strip())
        lines = [""]
        for heading, cell in zip(headings[first:], map(str.strip, row[first:]), strict=True):
            if heading:
                lines.append(f"  {heading}: {cell}" if cell else "")
            elif cell:
                lines[-1] += f"  {cell}"
        yield from filter(None, lines)


DELAY = 1.0
"""Seconds until a line about work in progress appears; most commands end before."""


@contextmanager
def progress(what: str) -> Iterator[Callable[[int, int], None]]:
    """Show a progress bar on standard error, if that is a terminal, until the block ends.

    Args:
        what: The bar's label.

    Yields:
        A function to call with how much is done, and of how much.
    """
    console = terminal(stderr=True)
    if not console.is_terminal:  # a disabled bar of rich up to 14.2 still prints an empty line
        yield lambda done, total: None
        return
    from rich.progress import Progress

    with Progress(console=console, transient=True) as bar:
        task = bar.add_task(what, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)


@contextmanager
def working(what: Message) -> Iterator[Callable[[Message], None]]:
    """Show a line with the time on standard error, if that is a terminal, once the block has taken :data:`DELAY`.

    Args:
        what: What is being done. The block must not print.

    Yields:
        A function to call with what is being done now; from any thread.
    """
    console = terminal(stderr=True)
    if not console.is_terminal:
        yield lambda now: None
        return
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    columns = SpinnerColumn(), TextColumn("{task.description}", markup=False), TimeElapsedColumn()
    bar = Progress(*columns, console=console, transient=True, redirect_stdout=False, redirect_stderr=False)
    task = bar.add_task(translate(what), total=None)
    begins = Timer(DELAY, bar.start)
    begins.daemon = True
    begins.start()
    try:
        yield lambda now: bar.update(task, description=translate(now))
    finally:
        begins.cancel()
        begins.join()
        bar.stop()
