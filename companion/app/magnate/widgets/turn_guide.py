"""A strip next to a player's panel that says what to do now and why, in somebody's first game."""

from __future__ import annotations

from typing import Any

from kivy.properties import ListProperty, ObjectProperty, StringProperty

from companion.app.widgets.half_turn import HalfTurn
from companion.app.window.kv_loader import load_kv
from companion.app.window.theme import theme


def _nothing() -> None:
    """Do nothing, before there is a callback."""


class TurnGuide(HalfTurn):
    """One sentence, and a pad that ends the guide for good: it calls ``dismiss_callback``."""

    text = StringProperty("")
    event = StringProperty("")
    """What the last move did, if there is no space for it elsewhere."""
    colour = ListProperty(theme.ink)
    """The colour of the player."""
    dismiss_callback: Any = ObjectProperty(_nothing)


load_kv(__file__)
