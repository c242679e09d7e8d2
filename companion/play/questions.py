"""Questions of a play to its players, and questions about moves as functions of a game's course."""

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, TypeVar

from companion.journal import Entry
from companion.journal.course.course import Course
from companion.locale import Message
from companion.play.possible_moves import refused
from companion.questions import Choice, Question
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


Move = TypeVar("Move")


def legal(course: Course[Any, Move], moves: Sequence[Move]) -> tuple[Move, ...]:
    """Return the moves that the rules allow now.

    Raises:
        CompanionError: the first move's reason, if none is legal.
    """
    errors = [refused(course, move) for move in moves]
    found = tuple(move for move, error in zip(moves, errors, strict=True) if error is None)
    if not found:
        raise next(filter(None, errors))
    return found


def choices(course: Course[Any, Move], moves: Sequence[Move]) -> tuple[Choice, ...]:
    """Return the moves as numbered choices, each with its effect."""
    rules, now, names = course.rules, course.state, course.game.names
    return tuple(
        Choice(str(number), rules.describe(now, move, rules.apply(now, move), names), move)
        for number, move in enumerate(moves)
    )


def by_the_rules(course: Course[Any, Any]) -> Iterator[Question]:
    """Yield the rules' questions that a few moves answer."""
    for one in course.rules.waiting_for(course.state):
        if one.answers:
            # The same key for as long as it is asked, whatever is answered before it.
            answer = json.dumps(course.rules.move_to_json(one.answers[0]), separators=(",", ":"))
            key = f"turn {course.rules.turn(course.state)} {answer}"
            yield Question(key, Kind.RULES, one.text, choices(course, one.answers), one.owner)


def why_asked(course: Course[Any, Move], moves: Sequence[Move], confirm: bool) -> Kind | None:
    """Return why these legal moves need a question, or None if the only one can be made.

    Args:
        course: the game.
        moves: the legal moves.
        confirm: whether the source's proposals need confirmation.
    """
    if len(moves) > 1:
        return Kind.WHICH
    if course.other_dice(moves[0]) is not None:
        return Kind.OTHER_DICE
    return Kind.CONFIRM if confirm else None


def wording(course: Course[Any, Move], kind: Kind, move: Move) -> Message:
    """Return the question's text."""
    if kind is Kind.OTHER_DICE:
        cast = " ".join(str(die.value) for die in course.other_dice(move) or ())
        return Message("the dice of this turn were {dice}; replace them?", {"dice": cast})
    return Message("is this the move?") if kind is Kind.CONFIRM else Message("which of these is the move?")
