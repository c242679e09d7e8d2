"""What a table's picture leaves open, put as questions that a person can answer at a glance."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.errors import CompanionError, within
from companion.locale import Message
from companion.table.lying import Box

NONE = "none"
"""The choice that says: no card of the layout lies there."""


class UnusableAnswer(CompanionError):
    """An answer to nothing that was asked, or one that cannot be."""


@dataclass(frozen=True, slots=True)
class Question:
    """Something in doubt. ``id`` names the same doubt whenever the same picture is read again.

    ``kind`` is ``card`` (which card lies there), ``deed`` (is it a deed), ``belongs`` (to its column), ``near`` (where
    player 0 sits), or, without choices, ``district`` (one is missing) or ``order`` (two cards at one place).
    ``blocks``: the score may depend on it.
    """

    id: str
    kind: str
    text: Message
    region: Box
    choices: tuple[str, ...]
    blocks: bool = True


class Answers:
    """Answers by question id, and which of them were used."""

    def __init__(self, given: Mapping[str, str] | None = None) -> None:
        self._given = dict(given or {})
        self._used: set[str] = set()

    def to(self, question: str, allowed: tuple[str, ...] | None = None) -> str | None:
        """The answer to this question, if there is one; :class:`UnusableAnswer` if it is none of those allowed."""
        if question not in self._given:
            return None
        self._used.add(question)
        answer = self._given[question]
        if allowed is not None and answer not in allowed:
            raise UnusableAnswer(
                within(question, repr(answer)),
                Message("is no answer to that question"),
                Message("choose one of {choices}", {"choices": ", ".join(allowed)}),
            )
        return answer

    def check_all_used(self) -> None:
        """Raises :class:`UnusableAnswer` for an answer that belongs to no place of this table."""
        for question in sorted(self._given.keys() - self._used):
            raise UnusableAnswer(
                question, Message("is no question about this photo"), Message("take the ids from the questions printed")
            )
