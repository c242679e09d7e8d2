"""What a command prints: documents in UTF-8 whatever the terminal, and what to say where nothing can be printed."""

from __future__ import annotations

import errno
import json
import os
import sys

from companion.errors import CompanionError
from companion.locale import Message, listed
from companion.locale.escape import escape_controls, escape_json_controls


class Unprinted(CompanionError):
    """What a command was to print could not be written."""


_FULL = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EBADF}

_done: list[Message] = []
"""What this command did for good before it printed anything."""


def begin() -> None:
    """A command begins. What people read is printed with ``?`` for what their terminal has no letter for."""
    _done.clear()
    if sys.stdout is not None and hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(errors="replace")


def done(what: Message) -> None:
    """Notes what is kept for good, so that nobody does it again where nothing can be printed any more."""
    _done.append(what)


def print_line(text: str, flush: bool = False) -> None:
    """Prints a line for people. What in it comes from outside is shown, and nothing of it obeyed."""
    print(escape_controls(text), flush=flush)


def print_aside(text: str) -> None:
    """The same on standard error, flushed at once: how it goes on, and what is to be done."""
    print(escape_controls(text), file=sys.stderr, flush=True)


def print_error(text: str) -> None:
    """The same of what is wrong, with the program's name before it."""
    print_aside(f"companion: {text}")


def print_json(document: object, indent: int | None = None) -> None:
    """Prints one JSON document, flushed at once."""
    print_utf8(escape_json_controls(json.dumps(document, ensure_ascii=False, indent=indent)) + "\n")


def print_utf8(text: str) -> None:
    """Prints a file's content as it is kept, whatever encoding the terminal has: a program reads it."""
    binary = getattr(sys.stdout, "buffer", None)
    if binary is None:
        sys.stdout.write(text)
        return
    sys.stdout.flush()
    binary.write(text.encode(errors="backslashreplace"))  # half a character, in a file's name, stays JSON's \udcXX
    binary.flush()


def end() -> None:
    """The command has printed everything; :class:`OSError` where that cannot be written."""
    try:
        if sys.stdout is not None:
            sys.stdout.flush()
    except BrokenPipeError:  # whoever read it has enough
        _print_nowhere()


def unprinted(error: OSError) -> Unprinted | None:
    """What to say of an error of standard output's, with what was done before it; None for any other error.

    Every file of ours is written by ``companion.files``, which has errors of its own: what else is full, it is.
    """
    if error.filename is not None or error.errno not in _FULL:
        return None
    _print_nowhere()
    next_step = Message("write it to another place")
    if _done:
        next_step = Message("{done}: do not do it again", {"done": listed(_done)})
    why = Message("cannot be written ({why})", {"why": error.strerror or str(error)})
    return Unprinted(Message("standard output"), why, next_step)


def _print_nowhere() -> None:
    """From now on: Python itself would try once more at its end, and complain."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)
