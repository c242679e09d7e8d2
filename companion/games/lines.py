"""A game in lines of text: one for how it begins, one for each move, one for how it stands."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

OptionsT = TypeVar("OptionsT")
SetupT = TypeVar("SetupT")
StateT = TypeVar("StateT")
MoveT = TypeVar("MoveT")


@dataclass(frozen=True, slots=True)
class Lines(Generic[OptionsT, SetupT, StateT, MoveT]):
    """One game's notation. Readers raise :class:`~companion.games.errors.UnreadableDocument`."""

    beginning: Callable[[OptionsT, SetupT], str]
    begun: Callable[[str], tuple[OptionsT, SetupT]]
    """Reads what ``beginning`` writes: options and a setup of the same state."""
    move: Callable[[MoveT], str]
    moved: Callable[[str], MoveT]
    """Reads what ``move`` writes."""
    state: Callable[[StateT], str]
