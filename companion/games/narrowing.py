"""A form that finds one of many moves: question by question fewer are left, until one is."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from companion.games.forms import Answers, Form, Part, Pick
from companion.locale import Message

MoveT = TypeVar("MoveT")


@dataclass(frozen=True, slots=True)
class Question(Generic[MoveT]):
    """Something that moves differ in: what is asked, what a move answers, and how that answer reads."""

    text: Message
    of: Callable[[MoveT], Hashable]
    says: Callable[[MoveT], Message]
    always: bool = False
    """Whether it is asked where one answer is left, too: that is read before it is given."""


@dataclass(frozen=True, slots=True)
class _Asked(Generic[MoveT]):
    question: Question[MoveT]
    groups: tuple[tuple[MoveT, ...], ...]


def narrowed(
    owner: int | None,
    text: Message,
    moves: Sequence[MoveT],
    questions: Sequence[Question[MoveT]],
    *,
    besides: bool = False,
) -> Form[MoveT]:
    """Asks as many of the questions as it takes to know which of the moves is meant; there must be one at least.

    A question that all moves left answer alike is left out, unless it is asked ``always``. No two moves may answer all
    of them alike.
    """

    def walked(said: Answers) -> _Asked[MoveT] | MoveT:
        left, number = tuple(moves), 0
        for question in questions:
            groups = _groups(left, question)
            if len(groups) > 1 or question.always:
                if number == len(said):
                    return _Asked(question, groups)
                left, number = groups[said[number]], number + 1
        return left[0]

    def following(said: Answers) -> Part | None:
        asked = walked(said)
        if not isinstance(asked, _Asked):
            return None
        return Pick(asked.question.text, tuple(asked.question.says(group[0]) for group in asked.groups))

    def meant(said: Answers) -> MoveT:
        move = walked(said)
        if isinstance(move, _Asked):
            raise ValueError(f"{len(said)} answers do not say which move is meant")
        return move

    return Form(owner, text, following, meant, besides)


def _groups(moves: Sequence[MoveT], question: Question[MoveT]) -> tuple[tuple[MoveT, ...], ...]:
    """The moves by how they answer, in the order of their first."""
    groups: dict[Hashable, list[MoveT]] = {}
    for move in moves:
        groups.setdefault(question.of(move), []).append(move)
    return tuple(map(tuple, groups.values()))
