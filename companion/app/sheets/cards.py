"""Picking a card from the deck."""

from __future__ import annotations

from kivy.properties import BooleanProperty, ObjectProperty

from companion.app.kv import load_beside
from companion.app.widgets.sheet import Sheet


class CardSheet(Sheet):
    """The deck; ``taker(card)`` hears the one tapped."""

    gone = ObjectProperty(frozenset())
    courts = BooleanProperty(False)
    taker = ObjectProperty(None, allownone=True)


load_beside(__file__)
