"""A game in figures, turn by turn, in neutral words: what a plot draws and a document lists."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from companion.locale import Message

StateT = TypeVar("StateT")
MoveT = TypeVar("MoveT")


@dataclass(frozen=True, slots=True)
class Made(Generic[StateT, MoveT]):
    """A move that stands, with the states around it."""

    before: StateT
    move: MoveT
    after: StateT


@dataclass(frozen=True, slots=True)
class Curve:
    """One value a turn, under a name."""

    name: Message
    values: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Panel:
    """Curves that are drawn together; ``what`` says what they count."""

    what: Message
    curves: tuple[Curve, ...]
    around_zero: bool = False
    """Whether being above or below nothing is the point."""


@dataclass(frozen=True, slots=True)
class Figures:
    """Every turn that stands, the one going on included: its number, its document, and a value of each curve."""

    turns: tuple[int, ...]
    documents: tuple[Mapping[str, Any], ...]
    panels: tuple[Panel, ...]
