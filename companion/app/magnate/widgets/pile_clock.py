"""The draw pile, and how near the end is."""

from __future__ import annotations

from kivy.properties import BooleanProperty, NumericProperty, StringProperty

from companion.app.widgets.pad import Target
from companion.app.window.kv_loader import load_kv

NEAR_END_CARDS = 3
"""Cards on the pile from which on the end or a shuffle is near."""


class PileClock(Target):
    """The number of cards left, for each side; in the last turns, the number of these. A tap corrects it."""

    count = NumericProperty(0)
    last_turns = NumericProperty(-1)
    """Turns still to be played; -1 before the last ones begin."""
    both = BooleanProperty(True)
    """Whether it is read from the far side too."""
    caption = StringProperty("")
    """The text under the number."""

    near_end = BooleanProperty(False)
    """Whether the end or a shuffle is near."""

    def is_near_end(self, count: float, last_turns: float) -> bool:
        """Return whether the end or a shuffle is near.

        Args:
            count: Cards on the pile.
            last_turns: Turns still to be played; -1 before the last ones begin.
        """
        return last_turns >= 0 or count <= NEAR_END_CARDS

    def format_number(self, count: float, last_turns: float) -> str:
        """Return the number to show.

        Args:
            count: Cards on the pile.
            last_turns: Turns still to be played; -1 before the last ones begin.
        """
        return str(int(count if last_turns < 0 else last_turns))


load_kv(__file__)
