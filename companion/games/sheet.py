"""A game on paper: the rules in sentences, and the rows of a score pad."""

from __future__ import annotations

from dataclasses import dataclass

from companion.locale import Message


@dataclass(frozen=True, slots=True)
class Line:
    """A sentence, and the number of its rule (B18) in RULES.md; empty if it is none."""

    rule: str
    text: Message


@dataclass(frozen=True, slots=True)
class Section:
    """Rules on one subject, under a title."""

    title: Message
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class PadRow:
    """A line of a score pad, with a number for each player."""

    text: Message
    strong: bool = False
    """Whether it decides the game, or is the sum of the rows above."""
