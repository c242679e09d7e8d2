"""The strip at the table's edge, which asks what a tap on the table cannot answer alone."""

from collections.abc import Sequence

from kivy.properties import BooleanProperty, NumericProperty
from kivy.uix.widget import Widget

from companion.app.widgets.half_turn import HalfTurn
from companion.app.window.kv_loader import load_kv


class Strip(HalfTurn):
    """As high as what it asks, up to ``limit`` pixels or one row of answers; then it scrolls. It covers no table.

    It lies at the edge of the player who is asked: at the far one while it is turned.
    """

    limit = NumericProperty(300)
    filled = BooleanProperty(False)
    """Whether anything is asked."""

    def show(self, views: Sequence[Widget]) -> None:
        """Show these questions and decisions in place of others."""
        asked, self.filled = self.ids.asked, bool(views)
        if asked.children[::-1] != [*views]:
            asked.clear_widgets()
            for view in views:
                asked.add_widget(view)
            self.ids.list.scroll_y = 1


load_kv(__file__)
