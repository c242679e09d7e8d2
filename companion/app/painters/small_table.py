"""A small picture of a table: what lies in its middle, with the numbers of each seat."""

from collections.abc import Iterator, Sequence
from typing import Any

from kivy.properties import BooleanProperty, ListProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from companion.app.painters.pieces import Coin, PiecesView, seat_colour
from companion.app.painters.regions import GRID_COLUMNS
from companion.app.seats import is_far_seat
from companion.app.widgets.card import Index
from companion.app.window.kv_loader import load_kv
from companion.app.window.theme import theme
from companion.games.view import Layout, Region, Spot, View
from companion.pieces import Card

NUMBER_UNITS = 34
"""Width of a number beside pieces, in units."""


class SmallNumber(BoxLayout):
    """The number of a seat at a place."""

    text = StringProperty("")
    colour = ListProperty(theme.ink)
    leads = BooleanProperty(False)
    """Whether the seat is ahead there."""


class SmallColumn(BoxLayout):
    """The suits of a card between the numbers of both sides."""


class SmallTable(BoxLayout):
    """The regions of the middle that are no piles, side by side; nothing there can be tapped.

    Args:
        view: The table.
        **kwargs: Properties of the widget.
    """

    def __init__(self, view: View, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        for region in view.regions:
            if region.seat is None and region.layout is not Layout.PILE:
                spots = [*_draw_spots(region, view.names)]
                cols = {Layout.GRID: GRID_COLUMNS, Layout.LADDER: 1}.get(region.layout, len(spots))
                shown = GridLayout(cols=max(1, cols), size_hint_x=max(1, cols), spacing=theme.unit * 6)
                for spot in spots:
                    shown.add_widget(spot)
                if spots:
                    self.add_widget(shown)


def _draw_spots(region: Region, names: Sequence[str]) -> Iterator[Widget]:
    for spot in region.spots:
        if region.layout is Layout.COLUMNS:
            yield _draw_column(spot, len(names))
        elif spot.pieces or spot.spots:
            yield _draw_place(spot, names)


def _draw_column(spot: Spot, seats: int) -> Widget:
    column = SmallColumn()
    card = spot.pieces[0].shows
    assert isinstance(card, Card), "a column has a card in the middle"
    column.ids.suits.add_widget(Index(card=card, across=True, ranked=False, dark=True, colour=theme.ink))
    for one in spot.spots:
        far = one.seat is not None and is_far_seat(one.seat, seats)
        (column.ids.far if far else column.ids.near).add_widget(_draw_number(one))
    return column


def _draw_place(spot: Spot, names: Sequence[str]) -> Widget:
    place = BoxLayout(padding=theme.unit * 3, spacing=theme.unit * 3)
    counted = [one for one in spot.spots if one.number is not None]
    for one in [spot] if counted or not spot.spots else spot.spots:
        place.add_widget(PiecesView(one.pieces, names) if one.pieces else Coin())
    for one in counted:
        if one.number:
            number = _draw_number(one)
            number.size_hint_x, number.width = None, theme.unit * NUMBER_UNITS
            place.add_widget(number)
    return place


def _draw_number(spot: Spot) -> Widget:
    colour = theme.accent if spot.seat is None else seat_colour(spot.seat)
    return SmallNumber(text=str(spot.number), colour=colour, leads=spot.leads)


load_kv(__file__)
