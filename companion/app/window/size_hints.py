"""A widget whose size hint leaves it nothing gets nothing.

Kivy takes a hint that the least sizes of others reduce to 0 for no hint, and gives the widget the size that it had.
"""

from __future__ import annotations

from typing import Any

from kivy.uix.layout import Layout

_NOTHING = 1e-9


def keep_hints() -> None:
    """Let every layout that is made from now on keep hints above 0."""
    limit = Layout.layout_hint_with_bounds

    def limit_and_keep(layout: Any, *arguments: Any) -> None:
        limit(layout, *arguments)
        hints = arguments[-1]
        hints[:] = [hint if hint is None else max(hint, _NOTHING) for hint in hints]

    Layout.layout_hint_with_bounds = limit_and_keep
