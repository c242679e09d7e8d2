"""The types of a game's part of the command line."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

if TYPE_CHECKING:
    from companion.pieces import Wish

OptionsT = TypeVar("OptionsT")


class CommandPart(Protocol):
    """A game's part of one command."""

    @property
    def options(self) -> type:
        """The class of options that the game adds: a dataclass of ``Annotated`` fields."""


@dataclass(frozen=True, slots=True)
class ScorePart(Generic[OptionsT]):
    """``companion score``."""

    options: type[OptionsT]
    known: Callable[[str, OptionsT], tuple[Any, Sequence[Any]]]
    """Returns the game's options, and what photos do not show of each player, by preset and these options; raises if
    those are wrong."""


@dataclass(frozen=True, slots=True)
class WatchPart(Generic[OptionsT]):
    """``companion watch``, for a game that a camera can follow."""

    options: type[OptionsT]
    habits: Callable[[OptionsT], Mapping[str, object]]
    """Returns the table's habits by name, which take precedence over the game's options."""
    without_game: Callable[[str, OptionsT], tuple[Any, Wish]]
    """Returns, by preset, the options in force and the dice of a turn's roll."""


@dataclass(frozen=True, slots=True)
class GameCommands:
    """One game's part of the command line; a command without a part refuses the game."""

    score: ScorePart[Any] | None = None
    watch: WatchPart[Any] | None = None
