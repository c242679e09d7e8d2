"""Choosing a photo: by the companion's own sheet of folders, or by the system's picker where apps see no folders."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from companion.app.overlay import Overlay
from companion.app.sheets.photo import PhotoSheet

Taker = Callable[[Path], None]
_pickers: list[Callable[[Taker], None]] = []


def pick_with(picker: Callable[[Taker], None]) -> None:
    """From now on the system's own picker chooses; it is called with what hears of the photo on the window's thread."""
    _pickers[:] = [picker]


def pick_photo(overlay: Overlay, callback: Taker) -> None:
    """Lets somebody choose a photo; ``taker`` hears which, if any."""
    if _pickers:
        _pickers[0](callback)
        return
    pictures = Path.home() / "Pictures"
    overlay.open(PhotoSheet(folder=pictures if pictures.is_dir() else Path.home(), callback=callback))
