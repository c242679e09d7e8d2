"""Decisions that select one of many moves, with fewer candidates after each answer."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Generic, TypeVar

from companion.games.decisions import SPOT, Answers, Decision
from companion.games.fields import BETWEEN, Field, Pick, write_value
from companion.locale import Message

MoveT = TypeVar("MoveT")


@dataclass(frozen=True, slots=True)
class Question(Generic[MoveT]):
    """An attribute in which moves differ: the question's name and text, a move's answer, and the answer's label."""

    name: str
    text: Message
    of: Callable[[MoveT], Hashable]
    label: Callable[[MoveT], Message]
    always: bool = False
    """Whether to ask even if only one answer is left, so that the player reads it first."""


def _nowhere(_move: object) -> tuple[()]:
    return ()


def narrow(
    name: str,
    text: Message,
    moves: Sequence[MoveT],
    questions: Sequence[Question[MoveT]],
    *,
    spots: Callable[[MoveT], Iterable[str]] = _nowhere,
    **more: Any,
) -> Decision[MoveT]:
    """Return a decision that asks only the questions needed to select one of the moves.

    A question with the same answer for all remaining moves is skipped, unless it is asked ``always``. There must be at
    least one move, and no two moves may have all answers in common. Taps on ``spots`` leave the moves that are about
    all of them.
    """
    about = [frozenset(spots(move)) for move in moves]

    @cache
    def word(place: int, number: int) -> str:
        return write_value(questions[number].of(moves[place]))

    def agreeing(answers: Answers, *, without: Question[MoveT] | None = None) -> list[MoveT]:
        """Return the moves that all answers mean, those to later questions too."""
        words = answers.words
        asked = {n: words[one.name] for n, one in enumerate(questions) if one is not without and one.name in words}
        tapped = set(words[SPOT].split(BETWEEN)) if SPOT in words else set[str]()
        return [
            move
            for place, move in enumerate(moves)
            if tapped <= about[place] and all(word(place, number) == one for number, one in asked.items())
        ]

    def ask(answers: Answers) -> Iterator[Field]:
        for question in questions:
            groups: dict[Hashable, MoveT] = {}
            for move in agreeing(answers, without=question):
                groups.setdefault(question.of(move), move)
            if len(groups) > 1 or question.always or question.name in answers.words:
                yield _pick(question, groups)
                answers[question.name]  # without this answer no other question is asked

    return Decision(
        name,
        text,
        lambda answers: agreeing(answers)[0],
        ask,
        ways=lambda answers: len(agreeing(answers)),
        taps={spot: {SPOT: spot} for of_move in about for spot in of_move},
        **more,
    )


def _pick(question: Question[MoveT], groups: dict[Hashable, MoveT]) -> Pick:
    """Return the choice between groups of moves, each labelled by its first move."""
    return Pick(question.name, question.text, tuple(groups), lambda value: question.label(groups[value]))
