"""A cheat sheet: the rules that a table plays, in sentences, whichever game it is."""

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
