"""A part of the screen that can be turned to the player at the far side."""

from __future__ import annotations

from typing import Any

from kivy.properties import BooleanProperty

from companion.app.widgets.filled import Filled
from companion.app.window.kv_loader import load_kv


class HalfTurn(Filled):
    """Draws its children turned by 180° about its centre while ``turned``; touches follow."""

    turned = BooleanProperty(False)

    def to_local(self, x: float, y: float, **kwargs: Any) -> tuple[float, float]:
        """Convert the parent's coordinates to the children's."""
        local: tuple[float, float] = super().to_local(x, y, **kwargs)
        return self._about_centre(*local)

    def to_parent(self, x: float, y: float, **kwargs: Any) -> tuple[float, float]:
        """Convert the children's coordinates to the parent's."""
        parent: tuple[float, float] = super().to_parent(*self._about_centre(x, y), **kwargs)
        return parent

    def _about_centre(self, x: float, y: float) -> tuple[float, float]:
        return (self.width - x, self.height - y) if self.turned else (x, y)


load_kv(__file__)
