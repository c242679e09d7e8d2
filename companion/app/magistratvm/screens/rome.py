"""The screen of Magistratvm: the circuit, the Offices and the Family Estates."""

from __future__ import annotations

from typing import Any

from kivy.uix.boxlayout import BoxLayout

from companion.app.kv_loader import load_kv
from companion.app.magistratvm.widgets.circuit import CircuitView
from companion.app.magistratvm.widgets.estates import EstatesView
from companion.app.magistratvm.widgets.offices import OfficesView
from companion.app.screens.any_game import AnyGameScreen
from companion.games.board import Rows


class CityView(BoxLayout):
    """The circuit next to the table of Offices, and the Family Estates below."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.circuit, self.offices, self.estates = CircuitView(), OfficesView(), EstatesView()
        self.ids.contested.add_widget(self.circuit)
        self.ids.contested.add_widget(self.offices)
        self.add_widget(self.estates)


class RomeScreen(AnyGameScreen):
    """A game of Magistratvm, with its table drawn."""

    city: CityView
    draws_counters = True

    def drawn_table(self) -> CityView:
        """Return the view of the table."""
        self.city = CityView()
        return self.city

    def lay_rows(self, rows: Rows) -> None:
        """Draw the present state."""
        self.city.circuit.show(self.state, self.names)
        self.city.offices.show(self.state)
        self.city.estates.show(self.state, self.names)


load_kv(__file__)
