"""The table of Offices: a circle for each space, with the coins of Magistrates, which point to 12 or to 3."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kivy.graphics import Color, Line, Rectangle, SmoothEllipse
from kivy.properties import ListProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.app.i18n import words
from companion.app.kv_loader import load_kv
from companion.app.magistratvm.textures import suit_mask
from companion.app.theme import theme
from companion.games.magistratvm.offices import Office
from companion.games.magistratvm.state import Magistrate, State
from companion.locale import Message, Wording
from companion.pieces.piecepack import Suit

LEVELS = (
    (Office.DICTATOR, Office.CENSOR),
    (Office.CONSUL,),
    (Office.PRAETOR,),
    (Office.AEDILE,),
    (Office.QUAESTOR, Office.TRIBUNE),
)
"""From the highest; a Magistrate falls to the next one."""


class Spaces(Widget):
    """The spaces of an Office: ``coins`` for those taken, ``free`` for the others."""

    coins = ListProperty()
    """A pair for each coin: the Magistrate and the suit of its owner."""
    free = ListProperty()

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.bind(pos=self._draw, size=self._draw, coins=self._draw, free=self._draw)

    def _draw(self, *_: object) -> None:
        self.canvas.clear()
        count = len(self.coins) + len(self.free)
        if not count:
            return
        side = min(self.height, self.width / count) * 0.86
        pitch = self.width / count
        for place in range(count):
            x, y = self.x + pitch * (place + 0.5) - side / 2, self.center_y - side / 2
            if place < len(self.coins):
                magistrate, suit = self.coins[place]
                self._coin(magistrate, suit, x, y, side)
            else:
                with self.canvas:
                    Color(*theme.edge)
                    Line(circle=(x + side / 2, y + side / 2, side / 2 - 1), width=1.2)

    def _coin(self, magistrate: Magistrate, suit: Suit, x: float, y: float, side: float) -> None:
        middle_x, middle_y = x + side / 2, y + side / 2
        colour = theme.seats[magistrate.player % len(theme.seats)]
        ends = (
            (middle_x, y + side * 0.82, middle_x, y + side)
            if magistrate.active
            else (x + side * 0.82, middle_y, x + side, middle_y)
        )
        with self.canvas:
            Color(*colour)
            SmoothEllipse(pos=(x, y), size=(side, side))
            Color(*theme.on_token)
            glyph = side * 0.52
            Rectangle(texture=suit_mask(suit), pos=(middle_x - glyph / 2, middle_y - glyph / 2), size=(glyph, glyph))
            Line(points=ends, width=max(1.5, side * 0.05))


class OfficeView(BoxLayout):
    """One Office: its name and influence above its spaces.

    Args:
        office: The Office.
        **kwargs: Properties of the widget.
    """

    text = StringProperty("")

    def __init__(self, office: Office, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.office = office

    def show(self, state: State) -> None:
        """Show the Magistrates in the Office."""
        values: Wording = {"office": self.office.wording(), "n": self.office.influence}
        text = Message("{office}, {n}", values) if self.office.influence else self.office.wording()
        self.text = words.say(text)
        there = state.magistrates_in(self.office)
        self.ids.spaces.coins = [(one, state.suits[one.player]) for one in there]
        self.ids.spaces.free = list(range(state.options.spaces(self.office) - len(there)))


class OfficesView(BoxLayout):
    """All levels, the highest on top."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.offices: dict[Office, OfficeView] = {}
        for level in LEVELS:
            self.add_widget(self._level(level))

    def show(self, state: State) -> None:
        """Show the Magistrates in all Offices."""
        for view in self.offices.values():
            view.show(state)

    def _level(self, offices: Sequence[Office]) -> BoxLayout:
        row = BoxLayout(spacing=theme.unit * 12)
        for office in offices:
            self.offices[office] = OfficeView(office)
            row.add_widget(self.offices[office])
        return row


load_kv(__file__)
