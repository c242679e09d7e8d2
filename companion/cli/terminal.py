"""Tables and styles on a terminal, by rich or, if that is not installed, plain."""

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


class _EscapingConsole(Console):
    """A console that escapes control characters."""

    def render_str(self, text: str, *args: Any, **kwargs: Any) -> Text:
        """Render a text with control characters escaped."""
        return super().render_str(escape_controls(text), *args, **kwargs)


def terminal(stderr: bool = False) -> Console:
    """Return the console to print tables on; rich's markup and emoji names are plain text there."""
    return _EscapingConsole(stderr=stderr, highlight=False, markup=False, emoji=False)
