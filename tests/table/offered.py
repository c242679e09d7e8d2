"""What a question offers."""

from __future__ import annotations

from companion.questions import Question


def offered(question: Question) -> tuple[str, ...]:
    """Its answers, in order."""
    return tuple(choice.answer for choice in question.choices)
