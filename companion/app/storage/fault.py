"""Reports of faults of the companion: where they were raised, and nothing of what was played."""

import platform
import sys
import traceback
from collections.abc import Iterator, Mapping
from datetime import datetime
from pathlib import Path

from companion import __version__
from companion.app.storage.exports import write_export
from companion.folders import Folders

_PROGRAM_ERRORS = (AttributeError, TypeError, NameError, IndexError, ZeroDivisionError, RecursionError)
"""Errors whose messages are about the program; those of others may repeat a name, a path or an address."""
_DATA_SIGNS = "/@=\\"
"""Characters of paths and addresses, which no message about the program contains."""
_MAX_CALLS = 40
"""Innermost calls named for each error."""


def report(error: BaseException, shown: Mapping[str, str], moment: datetime) -> str:
    """Return the text of a report; it contains no names, paths, addresses or cards.

    Args:
        error: What was raised.
        shown: What was on the screen, by name: screen, sheet, game; nothing that people typed.
        moment: When it was raised.

    Returns:
        Lines of text.
    """
    lines = [
        f"Decktet companion {__version__}: report of a fault",
        f"when: {moment:%Y-%m-%d %H:%M}",
        f"system: {platform.system()} {platform.release()} {platform.machine()}, Python {platform.python_version()}",
        f"kivy: {getattr(sys.modules.get('kivy'), '__version__', 'not loaded')}",
        *(f"{name}: {value}" for name, value in shown.items()),
        *_raised(error),
    ]
    return "\n".join(lines) + "\n"


def save(folders: Folders, text: str) -> Path:
    """Export a report, and return its path; raise ``UnwritableFile`` if that fails."""
    return write_export(folders, f"fault {datetime.now():%Y-%m-%d %H-%M-%S}.txt", text.encode())


def _raised(error: BaseException) -> Iterator[str]:
    """Yield lines for each error of the chain, the latest first, with the places in the program."""
    visited: set[int] = set()
    current: BaseException | None = error
    while current is not None and id(current) not in visited:
        visited.add(id(current))
        yield f"raised: {type(current).__module__}.{type(current).__qualname__}{_message(current)}"
        places = [
            f"  {frame.f_globals.get('__name__', '?')}:{line} {frame.f_code.co_name}"
            for frame, line in traceback.walk_tb(current.__traceback__)
        ]
        yield from places[-_MAX_CALLS:]
        current = current.__cause__ or current.__context__


def _message(error: BaseException) -> str:
    text = " ".join(str(error).split())
    if not text or not isinstance(error, _PROGRAM_ERRORS) or any(sign in text for sign in _DATA_SIGNS):
        return ""
    return f": {text[:200]}"
