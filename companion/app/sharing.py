"""Handing a saved file to the player: through the system's share dialog, or by showing where it is."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from pathlib import Path

from companion.app.overlay import Overlay
from companion.app.sheets.saved_file import SavedFileSheet

_sharers: list[Callable[[Path], None]] = []


def set_system_share(sharer: Callable[[Path], None]) -> None:
    """Use this share dialog from now on; it is called with the path of the file."""
    _sharers[:] = [sharer]


def hand_over(overlay: Overlay, file: Path) -> None:
    """Offer a file in the system's share dialog, or show its folder where there is none.

    Args:
        overlay: Shows the sheet with the folder.
        file: A file that the app has saved.
    """
    if _sharers:
        _sharers[0](file)
    elif not _share_with_plyer(file):
        overlay.open(SavedFileSheet(file))


def _share_with_plyer(file: Path) -> bool:
    """Return whether plyer is installed and has a share dialog for this system."""
    try:
        import_module("plyer").share.share_file(str(file))
    except (ImportError, AttributeError, NotImplementedError):
        return False
    return True
