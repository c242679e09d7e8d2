"""Sources of rolls and of other proposals."""

from __future__ import annotations

from enum import Enum


class Source(Enum):
    """Where a roll or another proposal comes from; the value is its word in journals, records and JSON documents."""

    TOUCH = "touch"
    APP = "app"
    """The app's own dice."""
    CAMERA = "camera"
    ROLLER = "roller"
    DICE = "dice"
    """Dice that report by radio what they show."""
    PAGE = "page"
    """A seat's own page on a phone."""
    FILE = "file"
    """The command line and record files."""

    def __str__(self) -> str:
        return self.value
