"""Tables and styles at the terminal; apart from :mod:`companion.cli.output`, for rich takes its time to load.

Where rich is not installed, the same in plain letters.
"""

from __future__ import annotations

from typing import Any

from companion.locale.escape import escape_controls

try:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text
except ImportError:
    from companion.cli.plain_tables import Console, Table, Text  # type: ignore[assignment]

__all__ = ["Console", "Table", "Text", "terminal"]


class _Showing(Console):
    """Shows every text that it is given as a line of its own, and obeys nothing in it."""

    def render_str(self, text: str, *args: Any, **kwargs: Any) -> Text:
        return super().render_str(escape_controls(text), *args, **kwargs)


def terminal(stderr: bool = False) -> Console:
    """Where tables are printed. What looks like rich's markup or the name of an emoji is text like any other."""
    return _Showing(stderr=stderr, highlight=False, markup=False, emoji=False)
