"""A roll as every source gives it, and what a source is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum
from typing import Protocol

from companion.errors import CompanionError
from companion.locale import Message
from companion.pieces import DieKind


class UnusableRoll(CompanionError):
    """Dice that cannot be one roll."""


class Source(Enum):
    """Where a roll comes from; the value is its word in a record."""

    TOUCH = "touch"
    APP = "app"
    CAMERA = "camera"
    ROLLER = "roller"

    def __str__(self) -> str:
        return self.value


class Fate(Enum):
    """What became of a roll that was delivered."""

    COUNTED = "counted"
    """The journal has it now."""
    KNOWN = "known"
    """The journal had it already: a repetition, dropped."""
    UNWANTED = "unwanted"
    """No game takes it: it is void."""


def _nothing_to_tell(_fate: Fate) -> None:
    """Dice on the table and the app's own need no answer."""


@dataclass(frozen=True, slots=True)
class Rolled:
    """Two d10 (1…10) and the tax dice (1…6, in the order rolled), from one source.

    ``id`` names the roll for good: the same roll delivered again has the same id, so a journal that
    keeps one entry an id counts it once. ``settle`` is called, from any thread, when its fate is
    known; with :attr:`Fate.COUNTED` only after the journal has it durably.

    >>> Rolled((9, 1), (2,), Source.TOUCH, "t1").higher
    9
    """

    dice: tuple[int, int]
    tax_dice: tuple[int, ...]
    source: Source
    id: str
    settle: Callable[[Fate], None] = field(default=_nothing_to_tell, compare=False, repr=False)

    def __post_init__(self) -> None:
        _check(self.dice, DieKind.D10)
        _check(self.tax_dice, DieKind.D6)
        if self.tax_dice and not taxes(self.dice):
            raise UnusableRoll(
                _written(self.tax_dice),
                Message("no die shows a 1, so no tax dice are rolled"),
                Message("leave them out"),
            )

    @property
    def higher(self) -> int:
        return max(self.dice)


def taxes(dice: tuple[int, int]) -> bool:
    """Whether tax dice are rolled too: either d10 shows a 1."""
    return 1 in dice


Deliver = Callable[[Rolled], None]
"""Takes a roll; called from any thread."""


class RollSource(Protocol):
    """Something that can roll. At most one roll is awaited at a time."""

    @property
    def source(self) -> Source: ...

    def ask(self, tax_dice: int, deliver: Deliver) -> None:
        """A game waits for a roll with this many tax dice where a 1 shows: deliver it once it is there."""

    def withdraw(self) -> None:
        """Nobody waits any more."""


def _check(dice: tuple[int, ...], kind: DieKind) -> None:
    for value in dice:
        if not kind.shows(value):
            raise UnusableRoll(
                _written(dice),
                Message("no face of a {kind} shows {value}", {"kind": kind.value, "value": value}),
                Message("give values from 1 to {faces}", {"faces": kind.faces}),
            )


def _written(dice: tuple[int, ...]) -> str:
    return ",".join(map(str, dice))
