"""How far something long has come, for whoever waits at a terminal."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from companion.cli.terminal import terminal


@contextmanager
def progress(what: str) -> Iterator[Callable[[int, int], None]]:
    """A bar on standard error, where that is a terminal, until the block ends; it hears what is done, of how much."""
    console = terminal(stderr=True)
    if not console.is_terminal:  # a disabled bar of rich up to 14.2 still prints an empty line
        yield lambda done, total: None
        return
    from rich.progress import Progress

    with Progress(console=console, transient=True) as shown:
        task = shown.add_task(what, total=None)
        yield lambda done, total: shown.update(task, completed=done, total=total)
