"""Keys on the screen, for a tablet that brings none of its own."""

from __future__ import annotations

from functools import partial
from typing import Any

from kivy.app import App
from kivy.core.window import Window
from kivy.properties import BooleanProperty, ObjectProperty
from kivy.uix.behaviors import FocusBehavior
from kivy.uix.boxlayout import BoxLayout
from kivy.utils import platform

from companion.app.i18n import words
from companion.app.kv_loader import load_kv
from companion.app.widgets.pad import Pad

BRING_THEIR_OWN = ("android", "ios")
LETTERS = {"en": ("qwertyuiop", "asdfghjkl", "zxcvbnm"), "fr": ("azertyuiop", "qsdfghjklm", "wxcvbn")}
OTHERS = ("1234567890", "éèêëàâçîïô", "-_.:/@'")
"""Figures, accents, and what an address is written with."""


class ScreenKeyboard(BoxLayout):
    """Lies at the bottom of the window while ``field`` is written in."""

    field = ObjectProperty(None, allownone=True)
    high = BooleanProperty(True)
    """Whether the next letter is a capital."""
    others = BooleanProperty(False)
    """Whether figures and signs are shown instead of letters."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.keys: dict[str, Pad] = {}
        App.get_running_app().root.bind(current=hide_keyboard)
        for name in ("high", "others"):
            self.fbind(name, self._fill)
        self._fill()

    def on_touch_down(self, touch: Any) -> bool:
        """What is written in keeps the keys while they are tapped, and nothing below them is."""
        if not self.collide_point(*touch.pos):
            return False
        FocusBehavior.ignored_touch.append(touch)
        super().on_touch_down(touch)
        return True

    def _fill(self, *_: object) -> None:
        rows = OTHERS if self.others else LETTERS.get(words.language, LETTERS["en"])
        self.keys = {}
        for row, letters in zip((self.ids.first, self.ids.second, self.ids.third), rows, strict=True):
            row.clear_widgets()
            for letter in letters:
                said = letter.upper() if self.high and not self.others else letter
                self._add(row, said, partial(self._write, said))
        self._add(self.ids.third, "", self._take_away, "back")
        last = self.ids.last
        last.clear_widgets()
        self._add(last, "abc" if self.others else "123", partial(self._flip, "others"))
        self._add(last, "aA", partial(self._flip, "high")).chosen = self.high
        self._add(last, " ", partial(self._write, " "))
        self._add(last, "", self._done, "done")

    def _add(self, row: BoxLayout, text: str, does: Any, icon: str = "") -> Pad:
        key = Pad(text=text, icon=icon, units=26, tone="main" if icon == "done" else "plain")
        key.bind(on_release=does)
        self.keys[icon or text] = key
        row.add_widget(key)
        return key

    def _write(self, letter: str, _key: Pad) -> None:
        if self.field.selection_text:
            self.field.delete_selection()
        self.field.insert_text(letter)
        self.high = False

    def _take_away(self, _key: Pad) -> None:
        if self.field.selection_text:
            self.field.delete_selection()
        else:
            self.field.do_backspace()

    def _flip(self, name: str, _key: Pad) -> None:
        setattr(self, name, not getattr(self, name))

    def _done(self, _key: Pad) -> None:
        self.field.focus = False
        self.field.dispatch("on_text_validate")


def find_keyboard() -> ScreenKeyboard | None:
    """Those that lie on the window now."""
    return next((child for child in Window.children if isinstance(child, ScreenKeyboard)), None)


def show_keyboard(field: Any) -> None:
    """For this field, where the system brings none."""
    hide_keyboard()
    if platform not in BRING_THEIR_OWN:
        Window.add_widget(ScreenKeyboard(field=field, high=not field.text or bool(field.selection_text)))


def hide_keyboard(*_: object) -> bool:
    """Ends writing; whether there were any."""
    keys = find_keyboard()
    if keys is None:
        return False
    Window.remove_widget(keys)
    keys.field.focus = False
    return True


load_kv(__file__)
