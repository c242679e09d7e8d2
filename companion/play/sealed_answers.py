"""Sealed answers: kept in memory only, and hidden before the last one is in."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from companion.errors import CompanionError
from companion.games.protocol import Sealed
from companion.locale import Message


class NotAsked(CompanionError):
    """A sealed answer from a seat that is not asked for one."""


@dataclass(frozen=True, slots=True)
class SealedQuestion(Sealed):
    """A sealed question, and whether it is answered."""

    answered: bool = False
    again: bool = False
    """Whether the owner may have answered before the companion restarted: answers in memory are lost."""
    answer: object = field(default=None, repr=False)
    """The answer until now, for this seat alone."""

    def sentence(self) -> Message:
        """Return the question, and why it may be asked again."""
        if not self.again or self.answered:
            return self.text
        return Message("{asked} (The companion restarted: answer again.)", {"asked": self.text})


class SealedAnswers:
    """The sealed answers of one play. The rules ask, so an answer is dropped with its question."""

    def __init__(self, asked: Sequence[Sealed]) -> None:
        self._asked = tuple(asked)
        self._answers: dict[int, object] = {}
        self._again = bool(self._asked)

    def asked(self) -> tuple[SealedQuestion, ...]:
        """Return the sealed questions by seat."""
        answers, found = self._answers, list[SealedQuestion]()
        for one in self._asked:
            asked = one.owner, one.kind, one.text, one.check, one.offers, one.amount
            found.append(SealedQuestion(*asked, one.owner in answers, self._again, answers.get(one.owner)))
        return tuple(found)

    def ask(self, asked: Sequence[Sealed]) -> None:
        """Replace the sealed questions; answers to the same questions stay."""
        if list(map(_identity, asked)) != list(map(_identity, self._asked)):
            self._answers, self._again = {}, False
        self._asked = tuple(asked)

    def put_in(self, seat: int, name: str, answer: object) -> Mapping[int, object] | None:
        """Store the answer of the seat of this player, in place of an earlier one.

        Returns:
            All answers once the last is in, otherwise None.

        Raises:
            NotAsked: if the seat is not asked.
            CompanionError: if the rules refuse the answer.
        """
        question = next((question for question in self._asked if question.owner == seat), None)
        if question is None:
            raise NotAsked(name, Message("has no private question to answer"), Message("check the game"))
        question.check(answer)
        self._answers[seat] = answer
        return dict(self._answers) if len(self._answers) == len(self._asked) else None


def _identity(question: Sealed) -> tuple[int, str, Message]:
    return question.owner, question.kind, question.text
