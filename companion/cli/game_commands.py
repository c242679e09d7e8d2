"""What a game brings to the command line, whichever it is."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

OptionsT = TypeVar("OptionsT")
Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Begins(Generic[OptionsT]):
    """``companion new``, told in the game's own words what lies on the table."""

    options: type[OptionsT]
    setup: Callable[[OptionsT, Sequence[str]], Json]
    """The setup's document, from these options and the players' names. Raises what is missing."""


@dataclass(frozen=True, slots=True)
class GameCommands:
    """One game's part of the command line. A command that needs what is left out says that the game has it not."""

    begins: Begins[Any] | None = None
    words: Mapping[str, str] = field(default_factory=dict)
    """What the help says of a command or an option in the game's own words; it speaks of the usual game."""
