"""A cheat sheet: the rules that a table plays, in sentences, whichever game it is."""

from __future__ import annotations

from dataclasses import dataclass

from companion.locale import Message


@dataclass(frozen=True, slots=True)
class Line:
    """One rule in a sentence, and its number in the project's list (B18)."""

    rule: str
    text: Message


@dataclass(frozen=True, slots=True)
class Section:
    """Rules that are looked up together."""

    title: Message
    lines: tuple[Line, ...]
