"""Looking at an earlier moment of the game: the board shows it, and the game can be brought back there."""

from __future__ import annotations

from typing import Any

from kivy.properties import BooleanProperty, ListProperty, NumericProperty, ObjectProperty, StringProperty

from companion.app.i18n import words
from companion.app.kv_loader import load_kv
from companion.app.sheets.history import bare
from companion.app.theme import theme
from companion.app.widgets.tray import Tray


class PastSheet(Tray):
    """What had just happened then, a step to either side, and two ways on: back there for good, or to the present."""

    read_only = True
    screen = ObjectProperty()
    """The game's screen; it is told which moment is looked at, and when none is any more."""
    seq = NumericProperty(0)
    turn = StringProperty("")
    sentence = StringProperty("")
    colour = ListProperty(theme.ink)
    first = BooleanProperty(False)
    last = BooleanProperty(False)
    can_return = BooleanProperty(False)
    """Whether the game can be brought to stand as it did then."""

    def show(self, seq: int) -> None:
        """The moment right after this entry."""
        tellings = self.screen.current_play.history()
        place = next(number for number, one in enumerate(tellings) if one.entry.seq == seq)
        telling = tellings[place]
        self.notice = ""
        self.seq = seq
        self.turn = words._("Turn {turn} · {name}").format(turn=telling.turn, name=self.screen.names[telling.at_turn])
        self.sentence = words.head(bare(telling.message))
        self.colour = list(theme.seats[telling.at_turn % len(theme.seats)])
        self.first, self.last = place == 0, place == len(tellings) - 1
        self.can_return = self.screen.current_play.course.way_to(seq) is not None

    def step(self, number: int) -> None:
        """So many entries later."""
        seqs = [one.entry.seq for one in self.screen.current_play.history()]
        self.screen.show_past(seqs[seqs.index(int(self.seq)) + number])

    def return_here(self) -> None:
        if self.can_return:
            seq = int(self.seq)
            self.screen.overlay.close()
            self.screen.return_to(seq)
        else:
            self.notice = words._("The game went on otherwise since then: it can be looked at, not taken up again.")

    def on_parent(self, _tray: Any, parent: Any) -> None:
        if parent is None:
            self.screen.show_present()
        elif self.seq:
            # It was put aside for another sheet meanwhile, and the board showed the present.
            self.screen.show_past(int(self.seq))


load_kv(__file__)
