"""The electoral circuit: six Provinces in two columns, with each player's tokens and the gold."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kivy.properties import BooleanProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout

from companion.app.i18n import words
from companion.app.kv_loader import load_kv
from companion.app.magistratvm.textures import tile_picture
from companion.app.theme import theme
from companion.app.widgets.text import Text
from companion.games.magistratvm.state import Province, State
from companion.locale import Message

ROWS = (0, 1, 5, 2, 4, 3)
"""The places of the circuit, which go clockwise from the upper left, row by row."""


class ProvinceView(BoxLayout):
    """A place of the circuit, with a Province or empty."""

    tile = ObjectProperty(None, allownone=True)
    gold = StringProperty("")
    voting = BooleanProperty(False)
    """Whether it votes next."""
    picture = staticmethod(tile_picture)

    def show(self, province: Province | None, names: Sequence[str], voting: bool) -> None:
        """Show a Province.

        Args:
            province: The Province; None for an empty place.
            names: The player names, by seat.
            voting: Whether it votes next.
        """
        self.tile = None if province is None else province.tile
        self.voting = voting
        gold = 0 if province is None else province.gold
        self.gold = words.say(Message("{n} gold", {"n": gold}, "{n} gold", "n")) if gold else ""
        self.ids.tokens.clear_widgets()
        for seat, own in enumerate(() if province is None else province.tokens):
            if own:
                colour = list(theme.seats[seat % len(theme.seats)])
                tokens = Text(text=f"{own}  {names[seat]}", color=colour, units=21, halign="left", shorten=True)
                tokens.shorten_from = "right"
                self.ids.tokens.add_widget(tokens)


class CircuitView(GridLayout):
    """The circuit in two columns of three."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.places = [ProvinceView() for _ in ROWS]
        """The views, by their place in the circuit."""
        for place in ROWS:
            self.add_widget(self.places[place])

    def show(self, state: State, names: Sequence[str]) -> None:
        """Show all six places, and mark the one that votes."""
        voting = state.voting.to_vote[0] if state.voting is not None and state.voting.to_vote else None
        for view, province in zip(self.places, state.circuit, strict=True):
            view.show(province, names, province is not None and province.tile == voting)


load_kv(__file__)
