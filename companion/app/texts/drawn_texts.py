"""Textures of texts that were drawn lately, for every widget that shows the same text in the same way."""

from collections import OrderedDict
from collections.abc import Hashable
from typing import NamedTuple

from kivy.graphics.texture import Texture

MAX_BYTES = 12_000_000
"""Bytes of textures that are kept, those in use included: a table with its sheets has about half as many."""
MAX_SHARE = 1 / 16
"""Share of them that one text may take."""
_PIXEL_BYTES = 4


class DrawnText(NamedTuple):
    """A texture with what its text became in order to fit."""

    texture: Texture
    text: str
    """The text as drawn, cut if it was too long."""
    font_size: float
    """Height of the letters as drawn, in pixels."""
    shortened: bool

    @property
    def bytes(self) -> int:
        """The memory of the texture."""
        return int(self.texture.width * self.texture.height * _PIXEL_BYTES)


class DrawnTexts:
    """Keeps the textures used last, up to :data:`MAX_BYTES`.

    Layout and letters of a text take a third of a millisecond, and most texts of a sheet are those of its last opening.
    """

    def __init__(self) -> None:
        self._kept: OrderedDict[Hashable, DrawnText] = OrderedDict()
        self.bytes = 0
        """The memory of what is kept."""

    def find(self, key: Hashable) -> DrawnText | None:
        """Return the texture for everything that its text depends on."""
        known = self._kept.get(key)
        if known is not None:
            self._kept.move_to_end(key)
        return known

    def keep(self, key: Hashable, drawn: DrawnText) -> None:
        """Keep a texture, and drop those that were not used for longest."""
        if key in self._kept or drawn.bytes > MAX_SHARE * MAX_BYTES:
            return
        self._kept[key] = drawn
        self.bytes += drawn.bytes
        while self.bytes > MAX_BYTES:
            _, oldest = self._kept.popitem(last=False)
            self.bytes -= oldest.bytes


drawn_texts = DrawnTexts()
"""The texts of the one window."""
