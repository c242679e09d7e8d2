"""Fields for typed text: a name, an address."""

from typing import Any

from kivy.clock import Clock
from kivy.properties import ObjectProperty
from kivy.uix.textinput import TextInput

from companion.app.widgets.screen_keyboard import find_keyboard, hide_keyboard, show_keyboard
from companion.app.window.kv_loader import load_kv


class TextField(TextInput):
    """One line; a tap shows a keyboard. Nothing is selected: a default is a hint, which goes with the first letter."""

    def __init__(self, **kwargs: Any) -> None:
        self._scroll_soon = Clock.create_trigger(self._scroll_to_cursor, -1)
        super().__init__(**kwargs)

    def _adjust_viewport(self, *_cursor: int) -> None:
        # Kivy has one trigger for all fields, and the last field of all stays in it with its screen.
        self._scroll_soon()

    def _scroll_to_cursor(self, _seconds: float) -> None:
        TextInput._adjust_viewport.__wrapped__(self, *self.cursor)

    @property
    def value(self) -> str:
        """What was typed, or else the hint."""
        return str(self.text.strip() or self.hint_text)

    def on_focus(self, _field: TextInput, focus: bool) -> None:
        """Show or hide the keyboard."""
        keys = find_keyboard()
        if focus:
            show_keyboard(self)
        elif keys is not None and keys.field is self:
            hide_keyboard()


class NameField(TextField):
    """A name in its seat's colour."""

    chooser = ObjectProperty(None, allownone=True)
    """Called when the field is tapped; if it returns True, a name is chosen elsewhere and none is typed."""

    def on_touch_down(self, touch: Any) -> bool:
        """Let a player choose a name, or type one."""
        chooses = self.chooser is not None and not (self.focus or self.disabled) and self.collide_point(*touch.pos)
        if chooses and self.chooser():
            return True
        return bool(super().on_touch_down(touch))


load_kv(__file__)
