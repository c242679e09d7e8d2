"""The trays that ask the owners of deeds for their income."""

from __future__ import annotations

from collections.abc import Sequence

from companion.app.game_screen import GameScreen
from companion.app.magnate.table_actions import TableActions
from companion.app.magnate.widgets.income_tray import IncomeTray
from companion.app.seats import is_far_seat
from companion.play import Kind, Question


class IncomeTrays:
    """The trays that lie on the table screen, by the key of their question (B15).

    Args:
        screen: The table screen.
        table: Proposes the answers.
    """

    def __init__(self, screen: GameScreen, table: TableActions) -> None:
        self._screen, self._table = screen, table
        self.trays: dict[str, IncomeTray] = {}

    def ask(self, questions: Sequence[Question]) -> None:
        """Replace the trays by one for the first deed of each owner; those of one edge are stacked."""
        screen = self._screen
        for tray in self.trays.values():
            screen.ids.middle.remove_widget(tray)
        self.trays = {}
        for question in questions:
            owner = question.owner or 0
            far = self._is_far(owner)
            if question.kind is Kind.RULES and owner not in [tray.owner for tray in self.trays.values()]:
                tray = IncomeTray(
                    table=self._table,
                    question=question,
                    far=far,
                    trays_below=[self._is_far(int(tray.owner)) for tray in self.trays.values()].count(far),
                    turned=screen.is_seat_turned(owner),
                )
                self.trays[question.key] = tray
                screen.ids.middle.add_widget(tray)

    def _is_far(self, seat: int) -> bool:
        return is_far_seat(seat, len(self._screen.names))
