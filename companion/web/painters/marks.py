"""What a page adds to a table: the side it is seen from, what can be tapped, what the last move changed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

from companion.games.view import Spot


class WrapSpot(Protocol):
    """Wraps what a spot shows in what a tap on it does."""

    def __call__(self, spot: Spot, inside: str, *, named: bool = True) -> str:
        """Return the wrapped HTML.

        Args:
            spot: The spot.
            inside: What it shows, as HTML.
            named: Whether that says what the spot is.
        """


def _plain(spot: Spot, inside: str, *, named: bool = True) -> str:
    return inside


@dataclass(frozen=True, slots=True)
class Marks:
    """What is added to a view."""

    near: int = 0
    """The seat from whose side the table is seen."""
    tap: WrapSpot = _plain
    targets: Mapping[str, str] = field(default_factory=dict)
    """By spot, a button that stands on it."""
    moved: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    """By spot, how much the last move took from its number and added to it."""


PLAIN = Marks()
