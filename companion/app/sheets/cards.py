"""The tray that picks a card of the deck."""

from __future__ import annotations

from kivy.properties import BooleanProperty, ObjectProperty

from companion.app.widgets.tray import TraySheet
from companion.app.window.kv_loader import load_kv


class CardSheet(TraySheet):
    """The deck; ``callback(card)`` is called with the card that is tapped.

    ``drag_callback(card, place)`` gets one that is dragged out of it, and the place in the window where it is dropped.
    """

    is_choice = True
    gone = ObjectProperty(frozenset())
    """Cards that lie on the table."""
    pale = ObjectProperty(frozenset())
    """Cards that can only be sold."""
    courts = BooleanProperty(False)
    callback = ObjectProperty(None, allownone=True)
    drag_callback = ObjectProperty(None, allownone=True)
    prepared = ObjectProperty({})
    """Targets of cards that were made before, by card; they are used up."""


load_kv(__file__)
