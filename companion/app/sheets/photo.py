"""The sheet that chooses a photo without a keyboard."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

from kivy.properties import ObjectProperty

from companion.app.i18n import words
from companion.app.kv_loader import load_kv
from companion.app.theme import theme
from companion.app.widgets.pad import Pad
from companion.app.widgets.sheet import Sheet
from companion.vision.picture_formats import PICTURE_SUFFIXES


class PhotoSheet(Sheet):
    """The folders and photos of a folder, newest photos first; ``callback(path)`` is called with the choice."""

    folder = ObjectProperty(Path.home())
    callback = ObjectProperty(None, allownone=True)

    def on_kv_post(self, _base: Any) -> None:
        """List the folder from now on."""
        self.bind(folder=self._fill)
        self._fill()

    def up(self) -> None:
        """Show the parent folder."""
        self.folder = self.folder.parent

    def _fill(self, *_: object) -> None:
        files = self.ids.files
        files.clear_widgets()
        self.title = self.folder.name or str(self.folder)
        folders, photos = contents(self.folder)
        self.pads = {}
        for path in (*folders, *photos):
            pad = Pad(text=path.name, icon="list" if path in folders else "photo", icon_left=True, units=20)
            pad.size_hint_y, pad.height = None, theme.target
            pad.bind(on_release=partial(self._tapped, path))
            self.pads[path.name] = pad
            files.add_widget(pad)
        self.notice = "" if self.pads else words._("No photos in this folder.")

    def _tapped(self, path: Path, _pad: Pad) -> None:
        if path.is_dir():
            self.folder = path
        elif self.callback is not None:
            self.callback(path)


def contents(folder: Path) -> tuple[list[Path], list[Path]]:
    """Return the visible folders by name and the photos, newest first; nothing if the folder cannot be read."""
    try:
        inside = [path for path in folder.iterdir() if not path.name.startswith((".", "_"))]
        folders = sorted(path for path in inside if path.is_dir())
        photos = [path for path in inside if path.suffix.lower() in PICTURE_SUFFIXES]
        return folders, sorted(photos, key=lambda path: path.stat().st_mtime, reverse=True)
    except OSError:
        return [], []


load_kv(__file__)
