"""Handing a saved file to the player: through the system's share dialog, or by showing where it is."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from companion.app.sheets.saved_file import SavedFileSheet
from companion.app.window.overlay import Overlay

_sharers: list[Callable[[Path], bool]] = []


def set_system_share(sharer: Callable[[Path], bool]) -> None:
    """Use this share dialog from now on; it is called with the path of the file, and returns whether it could open."""
    _sharers[:] = [sharer]


def hand_over(overlay: Overlay, file: Path) -> None:
    """Offer a file in the system's share dialog, or show its folder where there is none.

    Args:
        overlay: Shows the sheet with the folder.
        file: A file that the app has saved.
    """
    if not any(sharer(file) for sharer in _sharers):
        overlay.open(SavedFileSheet(file))
