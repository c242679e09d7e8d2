"""A game in figures, turn by turn, in neutral terms, and why a number on the table is what it is."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from companion.locale import Message


@dataclass(frozen=True, slots=True)
class Reason:
    """A move that changed a number: the change, the new number, what it was, and the rule behind it."""

    seq: int
    """The number of its entry."""
    turn: int
    change: int
    now: int
    cause: Message
    rule: str = ""
    """Empty for a correction."""

    @property
    def signed(self) -> str:
        """The change with its sign; of a correction the number that it corrected."""
        if not self.rule:
            return str(self.now - self.change)
        return f"+{self.change}" if self.change > 0 else f"−{-self.change}"


StateT = TypeVar("StateT")
MoveT = TypeVar("MoveT")


@dataclass(frozen=True, slots=True)
class PlayedMove(Generic[StateT, MoveT]):
    """A move that was not undone, with the states before and after it."""

    before: StateT
    move: MoveT
    after: StateT
    seq: int = 0
    """The number of its entry."""


@dataclass(frozen=True, slots=True)
class Curve:
    """One value a turn, with a name."""

    name: Message
    values: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Panel:
    """Curves in one plot; ``what`` names the quantity."""

    what: Message
    curves: tuple[Curve, ...]
    around_zero: bool = False
    """Whether the sign of the values matters."""


@dataclass(frozen=True, slots=True)
class Figures:
    """All turns, the current one included: their numbers, their documents, and a value of each curve."""

    turns: tuple[int, ...]
    documents: tuple[Mapping[str, Any], ...]
    panels: tuple[Panel, ...]
