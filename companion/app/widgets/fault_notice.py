"""The notice of a fault of the companion."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from kivy.properties import BooleanProperty, StringProperty

from companion.app.texts.i18n import words
from companion.app.widgets.filled import Filled
from companion.app.window.kv_loader import load_kv
from companion.errors import CompanionError


class FaultNotice(Filled):
    """Shows that the game is stored, and offers a report.

    Args:
        save_callback: Writes the report and returns its path.
        close_callback: Removes the notice.
        **kwargs: Properties of the widget.
    """

    text = StringProperty("")
    saved = BooleanProperty(False)

    def __init__(self, save_callback: Callable[[], Path], close_callback: Callable[[], None], **kwargs: Any) -> None:
        self._saver, self._close_callback = save_callback, close_callback
        super().__init__(**kwargs)
        self.text = words._("Something went wrong. The game is saved.")

    def save(self) -> None:
        """Save the report, and show its path."""
        try:
            self.text = words._("Saved as {path}").format(path=self._saver())
            self.saved = True
        except CompanionError as error:
            self.text = words.say_error(error)

    def close(self) -> None:
        """Remove the notice."""
        self._close_callback()

    def on_touch_down(self, touch: Any) -> bool:
        """Keep touches from what lies below."""
        return bool(super().on_touch_down(touch)) or bool(self.collide_point(*touch.pos))


load_kv(__file__)
