"""Handing a saved file to the player: through the system's share dialog, or by showing where it is."""

from __future__ import annotations

import webbrowser
from collections.abc import Callable
from pathlib import Path

from companion.app.sheets.asking import AskingSheet
from companion.app.texts.i18n import words
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
    if any(sharer(file) for sharer in _sharers):
        return

    def copy() -> None:
        # Loaded late: it asks the system which clipboard there is.
        from kivy.core.clipboard import Clipboard

        Clipboard.copy(str(file))
        overlay.show_notice(words._("Copied."))

    def open_folder() -> None:
        if not webbrowser.open(file.parent.as_uri()):
            overlay.show_notice(words._("No file manager found."))

    answers = [(words._("Copy the path"), copy), (words._("Open the folder"), open_folder)]
    text = f"{file.name}\n{words._('in the folder {folder}').format(folder=file.parent)}"
    overlay.open(AskingSheet(answers, title=words._("Saved"), text=text))
