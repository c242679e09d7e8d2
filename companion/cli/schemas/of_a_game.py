"""What a game's own documents are, and what it has otherwise in those of any game."""

from __future__ import annotations

from dataclasses import dataclass

from companion.cli.schemas.derive import FieldsOf


@dataclass(frozen=True)
class ShapesOfGame:
    """One game's part of the published documents."""

    score: FieldsOf
    answers: str
    """What the answers are that ``score`` reads."""
    foresee: FieldsOf
    rolls: tuple[FieldsOf, ...]
    """A roll outside any game, and one in a game."""
    game: type
    """The fields of any document of a game that this one fills in its own way; so for ``show`` and ``replay``."""
    show: type
    replay: type
