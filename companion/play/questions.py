"""What a play asks its players."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from companion.journal import Entry
from companion.questions import Question
from companion.rolls.source import Source


class Kind(StrEnum):
    """Why a question about moves is asked."""

    CONFIRM = "confirm"
    """Something was proposed that its source may not do alone."""
    WHICH = "which"
    """What was proposed can be done in several ways."""
    OTHER_DICE = "other_dice"
    """This turn's dice were cast already, were taken back, and are now said to be others."""
    RULES = "rules"
    """The rules need an answer from its owner before play goes on."""


@dataclass(frozen=True, slots=True)
class Proposer:
    """Who proposed something, on what they had seen, and what they want to hear of it."""

    id: str
    """Of the proposal, its question and the entry that it becomes."""
    source: Source
    seat: int | None
    base_seq: int
    acknowledge: Callable[[Entry], None] | None = None
    withdrawn: Callable[[], None] | None = None


@dataclass(frozen=True, slots=True)
class Pending:
    """A proposal that waits for its question to be answered."""

    question: Question
    proposer: Proposer


class OtherQuestions:
    """What is asked at the table that is no move of the game; whoever asks says how an answer is taken."""

    def __init__(self) -> None:
        self._asked: dict[str, tuple[Question, Callable[[str], None]]] = {}

    def __contains__(self, key: str) -> bool:
        return key in self._asked

    def ask(self, question: Question, answered: Callable[[str], None]) -> None:
        """Asks; ``answered`` takes an answer, or raises why it is none."""
        self._asked[question.key] = question, answered

    def drop(self, key: str) -> None:
        """It is no longer asked."""
        self._asked.pop(key, None)

    def clear(self) -> None:
        """Nothing is asked any more."""
        self._asked.clear()

    def answer(self, key: str, answer: str) -> None:
        """Hands an answer to whoever asked; what is not asked any more is passed over."""
        if key in self._asked:
            self._asked[key][1](answer)
