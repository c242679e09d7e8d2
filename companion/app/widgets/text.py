"""Lettering."""

from __future__ import annotations

from functools import partial

from kivy.properties import BooleanProperty, NumericProperty
from kivy.uix.label import Label

from companion.app.kv_loader import load_kv
from companion.app.lettering import Lettering, cut_to_fit, cut_within
from companion.app.theme import theme

SMALLER = (1.0, 0.85, 0.7)
"""By how much letters become smaller where a name is too long for its box; what is left then is cut."""
ROUNDING = 1.0
"""Pixels by which text may be larger than its box."""


class Text(Label):
    """Text in the theme's ink, ``units`` of the design high, kept inside its box.

    Larger where players want that and there is room, smaller or cut between two letters where there is none.
    """

    units = NumericProperty(22)
    grows = BooleanProperty(False)
    """Whether its box is as high as it needs, rather than cut to what there is."""

    @property
    def lettered(self) -> float:
        """Pixels of the letters as they are drawn."""
        return float(self._label.options["font_size"])

    @property
    def drawn(self) -> str:
        """The text as it is drawn: cut where it is too long."""
        return str(self._label.text)

    def texture_update(self, *largs: object) -> None:
        # A picture that was drawn is not written over: the frame would wait until everything so far is on the screen.
        self._label.texture = None
        self._label.options["font_size"] = self.font_size
        if not self.markup and self.text.strip():
            larger = self._larger()
            self._label.text = self.text
            self._label.options["font_size"] *= larger
            if larger <= 1 and not self.shorten:
                self._fit()
        super().texture_update(*largs)

    def _larger(self) -> float:
        wanted = theme.lettering
        if wanted <= 1:
            return 1.0
        return next((by for by in (wanted, 1 + (wanted - 1) / 2) if self._has_room(by, self.text)), 1.0)

    def _fit(self) -> None:
        """Make the letters smaller until the text is within its box, and cut it where that is not enough."""
        width, _ = self.text_size or (None, None)
        if width is None or width <= self.font_size:
            return
        if "\n" not in self.text and self._label.get_extents(self.text)[0] <= width:
            return
        for by in SMALLER:
            self._label.options["font_size"] = self.font_size * by
            if self._has_room(by, self.text, lines_apart=True):
                return
        within = partial(self._has_room, by, lines_apart=True)
        words = (cut_to_fit(word, partial(self._is_narrow, by)) for word in self.text.split(" "))
        self._label.text = cut_within(" ".join(words), within)

    def _is_narrow(self, by: float, word: str) -> bool:
        return bool(self._laid(by, word).get_extents(word)[0] <= self.text_size[0])

    def _has_room(self, by: float, text: str, lines_apart: bool = False) -> bool:
        """Whether the text fits in its box in letters larger by this factor.

        ``lines_apart``: one line always does in height, for what it takes more is the space between lines.
        """
        width, height = self.text_size or (None, None)
        laid = self._laid(by, text)
        wide, high = laid.render()
        longest = max((laid.get_extents(word)[0] for word in text.split()), default=0)
        if lines_apart and height is not None:
            height = max(height, laid.get_extents(text[:1])[1]) + ROUNDING
        return (width is None or (wide if self.shorten else longest) <= width) and (height is None or high <= height)

    def _laid(self, by: float, text: str) -> Lettering:
        width = self.text_size[0] if self.text_size is not None else None
        return Lettering(
            text=text,
            font_name=self.font_name,
            font_size=self.font_size * by,
            bold=self.bold,
            text_size=(None if self.shorten else width, None),
        )


class Wrapped(Text):
    """Text that grows downwards as far as it needs."""

    grows = BooleanProperty(True)


load_kv(__file__)
