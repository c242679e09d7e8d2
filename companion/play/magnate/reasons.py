"""The moves in the log that made a number, with their rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from companion.games.magnate.causes import Cause, token_causes, total_causes
from companion.games.magnate.moves import Move
from companion.games.magnate.scoring import score
from companion.games.magnate.state import State
from companion.journal.course import Course
from companion.locale import Message
from companion.pieces import Suit

CAUSES: Mapping[str, Message] = {
    "B4": Message("setup"),
    "B10": Message("tax"),
    **dict.fromkeys(("B13", "B14", "B15", "B16"), Message("income")),
    **dict.fromkeys(("B18", "B19", "C2"), Message("development")),
    **dict.fromkeys(("B24", "B25", "C3", "B27"), Message("deed")),
    **dict.fromkeys(("B32", "C4"), Message("sale")),
    "B33": Message("trade"),
    "B38": Message("cards played"),
}
"""What changed a number, by the rule behind it."""
FindCauses = Callable[[State, Move, State], tuple[Cause, ...]]
"""Returns what a move did to the number to explain."""


@dataclass(frozen=True, slots=True)
class Reason:
    """A move that changed a number: the change, the new number, and the rule."""

    seq: int
    turn: int
    change: int
    now: int
    rule: str

    @property
    def signed(self) -> str:
        """The change with its sign."""
        return f"+{self.change}" if self.change > 0 else f"−{-self.change}"


def explain_tokens(course: Course[Any, Any], seat: int, suit: Suit) -> tuple[Reason, ...]:
    """Return the reasons for a player's tokens of one suit, from the first move on.

    Args:
        course: The moves of the game and their states.
        seat: The player's seat.
        suit: The suit of the tokens.
    """
    initial: State = course.start

    def find_causes(before: State, move: Move, after: State) -> tuple[Cause, ...]:
        return token_causes(before, move, after, seat, suit)

    return _reasons(course, find_causes, initial.tokens[seat][suit])


def explain_side(course: Course[Any, Any], seat: int, place: int) -> tuple[Reason, ...]:
    """Return the reasons for the total of a player's side of a district.

    Args:
        course: The moves of the game and their states.
        seat: The player's seat.
        place: The district, from 0.
    """

    def find_causes(before: State, move: Move, after: State) -> tuple[Cause, ...]:
        return total_causes(before, move, after, seat, place)

    sides = score(course.start).districts[place].sides
    return _reasons(course, find_causes, sum(side.total for side in sides if side.player == seat))


def cause_message(rule: str) -> Message:
    """Return what changed a number, from the rule behind it; without a rule, a player corrected it."""
    return CAUSES.get(rule, Message("correction"))


def _reasons(course: Course[Any, Any], find_causes: FindCauses, initial: int) -> tuple[Reason, ...]:
    found, now = [], initial
    for step in course.done:
        for cause in find_causes(step.before, step.move, step.after):
            now += cause.change
            found.append(Reason(step.entry.seq, step.before.turn, cause.change, now, cause.rule))
    return tuple(found)
