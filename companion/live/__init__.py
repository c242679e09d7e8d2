"""The live table: a camera follows a game, and its observations become proposals and questions."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.live.live_table import LiveTable

__all__ = ["LiveTable"]


def __getattr__(name: str) -> type[LiveTable]:
    """Import the live table on first use, so that its events load without the camera's libraries."""
    if name == "LiveTable":
        from companion.live.live_table import LiveTable

        return LiveTable
    raise AttributeError(name)
