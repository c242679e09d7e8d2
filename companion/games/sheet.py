"""What a game has on paper, whichever it is: the rules in sentences, and the rows of a score pad."""

from __future__ import annotations

from dataclasses import dataclass

from companion.locale import Message


@dataclass(frozen=True, slots=True)
class Line:
    """A sentence, and the number in the project's list (B18) of the rule that it is; empty where it is none."""

    rule: str
    text: Message


@dataclass(frozen=True, slots=True)
class Section:
    """Rules that are looked up together."""

    title: Message
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class PadRow:
    """A line of a score pad, with a number to write for each player."""

    text: Message
    strong: bool = False
    """It decides, or is the sum of those above it."""
