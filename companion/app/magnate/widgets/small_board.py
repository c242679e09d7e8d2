"""A small picture of a table of Magnate: every district with its totals."""

from __future__ import annotations

from typing import Any

from kivy.properties import ListProperty, NumericProperty, ObjectProperty
from kivy.uix.boxlayout import BoxLayout

from companion.app.seats import is_far_seat
from companion.app.widgets.card import EXCUSE
from companion.app.window.kv_loader import load_kv
from companion.app.window.theme import theme
from companion.games.magnate import State, score
from companion.games.magnate.scoring import SideScore


class SmallTotal(BoxLayout):
    """The total of one side of a district."""

    total = NumericProperty(0)
    colour = ListProperty([0, 0, 0, 0])
    """The colour of its seat if it leads."""
    leads = NumericProperty(0)


class SmallDistrict(BoxLayout):
    """One district between its totals."""

    card = ObjectProperty(EXCUSE, rebind=True)


class SmallBoard(BoxLayout):
    """The row of districts.

    Args:
        state: The state to show.
        **kwargs: Properties of the widget.
    """

    def __init__(self, state: State, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        for district in score(state).districts:
            view = SmallDistrict(card=district.card)
            for side in district.sides:
                far = is_far_seat(side.player, state.players)
                place = view.ids.far if far else view.ids.near
                place.add_widget(_total(side, leads=district.won_by == side.player))
            self.add_widget(view)


def _total(side: SideScore, *, leads: bool) -> SmallTotal:
    colour = theme.seats[side.player % len(theme.seats)] if leads else [0, 0, 0, 0]
    return SmallTotal(total=side.total, colour=colour, leads=int(leads))


load_kv(__file__)
