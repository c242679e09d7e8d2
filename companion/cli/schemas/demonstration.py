"""What ``demo`` prints."""

from __future__ import annotations

from typing import TypedDict

from companion.games.documents import Json


class DemoDocument(TypedDict):
    """The bundled photo, scored, and the bundled game, played."""

    photo: Json
    """The table's score as `score` prints it, with `sure`."""
    game: Json
    """The game's score as `show` prints it, with where its `rolls` came from and how many `moves` it has."""
