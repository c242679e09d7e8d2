"""Picking a card from the deck."""

from __future__ import annotations

from kivy.properties import BooleanProperty, ObjectProperty

from companion.app.kv_loader import load_kv
from companion.app.widgets.tray import Tray


class CardSheet(Tray):
    """The deck; ``taker(card)`` hears the one tapped."""

    is_choice = True
    gone = ObjectProperty(frozenset())
    pale = ObjectProperty(frozenset())
    """Cards that can only be sold."""
    courts = BooleanProperty(False)
    callback = ObjectProperty(None, allownone=True)


load_kv(__file__)
