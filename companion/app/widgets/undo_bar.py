"""A bar that offers to undo what was just done."""

from __future__ import annotations

from kivy.properties import ObjectProperty, StringProperty
from kivy.uix.relativelayout import RelativeLayout

from companion.app.window.kv_loader import load_kv


class UndoBar(RelativeLayout):
    """Lies at the lower edge; ``undo_callback`` undoes."""

    text = StringProperty("")
    undo_callback = ObjectProperty()


load_kv(__file__)
