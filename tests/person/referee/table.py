"""The interface of the referee: a real table, what is done at it next, and what must be true then."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

from tests.person.referee.acts import Act, Correct


@dataclass(frozen=True)
class Expected:
    """What is true at the table now, whatever the game."""

    phase: str
    asked: tuple[int, ...]
    """The seats that must do something now; empty when the game is over."""
    over: bool
    scores: tuple[int, ...]
    """By seat, when the game is over; else empty."""
    winners: tuple[int, ...]
    """When the game is over; several share the victory, none is a draw."""


class Table(ABC):
    """A real table, seeded: whoever sits there has already laid it out."""

    game: str
    seats: int

    def __init__(self) -> None:
        self.acts: list[Act] = []
        """What was done so far."""
        self._before: list[Mapping[str, Any]] = []

    def next_act(self) -> Act:
        """Do what comes next at the table, and return it. After an undo it is the same again."""
        before = self._snapshot()
        act = self._play()
        self._before.append(before)
        self.acts.append(act)
        return act

    def undo(self) -> Act:
        """Take the last act or correction back, and return it."""
        vars(self).update(self._before.pop())
        return self.acts.pop()

    def correct(self, seat: int, what: str, now: int) -> Correct:
        """Say that so many tokens of a suit, or so much ``gold``, really lie before a seat."""
        before = self._snapshot()
        act = Correct(seat, what, self._put(seat, what, now), now)
        self._before.append(before)
        self.acts.append(act)
        return act

    def _snapshot(self) -> Mapping[str, Any]:
        return deepcopy({name: value for name, value in vars(self).items() if name not in ("acts", "_before")})

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.expect().over

    @abstractmethod
    def expect(self) -> Expected:
        """Return what must be true now."""

    @abstractmethod
    def _play(self) -> Act:
        """Do what comes next."""

    @abstractmethod
    def _put(self, seat: int, what: str, now: int) -> int:
        """Set a number, and return the one that was there."""
