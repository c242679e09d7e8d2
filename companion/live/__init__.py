"""The live table: an eye that follows a game, and what the companion makes of what it sees."""

from companion.live.live_table import LiveTable

__all__ = ["LiveTable"]
