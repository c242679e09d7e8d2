"""A game's part of the published documents."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.json_schema import FieldsOf


@dataclass(frozen=True)
class ShapesOfGame:
    """One game's part of the published documents; without a part, no command prints that document of the game."""

    name: str
    game: type
    """The fields that this game defines in every document of a game; likewise for ``show`` and ``replay``."""
    show: type
    replay: type
    score: FieldsOf | None = None
    """Of a photographed table."""
    answers: str = ""
    """The ids of the answers that ``score`` reads."""
    foresee: FieldsOf | None = None
    rolls: tuple[FieldsOf, ...] = ()
    """A roll outside any game, and one in a game."""
