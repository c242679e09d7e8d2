"""The types of a game's part of the command line."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from companion.table.scored import ScoredTable

if TYPE_CHECKING:
    from companion.pieces import Wish
    from companion.table.edge import Edge
    from companion.table.sightings import Sightings

OptionsT = TypeVar("OptionsT")


class CommandPart(Protocol):
    """A game's part of one command."""

    @property
    def options(self) -> type:
        """The class of options that the game adds: a dataclass of ``Annotated`` fields."""


ScorePhotos = Callable[[Sequence["Sightings"], "Edge", Mapping[str, str]], ScoredTable]
"""Scores a table from the sightings in each photo, the first player's edge, and answers by their questions' keys."""


@dataclass(frozen=True, slots=True)
class ScorePart(Generic[OptionsT]):
    """``companion score``."""

    options: type[OptionsT]
    build_scorer: Callable[[str, OptionsT, Sequence[str]], ScorePhotos]
    """Returns what scores the photos, by preset, these options, and the players' names; raises if those are wrong.

    Without names, players are called by where they sit.
    """
    each: bool = False
    """Whether there is one photo for each player, in seat order; otherwise one of the whole table."""


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
