"""What every screen can do."""

from __future__ import annotations

from typing import Any

from kivy.uix.screenmanager import Screen

from companion.app.widgets.sheet import Sheet


class Page(Screen):
    """A screen that one sheet at a time can lie over."""

    def __init__(self, **kwargs: Any) -> None:
        self.sheet: Sheet | None = None
        super().__init__(**kwargs)

    def step_back(self) -> bool:
        """Closes what lies over the screen as its player would; False where nothing does."""
        if self.sheet is None:
            return False
        self.sheet.close()
        return True
