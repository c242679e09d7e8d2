"""Sealed answers: kept in memory only, and hidden before the last one is in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from companion.errors import CompanionError
from companion.games.fields import Amount
from companion.games.protocol import Offer, Sealed
from companion.locale import Message


class NotAskedUnderCover(CompanionError):
    """A sealed answer from a seat that is not asked for one."""


@dataclass(frozen=True, slots=True)
class Covered:
    """A sealed question to a seat, and whether it is answered."""

    seat: int
    kind: str
    text: Message
    answered: bool
    again: bool
    """Whether the seat may have answered before the companion restarted: answers in memory are lost."""
    offers: tuple[Offer, ...] = ()
    """The possible answers, if they are few."""
    amount: Amount | None = None
    """The bounds, if the answer is a number."""
    answer: object = field(default=None, repr=False)
    """The answer until now, for this seat alone."""

    def sentence(self) -> Message:
        """Return the question, and why it may be asked again."""
        if not self.again or self.answered:
            return self.text
        return Message("{asked} (The companion restarted: answer again.)", {"asked": self.text})


class UnderCover:
    """The sealed answers of one play. The rules ask, so an answer is dropped with its question."""

    def __init__(self, asked: Sequence[Sealed]) -> None:
        self._asked = tuple(asked)
        self._answers: dict[int, object] = {}
        self._again = bool(self._asked)

    def asked(self) -> tuple[Covered, ...]:
        """Return the sealed questions by seat."""
        return tuple(
            Covered(
                *(one.owner, one.kind, one.text, one.owner in self._answers, self._again, one.offers, one.amount),
                self._answers.get(one.owner),
            )
            for one in self._asked
        )

    def ask(self, asked: Sequence[Sealed]) -> None:
        """Replace the sealed questions; answers to the same questions stay."""
        if [_question_of(one) for one in asked] != [_question_of(one) for one in self._asked]:
            self._answers, self._again = {}, False
        self._asked = tuple(asked)

    def put_in(self, seat: int, name: str, answer: object) -> Mapping[int, object] | None:
        """Store the answer of the seat of this player, in place of an earlier one.

        Returns:
            All answers once the last is in, otherwise None.

        Raises:
            NotAskedUnderCover: if the seat is not asked.
            CompanionError: if the rules refuse the answer.
        """
        one = next((one for one in self._asked if one.owner == seat), None)
        if one is None:
            raise NotAskedUnderCover(name, Message("has no private question to answer"), Message("check the game"))
        one.takes(answer)
        self._answers[seat] = answer
        return dict(self._answers) if len(self._answers) == len(self._asked) else None


def _question_of(one: Sealed) -> tuple[int, str, Message]:
    return one.owner, one.kind, one.text
