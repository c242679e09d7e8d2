"""A progress bar on a terminal."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from companion.cli.terminal import terminal


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
