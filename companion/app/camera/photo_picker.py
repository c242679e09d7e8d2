"""Choosing a photo: in the companion's own sheet, or in the system's picker where apps see no folders."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from kivy.app import App

from companion.app.sheets.photo import PhotoSheet
from companion.app.sheets.take_photo import TakePhotoSheet
from companion.app.window.overlay import Overlay

PhotoCallback = Callable[[Path], None]
_pickers: list[Callable[[PhotoCallback], None]] = []


def set_system_picker(picker: Callable[[PhotoCallback], None]) -> None:
    """Use the system's own picker from now on; it is called with what to call with the photo."""
    _pickers[:] = [picker]


def pick_photo(overlay: Overlay, callback: PhotoCallback) -> None:
    """Let a player choose a photo, or take one; ``callback`` is called with its path, if there is one."""
    if _pickers:
        _pickers[0](callback)
        return

    def take() -> None:
        overlay.open(TakePhotoSheet(callback))

    overlay.open(PhotoSheet(callback=callback, take_callback=take if App.get_running_app().settings.camera else None))
