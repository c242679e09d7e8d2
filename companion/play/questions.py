"""Questions of a play to its players."""

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
    """The source's proposals need confirmation."""
    WHICH = "which"
    """The proposal can be made in several ways."""
    OTHER_DICE = "other_dice"
    """This turn's dice were cast and undone, and now others are entered."""
    RULES = "rules"
    """The rules need an answer from its owner before play goes on."""


@dataclass(frozen=True, slots=True)
class Proposer:
    """Who proposed something, on which entry, and what to call afterwards."""

    id: str
    """The id of the proposal, its question and its entry."""
    source: Source
    seat: int | None
    base_seq: int
    acknowledge: Callable[[Entry], None] | None = None
    withdrawn: Callable[[], None] | None = None


@dataclass(frozen=True, slots=True)
class Pending:
    """A proposal whose question is open."""

    question: Question
    proposer: Proposer


class OtherQuestions:
    """Questions at the table that are no moves; each registers how it is answered."""

    def __init__(self) -> None:
        self._asked: dict[str, tuple[Question, Callable[[str], None]]] = {}

    def __contains__(self, key: str) -> bool:
        return key in self._asked

    def ask(self, question: Question, answered: Callable[[str], None]) -> None:
        """Ask; ``answered`` takes an answer or raises why it is none."""
        self._asked[question.key] = question, answered

    def drop(self, key: str) -> None:
        """Close a question."""
        self._asked.pop(key, None)

    def clear(self) -> None:
        """Close all questions."""
        self._asked.clear()

    def answer(self, key: str, answer: str) -> None:
        """Hand an answer to the asker; a closed question is ignored."""
        if key in self._asked:
            self._asked[key][1](answer)
