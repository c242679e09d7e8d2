"""The sheet that shows where a saved file is."""

from __future__ import annotations

import webbrowser
from pathlib import Path
from typing import Any

from kivy.properties import StringProperty

from companion.app.texts.i18n import words
from companion.app.widgets.sheet import Sheet
from companion.app.window.kv_loader import load_kv


class SavedFileSheet(Sheet):
    """The name and the folder of a file, a way to open the folder, and a way to copy its path.

    Args:
        file: The file.
        **kwargs: Properties of the widget.
    """

    name = StringProperty("")
    folder = StringProperty("")

    def __init__(self, file: Path, **kwargs: Any) -> None:
        self._file = file
        super().__init__(name=file.name, folder=str(file.parent), **kwargs)
        self.title = words._("Saved")

    def open_folder(self) -> None:
        """Open the folder in the system's file manager."""
        if not webbrowser.open(self._file.parent.as_uri()):
            self.notice = words._("No file manager found.")

    def copy(self) -> None:
        """Copy the path, to be pasted into a message or a dialog."""
        # Loaded late: it asks the system which clipboard there is.
        from kivy.core.clipboard import Clipboard

        Clipboard.copy(str(self._file))
        self.notice = words._("Copied.")


load_kv(__file__)
