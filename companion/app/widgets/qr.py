"""A QR code that a phone's camera reads."""

from typing import Any

import numpy as np
from kivy.graphics import Color, Rectangle
from kivy.graphics.texture import Texture
from kivy.properties import StringProperty
from kivy.uix.widget import Widget

QUIET_ZONE = 4
"""Modules of white around the code (ISO/IEC 18004)."""


class QrCode(Widget):
    """``text`` as a QR code, black on white, as large as fits; nothing for an empty text."""

    text = StringProperty("")

    def __init__(self, **kwargs: Any) -> None:
        self._texture: Texture | None = None
        super().__init__(**kwargs)
        self.bind(text=self._make, pos=self._draw, size=self._draw)
        self._make()

    def _make(self, *_: object) -> None:
        import segno

        self._texture = None
        if self.text:
            dark = np.pad(np.array(segno.make(self.text, error="m").matrix, np.uint8), QUIET_ZONE)
            shade = np.repeat(255 * (1 - dark)[::-1, :, None], 3, axis=2).astype(np.uint8)
            self._texture = Texture.create(size=shade.shape[:2], colorfmt="rgb")
            self._texture.mag_filter = "nearest"
            self._texture.blit_buffer(shade.tobytes(), colorfmt="rgb", bufferfmt="ubyte")
        self._draw()

    def _draw(self, *_: object) -> None:
        self.canvas.clear()
        if self._texture is None:
            return
        side = min(self.size)
        with self.canvas:
            Color(1, 1, 1, 1)
            Rectangle(
                texture=self._texture, pos=(self.center_x - side / 2, self.center_y - side / 2), size=(side, side)
            )
