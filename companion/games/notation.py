"""A game as lines of text: one for the beginning, one for each move, one for the state."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Generic, TypeVar

OptionsT = TypeVar("OptionsT")
SetupT = TypeVar("SetupT")
StateT = TypeVar("StateT")
MoveT = TypeVar("MoveT")


@dataclass(frozen=True, slots=True)
class Notation(Generic[OptionsT, SetupT, StateT, MoveT]):
    """One game's notation. Readers raise :class:`~companion.games.errors.UnreadableDocument`."""

    beginning: Callable[[OptionsT, SetupT], str]
    read_beginning: Callable[[str], tuple[OptionsT, SetupT]]
    """Reads the text that ``beginning`` returns: options and a setup of the same state."""
    move: Callable[[MoveT], str]
    read_move: Callable[[str], MoveT]
    """Reads the text that ``move`` returns."""
    state: Callable[[StateT], str]
    patterns: Mapping[str, str] = field(default_factory=dict)
    """The name of each move, and what is written after it: capitals for values, brackets around what may be left out.
    """
    seat_words: bool = False
    """Whether moves name other seats by words of their own, ``p0`` and so on."""
