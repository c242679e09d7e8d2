"""What was proposed at a table: asked on a sheet, or named on the one that somebody uses."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from companion.app.i18n import words
from companion.app.widgets.sheet import Sheet
from companion.play import Kind, Question, Source

if TYPE_CHECKING:
    from companion.app.game_screen import GamePage


class Proposals:
    """One is asked at a time, on the sheet that ``page.sheet_about`` makes of it.

    Who uses another sheet is not disturbed: that one says who waits, and lies there again after the answer.
    """

    def __init__(self, page: GamePage) -> None:
        self._page = page
        self.asked: Question | None = None
        """The proposal that was asked about last, while it waits."""
        self._sheet: Sheet | None = None

    def ask(self, questions: Sequence[Question]) -> None:
        """Asks the first, unless somebody is busy; takes away what is not asked any more."""
        first, host = _first(questions), self._page.host
        if self._sheet is not None and first != self.asked:
            sheet, self._sheet, self.asked = self._sheet, None, None
            host.take_away(sheet)
        if first is not None and not self._lies and (not host.busy or self._of_this_tablet(first)):
            self._open(first)
        self._say_who_waits(first)

    def look(self) -> None:
        """Somebody who is busy wants to look at it."""
        first = _first(self._page.going.questions())
        if first is not None:
            self._open(first)
            self._say_who_waits(first)

    def covered(self) -> None:
        """A sheet was opened: it says who waits."""
        if self._page.play is not None:
            self._say_who_waits(_first(self._page.play.questions()))

    @property
    def _lies(self) -> bool:
        return self._sheet is not None and self._page.host.holds(self._sheet)

    def _open(self, question: Question) -> None:
        host = self._page.host
        if self._sheet is not None:
            host.take_away(self._sheet)
        self.asked, self._sheet = question, self._page.sheet_about(question)
        host.open(self._sheet, after=host.busy and not self._of_this_tablet(question))

    def _of_this_tablet(self, question: Question) -> bool:
        """Whether what is asked came of the very sheet that somebody uses."""
        proposer = self._page.going.proposer(question.key)
        return proposer is not None and proposer.source in (Source.TOUCH, Source.APP)

    def _say_who_waits(self, proposed: Question | None) -> None:
        """A camera waits in silence: nobody stands behind it, and what it saw it sees again."""
        page = self._page
        proposer = page.going.proposer(proposed.key) if proposed is not None else None
        if proposer is None or page.sheet is self._sheet or proposer.source is Source.CAMERA:
            page.host.say_who_waits("")
        elif proposer.source is Source.PAGE and proposer.seat is not None:
            page.host.say_who_waits(words._("{name} proposes a move").format(name=page.names[proposer.seat]))
        else:
            page.host.say_who_waits(words._("A move is proposed"))


def _first(questions: Sequence[Question]) -> Question | None:
    return next((question for question in questions if question.kind is not Kind.RULES), None)
