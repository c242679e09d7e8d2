"""Interface of a game whose table can be scored from photos."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.table.edge import Edge
from companion.table.scored import ScoredTable
from companion.table.sightings import Sightings


@dataclass(frozen=True, slots=True)
class PhotoGame:
    """How photos of a game's table are read and scored, as plain functions."""

    read: Callable[[Sequence[Sightings], Any, Edge, Mapping[str, str]], Any]
    """Returns the table, from the sightings in each photo, the options, the edge at which player 0 sits, and answers by
    their questions' keys."""
    score: Callable[[Any, Sequence[Any], Sequence[str]], ScoredTable]
    """Returns the score of a table, from what a photo does not show of each player, such as tokens, and the names.

    Without the former it counts as unknown; without names, players are called by where they sit.
    """
    lay: Callable[[Any, Sequence[Any]], tuple[Any, Any | None]]
    """Returns the setup of a game that is begun with a table, and the move that lays the rest; None if nothing is left.
    """
    photo_per_player: bool = False
    """Whether there is one photo for each player, in seat order; otherwise one of the whole table."""
