"""The sheet that lists where the table and the game differ, each difference with its picture and its two cures."""

from __future__ import annotations

from typing import Any

from kivy.properties import BooleanProperty, ObjectProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.image import Image
from numpy.typing import NDArray

from companion.app.sheets.uncertain_reading import crop_square
from companion.app.texts.i18n import words
from companion.app.widgets.pad import Pad
from companion.app.widgets.sheet import Sheet
from companion.app.widgets.text import Wrapped
from companion.app.window.kv_loader import load_kv
from companion.app.window.textures import make_texture
from companion.app.window.theme import theme
from companion.live.events import CheckedDifference, TableChecked

CROP_UNITS = 150
"""Height of a difference's picture, in units of the design."""


class DifferenceRow(BoxLayout):
    """One difference: its picture, what differs, and the two cures."""

    def __init__(self, one: CheckedDifference, pixels: NDArray[Any] | None, sheet: DifferencesSheet) -> None:
        super().__init__(spacing=theme.unit * 12, size_hint_y=None)
        self.key, self._one = one.key, one
        if pixels is not None and one.region is not None:
            side = theme.unit * CROP_UNITS
            crop = Image(texture=make_texture(crop_square(pixels, one.region)), fit_mode="contain")
            crop.size_hint, crop.size = (None, None), (side, side)
            self.add_widget(crop)
        text = " ".join(words.say(sentence) for sentence in one.texts)
        self.text = Wrapped(text=text, units=22, pos_hint={"center_y": 0.5})
        self.add_widget(self.text)
        pads = BoxLayout(orientation="vertical", spacing=theme.unit * 8, size_hint_x=0.5)
        self.adopt = Pad(text=words._("Update the game"), units=20)
        self.adopt.bind(on_release=lambda _pad: sheet.camera.adopt_difference(one.key))
        self.adopt.disabled = one.move is None
        self.put_back = Pad(text=words._("Fix the table"), units=20)
        self.put_back.bind(on_release=lambda _pad: self.show_steps())
        pads.add_widget(self.adopt)
        pads.add_widget(self.put_back)
        self.add_widget(pads)
        self.text.bind(height=self._fit)
        self._fit()

    def show_steps(self) -> None:
        """Show what must be put back instead of what differs."""
        self.text.text = " ".join(words.say(step) for step in self._one.put_back)
        self.put_back.disabled = True

    def _fit(self, *_: object) -> None:
        self.height = max(theme.unit * CROP_UNITS, self.text.height, theme.target * 2 + theme.unit * 8)


class DifferencesSheet(Sheet):
    """What a check of the whole table found; ``camera`` is the camera corner that checks it."""

    camera = ObjectProperty()
    can_adopt_all = BooleanProperty(False)
    """Whether one tap can set the whole game to the table."""

    def __init__(self, checked: TableChecked, pixels: NDArray[Any] | None, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.rows: list[DifferenceRow] = []
        self.show(checked, pixels)

    def show(self, checked: TableChecked, pixels: NDArray[Any] | None) -> None:
        """Show the result of a check.

        Args:
            checked: The result.
            pixels: The frame that it is of, BGR; None without one.
        """
        self.title = words._("Check the table")
        self.notice = words.say(checked.sentence())
        self.rows = [DifferenceRow(one, pixels, self) for one in checked.differences]
        self.ids.rows.clear_widgets()
        for row in self.rows:
            self.ids.rows.add_widget(row)
        self.can_adopt_all = len(self.rows) > 1 and self.camera.can_accept_table


load_kv(__file__)
