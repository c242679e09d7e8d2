"""What a game's own documents are, and what it has otherwise in those of any game."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.json_schema import FieldsOf


@dataclass(frozen=True)
class ShapesOfGame:
    """One game's part of the published documents; what is left out, no command prints of it."""

    name: str
    game: type
    """The fields of any document of a game that this one fills in its own way; so for ``show`` and ``replay``."""
    show: type
    replay: type
    score: FieldsOf | None = None
    """Of a photographed table."""
    answers: str = ""
    """What the answers are that ``score`` reads."""
    foresee: FieldsOf | None = None
    rolls: tuple[FieldsOf, ...] = ()
    """A roll outside any game, and one in a game."""
