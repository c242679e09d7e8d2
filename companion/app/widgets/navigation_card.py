"""An entry of the start screen."""

from __future__ import annotations

from kivy.properties import BooleanProperty, StringProperty

from companion.app.kv_loader import load_kv
from companion.app.widgets.pad import Target


class NavigationCard(Target):
    """A large card to tap: an icon, what it opens, and a line about it."""

    icon = StringProperty("")
    text = StringProperty("")
    about = StringProperty("")
    main = BooleanProperty(False)


load_kv(__file__)
