"""What was proposed at a table: asked on a sheet, or named on the one that somebody uses."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from companion.app.i18n import words
from companion.app.widgets.sheet import Sheet
from companion.play import Kind, Question, Source

if TYPE_CHECKING:
    from companion.app.game_screen import GameScreen


class Proposals:
    """One is asked at a time, on the sheet that ``page.sheet_about`` makes of it.

    Who uses another sheet is not disturbed: that one says who waits, and lies there again after the answer.
    """

    def __init__(self, screen: GameScreen) -> None:
        self._screen = screen
        self.asked: Question | None = None
        """The proposal that was asked about last, while it waits."""
        self._sheet: Sheet | None = None

    def ask(self, questions: Sequence[Question]) -> None:
        """Asks the first, unless somebody is busy; takes away what is not asked any more."""
        first, overlay = _first(questions), self._screen.overlay
        if self._sheet is not None and first != self.asked:
            sheet, self._sheet, self.asked = self._sheet, None, None
            overlay.take_away(sheet)
        if first is not None and not self._lies and (not overlay.busy or self._of_this_tablet(first)):
            self._open(first)
        self._say_who_waits(first)

    def look(self) -> None:
        """Somebody who is busy wants to look at it."""
        first = _first(self._screen.current_play.questions())
        if first is not None:
            self._open(first)
            self._say_who_waits(first)

    def covered(self) -> None:
        """A sheet was opened: it says who waits."""
        if self._screen.play is not None:
            self._say_who_waits(_first(self._screen.play.questions()))

    @property
    def _lies(self) -> bool:
        return self._sheet is not None and self._screen.overlay.holds(self._sheet)

    def _open(self, question: Question) -> None:
        overlay = self._screen.overlay
        if self._sheet is not None:
            overlay.take_away(self._sheet)
        self.asked, self._sheet = question, self._screen.make_question_sheet(question)
        overlay.open(self._sheet, after=overlay.busy and not self._of_this_tablet(question))

    def _of_this_tablet(self, question: Question) -> bool:
        """Whether what is asked came of the very sheet that somebody uses."""
        proposer = self._screen.current_play.proposer(question.key)
        return proposer is not None and proposer.source in (Source.TOUCH, Source.APP)

    def _say_who_waits(self, proposed: Question | None) -> None:
        """A camera waits in silence: nobody stands behind it, and what it saw it sees again."""
        screen = self._screen
        proposer = screen.current_play.proposer(proposed.key) if proposed is not None else None
        if proposer is None or screen.sheet is self._sheet or proposer.source is Source.CAMERA:
            screen.overlay.say_who_waits("")
        elif proposer.source is Source.PAGE and proposer.seat is not None:
            screen.overlay.say_who_waits(words._("{name} proposes a move").format(name=screen.names[proposer.seat]))
        else:
            screen.overlay.say_who_waits(words._("A move is proposed"))


def _first(questions: Sequence[Question]) -> Question | None:
    return next((question for question in questions if question.kind is not Kind.RULES), None)
