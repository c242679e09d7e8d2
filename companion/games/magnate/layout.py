"""The cards and tokens of a Magnate table that can be scored, from a game, a photo or touch."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.magnate.options import Options
from companion.games.magnate.state import District, State
from companion.pieces import Card, Tokens


@dataclass(frozen=True, slots=True)
class Layout:
    """A table. Seats count from 0; districts from seat 0's left.

    ``tokens`` are None if nobody counted them, as in a photo.
    """

    districts: tuple[District, ...]
    crowns: tuple[tuple[Card, ...], ...]
    tokens: tuple[Tokens | None, ...]
    options: Options

    @classmethod
    def of(cls, state: State) -> Layout:
        """Return the layout of a game's state."""
        return cls(state.districts, state.crowns, state.tokens, state.options)
