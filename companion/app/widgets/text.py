"""Text that fits its box."""

import re
from collections.abc import Hashable
from functools import partial
from operator import attrgetter

from kivy.properties import BooleanProperty, NumericProperty
from kivy.uix.label import Label

from companion.app.texts.drawn_texts import DrawnText, drawn_texts
from companion.app.texts.lettering import Lettering, cut_to_fit, cut_within
from companion.app.window.kv_loader import load_kv
from companion.app.window.theme import theme

SMALLER_SIZES = (1.0, 0.85, 0.7)
"""Factors by which letters shrink, in order, before a text is cut."""
ROUNDING = 1.0
"""Pixels by which a text may exceed its box."""
_LISTS = ("color", "disabled_color", "outline_color", "disabled_outline_color", "padding", "text_size")
_LISTED = attrgetter(*_LISTS)
_PLAIN = attrgetter(*(name for name in Label._font_properties if name not in (*_LISTS, "ellipsis_options")))
"""A text's texture depends on these; nothing sets the options of an ellipsis."""


class Text(Label):
    """Text in the theme's colour, ``units`` of the design high, kept inside its box.

    It is larger if the settings say so and there is room, and smaller or cut between letters if there is none.
    """

    units = NumericProperty(22)
    grows = BooleanProperty(False)
    """Whether its box grows with it, rather than cutting it."""

    @property
    def lettered(self) -> float:
        """Height of the letters as drawn, in pixels."""
        return float(self._label.options["font_size"])

    @property
    def drawn(self) -> str:
        """The text as drawn, cut if it is too long."""
        return str(self._label.text)

    def texture_update(self, *largs: object) -> None:
        """Draw the text in the size that fits, or show the texture in which it was drawn before."""
        # A new texture, since writing to one that is drawn would block the frame.
        self._label.texture = None
        self._label.options["font_size"] = self.font_size
        self._label.resolve_font_name()  # else bold letters are measured as narrow as the others
        if not self.text.strip():
            super().texture_update(*largs)
            return
        key = self._appearance()
        known = drawn_texts.find(key)
        if known is not None:
            self._use(known)
            return
        self._label.drawn_callback = partial(self._keep, key)
        larger = self._larger()
        self._label.text = self.text
        self._label.options["font_size"] *= larger
        if larger <= 1 and not self.shorten:
            self._fit()
        super().texture_update(*largs)

    def _appearance(self) -> Hashable:
        """Return everything on which the texture depends."""
        return (theme.lettering, self.disabled, *_PLAIN(self), *map(tuple, _LISTED(self)))

    def _keep(self, key: Hashable) -> None:
        label = self._label
        label.drawn_callback = None
        drawn_texts.keep(key, DrawnText(label.texture, label.text, label.options["font_size"], label.is_shortened))

    def _use(self, known: DrawnText) -> None:
        self._label.drawn_callback = None
        self._label.text, self._label.options["font_size"] = known.text, known.font_size
        self.texture, self.texture_size = known.texture, list(known.texture.size)
        self.is_shortened = known.shortened

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
        for by in SMALLER_SIZES:
            self._label.options["font_size"] = self.font_size * by
            if self._has_room(by, self.text, allow_one_line=True):
                return
        within = partial(self._has_room, by, allow_one_line=True)
        words = (cut_to_fit(word, partial(self._is_narrow, by)) for word in self.text.split(" "))
        self._label.text = cut_within(" ".join(words), within)

    def _is_narrow(self, by: float, word: str) -> bool:
        return bool(self._measure(by, word).get_extents(word)[0] <= self.text_size[0])

    def _has_room(self, by: float, text: str, allow_one_line: bool = False) -> bool:
        """Return whether the text fits its box in letters larger by this factor.

        With ``allow_one_line`` one line always fits in height: what it lacks is the space between lines.
        """
        width, height = self.text_size or (None, None)
        label = self._measure(by, text)
        wide, high = label.render()
        longest = max((label.get_extents(word)[0] for word in re.split("[ \\n]", text)), default=0)
        if allow_one_line and height is not None:
            height = max(height, label.get_extents(text[:1])[1]) + ROUNDING
        return (width is None or (wide if self.shorten else longest) <= width) and (height is None or high <= height)

    def _measure(self, by: float, text: str) -> Lettering:
        width = self.text_size[0] if self.text_size is not None else None
        return Lettering(
            text=text,
            font_name=self.font_name,
            font_size=self.font_size * by,
            bold=self.bold,
            text_size=(None if self.shorten else width, None),
        )


class Wrapped(Text):
    """Text that grows downwards."""

    grows = BooleanProperty(True)


load_kv(__file__)
