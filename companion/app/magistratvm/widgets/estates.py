"""The Family Estates: the Provinces that each player won, with their gold; a Governor's coin lies on some."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kivy.properties import BooleanProperty, ListProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.floatlayout import FloatLayout

from companion.app.kv import load_beside
from companion.app.magistratvm.drawn import suit_mask, tile_picture
from companion.app.theme import theme
from companion.games.magistratvm.state import Decided, State
from companion.pieces.piecepack import Suit


class WonProvince(FloatLayout):
    """A tile that was won."""

    tile = ObjectProperty(None, allownone=True)
    gold = StringProperty("")
    governed = BooleanProperty(False)
    suit = ObjectProperty(Suit.SUNS)
    colour = ListProperty(theme.ink)
    picture, mask = staticmethod(tile_picture), staticmethod(suit_mask)


class EstateView(BoxLayout):
    """One player's Provinces, in the order in which they were won."""

    name = StringProperty("")
    colour = ListProperty(theme.ink)

    def show(self, name: str, suit: Suit, colour: list[float], own: Sequence[Decided]) -> None:
        """What lies there now."""
        self.name, self.colour = name, colour
        self.won = [
            WonProvince(
                tile=one.tile, gold=str(one.gold) if one.gold else "", governed=one.governed, suit=suit, colour=colour
            )
            for one in own
        ]
        self.ids.won.clear_widgets()
        for view in self.won:
            self.ids.won.add_widget(view)


class EstatesView(BoxLayout):
    """Those of everybody who has won a Province."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.estates: dict[int, EstateView] = {}
        """By seat."""

    def show(self, state: State, names: Sequence[str]) -> None:
        """All of them; before anything is won there is nothing to see."""
        self.clear_widgets()
        self.estates = {seat: EstateView() for seat, own in enumerate(state.decided) if own}
        for seat, view in self.estates.items():
            colour = list(theme.seats[seat % len(theme.seats)])
            view.show(names[seat], state.suits[seat], colour, state.decided[seat])
            self.add_widget(view)


load_beside(__file__)
