"""A fault of the companion's own, as people may pass it on: where it was raised, and nothing of what was played."""

from __future__ import annotations

import platform
import sys
import traceback
from collections.abc import Iterator, Mapping
from datetime import datetime
from pathlib import Path

from companion import __version__
from companion.app.exports import put
from companion.folders import Folders

_PYTHONS_OWN = (AttributeError, TypeError, NameError, IndexError, ZeroDivisionError, RecursionError)
"""Errors of which the words are about the program. Others may repeat a name, a path or an address with its password."""
_OF_DATA = "/@=\\"
"""Signs that no word about a program has, and paths and addresses have."""
_DEEPEST = 40
"""Calls that are named of one error, the innermost."""


def report(error: BaseException, shown: Mapping[str, str], moment: datetime) -> str:
    """The text of a report.

    Args:
        error: What was raised.
        shown: What was on the screen, by name: screen, sheet, game; nothing that people typed.
        moment: When it was raised.

    Returns:
        Lines of text. No names, paths, addresses or cards are in it.
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
    """Writes a report among the user's exports; where it was put. Raises ``UnwritableFile``."""
    return put(folders, f"fault {datetime.now():%Y-%m-%d %H-%M-%S}.txt", text.encode())


def _raised(error: BaseException) -> Iterator[str]:
    """Each error of the chain, the one that was raised last first, with the places in the program."""
    seen: set[int] = set()
    one: BaseException | None = error
    while one is not None and id(one) not in seen:
        seen.add(id(one))
        yield f"raised: {type(one).__module__}.{type(one).__qualname__}{_words(one)}"
        places = [
            f"  {frame.f_globals.get('__name__', '?')}:{line} {frame.f_code.co_name}"
            for frame, line in traceback.walk_tb(one.__traceback__)
        ]
        yield from places[-_DEEPEST:]
        one = one.__cause__ or one.__context__


def _words(error: BaseException) -> str:
    said = " ".join(str(error).split())
    if not said or not isinstance(error, _PYTHONS_OWN) or any(sign in said for sign in _OF_DATA):
        return ""
    return f": {said[:200]}"
