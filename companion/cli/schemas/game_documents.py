"""A game's part of the published documents."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.json_schema import FieldsOf


@dataclass(frozen=True)
class ShapesOfGame:
    """One game's part of the published documents."""

    name: str
    game: type
    """The fields that this game defines in every document of a game; likewise for ``show`` and ``replay``."""
    show: type
    replay: type
    score: FieldsOf | None = None
    """The score of a photographed table."""
    answers: str = ""
    """The ids of the answers that ``score`` reads."""
    foresee: FieldsOf | None = None
    rolls: tuple[FieldsOf, ...] = ()
    """A roll outside any game, and one in a game."""
