"""What is for one player alone: answers behind a cover, and private sheets."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from companion.app.sheets.covered import CoverSheet, PrivateSheet
from companion.app.texts.i18n import words
from companion.games.decisions import Decision
from companion.games.fields import Amount
from companion.games.protocol import Offer
from companion.locale import Message
from companion.play import Question
from companion.play.private_view import find_viewer, private_lines

LEAVE = Message("No, cancel")
_NO_ANSWER = -1
"""The number of the offer that answers nothing."""


class Alone:
    """Opens sheets that nobody else sees over the screen of a game.

    Args:
        screen: The screen.
    """

    def __init__(self, screen: Any) -> None:
        self._screen = screen

    def proposal(self, question: Question) -> CoverSheet:
        """Return the sheet of a secret proposal, covered for the player who may see it."""
        screen = self._screen
        viewer = question.owner if question.owner is not None else find_viewer(screen.current_play, question)

        def taken(answer: int) -> None:
            if answer == _NO_ANSWER:
                screen.dismiss(question)
            else:
                screen.confirm(question, answer)

        return CoverSheet(
            [*offers_of(question), Offer(_NO_ANSWER, LEAVE)],
            owner=screen.names[viewer],
            text=words.head(question.text),
            callback=taken,
            dismiss_callback=partial(screen.dismiss, question),
        )

    def open(self, seat: int, decisions: Sequence[Decision[Any]]) -> None:
        """Open what this player alone may see and decide."""
        screen = self._screen
        lines, propose = private_lines(screen.current_play, seat), partial(screen.propose_decision, seat)
        screen.open(PrivateSheet(lines, decisions, propose, screen.forecast(seat), owner=screen.names[seat]), seat)

    def cover(
        self,
        owner: int,
        text: Message,
        offers: Sequence[Offer],
        take: Callable[[Any], bool],
        amount: Amount | None = None,
    ) -> None:
        """Ask on a sheet that shows nothing before its owner is alone, and nothing after the answer."""

        def taken(answer: object) -> None:
            if take(answer):
                self._screen.overlay.close()

        sheet = CoverSheet(offers, amount, owner=self._screen.names[owner], text=words.head(text), callback=taken)
        self._screen.open(sheet, owner)

    def seal(self, seat: int, answer: object) -> bool:
        """Store a sealed answer; return whether it is accepted."""
        return bool(self._screen.attempt(lambda: self._screen.current_play.seal(seat, answer)))


def offers_of(question: Question) -> list[Offer]:
    """Return the choices of a question as offers."""
    return [Offer(number, choice.text) for number, choice in enumerate(question.choices)]


def private_decisions(decisions: Sequence[Decision[Any]], seat: int) -> list[Decision[Any]]:
    """Return the decisions for this seat alone."""
    return [decision for decision in decisions if decision.secret and decision.owner == seat]
