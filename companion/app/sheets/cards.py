"""The tray that picks a card of the deck."""

from __future__ import annotations

from kivy.properties import BooleanProperty, ObjectProperty

from companion.app.kv_loader import load_kv
from companion.app.widgets.tray import TraySheet


class CardSheet(TraySheet):
    """The deck; ``callback(card)`` is called with the card that is tapped."""

    is_choice = True
    gone = ObjectProperty(frozenset())
    """Cards that lie on the table."""
    pale = ObjectProperty(frozenset())
    """Cards that can only be sold."""
    courts = BooleanProperty(False)
    callback = ObjectProperty(None, allownone=True)
    prepared = ObjectProperty({})
    """Targets of cards that were made before, by card; they are used up."""


load_kv(__file__)
