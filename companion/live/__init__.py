"""The live table: an eye that follows a game, and what the companion makes of what it sees."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.live.live_table import LiveTable

__all__ = ["LiveTable"]


def __getattr__(name: str) -> type[LiveTable]:
    """The live table, once it is asked for: naming its events needs no eye and starts sooner without."""
    if name == "LiveTable":
        from companion.live.live_table import LiveTable

        return LiveTable
    raise AttributeError(name)
