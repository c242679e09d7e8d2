"""The menu of a table of Magnate: whose turn it is, the pile, and what was dealt."""

from __future__ import annotations

from kivy.properties import NumericProperty, ObjectProperty

from companion.app.kv_loader import load_kv
from companion.app.sheets.menu import MenuSheet
from companion.games.magnate import Phase
from companion.games.magnate.moves import Correct, PileFact, TurnFact


class TableMenu(MenuSheet):
    """The corrections that have no place of their own, beside every table's settings."""

    table = ObjectProperty()
    left = NumericProperty(0)
    """Cards on the draw pile."""

    def show(self) -> None:
        super().show()
        self.left = self.table.state.pile

    def pass_turn(self) -> None:
        """The next player is to roll: for a table that went on without the tablet."""
        state = self.table.state
        other = (state.player + 1) % state.players
        if self.table.propose(Correct((TurnFact((state.player, state.phase), (other, Phase.ROLL)),))):
            self.close()

    def pile(self, more: int) -> None:
        state = self.table.state
        was = (state.pile, state.discards, state.reshuffles)
        self.table.propose(Correct((PileFact(was, (state.pile + more, state.discards, state.reshuffles)),)))
        self.show()


load_kv(__file__)
