"""Picking a card from the deck."""

from __future__ import annotations

from kivy.properties import BooleanProperty, ObjectProperty

from companion.app.kv_loader import load_beside
from companion.app.widgets.tray import Tray


class CardSheet(Tray):
    """The deck; ``taker(card)`` hears the one tapped."""

    choosing = True
    gone = ObjectProperty(frozenset())
    pale = ObjectProperty(frozenset())
    """Cards that can only be sold."""
    courts = BooleanProperty(False)
    taker = ObjectProperty(None, allownone=True)


load_beside(__file__)
