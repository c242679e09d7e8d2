"""Progress on a terminal: a bar for countable work, a line with the time for other work that takes long."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Timer

from companion.cli.languages import translate
from companion.cli.terminal import terminal
from companion.locale import Message

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
