"""A past moment of the game, shown on the board, to which the game can be returned."""

from __future__ import annotations

from typing import Any

from kivy.properties import BooleanProperty, ListProperty, NumericProperty, ObjectProperty, StringProperty

from companion.app.painters.pieces import seat_colour
from companion.app.sheets.history import strip_turn
from companion.app.texts.i18n import words
from companion.app.widgets.tray import TraySheet
from companion.app.window.kv_loader import load_kv
from companion.app.window.theme import theme


class PastSheet(TraySheet):
    """What had just happened, a step in either direction, and the ways back to there or to the present."""

    read_only = True
    screen = ObjectProperty()
    """The screen of the game, which shows the past and the present."""
    seq = NumericProperty(0)
    turn = StringProperty("")
    sentence = StringProperty("")
    colour = ListProperty(theme.ink)
    first = BooleanProperty(False)
    last = BooleanProperty(False)
    can_return = BooleanProperty(False)
    """Whether the game can be returned to this moment."""

    def show(self, seq: int) -> None:
        """Show the moment right after an entry."""
        telling = self.screen.current_play.history_line(seq)
        self.notice = ""
        self.seq = seq
        self.turn = words._("Turn {turn} · {name}").format(turn=telling.turn, name=self.screen.names[telling.at_turn])
        self.sentence = words.head(strip_turn(telling.message))
        self.colour = seat_colour(telling.at_turn)
        self.first, self.last = seq == 1, seq == self.screen.current_play.seq
        self.can_return = self.screen.current_play.course.way_to(seq) is not None

    def step(self, number: int) -> None:
        """Show the moment so many entries later; negative numbers go back."""
        self.screen.show_past(int(self.seq) + number)

    def return_here(self) -> None:
        """Return the game to this moment, or show why it cannot."""
        if self.can_return:
            seq = int(self.seq)
            self.screen.overlay.close()
            self.screen.return_to(seq)
        else:
            self.notice = words._(
                "The game has continued differently since then. You can view this moment, but not resume from it."
            )

    def on_parent(self, _tray: Any, parent: Any) -> None:
        """Show the present when the sheet closes, and its moment when it opens again."""
        if parent is None:
            self.screen.show_present()
        elif self.seq:
            # Another sheet replaced it meanwhile, and the board showed the present.
            self.screen.show_past(int(self.seq))


load_kv(__file__)
