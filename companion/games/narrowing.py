"""Forms that select one of many moves, with fewer candidates after each question."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from companion.games.forms import Answers, Form, Part, Pick
from companion.locale import Message

MoveT = TypeVar("MoveT")


@dataclass(frozen=True, slots=True)
class Question(Generic[MoveT]):
    """An attribute in which moves differ: the question's text, a move's answer, and the answer's label."""

    text: Message
    of: Callable[[MoveT], Hashable]
    label: Callable[[MoveT], Message]
    always: bool = False
    """Whether to ask even if only one answer is left, so that the player reads it first."""


@dataclass(frozen=True, slots=True)
class _OpenQuestion(Generic[MoveT]):
    question: Question[MoveT]
    groups: tuple[tuple[MoveT, ...], ...]


def _nowhere(_move: object) -> tuple[()]:
    return ()


def narrowing_form(
    owner: int | None,
    text: Message,
    moves: Sequence[MoveT],
    questions: Sequence[Question[MoveT]],
    *,
    optional: bool = False,
    makes: tuple[str, ...] = (),
    spots: Callable[[MoveT], Iterable[str]] = _nowhere,
) -> Form[MoveT]:
    """Return a form that asks only the questions needed to select one of the moves.

    A question with the same answer for all remaining moves is skipped, unless it is asked ``always``. There must be at
    least one move, and no two moves may have all answers in common. A tap on one of a move's ``spots`` leaves the moves
    that are about that spot.
    """

    def follow(answers: Answers) -> _OpenQuestion[MoveT] | MoveT:
        left, number = tuple(moves), 0
        for question in questions:
            groups = _groups(left, question)
            if len(groups) > 1 or question.always:
                if number == len(answers):
                    return _OpenQuestion(question, groups)
                left, number = groups[answers[number]], number + 1
        return left[0]

    def next_part(answers: Answers) -> Part | None:
        asked = follow(answers)
        if not isinstance(asked, _OpenQuestion):
            return None
        return Pick(asked.question.text, tuple(asked.question.label(group[0]) for group in asked.groups))

    def selected_move(answers: Answers) -> MoveT:
        move = follow(answers)
        if isinstance(move, _OpenQuestion):
            raise ValueError(f"{len(answers)} answers do not say which move is meant")
        return move

    about: dict[str, list[MoveT]] = {}
    for one in moves:
        for spot in spots(one):
            about.setdefault(spot, []).append(one)
    return Form(
        owner,
        text,
        next_part,
        selected_move,
        optional,
        makes=makes,
        at={
            spot: narrowing_form(owner, text, left, questions, optional=optional, makes=makes)
            for spot, left in about.items()
        },
    )


def _groups(moves: Sequence[MoveT], question: Question[MoveT]) -> tuple[tuple[MoveT, ...], ...]:
    """Group the moves by their answers, in the order of each group's first move."""
    groups: dict[Hashable, list[MoveT]] = {}
    for move in moves:
        groups.setdefault(question.of(move), []).append(move)
    return tuple(map(tuple, groups.values()))
