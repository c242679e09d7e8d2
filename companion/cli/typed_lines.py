"""Lines typed in a terminal, with history and completion by prompt_toolkit or, if that is not installed, readline."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from companion.closing_signals import closed_by

Complete = Callable[[str], Sequence[str]]
"""Returns the lines that a beginning may become."""
MAX_HISTORY = 500
"""Most lines that readline keeps."""


def line_reader(history: Path, complete: Complete) -> Callable[[str], str]:
    """Return a function that reads one line after a prompt.

    It raises ``EOFError`` at the end of the input and ``KeyboardInterrupt`` at Ctrl-C.

    Args:
        history: The file of earlier lines; its folder exists.
        complete: The possible completions.
    """
    try:
        from prompt_toolkit import PromptSession
        from prompt_toolkit.completion import DynamicCompleter, WordCompleter
        from prompt_toolkit.history import FileHistory
    except ImportError:
        return _plain_reader(history, complete)
    session: Any = None
    closed = False

    def leave() -> None:
        """Leave the prompt through its event loop: an interrupt raised inside one of its tasks would be printed."""
        nonlocal closed
        closed = True
        if session.app.is_running:
            session.app.loop.call_soon_threadsafe(leave_if_closed)

    def leave_if_closed() -> None:
        if closed and not session.app.is_done:
            session.app.exit(exception=KeyboardInterrupt)

    def offered() -> Any:
        return WordCompleter(list(complete(session.default_buffer.document.text_before_cursor)), sentence=True)

    completer = DynamicCompleter(offered)
    session = PromptSession(history=FileHistory(str(history)), completer=completer, complete_while_typing=False)

    def read(prompt: str) -> str:
        with closed_by(leave):
            line = str(session.prompt(prompt, pre_run=leave_if_closed))
        if closed:
            raise KeyboardInterrupt
        return line

    return read


def _plain_reader(history: Path, complete: Complete) -> Callable[[str], str]:
    try:
        import readline
    except ImportError:  # Windows: lines without history
        return input
    with suppress(OSError):
        readline.read_history_file(history)
    readline.set_history_length(MAX_HISTORY)
    readline.set_completer_delims("")
    readline.set_completer(lambda text, number: next(iter(list(complete(text))[number : number + 1]), None))
    readline.parse_and_bind("tab: complete")

    def read(prompt: str) -> str:
        line = input(prompt)
        with suppress(OSError):
            readline.write_history_file(history)
        return line

    return read
