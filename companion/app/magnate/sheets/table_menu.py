"""The menu of a table of Magnate: the turn, the pile and the deal."""

from __future__ import annotations

from kivy.properties import NumericProperty, ObjectProperty

from companion.app.sheets.menu import MenuSheet
from companion.app.window.kv_loader import load_kv
from companion.games.magnate import Phase
from companion.games.magnate.moves import Correct, PileFact, TurnFact


class TableMenu(MenuSheet):
    """The corrections without a place of their own, next to the settings of every table."""

    table = ObjectProperty()
    left = NumericProperty(0)
    """Cards on the draw pile."""

    def show(self) -> None:
        """Show the size of the pile."""
        super().show()
        self.left = self.table.state.pile

    def pass_turn(self) -> None:
        """Propose that the next player rolls, for a table that continued without the tablet."""
        state = self.table.state
        other = (state.player + 1) % state.players
        if self.table.propose(Correct((TurnFact((state.player, state.phase), (other, Phase.ROLL)),))):
            self.close()

    def pile(self, more: int) -> None:
        """Propose that the pile has so many cards more; negative numbers are fewer."""
        state = self.table.state
        was = (state.pile, state.discards, state.reshuffles)
        self.table.propose(Correct((PileFact(was, (state.pile + more, state.discards, state.reshuffles)),)))
        self.show()


load_kv(__file__)
