"""The draw pile, and how near the end is."""

from __future__ import annotations

from kivy.properties import BooleanProperty, NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.app.kv_loader import load_kv

NEAR_END_CARDS = 3
"""Cards from which on the end, or the shuffle, is near."""


class PileClock(BoxLayout):
    """A card back with how many cards are left, once for each side; in the last turns, how many these are."""

    count = NumericProperty(0)
    last_turns = NumericProperty(-1)
    """Turns still to be played; -1 before the last ones begin."""
    both = BooleanProperty(True)
    """Whether it is read from the far side too."""
    caption = StringProperty("")
    """What stands under the number: what is counted."""

    near_end = BooleanProperty(False)
    """Whether the end, or the shuffle, is near."""

    def is_near_end(self, count: float, last_turns: float) -> bool:
        return last_turns >= 0 or count <= NEAR_END_CARDS

    def format_number(self, count: float, last_turns: float) -> str:
        """The number that is shown."""
        return str(int(count if last_turns < 0 else last_turns))


load_kv(__file__)
