"""The rest: language, the far side's direction, whose turn it is, the pile, and the way out."""

from __future__ import annotations

from kivy.app import App
from kivy.properties import NumericProperty, ObjectProperty

from companion.app.kv import load_beside
from companion.app.widgets.sheet import Sheet
from companion.app.widgets.top_bar import TopBar
from companion.app.words import words
from companion.games.magnate import Phase, State
from companion.games.magnate.moves import Correct, PileFact, TurnFact


class MenuSheet(Sheet):
    """Settings of the table and the corrections that have no place of their own."""

    table = ObjectProperty()
    left = NumericProperty(0)
    """Cards on the draw pile."""

    def show(self) -> None:
        """Brings up to date what it tells of the game."""
        self.left, self.notice = self.state_now.pile, ""

    @property
    def state_now(self) -> State:
        return self.table.state

    def switch_language(self) -> None:
        words.language = TopBar.next_language(words.language)

    def turn_far_side(self) -> None:
        App.get_running_app().turn_far_side(not self.table.far_turned)
        self.table.far_turned = not self.table.far_turned
        self.table.refresh()
        self.table.open_menu()

    def pass_turn(self) -> None:
        """The other player is to roll: for a table that went on without the tablet."""
        state = self.state_now
        other = (state.player + 1) % state.players
        if self.table.propose(Correct((TurnFact((state.player, state.phase), (other, Phase.ROLL)),))):
            self.close()

    def pile(self, more: int) -> None:
        state = self.state_now
        was = (state.pile, state.discards, state.reshuffles)
        self.table.propose(Correct((PileFact(was, (state.pile + more, state.discards, state.reshuffles)),)))
        self.show()

    def leave(self) -> None:
        App.get_running_app().go("start")


load_beside(__file__)
