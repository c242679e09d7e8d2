"""Sheets of lines to read: any list, and how to set up the table or to put the game away."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from kivy.clock import Clock
from kivy.properties import BooleanProperty, ListProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.app.camera.camera_state import TableCheck
from companion.app.painters.columns import ColumnsRegion
from companion.app.painters.pieces import CARD_SHAPE
from companion.app.painters.spots import Painting
from companion.app.texts.i18n import words
from companion.app.widgets.card import CardFace
from companion.app.widgets.sheet import Sheet
from companion.app.widgets.text import Text, Wrapped
from companion.app.window.kv_loader import load_kv
from companion.app.window.theme import theme
from companion.games.texts import Line, Section
from companion.games.view import Layout
from companion.pieces.cards import split_cards

CARD, LETTER = 62, 11
"""Width of a card, and most of a letter, in units."""


class ListSheet(Sheet):
    """Widgets below each other, scrolled; in as many columns as there are in a window that is wider than high."""

    read_only = True
    columns = NumericProperty(1)

    def __init__(self, widgets: Iterable[Any], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        for one in widgets:
            if one.parent is not None:
                one.parent.remove_widget(one)
            self.ids.lines.add_widget(one)


def lines_of(sections: Sequence[Section]) -> Iterator[Wrapped]:
    """Yield a widget for each section's title and for each line, with its rule's number."""
    for section in sections:
        yield Wrapped(text=words.say(section.title), bold=True, units=27)
        for line in section.lines:
            yield Wrapped(text=f"{words.say(line.text)}  {line.rule}".rstrip(), units=23)


def rows_of(steps: Sequence[Line]) -> Iterator[Widget]:
    """Yield a row for each step with its number, and with the cards that it names in it."""
    for number, step in enumerate(steps, 1):
        text = f"{number}. {words.say(step.text)}"
        parts = [one for one in split_cards(text) if not isinstance(one, str) or one.strip(" .")]
        if len(parts) == 1:
            yield Wrapped(text=text, units=23)
            continue
        row = BoxLayout(size_hint_y=None, height=theme.unit * CARD / CARD_SHAPE, spacing=theme.unit * 8)
        for part in parts:
            if isinstance(part, str):
                share, face = len(part), Text(text=part.strip(), units=23, halign="left")
                face.size_hint_x, face.size_hint_max_x = share, theme.unit * LETTER * share
            else:
                face = CardFace(card=part, size_hint_x=None, width=theme.unit * CARD)
            row.add_widget(face)
        row.add_widget(Widget(size_hint_x=0.001))
        yield row


MAX_STEPS = 3
"""Maximum number of steps shown at once."""
CHECK_INTERVAL = 0.5
"""Seconds between two checks of the camera."""


class PutAwaySheet(ListSheet):
    """The list of what lies where, and the columns of the table; with a camera, also what must still be laid."""

    screen = ObjectProperty()
    """The game's screen."""
    checkable = BooleanProperty(False)
    """Whether a camera can check the table."""
    camera_status = StringProperty("")
    """What the camera reads, in a sentence; empty without a camera."""
    to_lay = ListProperty()
    """The steps until the table agrees with the game, a sentence each."""
    asks = BooleanProperty(False)
    """Whether the camera has a question."""
    agrees = BooleanProperty(False)
    """Whether the table agrees with the game."""
    pictured = BooleanProperty(False)
    """Whether the table has columns."""
    upright = BooleanProperty(False)
    """Whether the list is above the picture instead of next to it."""

    def __init__(self, sections: Sequence[Section], **kwargs: Any) -> None:
        super().__init__(lines_of(sections), **kwargs)
        self.checkable = self.screen.can_check_table
        view = self.screen.view_of(self.screen.state)
        for region in (one for one in view.regions if one.layout is Layout.COLUMNS):
            laid = ColumnsRegion(painting=Painting(view.names, turned=self.screen.far_turned))
            laid.show(region)
            self.ids.laid.add_widget(laid)
            self.pictured = True
        self._tick = Clock.schedule_interval(self._ask_camera, CHECK_INTERVAL)
        self.bind(parent=self._left)
        self._ask_camera()

    def on_upright(self, *_: object) -> None:
        """Place the list above the picture, or next to it."""
        self.ids.content.orientation = "vertical" if self.upright else "horizontal"

    def check(self) -> None:
        """Have the camera read the table again or ask its question; without one, open the choice of a camera."""
        camera = self.screen.camera
        if camera.live is None:
            camera.choose()
        elif self.asks:
            camera.ask()
        else:
            camera.live.read_again()

    def _ask_camera(self, *_: object) -> None:
        check = self.screen.camera.check() if self.checkable else None
        if check is not None:
            self.show(check)

    def show(self, check: TableCheck) -> None:
        """Show what the camera reads of the table."""
        self.camera_status, self.agrees, self.asks = words.say(check.doing), check.agrees, check.asks
        steps = [words.say(step) for step in check.to_lay]
        if steps != self.to_lay:
            self.to_lay = steps
            self.ids.steps.clear_widgets()
            more = len(steps) - MAX_STEPS
            rest = [words._("And {n} more").format(n=more)] if more > 0 else []
            for step in [*steps[:MAX_STEPS], *rest]:
                self.ids.steps.add_widget(Wrapped(text=step, units=22, color=theme.accent))

    def _left(self, _sheet: object, parent: object) -> None:
        if parent is None:
            self._tick.cancel()


load_kv(__file__)
