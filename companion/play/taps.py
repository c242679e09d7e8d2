"""What a tap on the table begins: the answers and decisions that are about a spot."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.games.decisions import Decision
from companion.journal.course.course import Course
from companion.locale import Message
from companion.questions import Question


@dataclass(frozen=True, slots=True)
class Tap:
    """What a tap on one spot can begin."""

    answers: list[tuple[str, int, Message]] = field(default_factory=list)
    """Answers to open questions: the key of the question, the number of the choice, and its label."""
    decisions: list[Decision[Any]] = field(default_factory=list)
    """Decisions that go on there, awaited ones first."""

    @property
    def awaited(self) -> bool:
        """Whether play waits for it."""
        return bool(self.answers) or any(not one.optional for one in self.decisions)


def list_taps(
    course: Course[Any, Any], questions: Iterable[Question], decisions: Iterable[Decision[Any]]
) -> Mapping[str, Tap]:
    """Return what these questions and decisions let a tap begin, by spot."""
    found: dict[str, Tap] = {}
    for question in questions:
        for number, choice in enumerate(question.choices):
            for spot in course.rules.spots(course.state, choice.move):
                found.setdefault(spot, Tap()).answers.append((question.key, number, choice.text))
    for decision in sorted(decisions, key=lambda one: one.optional):
        for spot in decision.taps:
            found.setdefault(spot, Tap()).decisions.append(decision)
    return found
