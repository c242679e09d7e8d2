"""Proposals at a table: one is confirmed on a sheet, others wait behind the sheet in use."""

from collections.abc import Sequence
from typing import Protocol

from companion.app.texts.i18n import words
from companion.app.widgets.sheet import Sheet
from companion.app.window.overlay import Overlay
from companion.play import AnyPlay, Kind, Question, Source


class ProposalScreen(Protocol):
    """What proposals need of the screen of a game."""

    overlay: Overlay
    play: AnyPlay | None

    @property
    def current_play(self) -> AnyPlay:
        """The game in progress; raises ``RuntimeError`` before there is one."""

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names, by seat."""

    def make_question_sheet(self, question: Question) -> Sheet:
        """Return the sheet on which a proposal is confirmed."""


class Proposals:
    """Shows one proposal at a time, on the sheet that ``screen.make_question_sheet`` returns.

    A sheet in use is not replaced: it shows who waits, and is shown again after the answer.
    """

    def __init__(self, screen: ProposalScreen) -> None:
        self._screen = screen
        self.asked: Question | None = None
        """The proposal shown last, until it is answered."""
        self._sheet: Sheet | None = None

    def ask(self, questions: Sequence[Question]) -> None:
        """Show the first proposal unless a sheet is in use; close one that is no longer asked."""
        first, overlay = _first(questions), self._screen.overlay
        if self._sheet is not None and first != self.asked:
            sheet, self._sheet, self.asked = self._sheet, None, None
            overlay.take_away(sheet)
        if first is not None and not self._is_shown and (not overlay.busy or self._is_from_this_tablet(first)):
            self._open(first)
        self._show_who_waits(first)

    def show_first(self) -> None:
        """Show the first proposal over the sheet in use."""
        first = _first(self._screen.current_play.questions())
        if first is not None:
            self._open(first)
            self._show_who_waits(first)

    def update_waiting(self) -> None:
        """Show on the sheet just opened who waits."""
        if self._screen.play is not None:
            self._show_who_waits(_first(self._screen.play.questions()))

    @property
    def _is_shown(self) -> bool:
        return self._sheet is not None and self._screen.overlay.holds(self._sheet)

    def _open(self, question: Question) -> None:
        overlay = self._screen.overlay
        if self._sheet is not None:
            overlay.take_away(self._sheet)
        self.asked, self._sheet = question, self._screen.make_question_sheet(question)
        overlay.open(self._sheet, after=overlay.busy and not self._is_from_this_tablet(question))

    def _is_from_this_tablet(self, question: Question) -> bool:
        """Return whether the proposal came from the sheet in use."""
        proposer = self._screen.current_play.proposer(question.key)
        return proposer is not None and proposer.source in (Source.TOUCH, Source.APP)

    def _show_who_waits(self, proposed: Question | None) -> None:
        """Show who waits; a camera's proposals wait unannounced, since it reads the table again."""
        screen = self._screen
        proposer = screen.current_play.proposer(proposed.key) if proposed is not None else None
        if proposer is None or screen.overlay.sheet is self._sheet or proposer.source is Source.CAMERA:
            screen.overlay.show_who_waits("")
        elif proposer.source is Source.PAGE and proposer.seat is not None:
            screen.overlay.show_who_waits(words._("{name} proposes a move").format(name=screen.names[proposer.seat]))
        else:
            screen.overlay.show_who_waits(words._("A proposal is waiting"))


def _first(questions: Sequence[Question]) -> Question | None:
    return next((question for question in questions if question.kind is not Kind.RULES), None)
