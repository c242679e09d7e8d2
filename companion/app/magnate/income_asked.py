"""What deeds pay, asked of their owners at their edges: one deed at a time, everybody at once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from companion.app.magnate.widgets.income_tray import IncomeTray
from companion.app.seats import is_far_seat
from companion.play import Kind, Question

if TYPE_CHECKING:
    from companion.app.magnate.screens.table import TableScreen


class IncomeAsked:
    """The trays that lie on a table screen now, by the key of their question."""

    def __init__(self, screen: TableScreen) -> None:
        self._screen = screen
        self.trays: dict[str, IncomeTray] = {}

    def ask(self, questions: Sequence[Question]) -> None:
        """A tray for the first deed of each owner, those of one edge one above the other."""
        screen = self._screen
        for tray in self.trays.values():
            screen.ids.middle.remove_widget(tray)
        self.trays = {}
        for question in questions:
            owner = question.owner or 0
            if question.kind is Kind.RULES and owner not in [tray.owner for tray in self.trays.values()]:
                tray = IncomeTray(
                    table=screen.table,
                    question=question,
                    far=self._far(owner),
                    beside=sum(self._far(int(tray.owner)) == self._far(owner) for tray in self.trays.values()),
                    turned=screen.is_seat_turned(owner),
                )
                self.trays[question.key] = tray
                screen.ids.middle.add_widget(tray)

    def _far(self, seat: int) -> bool:
        return is_far_seat(seat, len(self._screen.panels))
