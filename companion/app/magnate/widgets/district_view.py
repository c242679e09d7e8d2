"""A district: its card, both columns, and who is ahead in it."""

from __future__ import annotations

from typing import Any

from kivy.properties import BooleanProperty, ListProperty, NumericProperty, ObjectProperty
from kivy.uix.boxlayout import BoxLayout

from companion.app.kv import load_beside
from companion.app.theme import theme
from companion.app.widgets.card import EXCUSE
from companion.app.widgets.half_turn import HalfTurn
from companion.games.magnate.options import Options
from companion.games.magnate.paying import price
from companion.games.magnate.scoring import DistrictScore
from companion.games.magnate.state import District
from companion.pieces import Card

NEAR, FAR = 0, 1


class Total(HalfTurn):
    """What a side of a district is worth now, filled where it is ahead."""

    total = NumericProperty(0)
    ahead = BooleanProperty(False)
    colour = ListProperty(theme.ink)


class DistrictView(BoxLayout):
    """The district ``place`` of a row; ``taker(place, player)`` hears which column is tapped."""

    place = NumericProperty(0)
    card = ObjectProperty(EXCUSE, rebind=True)
    totals = ListProperty([0, 0])
    won_by = NumericProperty(None, allownone=True)
    far_turned = BooleanProperty(True)
    taker = ObjectProperty(None, allownone=True)
    seats = ListProperty(list(theme.seats))

    def on_kv_post(self, _base: Any) -> None:
        self.columns = {NEAR: self.ids.near, FAR: self.ids.far}

    def show(
        self, district: District, stands: DistrictScore, options: Options, paying: frozenset[Card] = frozenset()
    ) -> None:
        """What lies there and how it stands; cards that have just been ``paying`` are marked."""
        self.card = district.card
        self.totals = [side.total for side in stands.sides]
        self.won_by = stands.won_by
        for player, view in self.columns.items():
            column = district.columns[player]
            if column is not None:
                view.show(column, paying, price(column.deed.card, options) if column.deed is not None else 0)

    def tapped(self, player: int) -> None:
        if self.taker is not None:
            self.taker(self.place, player)


load_beside(__file__)
