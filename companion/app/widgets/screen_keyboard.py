"""A keyboard on the screen, for tablets without one."""

from functools import partial
from typing import Any

from kivy.app import App
from kivy.core.window import Window
from kivy.properties import BooleanProperty, ObjectProperty
from kivy.uix.behaviors import FocusBehavior
from kivy.uix.boxlayout import BoxLayout
from kivy.utils import platform

from companion.app.texts.i18n import words
from companion.app.widgets.pad import Pad
from companion.app.window.kv_loader import load_kv

SYSTEM_KEYBOARDS = ("android", "ios")
"""Platforms that bring a keyboard of their own."""
LETTERS = {"en": ("qwertyuiop", "asdfghjkl", "zxcvbnm"), "fr": ("azertyuiop", "qsdfghjklm", "wxcvbn")}
SYMBOLS = ("1234567890", "éèêëàâçîïô", "-_.:/@'")
"""Digits, accented letters, and what an address is written with."""


class ScreenKeyboard(BoxLayout):
    """Lies at the bottom of the window while ``field`` is edited."""

    field = ObjectProperty(None, allownone=True)
    capital = BooleanProperty(True)
    """Whether the next letter is a capital."""
    symbols = BooleanProperty(False)
    """Whether digits and signs are shown instead of letters."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.keys: dict[str, Pad] = {}
        App.get_running_app().root.bind(current=hide_keyboard)
        for name in ("capital", "symbols"):
            self.fbind(name, self._fill)
        self._fill()

    def on_touch_down(self, touch: Any) -> bool:
        """Keep the focus of the field, and touches from what lies below."""
        if not self.collide_point(*touch.pos):
            return False
        FocusBehavior.ignored_touch.append(touch)
        super().on_touch_down(touch)
        return True

    def _fill(self, *_: object) -> None:
        rows = SYMBOLS if self.symbols else LETTERS.get(words.language, LETTERS["en"])
        self.keys = {}
        for row, letters in zip((self.ids.first, self.ids.second, self.ids.third), rows, strict=True):
            row.clear_widgets()
            for letter in letters:
                text = letter.upper() if self.capital and not self.symbols else letter
                self._add(row, text, partial(self._write, text))
        self._add(self.ids.third, "", self._take_away, "back")
        last = self.ids.last
        last.clear_widgets()
        self._add(last, "abc" if self.symbols else "123", partial(self._flip, "symbols"))
        self._add(last, "aA", partial(self._flip, "capital")).chosen = self.capital
        self._add(last, " ", partial(self._write, " "))
        self._add(last, "", self._done, "done")

    def _add(self, row: BoxLayout, text: str, on_release: Any, icon: str = "") -> Pad:
        key = Pad(text=text, icon=icon, units=26, tone="main" if icon == "done" else "plain")
        key.bind(on_release=on_release)
        self.keys[icon or text] = key
        row.add_widget(key)
        return key

    def _write(self, letter: str, _key: Pad) -> None:
        if self.field.selection_text:
            self.field.delete_selection()
        self.field.insert_text(letter)
        self.capital = False

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
    """Return the keyboard in the window, or None."""
    return next((child for child in Window.children if isinstance(child, ScreenKeyboard)), None)


def show_keyboard(field: Any) -> None:
    """Show the keyboard for a field, if the system has none."""
    hide_keyboard()
    if platform not in SYSTEM_KEYBOARDS:
        Window.add_widget(ScreenKeyboard(field=field, capital=not field.text))


def hide_keyboard(*_: object) -> bool:
    """Remove the keyboard; return whether there was one."""
    keys = find_keyboard()
    if keys is None:
        return False
    Window.remove_widget(keys)
    keys.field.focus = False
    return True


load_kv(__file__)
