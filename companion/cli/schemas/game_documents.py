"""A game's part of the published documents."""

from __future__ import annotations

import types
from collections.abc import Mapping
from dataclasses import dataclass, field, make_dataclass
from typing import Annotated, Literal, NotRequired

from companion.cli.schemas.games import MoveToState
from companion.games.documents import Json
from companion.games.field_types import Named
from companion.games.json_schema import FieldsOf


@dataclass(frozen=True)
class ShapesOfGame:
    """One game's part of the published documents."""

    name: str
    state: tuple[type, ...]
    """The fields of a state, and those that its document has besides."""
    without: tuple[str, ...]
    """Fields that no state's document has."""
    worth: FieldsOf
    """The score of a game, or of a photographed table."""
    turns: type
    """The figures of a turn."""
    scores_photos: bool = False
    answers: str = ""
    """The ids of the answers that ``score`` reads."""
    foresee: FieldsOf | None = None
    rolls: tuple[FieldsOf, ...] = ()
    """A roll outside any game, and one in a game."""
    events: Mapping[str, type] = field(default_factory=dict)
    """The fields that this game adds to events of a live table, by the event."""

    @property
    def score(self) -> FieldsOf | None:
        """The score of a photographed table; None if photos are not scored."""
        return self.worth if self.scores_photos else None

    @property
    def game(self) -> type:
        """The fields that this game defines in every document of a game; likewise for ``show`` and ``replay``."""
        return make_dataclass(
            "OfGame",
            [
                ("game", Literal[self.name]),
                ("options", Annotated[Json, Named("options")]),
                ("setup", Annotated[Json, Named("setup")]),
                ("state", Annotated[Json, FieldsOf(self.state, self.without)]),
                ("score", Annotated[Json, self.worth]),
            ],
        )

    @property
    def show(self) -> type:
        """The fields of ``show``."""
        return make_dataclass("ShownOfGame", [("turns", types.GenericAlias(list, (self.turns,)))])

    @property
    def replay(self) -> type:
        """The fields of ``replay``."""
        start = Annotated[Json, FieldsOf(self.state, self.without)]
        states = list[Annotated[Json, FieldsOf((MoveToState, *self.state), self.without)]]
        return make_dataclass("ReplayedOfGame", [("start", NotRequired[start]), ("states", NotRequired[states])])
