"""Text in every script: each run in a font that has its letters, in its own direction."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import kivy.uix.label
import kivy.uix.textinput
from kivy.core.text._text_sdl2 import _SurfaceContainer
from kivy.core.text.text_sdl2 import LabelSDL2

from companion.app.texts.font_fallback import Run, is_usual, runs
from companion.names import graphemes

ELLIPSIS = "…"

MIN_LETTERS = 2
"""Letters kept of a text that is cut in its middle."""

MAX_EXTENTS = 8192
"""Texts whose sizes are kept: a layout measures the same words in every pass."""
_extents: dict[tuple[object, ...], tuple[int, int]] = {}


class Lettering(LabelSDL2):
    """Kivy's drawn text, with fonts for missing letters, and cut between letters only."""

    options: dict[str, Any]
    drawn_callback: Callable[[], None] | None = None
    """Called once the letters are in the texture, which happens when it is first shown."""

    def _texture_fill(self, texture: Any) -> None:
        super()._texture_fill(texture)
        if self.drawn_callback is not None and texture is self.texture:
            self.drawn_callback()

    def get_extents(self, text: str) -> tuple[int, int]:
        """Return width and height of a line in pixels."""
        if is_usual(text):
            return self._measured_once(text)
        wide, above, below = 0, self.get_ascent(), -self.get_descent()
        for run in runs(text, self.options["font_name_r"]):
            with self._drawing(run):
                wide += self._measured(run.text)[0]
                above, below = max(above, self.get_ascent()), max(below, -self.get_descent())
        return wide, max(above + below, self._measured(" ")[1])

    def shorten(self, text: str, margin: int = 2) -> str:
        """Return the text cut to its box, with an ellipsis."""
        if is_usual(text) or self.text_size[0] is None:
            return str(super().shorten(text, margin))
        room = max(0, int(self.text_size[0] - self.options["padding"][0] - self.options["padding"][2] - margin))
        short = cut_to_fit(text.replace("\n", " "), lambda part: self.get_extents(part)[0] <= room)
        self.is_shortened = short != text
        return short

    def _render_text(self, text: str, x: float, y: float) -> None:
        if is_usual(text):
            super()._render_text(text, x, y)
            return
        parts = runs(text, self.options["font_name_r"])
        above = self.get_ascent()
        for run in parts:
            with self._drawing(run):
                above = max(above, self.get_ascent())
        for run in parts:
            with self._drawing(run):
                super()._render_text(run.text, x, y + above - self.get_ascent())
                x += self._measured(run.text)[0]

    def _measured_once(self, text: str) -> tuple[int, int]:
        options = self.options
        key = (text, options["font_name_r"], options["font_size"], options["bold"], options["italic"])
        known = _extents.get(key)
        if known is None:
            if len(_extents) >= MAX_EXTENTS:
                _extents.clear()
            known = _extents[key] = self._measured(text)
        return known

    def _measured(self, text: str) -> tuple[int, int]:
        wide, high = super().get_extents(text)
        return int(wide), int(high)

    @contextmanager
    def _drawing(self, run: Run) -> Iterator[None]:
        """Use a run's font, direction and script within the context."""
        before = self.options
        if run.font is None:
            yield
            return
        self.options = {
            **before,
            "font_name_r": run.font,
            "font_direction": "rtl" if run.right_to_left else "ltr",
            "font_script_name": run.script,
        }
        # Only drawing passes direction and script on to SDL's font; it measures by those it was drawn with last.
        _SurfaceContainer(1, 1).render(self, " ", 0, 0)
        try:
            yield
        finally:
            self.options = before


def cut_to_fit(text: str, fits: Callable[[str], bool]) -> str:
    """Return the text, or as many of its letters as fit with an ellipsis behind them."""
    if fits(text):
        return text
    letters = list(graphemes(text))
    least, most = 0, len(letters)
    while least < most:
        middle = (least + most + 1) // 2
        if fits("".join(letters[:middle]).rstrip() + ELLIPSIS):
            least = middle
        else:
            most = middle - 1
    return "".join(letters[:least]).rstrip() + ELLIPSIS


def cut_within(text: str, fits: Callable[[str], bool]) -> str:
    """Return the text, or as many letters of its beginning and end as fit, with an ellipsis between them."""
    if fits(text):
        return text
    letters = list(graphemes(text))
    least, most = MIN_LETTERS, len(letters) - 1
    while least < most:
        middle = (least + most + 1) // 2
        if fits(_without_middle(letters, middle)):
            least = middle
        else:
            most = middle - 1
    return _without_middle(letters, least)


def _without_middle(letters: list[str], kept: int) -> str:
    end = kept // 3
    return "".join(letters[: kept - end]).rstrip() + ELLIPSIS + "".join(letters[len(letters) - end :]).lstrip()


# Kivy names the class that draws letters nowhere but in these modules.
kivy.uix.label.CoreLabel = Lettering
kivy.uix.textinput.Label = Lettering
