"""What ``demo`` prints."""

from __future__ import annotations

from typing import TypedDict

from companion.games.documents import Json


class DemoDocument(TypedDict):
    """The score of the rendered picture and the played sample game."""

    photo: Json
    """The table's score as `score` prints it, with `sure`."""
    game: Json
    """The game's score as `show` prints it, with the source of its `rolls` and the number of `moves`."""
