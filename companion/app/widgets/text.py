"""Lettering."""

from __future__ import annotations

from kivy.core.text import DEFAULT_FONT
from kivy.core.text import Label as Lettering
from kivy.properties import BooleanProperty, NumericProperty
from kivy.uix.label import Label

from companion.app.kv import load_beside
from companion.app.theme import theme

ARROW, ITS_FONT = "→", "data/fonts/DejaVuSans.ttf"
"""Kivy's usual letters have no arrow; these, which Kivy brings too, have."""


class Text(Label):
    """Text in the theme's ink, ``units`` of the design high, kept inside its box.

    Larger where players want that and there is room.
    """

    units = NumericProperty(22)
    grows = BooleanProperty(False)
    """Whether its box is as high as it needs, rather than cut to what there is."""

    @property
    def lettered(self) -> float:
        """Pixels of the letters as they are drawn."""
        return float(self._label.options["font_size"])

    def texture_update(self, *largs: object) -> None:
        # A picture that was drawn is not written over: the frame would wait until everything so far is on the screen.
        self._label.texture = None
        self._label.options["font_size"] = self.font_size * self._larger()
        super().texture_update(*largs)

    def _larger(self) -> float:
        wanted = theme.lettering
        if wanted <= 1 or self.markup or not self.text.strip():
            return 1.0
        return next((by for by in (wanted, 1 + (wanted - 1) / 2) if self._has_room(by)), 1.0)

    def _has_room(self, by: float) -> bool:
        """Whether the text fits in its box in letters larger by this factor."""
        box = self.text_size
        width, height = box if box is not None else (None, None)
        laid = Lettering(
            text=self.text,
            font_name=self.font_name,
            font_size=self.font_size * by,
            bold=self.bold,
            text_size=(None if self.shorten else width, None),
        )
        wide, high = laid.render()
        longest = max((laid.get_extents(word)[0] for word in self.text.split()), default=0)
        return (width is None or (wide if self.shorten else longest) <= width) and (height is None or high <= height)

    def on_text(self, _text: Label, text: str) -> None:
        self.font_name = ITS_FONT if ARROW in text else DEFAULT_FONT


class Wrapped(Text):
    """Text that grows downwards as far as it needs."""

    grows = BooleanProperty(True)


load_beside(__file__)
