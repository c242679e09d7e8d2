"""The legal moves of a seat, as far as they can be listed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

MoveT_co = TypeVar("MoveT_co", covariant=True)


@dataclass(frozen=True, slots=True)
class LegalMove(Generic[MoveT_co]):
    """A legal move."""

    move: MoveT_co
    paid_otherwise: tuple[MoveT_co, ...] = ()
    """The same move with other amounts, if several are possible."""

    @property
    def every(self) -> tuple[MoveT_co, ...]:
        """The move with every amount."""
        return (self.move, *self.paid_otherwise)
