"""What seats answer under cover: kept in memory alone, and known to nobody before the last answer is in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from companion.errors import CompanionError
from companion.games.forms import Amount
from companion.games.protocol import Offer, Sealed
from companion.locale import Message


class NotAskedUnderCover(CompanionError):
    """A sealed answer from a seat that is not asked for one."""


@dataclass(frozen=True, slots=True)
class Covered:
    """What a seat is asked under cover, and whether its answer is in."""

    seat: int
    kind: str
    text: Message
    answered: bool
    again: bool
    """Whether somebody may have answered before the companion was started anew: what was in memory is gone."""
    offers: tuple[Offer, ...] = ()
    """Where a few answers are possible: these."""
    amount: Amount | None = None
    """Where the answer is a number: in these bounds."""

    def sentence(self) -> Message:
        """What the seat is asked, and why perhaps once more."""
        if not self.again or self.answered:
            return self.text
        return Message(
            "{asked} (the companion was started anew: whoever had answered answers again)", {"asked": self.text}
        )


class UnderCover:
    """The sealed answers of one play. What is asked comes from the rules, so an answer goes when its question does."""

    def __init__(self, asked: Sequence[Sealed]) -> None:
        self._asked = tuple(asked)
        self._answers: dict[int, object] = {}
        self._again = bool(self._asked)

    def asked(self) -> tuple[Covered, ...]:
        """By seat, as the rules name them."""
        return tuple(
            Covered(one.owner, one.kind, one.text, one.owner in self._answers, self._again, one.offers, one.amount)
            for one in self._asked
        )

    def ask(self, asked: Sequence[Sealed]) -> None:
        """The game went on: what it asks under cover now. Answers to the same question stay."""
        if [_said(one) for one in asked] != [_said(one) for one in self._asked]:
            self._answers, self._again = {}, False
        self._asked = tuple(asked)

    def put_in(self, seat: int, answer: object) -> Mapping[int, object] | None:
        """Keeps a seat's answer, in place of an earlier one; gives all of them once the last is in.

        Raises :class:`NotAskedUnderCover`, and what the rules raise for an answer that is none.
        """
        one = next((one for one in self._asked if one.owner == seat), None)
        if one is None:
            raise NotAskedUnderCover(
                f"seat {seat}", Message("is asked nothing under cover now"), Message("look at the game again")
            )
        one.takes(answer)
        self._answers[seat] = answer
        return dict(self._answers) if len(self._answers) == len(self._asked) else None


def _said(one: Sealed) -> tuple[int, str, Message]:
    return one.owner, one.kind, one.text
