"""A game as lines of text: one for the beginning, one for each move, one for the state."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
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
