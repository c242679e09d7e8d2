"""Which moves of the log made a number, and by which rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.app.sheets.history import Note
from companion.games.magnate import State, score
from companion.games.magnate.causes import Cause, token_causes, total_causes
from companion.games.magnate.moves import Move
from companion.journal.course import Course
from companion.pieces import Suit

FindCauses = Callable[[State, Move, State], tuple[Cause, ...]]
"""What a move did to the number that is find_causes about."""


@dataclass(frozen=True, slots=True)
class Reason:
    """A move that changed the number, to what, and why."""

    seq: int
    turn: int
    change: int
    now: int
    rule: str

    @property
    def signed(self) -> str:
        return f"+{self.change}" if self.change > 0 else f"−{-self.change}"


def explain_tokens(course: Course[Any, Any], seat: int, suit: Suit) -> tuple[Reason, ...]:
    """Why this player has so many tokens of this suit, from the first move on."""
    initial: State = course.start

    def find_causes(before: State, move: Move, after: State) -> tuple[Cause, ...]:
        return token_causes(before, move, after, seat, suit)

    return _reasons(course, find_causes, initial.tokens[seat][suit])


def explain_side(course: Course[Any, Any], seat: int, place: int) -> tuple[Reason, ...]:
    """Why this player's side of a district is worth so much."""

    def find_causes(before: State, move: Move, after: State) -> tuple[Cause, ...]:
        return total_causes(before, move, after, seat, place)

    sides = score(course.start).districts[place].sides
    return _reasons(course, find_causes, sum(side.total for side in sides if side.player == seat))


def explain_lead(course: Course[Any, Any], place: int) -> tuple[Reason, ...]:
    """Why a district is led as it is: what each side came to."""
    seats = range(course.start.players)
    return tuple(sorted((one for seat in seats for one in explain_side(course, seat, place)), key=lambda one: one.seq))


def format_notes(reasons: Sequence[Reason]) -> Mapping[int, Note]:
    """For the log: what each move did to the number, and what it came to."""
    texts: dict[int, Note] = {}
    for one in reasons:
        before = f"{texts[one.seq].text}, " if one.seq in texts else ""
        rule = f"  {one.rule}" if one.rule else ""
        text = f"{one.now - one.change} → {one.now}{rule}" if not one.rule else f"{one.signed} → {one.now}{rule}"
        texts[one.seq] = Note(before + text, gained=one.change > 0)
    return texts


def _reasons(course: Course[Any, Any], find_causes: FindCauses, initial: int) -> tuple[Reason, ...]:
    found, now = [], initial
    for step in course.done:
        for cause in find_causes(step.before, step.move, step.after):
            now += cause.change
            found.append(Reason(step.entry.seq, step.before.turn, cause.change, now, cause.rule))
    return tuple(found)
