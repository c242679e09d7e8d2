"""What lies on a Magnate table and can be scored, whether it comes from a game, a photo or a finger."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.magnate.options import Options
from companion.games.magnate.state import District, State
from companion.pieces import Card, Tokens


@dataclass(frozen=True, slots=True)
class Layout:
    """A table as it lies. Seats from 0; districts from seat 0's left.

    ``tokens`` are None where nobody counted them: a photo cannot.
    """

    districts: tuple[District, ...]
    crowns: tuple[tuple[Card, ...], ...]
    tokens: tuple[Tokens | None, ...]
    options: Options

    @classmethod
    def of(cls, state: State) -> Layout:
        """The table that a game has reached."""
        return cls(state.districts, state.crowns, state.tokens, state.options)
