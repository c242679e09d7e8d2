"""The draw pile, and how near the end is."""

from kivy.properties import BooleanProperty, StringProperty

from companion.app.texts.i18n import words
from companion.app.widgets.pad import Target
from companion.app.window.kv_loader import load_kv
from companion.games.view import Clock, View


class PileClock(Target):
    """The number of cards left, for each side; in the last turns, the number of these. A tap corrects it."""

    number = StringProperty("")
    caption = StringProperty("")
    """The text under the number."""
    both = BooleanProperty(True)
    """Whether it is read from the far side too."""
    near_end = BooleanProperty(False)
    """Whether the end or a shuffle is near."""

    def show(self, view: View) -> None:
        """Show how near the end of the game is; after it, the cards that are left."""
        pile = next(one for one in view.spots() if one.id == "pile")
        clock = view.clock or Clock(pile.number or 0, pile.label)
        self.number, self.caption, self.near_end = str(clock.number), words.say(clock.text), clock.urgent


load_kv(__file__)
