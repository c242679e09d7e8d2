"""Large cards of the start screen: its entries, and the game that was left."""

from typing import Any

from kivy.properties import BooleanProperty, ColorProperty, StringProperty
from kivy.uix.widget import Widget

from companion.app.widgets.icon import Icon, Illustration
from companion.app.widgets.pad import RaisedTarget, Target
from companion.app.window.kv_loader import load_kv
from companion.app.window.theme import theme


class UnfinishedCard(RaisedTarget):
    """A tap resumes the game; ``preview`` is its table drawn small, once that is known."""

    text = StringProperty("")
    """The name of the game."""
    about = StringProperty("")
    """Whose turn it is."""
    stands = StringProperty("")

    def __init__(self, preview: Widget | None, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        if preview is not None:
            self.ids.preview.add_widget(preview)


LEAST_HEIGHT = 110
"""From which height on there is room for an illustration, in units."""
UPRIGHT, UPRIGHT_UNITS = 0.5, 170
"""From which height on, as a share of the width and in units, the illustration is above the text."""


class NavigationCard(Target):
    """A large card to tap: an icon or an illustration, what it opens, and a line about it."""

    icon = StringProperty("")
    illustration = StringProperty("")
    text = StringProperty("")
    about = StringProperty("")
    main = BooleanProperty(False)
    illustrated = BooleanProperty(False)
    """Whether the illustration has room; otherwise the icon is shown."""
    upright = BooleanProperty(False)
    """Whether the illustration is above the text."""
    drawn = ColorProperty(theme.ink)
    """The icon's colour."""

    def on_kv_post(self, _base: Any) -> None:
        """Choose between icon and illustration, now and with every size."""
        self._icon = Icon(name=self.icon, colour=self.drawn)
        self.bind(icon=self._icon.setter("name"), drawn=self._icon.setter("colour"))
        self._show()
        self.bind(size=self._arrange, illustrated=self._show)

    def _arrange(self, *_: object) -> None:
        self.illustrated = bool(self.illustration) and self.height > theme.unit * LEAST_HEIGHT
        self.upright = self.illustrated and self.height > max(self.width * UPRIGHT, theme.unit * UPRIGHT_UNITS)

    def _show(self, *_: object) -> None:
        self.ids.drawn.clear_widgets()
        self.ids.drawn.add_widget(Illustration(name=self.illustration) if self.illustrated else self._icon)


load_kv(__file__)
